//! JML formulas as Java expressions.
//!
//! A formula becomes a static method that throws an `AssertionError` if it is false; each
//! quantifier becomes one with a loop. Integers are computed as `long`s that do not overflow.
//! What cannot be evaluated, because an index is out of range or a number too large, throws a
//! `RuntimeException`, and then nothing is claimed.
//!
//! The state before the call is a copy of all objects: `\old(e)` is `e` read from the copies.

use super::build::{java, top};
use super::text;
use crate::syntax::ast::{self, BinaryOp, Expr, ExprKind, Literal, QuantifierKind, UnaryOp};
use crate::types::{ClassId, Classes, FieldRef, IntKind, MethodRef, Type};
use std::collections::{BTreeMap, BTreeSet};

/// Values of a quantified variable that are tried where a bound is missing.
const TRIED: u32 = 1000;

/// Stand for the variables of a formula until all are known.
const PARAMS: &str = "@PARAMS@";
const ARGS: &str = "@ARGS@";

/// A variable that a formula may speak of.
#[derive(Clone, Debug)]
pub(super) struct Variable {
    /// Its name in Java.
    pub java: String,
    /// Its type.
    pub ty: Type,
    /// Its type as Java writes it.
    pub ty_text: String,
}

/// Where a formula is read.
#[derive(Clone)]
pub(super) struct Scope {
    /// The class that names are looked up in.
    pub class: ClassId,
    /// `this`.
    pub this: Option<Variable>,
    /// Parameters and locals, the last one first.
    pub names: Vec<(String, Variable)>,
    /// `\result`.
    pub result: Option<Variable>,
    /// `\count`.
    pub count: Option<Variable>,
    /// What `\old` may speak of: `this` and the parameters. None where it means nothing.
    pub old: Option<(Option<Variable>, Vec<(String, Variable)>)>,
    /// Are we inside of `\old`?
    pub before: bool,
    /// Bound variables.
    pub bound: Vec<(String, Variable)>,
}

impl Scope {
    pub fn new(class: ClassId) -> Scope {
        Scope {
            class,
            this: None,
            names: Vec::new(),
            result: None,
            count: None,
            old: None,
            before: false,
            bound: Vec::new(),
        }
    }
}

/// A formula as a method.
pub(super) struct Method {
    /// Its name.
    pub name: String,
    /// The variables it takes, by their names in Java.
    pub args: Vec<String>,
}

/// An expression and its type.
type Typed = (String, Type);

/// Turns formulas into methods.
pub(super) struct Translator<'u, 'a> {
    pub classes: &'a Classes<'u>,
    /// The top-level class that the methods are part of.
    pub home: ClassId,
    /// The methods.
    pub methods: String,
    /// Variables whose copies are needed.
    pub copied: BTreeMap<String, Variable>,
    /// Static fields whose copies are needed: the copy's name, the field.
    pub copied_statics: BTreeMap<String, (String, String)>,
    /// Are copies of all inputs needed?
    pub all_copied: bool,
    /// Has the method static fields that may change?
    pub statics: bool,
    used: BTreeMap<String, String>,
    helpers: String,
    next: usize,
}

impl<'u, 'a> Translator<'u, 'a> {
    pub fn new(classes: &'a Classes<'u>, home: ClassId, statics: bool) -> Self {
        Translator {
            classes,
            home,
            methods: String::new(),
            copied: BTreeMap::new(),
            copied_statics: BTreeMap::new(),
            all_copied: false,
            statics,
            used: BTreeMap::new(),
            helpers: String::new(),
            next: 0,
        }
    }

    /// A method that returns true if all of the formulas hold, given that the premises do, and
    /// else throws an error with the message.
    pub fn check(
        &mut self,
        premises: &[(&Expr, &Scope)],
        formulas: &[(&Expr, &Scope)],
        message: &str,
    ) -> Option<Method> {
        self.method(
            |t| {
                let premise = t.conjunction(premises)?;
                let conclusion = t.conjunction(formulas)?;
                Some(format!("!({premise}) || ({conclusion})"))
            },
            message,
        )
    }

    /// Some alternative holds: all formulas of one of the groups.
    pub fn check_any(&mut self, ways: &[Vec<(&Expr, &Scope)>], message: &str) -> Option<Method> {
        self.method(
            |t| {
                let each: Option<Vec<String>> = ways.iter().map(|w| Some(format!("({})", t.conjunction(w)?))).collect();
                let each = each?;
                Some(if each.is_empty() {
                    "false".into()
                } else {
                    each.join(" || ")
                })
            },
            message,
        )
    }

    fn conjunction(&mut self, parts: &[(&Expr, &Scope)]) -> Option<String> {
        let each: Option<Vec<String>> = parts
            .iter()
            .map(|(e, s)| Some(format!("({})", self.formula(e, s)?)))
            .collect();
        let each = each?;
        Some(if each.is_empty() {
            "true".into()
        } else {
            each.join(" && ")
        })
    }

    fn method(&mut self, formula: impl FnOnce(&mut Self) -> Option<String>, message: &str) -> Option<Method> {
        self.used.clear();
        self.helpers.clear();
        self.next += 1;
        let name = format!("check{}", self.next);
        let formula = formula(self)?;
        let message = text::string(message.encode_utf16());
        let text = format!(
            "static boolean {name}({PARAMS}) {{\n    boolean fails = false;\n    try {{\n        fails = !({formula});\n    \
             }} catch (RuntimeException | StackOverflowError e) {{\n        // cannot be evaluated\n    }}\n    \
             if (fails) throw new AssertionError({message});\n    return true;\n}}\n\n{}",
            self.helpers
        );
        self.methods.push_str(&self.filled(text));
        let args = self.used.keys().cloned().collect();
        Some(Method { name, args })
    }

    /// A method that returns the value of an integer expression.
    pub fn number(&mut self, e: &Expr, scope: &Scope) -> Option<Method> {
        self.used.clear();
        self.helpers.clear();
        self.next += 1;
        let name = format!("value{}", self.next);
        let (value, ty) = self.expr(e, scope)?;
        ty.as_int()?;
        let text = format!("static long {name}({PARAMS}) {{ return {value}; }}\n\n{}", self.helpers);
        self.methods.push_str(&self.filled(text));
        let args = self.used.keys().cloned().collect();
        Some(Method { name, args })
    }

    /// The text with the variables that turned out to be used.
    fn filled(&self, text: String) -> String {
        let params: Vec<String> = self.used.iter().map(|(name, ty)| format!("{ty} {name}")).collect();
        let args: Vec<&str> = self.used.keys().map(String::as_str).collect();
        let mut text = text;
        if params.is_empty() {
            text = text
                .replace(&format!("{PARAMS}, "), "")
                .replace(&format!("{ARGS}, "), "");
        }
        text.replace(PARAMS, &params.join(", ")).replace(ARGS, &args.join(", "))
    }

    fn formula(&mut self, e: &Expr, scope: &Scope) -> Option<String> {
        let (text, ty) = self.expr(e, scope)?;
        (ty == Type::Bool).then_some(text)
    }

    fn integer(&mut self, e: &Expr, scope: &Scope) -> Option<Typed> {
        let (text, ty) = self.expr(e, scope)?;
        ty.as_int()?;
        Some((text, ty))
    }

    /// The type of an expression, if it is one that formulas know.
    pub fn type_of(&mut self, e: &Expr, scope: &Scope) -> Option<Type> {
        let helpers = self.helpers.len();
        let used = self.used.clone();
        let ty = self.expr(e, scope).map(|(_, ty)| ty);
        self.helpers.truncate(helpers);
        self.used = used;
        ty
    }

    /// An expression in parentheses where it needs them.
    pub fn expr(&mut self, e: &Expr, scope: &Scope) -> Option<Typed> {
        match &*e.kind {
            ExprKind::Literal(l) => literal(self.classes, l),
            ExprKind::Name(name) => self.name(name, scope),
            ExprKind::This(None) => {
                let this = scope.this.clone()?;
                Some(self.variable(&this, scope))
            }
            ExprKind::Field(target, name) => self.field(target, &name.text, scope),
            ExprKind::Index(array, index) => {
                let (array, ty) = self.expr(array, scope)?;
                let index = self.integer(index, scope)?;
                Some((format!("{array}[{}]", narrow(index)), ty.element()?.clone()))
            }
            ExprKind::Call(target, name, args) => self.call(target.as_ref(), name, args, scope),
            ExprKind::Unary(op, a) => {
                let (x, ty) = self.expr(a, scope)?;
                match (op, &ty) {
                    (UnaryOp::Not, Type::Bool) => Some((format!("!({x})"), ty)),
                    (UnaryOp::Neg, Type::Int(_)) => match &*a.kind {
                        ExprKind::Literal(_) => Some((format!("(-{x})"), ty)),
                        _ => Some((format!("subtract(0, {x})"), LONG)),
                    },
                    (UnaryOp::Plus, Type::Int(_)) => Some((x, ty)),
                    (UnaryOp::BitNot, Type::Int(_)) => Some((format!("(~{x})"), ty)),
                    _ => None,
                }
            }
            ExprKind::Binary(op, a, b) => self.binary(*op, a, b, scope),
            ExprKind::Conditional(c, a, b) => {
                let c = self.formula(c, scope)?;
                let (x, s) = self.expr(a, scope)?;
                let (y, t) = self.expr(b, scope)?;
                let ty = match (&s, &t) {
                    (Type::Int(_), Type::Int(_)) if is_long(&s) || is_long(&t) => LONG,
                    (Type::Int(_), Type::Int(_)) => Type::INT,
                    (Type::Null, other) => other.clone(),
                    (s, t) if self.classes.is_assignable(t, s) => s.clone(),
                    (s, t) if self.classes.is_assignable(s, t) => t.clone(),
                    _ => return None,
                };
                Some((format!("({c} ? {x} : {y})"), ty))
            }
            ExprKind::Cast(ty, a) => {
                let (x, from) = self.expr(a, scope)?;
                let to = self.classes.resolve(ty, Some(scope.class))?;
                match (&from, &to) {
                    (Type::Int(_), Type::Int(IntKind::Big)) => Some((x, LONG)),
                    (Type::Int(_), Type::Int(_)) => Some((format!("(({}) {x})", self.classes.show(&to)), to)),
                    (a, b) if a.is_reference() && b.is_reference() => {
                        Some((format!("(({}) (Object) {x})", java(self.classes, &to)), to))
                    }
                    (a, b) if a == b => Some((x, from)),
                    _ => None,
                }
            }
            ExprKind::InstanceOf(a, ty, None) => {
                let ty = self.classes.resolve(ty, Some(scope.class))?;
                self.has_type(a, &ty, scope)
            }
            ExprKind::Old(inner, label) => match label.as_deref() {
                None | Some("\\Pre" | "Pre" | "\\Old" | "Old") => self.old(inner, scope),
                Some(_) => None,
            },
            ExprKind::Result => {
                let result = scope.result.clone()?;
                Some(self.plain(&result))
            }
            ExprKind::Count => {
                let count = scope.count.clone()?;
                Some(self.plain(&count))
            }
            ExprKind::Quantified(kind, ty, names, range, body) => {
                self.quantified(*kind, ty, names, range.as_ref(), body, scope)
            }
            ExprKind::NonNullElements(a) => {
                let (array, ty) = self.expr(a, scope)?;
                ty.element().filter(|t| t.is_reference())?;
                Some((format!("nonNullElements({array})"), Type::Bool))
            }
            ExprKind::Fresh(objects) => {
                scope.old.as_ref()?;
                self.all_copied = true;
                let mut parts = Vec::new();
                for o in objects {
                    parts.push(format!("fresh({})", self.expr(o, scope)?.0));
                }
                Some((format!("({})", parts.join(" && ")), Type::Bool))
            }
            ExprKind::NotModified(all) => {
                let mut parts = Vec::new();
                for e in all {
                    let (now, _) = self.expr(e, scope)?;
                    let (before, _) = self.old(e, scope)?;
                    parts.push(format!("{now} == {before}"));
                }
                Some((format!("({})", parts.join(" && ")), Type::Bool))
            }
            ExprKind::TypeOf(a) => {
                let (x, ty) = self.expr(a, scope)?;
                ty.is_reference().then_some(())?;
                Some((format!("((Object) {x}).getClass()"), Type::Type))
            }
            ExprKind::TypeLiteral(ty) | ExprKind::ClassLiteral(ty) => {
                let ty = self.classes.resolve(ty, Some(scope.class))?;
                Some((format!("((Object) {}.class)", java(self.classes, &ty)), Type::Type))
            }
            _ => None,
        }
    }

    fn has_type(&mut self, e: &Expr, ty: &Type, scope: &Scope) -> Option<Typed> {
        let (x, _) = self.expr(e, scope)?;
        Some((
            format!("((Object) {x} instanceof {})", java(self.classes, ty)),
            Type::Bool,
        ))
    }

    /// `\old(e)`: the value that `e` has among the copies.
    fn old(&mut self, e: &Expr, scope: &Scope) -> Option<Typed> {
        let (this, names) = scope.old.clone()?;
        let mut inner = scope.clone();
        inner.before = true;
        // locals that are not parameters have their present values
        inner.names.extend(names);
        inner.this = this;
        let (text, ty) = self.expr(e, &inner)?;
        Some(match ty.is_reference() && ty != Type::Null {
            true => (format!("now({text})"), ty),
            false => (text, ty),
        })
    }

    /// A variable, or its copy inside of `\old`.
    fn variable(&mut self, v: &Variable, scope: &Scope) -> Typed {
        if !scope.before || !v.ty.is_reference() && !self.is_initial(v, scope) {
            return self.plain(v);
        }
        let name = format!("{}old_", v.java);
        self.copied.insert(name.clone(), v.clone());
        (name, v.ty.clone())
    }

    /// Is the variable a parameter as it came in?
    fn is_initial(&self, v: &Variable, scope: &Scope) -> bool {
        let old = scope.old.iter().flat_map(|(_, names)| names);
        old.into_iter().any(|(_, n)| n.java == v.java)
    }

    fn plain(&mut self, v: &Variable) -> Typed {
        self.used.insert(v.java.clone(), v.ty_text.clone());
        (v.java.clone(), v.ty.clone())
    }

    fn name(&mut self, name: &str, scope: &Scope) -> Option<Typed> {
        if let Some((_, v)) = scope.bound.iter().rev().find(|(n, _)| n == name) {
            return Some((v.java.clone(), v.ty.clone()));
        }
        if let Some((_, v)) = scope.names.iter().rev().find(|(n, _)| n == name) {
            let v = v.clone();
            // a local object has no copy of its own: it is found among the copies, if it was there
            if scope.before && v.ty.is_reference() && !self.is_initial(&v, scope) {
                return None;
            }
            return Some(self.variable(&v, scope));
        }
        let mut class = Some(scope.class);
        let mut own = true;
        while let Some(id) = class {
            if self.classes.enum_constant(id, name).is_some() {
                let path = java(self.classes, &Type::Class(id));
                return Some((format!("{path}.{name}"), Type::Class(id)));
            }
            if let Some(f) = self.classes.field(id, name) {
                if f.is_static {
                    return self.static_field(f, scope);
                }
                let this = scope.this.clone().filter(|_| own)?;
                let this = self.variable(&this, scope);
                return self.member(this, f);
            }
            own = false;
            class = self.classes.get(id).outer;
        }
        None
    }

    fn static_field(&mut self, f: FieldRef<'u>, scope: &Scope) -> Option<Typed> {
        let ty = self.field_type(f)?;
        let class = java(self.classes, &Type::Class(f.class));
        let name = &f.decl.name.text;
        let fixed = f.decl.modifiers.is_final && !ty.is_reference() || self.classes.get(f.class).interface;
        if !scope.before || fixed {
            return Some((format!("{class}.{name}"), ty));
        }
        let copy = format!("{}_{name}_old_", class.replace('.', "_"));
        let text = java(self.classes, &ty);
        self.copied_statics
            .insert(copy.clone(), (text, format!("{class}.{name}")));
        Some((copy, ty))
    }

    /// The type of a field; none for what only JML knows.
    fn field_type(&self, f: FieldRef<'u>) -> Option<Type> {
        if f.decl.modifiers.ghost || f.decl.modifiers.model {
            return None;
        }
        let object = self.classes.object();
        Some(self.classes.resolve(&f.decl.ty, Some(f.class)).unwrap_or(object))
    }

    /// A field of an object. A private one is found in its own class only.
    fn member(&self, (object, ty): Typed, f: FieldRef<'u>) -> Option<Typed> {
        let field = self.field_type(f)?;
        let exact = ty == Type::Class(f.class);
        let class = java(self.classes, &Type::Class(f.class));
        let object = if exact { object } else { format!("(({class}) {object})") };
        Some((format!("{object}.{}", f.decl.name.text), field))
    }

    /// The class that an expression names, if it is no variable.
    fn class(&self, e: &Expr, scope: &Scope) -> Option<ClassId> {
        match &*e.kind {
            ExprKind::Name(n) => {
                let variable = scope.bound.iter().chain(&scope.names).any(|(b, _)| **b == **n);
                let mut around = Some(scope.class);
                let mut field = false;
                while let Some(id) = around {
                    field |= self.classes.field(id, n).is_some() || self.classes.enum_constant(id, n).is_some();
                    around = self.classes.get(id).outer;
                }
                (!variable && !field).then(|| self.classes.class_named(n, Some(scope.class)))?
            }
            ExprKind::Field(outer, name) => {
                let outer = self.class(outer, scope)?;
                self.classes.class_named(&name.text, Some(outer))
            }
            _ => None,
        }
    }

    fn field(&mut self, target: &Expr, name: &str, scope: &Scope) -> Option<Typed> {
        if let Some(class) = self.class(target, scope) {
            let path = java(self.classes, &Type::Class(class));
            if self.classes.enum_constant(class, name).is_some() {
                return Some((format!("{path}.{name}"), Type::Class(class)));
            }
            if let Some(f) = self.classes.field(class, name) {
                return f.is_static.then(|| self.static_field(f, scope))?;
            }
            let ty = match (&*self.classes.get(class).name, name) {
                ("Integer", "MAX_VALUE" | "MIN_VALUE") => Type::INT,
                ("Long", "MAX_VALUE" | "MIN_VALUE") => LONG,
                ("Character", "MAX_VALUE" | "MIN_VALUE") => Type::Int(IntKind::Char),
                _ => return None,
            };
            return Some((format!("{path}.{name}"), ty));
        }
        if let ExprKind::Name(n) = &*target.kind
            && let ("Short" | "Byte", "MAX_VALUE" | "MIN_VALUE") = (&**n, name)
        {
            return Some((format!("{n}.{name}"), Type::Int(IntKind::Short)));
        }
        let (object, ty) = self.expr(target, scope)?;
        match &ty {
            Type::Array(_) if name == "length" => Some((format!("{object}.length"), Type::INT)),
            Type::Class(class) => {
                let f = self.classes.field(*class, name)?;
                if f.is_static {
                    return self.static_field(f, scope);
                }
                self.member((object, ty), f)
            }
            _ => None,
        }
    }

    fn call(&mut self, target: Option<&Expr>, name: &ast::Name, args: &[Expr], scope: &Scope) -> Option<Typed> {
        let class = target.and_then(|t| self.class(t, scope));
        let mut values = Vec::new();
        for arg in args {
            values.push(self.expr(arg, scope)?);
        }
        if let Some(class) = class
            && self.classes.get(class).decl.is_none()
        {
            return self.library(&self.classes.get(class).name, &name.text, values);
        }
        let object = match (target, class) {
            (Some(t), None) => Some(self.expr(t, scope)?),
            _ => None,
        };
        if let Some((text, Type::Class(id))) = &object
            && self.classes.get(*id).decl.is_none()
        {
            if self.classes.get(*id).name != "String" {
                return None;
            }
            return match (&*name.text, values.as_slice()) {
                ("length", []) => Some((format!("{text}.length()"), Type::INT)),
                ("isEmpty", []) => Some((format!("{text}.isEmpty()"), Type::Bool)),
                ("charAt", [at]) => Some((
                    format!("{text}.charAt({})", narrow(at.clone())),
                    Type::Int(IntKind::Char),
                )),
                _ => None,
            };
        }
        // copies do not know how static fields were before
        if scope.before && self.statics {
            return None;
        }
        let owner = match (&object, class) {
            (_, Some(class)) => class,
            (Some((_, Type::Class(id))), _) => *id,
            (Some(_), _) => return None,
            (None, None) => scope.class,
        };
        if let Some(decl) = self.classes.get(owner).decl
            && let Some((text, _)) = &object
            && args.is_empty()
        {
            if decl.kind == ast::ClassKind::Enum && &*name.text == "ordinal" {
                return Some((format!("{text}.ordinal()"), Type::INT));
            }
            if let Some(c) = decl.components.iter().find(|c| c.name.text == name.text) {
                let ty = self
                    .classes
                    .resolve(&c.ty, Some(owner))
                    .unwrap_or(self.classes.object());
                return Some((format!("{text}.{}()", name.text), ty));
            }
        }
        let m = self.callee(owner, &name.text, &values)?;
        let decl = m.decl;
        let foreign = top(self.classes, m.class) != self.home;
        if decl.modifiers.model || decl.modifiers.private && foreign || !decl.throws.is_empty() {
            return None;
        }
        let path = java(self.classes, &Type::Class(m.class));
        let on = if decl.modifiers.is_static {
            path
        } else {
            let (text, ty) = match object {
                Some(object) => object,
                None => {
                    let this = scope.this.clone()?;
                    self.variable(&this, scope)
                }
            };
            let exact = ty == Type::Class(m.class);
            if exact { text } else { format!("(({path}) {text})") }
        };
        let params = self.classes.parameters(m);
        let args: Vec<String> = values.into_iter().zip(&params).map(|(v, p)| argument(v, p)).collect();
        let result = self.classes.resolve(&decl.result, Some(m.class));
        let result = result.unwrap_or_else(|| self.classes.object());
        Some((format!("{on}.{}({})", name.text, args.join(", ")), result))
    }

    /// The method of a class, or of one around it, that fits the arguments.
    fn callee(&self, class: ClassId, name: &str, values: &[Typed]) -> Option<MethodRef<'u>> {
        let mut around = Some(class);
        while let Some(id) = around {
            let found = self.classes.methods(id, name, values.len()).into_iter().find(|m| {
                let params = self.classes.parameters(*m);
                params.len() == values.len()
                    && params.iter().zip(values).all(|(p, (_, v))| match (p, v) {
                        (Type::Int(_), Type::Int(_)) => true,
                        _ => self.classes.is_assignable(v, p),
                    })
            });
            if found.is_some() {
                return found;
            }
            around = self.classes.get(id).outer;
        }
        None
    }

    fn library(&self, class: &str, name: &str, values: Vec<Typed>) -> Option<Typed> {
        if class != "Math" || !matches!((name, values.len()), ("abs", 1) | ("min" | "max", 2)) {
            return None;
        }
        let long = values.iter().any(|(_, ty)| is_long(ty));
        let args: Vec<String> = values.into_iter().map(|(text, _)| text).collect();
        let ty = if long { LONG } else { Type::INT };
        Some((format!("Math.{name}({})", args.join(", ")), ty))
    }

    fn binary(&mut self, op: BinaryOp, a: &Expr, b: &Expr, scope: &Scope) -> Option<Typed> {
        use BinaryOp::*;
        if op == Subtype {
            let (ExprKind::TypeOf(x), ExprKind::TypeLiteral(ty)) = (&*a.kind, &*b.kind) else {
                return None;
            };
            let ty = self.classes.resolve(ty, Some(scope.class))?;
            return self.has_type(x, &ty, scope);
        }
        let (x, s) = self.expr(a, scope)?;
        let (y, t) = self.expr(b, scope)?;
        let truth = |text: String| Some((text, Type::Bool));
        if s == Type::Bool && t == Type::Bool {
            return truth(match op {
                And => format!("({x} && {y})"),
                Or => format!("({x} || {y})"),
                BitAnd => format!("({x} & {y})"),
                BitOr => format!("({x} | {y})"),
                Implies => format!("(!({x}) || {y})"),
                ImpliedBy => format!("({x} || !({y}))"),
                Iff | Eq => format!("(({x}) == ({y}))"),
                NotIff | Ne | BitXor => format!("(({x}) != ({y}))"),
                _ => return None,
            });
        }
        let sign = match op {
            Eq => "==",
            Ne => "!=",
            Lt => "<",
            Le => "<=",
            Gt => ">",
            Ge => ">=",
            _ => "",
        };
        if s.as_int().is_none() || t.as_int().is_none() {
            let comparable = s.is_reference() && t.is_reference() || s == Type::Type && t == Type::Type;
            if !comparable || !matches!(op, Eq | Ne) {
                return None;
            }
            return truth(format!("((Object) {x} {sign} (Object) {y})"));
        }
        if !sign.is_empty() {
            return truth(format!("({x} {sign} {y})"));
        }
        let long = |text: String| Some((text, LONG));
        match op {
            Add => long(format!("add({x}, {y})")),
            Sub => long(format!("subtract({x}, {y})")),
            Mul => long(format!("multiply({x}, {y})")),
            Div => long(format!("divide({x}, {y})")),
            Rem => long(format!("remainder({x}, {y})")),
            Shl | Shr => {
                let ExprKind::Literal(Literal::Int(by)) = &*b.kind else {
                    return None;
                };
                let by = u32::try_from(by).ok().filter(|b| *b < 63)?;
                long(match op {
                    Shl => format!("multiply({x}, 1L << {by})"),
                    _ => format!("((long) {x} >> {by})"),
                })
            }
            BitAnd => long(format!("((long) {x} & (long) {y})")),
            BitOr => long(format!("((long) {x} | (long) {y})")),
            BitXor => long(format!("((long) {x} ^ (long) {y})")),
            _ => None,
        }
    }

    /// A quantifier as a loop in a method of its own.
    fn quantified(
        &mut self,
        kind: QuantifierKind,
        ty: &ast::TypeRef,
        names: &[ast::Name],
        range: Option<&Expr>,
        body: &Expr,
        scope: &Scope,
    ) -> Option<Typed> {
        let forall = match kind {
            QuantifierKind::Forall => true,
            QuantifierKind::Exists => false,
            _ => return None,
        };
        let ty = self.classes.resolve(ty, Some(scope.class))?;
        if ty.is_reference() || ty == Type::Float || ty == Type::Type {
            return None;
        }
        let mut guards = Vec::new();
        range.into_iter().for_each(|r| conjuncts(r, &mut guards));
        match &*body.kind {
            ExprKind::Binary(BinaryOp::Implies, premise, _) if forall => conjuncts(premise, &mut guards),
            _ if !forall => conjuncts(body, &mut guards),
            _ => {}
        }
        let around: Vec<String> = scope
            .bound
            .iter()
            .map(|(_, v)| format!("{} {}", v.ty_text, v.java))
            .collect();
        let given: Vec<String> = scope.bound.iter().map(|(_, v)| v.java.clone()).collect();
        let mut inner = scope.clone();
        let mut loops = String::new();
        let mut open: BTreeSet<&str> = names.iter().map(|n| &*n.text).collect();
        let ty_text = java(self.classes, &ty);
        let mut complete = true;
        for name in names {
            self.next += 1;
            let var = format!("{}{}_", name.text, self.next);
            loops.push_str(&match &ty {
                Type::Bool => format!("for (boolean {var} : new boolean[] {{false, true}}) "),
                Type::Int(kind) => {
                    let low = self.bound(&name.text, &guards, &open, &inner, true);
                    let high = self.bound(&name.text, &guards, &open, &inner, false);
                    complete &= low.is_some() && high.is_some() || *kind < IntKind::Int;
                    let (low, high) = between(*kind, low, high);
                    let counter = format!("{var}at");
                    format!(
                        "for (long {counter} = {low}, {counter}End = {high}; {counter} <= {counter}End; {counter}++) \
                         for ({ty_text} {var} : new {ty_text}[] {{({ty_text}) {counter}}}) "
                    )
                }
                _ => return None,
            });
            open.remove(&*name.text);
            let variable = Variable {
                java: var,
                ty: ty.clone(),
                ty_text: ty_text.clone(),
            };
            inner.bound.push((name.text.to_string(), variable));
        }
        let range = match range {
            Some(r) => self.formula(r, &inner)?,
            None => "true".into(),
        };
        let body = self.formula(body, &inner)?;
        self.next += 1;
        let name = format!("{}{}", if forall { "forall" } else { "exists" }, self.next);
        let (test, found, end) = match forall {
            true => (format!("{range} && !({body})"), "false", "true"),
            false => (format!("{range} && ({body})"), "true", "false"),
        };
        // more values than were tried: nothing is known
        let end = if complete {
            format!("return {end};")
        } else {
            "throw unknown();".into()
        };
        let params = [&[PARAMS.to_string()], around.as_slice()].concat().join(", ");
        let args = [&[ARGS.to_string()], given.as_slice()].concat().join(", ");
        self.helpers.push_str(&format!(
            "static boolean {name}({params}) {{\n    RuntimeException unknown = null;\n    {loops}{{\n        try {{\n            \
             if ({test}) return {found};\n        }} catch (RuntimeException e) {{\n            unknown = e;\n        }}\n    }}\n    \
             if (unknown != null) throw unknown;\n    {end}\n}}\n\n"
        ));
        Some((format!("{name}({args})"), Type::Bool))
    }

    /// The bound that guards set to a variable, as a `long`; it does not speak of variables
    /// that are still open.
    fn bound(
        &mut self,
        name: &str,
        guards: &[&Expr],
        open: &BTreeSet<&str>,
        scope: &Scope,
        low: bool,
    ) -> Option<String> {
        use BinaryOp::*;
        let is = |e: &Expr| matches!(&*e.kind, ExprKind::Name(n) if &**n == name);
        let mut found: Option<String> = None;
        for guard in guards {
            let ExprKind::Binary(op, a, b) = &*guard.kind else {
                continue;
            };
            // as `variable op other`
            let (op, other) = match (op, is(a), is(b)) {
                (op, true, false) => (*op, b),
                (Lt, false, true) => (Gt, a),
                (Le, false, true) => (Ge, a),
                (Gt, false, true) => (Lt, a),
                (Ge, false, true) => (Le, a),
                (Eq, false, true) => (Eq, a),
                _ => continue,
            };
            let step = match (op, low) {
                (Ge | Eq, true) | (Le | Eq, false) => 0,
                (Gt, true) => 1,
                (Lt, false) => -1,
                _ => continue,
            };
            if mentions(other, open) {
                continue;
            }
            let Some((text, Type::Int(_))) = self.expr(other, scope) else {
                continue;
            };
            let text = if step == 0 {
                format!("(long) {text}")
            } else {
                format!("add({text}, {step})")
            };
            found = Some(match (found, low) {
                (None, _) => text,
                (Some(other), true) => format!("Math.max({other}, {text})"),
                (Some(other), false) => format!("Math.min({other}, {text})"),
            });
        }
        found
    }
}

/// `long`, for numbers of any size.
const LONG: Type = Type::Int(IntKind::Long);

fn is_long(ty: &Type) -> bool {
    matches!(ty, Type::Int(IntKind::Long | IntKind::Big))
}

/// An index.
fn narrow((text, ty): Typed) -> String {
    if is_long(&ty) { format!("index({text})") } else { text }
}

/// An argument for a parameter.
fn argument((text, ty): Typed, param: &Type) -> String {
    match (param, &ty) {
        (Type::Int(IntKind::Int), Type::Int(_)) => narrow((text, ty)),
        (Type::Int(IntKind::Byte), Type::Int(_)) => format!("(byte) {text}"),
        (Type::Int(IntKind::Short), Type::Int(_)) => format!("(short) {text}"),
        (Type::Int(IntKind::Char), Type::Int(_)) => format!("(char) {text}"),
        _ => text,
    }
}

/// The ends of a loop over the values of a type; where a bound is missing, some are tried.
fn between(kind: IntKind, low: Option<String>, high: Option<String>) -> (String, String) {
    let (least, most) = match kind {
        IntKind::Byte => ("Byte.MIN_VALUE", "Byte.MAX_VALUE"),
        IntKind::Short => ("Short.MIN_VALUE", "Short.MAX_VALUE"),
        IntKind::Char => ("Character.MIN_VALUE", "Character.MAX_VALUE"),
        IntKind::Int => ("Integer.MIN_VALUE", "Integer.MAX_VALUE"),
        // the counter must be able to pass the end
        IntKind::Long | IntKind::Big => ("Long.MIN_VALUE", "Long.MAX_VALUE - 1"),
    };
    let small = kind < IntKind::Int;
    let (low, high) = match (low, high) {
        (Some(low), Some(high)) => (low, high),
        (low, high) if small => (low.unwrap_or(least.into()), high.unwrap_or(most.into())),
        (Some(low), None) => (low.clone(), format!("add({low}, {TRIED})")),
        (None, Some(high)) => (format!("subtract({high}, {TRIED})"), high),
        (None, None) => (format!("-{TRIED}"), TRIED.to_string()),
    };
    (format!("Math.max({least}, {low})"), format!("Math.min({most}, {high})"))
}

/// The parts of a conjunction.
fn conjuncts<'e>(e: &'e Expr, parts: &mut Vec<&'e Expr>) {
    match &*e.kind {
        ExprKind::Binary(BinaryOp::And, a, b) => {
            conjuncts(a, parts);
            conjuncts(b, parts);
        }
        _ => parts.push(e),
    }
}

/// Does an expression speak of one of the names?
fn mentions(e: &Expr, names: &BTreeSet<&str>) -> bool {
    match &*e.kind {
        ExprKind::Name(n) => names.contains(&**n),
        ExprKind::Literal(_) | ExprKind::This(_) | ExprKind::Result | ExprKind::Count => false,
        ExprKind::Field(a, _) | ExprKind::Unary(_, a) | ExprKind::Cast(_, a) | ExprKind::Old(a, _) => {
            mentions(a, names)
        }
        ExprKind::Index(a, b) | ExprKind::Binary(_, a, b) => mentions(a, names) || mentions(b, names),
        ExprKind::Call(target, _, args) => target.iter().chain(args).any(|a| mentions(a, names)),
        ExprKind::Conditional(a, b, c) => [a, b, c].into_iter().any(|e| mentions(e, names)),
        _ => true,
    }
}

fn literal(classes: &Classes, l: &Literal) -> Option<Typed> {
    Some(match l {
        Literal::Int(i) | Literal::Long(i) => match i32::try_from(i) {
            Ok(small) if small >= 0 => (small.to_string(), Type::INT),
            _ => (format!("({}L)", i64::try_from(i).ok()?), LONG),
        },
        Literal::Char(unit) => match text::character(*unit) {
            cast if cast.starts_with('(') => (format!("({cast})"), Type::Int(IntKind::Char)),
            plain => (plain, Type::Int(IntKind::Char)),
        },
        Literal::Bool(b) => (b.to_string(), Type::Bool),
        Literal::String(units) => (
            text::string(units.iter().copied()),
            Type::Class(classes.known("String")),
        ),
        Literal::Null => ("null".into(), Type::Null),
        Literal::Float => return None,
    })
}
