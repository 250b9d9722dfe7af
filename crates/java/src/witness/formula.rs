//! JML formulas as Java expressions.
//!
//! A formula becomes a static method that throws an `AssertionError` if it is false; each
//! quantifier becomes one with a loop. Integers are computed as `long`s that do not overflow.
//! What is not defined, because an index is out of range or a divisor zero, does not hold. What cannot be evaluated,
//! because a number is too large, throws another `RuntimeException`, and then nothing is claimed.
//!
//! The state before the call is a copy of all objects: `\old(e)` is `e` read from the copies.

use super::text;
use super::types::java;
use crate::syntax::ast::{BinaryOp, Expr, ExprKind, Literal, UnaryOp};
use crate::types::{ClassId, Classes, IntKind, Type};
use std::collections::BTreeMap;

/// Stand for the variables of a formula until all are known.
pub(super) const PARAMS: &str = "@PARAMS@";
pub(super) const ARGS: &str = "@ARGS@";

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

/// `this` and the parameters as they were before the call.
#[derive(Clone)]
pub(super) struct Before {
    pub this: Option<Variable>,
    pub names: Vec<(String, Variable)>,
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
    /// What `\old` may speak of. None where it means nothing.
    pub old: Option<Before>,
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
pub(super) type Typed = (String, Type);

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
    pub(super) used: BTreeMap<String, String>,
    pub(super) helpers: String,
    pub(super) next: usize,
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
            premises.is_empty(),
            |t| {
                let conclusion = t.conjunction(formulas)?;
                if premises.is_empty() {
                    return Some(conclusion);
                }
                let premise = t.conjunction(premises)?;
                Some(format!("!({premise}) || ({conclusion})"))
            },
            message,
        )
    }

    /// Some alternative holds: all formulas of one of the groups.
    pub fn check_any(&mut self, ways: &[Vec<(&Expr, &Scope)>], message: &str) -> Option<Method> {
        self.method(
            ways.len() == 1,
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

    /// All of the formulas; operators in them are in parentheses.
    fn conjunction(&mut self, parts: &[(&Expr, &Scope)]) -> Option<String> {
        let each: Option<Vec<String>> = parts.iter().map(|(e, s)| self.formula(e, s)).collect();
        let each = each?;
        Some(if each.is_empty() {
            "true".into()
        } else {
            each.join(" && ")
        })
    }

    /// A method for a formula; `strict` says that it fails where the formula is not defined.
    pub(super) fn method(
        &mut self,
        strict: bool,
        formula: impl FnOnce(&mut Self) -> Option<String>,
        message: &str,
    ) -> Option<Method> {
        self.used.clear();
        self.helpers.clear();
        self.next += 1;
        let name = format!("check{}", self.next);
        let formula = formula(self)?;
        let message = text::string(message.encode_utf16());
        let undefined = match strict {
            true => {
                "catch (IndexOutOfBoundsException | NullPointerException | ClassCastException e) {\n        \
                 fails = true;\n    } catch (ArithmeticException e) {\n        \
                 fails = \"/ by zero\".equals(e.getMessage());\n    } "
            }
            false => "",
        };
        let text = format!(
            "static boolean {name}({PARAMS}) {{\n    boolean fails = false;\n    try {{\n        fails = !({formula});\n    \
             }} {undefined}catch (RuntimeException | StackOverflowError e) {{\n        // cannot be evaluated\n    }}\n    \
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
    pub(super) fn filled(&self, text: String) -> String {
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

    pub(super) fn formula(&mut self, e: &Expr, scope: &Scope) -> Option<String> {
        let (text, ty) = self.expr(e, scope)?;
        (ty == Type::Bool).then_some(text)
    }

    pub(super) fn integer(&mut self, e: &Expr, scope: &Scope) -> Option<Typed> {
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

    pub(super) fn has_type(&mut self, e: &Expr, ty: &Type, scope: &Scope) -> Option<Typed> {
        let (x, _) = self.expr(e, scope)?;
        Some((
            format!("((Object) {x} instanceof {})", java(self.classes, ty)),
            Type::Bool,
        ))
    }

    /// `\old(e)`: the value that `e` has among the copies.
    pub(super) fn old(&mut self, e: &Expr, scope: &Scope) -> Option<Typed> {
        let Before { this, names } = scope.old.clone()?;
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

    pub(super) fn binary(&mut self, op: BinaryOp, a: &Expr, b: &Expr, scope: &Scope) -> Option<Typed> {
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
}

/// `long`, for numbers of any size.
pub(super) const LONG: Type = Type::Int(IntKind::Long);

pub(super) fn is_long(ty: &Type) -> bool {
    matches!(ty, Type::Int(IntKind::Long | IntKind::Big))
}

/// An index.
pub(super) fn narrow((text, ty): Typed) -> String {
    if is_long(&ty) { format!("index({text})") } else { text }
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
        Literal::Float | Literal::Double => return None,
    })
}
