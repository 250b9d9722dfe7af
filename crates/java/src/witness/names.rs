//! Variables, fields and methods that formulas speak of.

use super::formula::{LONG, Scope, Translator, Typed, Variable, is_long, narrow};
use super::types::{java, top};
use crate::syntax::ast::{self, Expr, ExprKind};
use crate::types::{ClassId, FieldRef, IntKind, MethodRef, Type};

impl<'u> Translator<'u, '_> {
    /// A variable, or its copy inside of `\old`.
    pub(super) fn variable(&mut self, v: &Variable, scope: &Scope) -> Typed {
        if !scope.before || !v.ty.is_reference() && !self.is_initial(v, scope) {
            return self.plain(v);
        }
        let name = format!("{}old_", v.java);
        self.copied.insert(name.clone(), v.clone());
        (name, v.ty.clone())
    }

    /// Is the variable a parameter as it came in?
    pub(super) fn is_initial(&self, v: &Variable, scope: &Scope) -> bool {
        let old = scope.old.iter().flat_map(|o| &o.names);
        old.into_iter().any(|(_, n)| n.java == v.java)
    }

    pub(super) fn plain(&mut self, v: &Variable) -> Typed {
        self.used.insert(v.java.clone(), v.ty_text.clone());
        (v.java.clone(), v.ty.clone())
    }

    pub(super) fn name(&mut self, name: &str, scope: &Scope) -> Option<Typed> {
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
        while let Some(id) = class {
            if self.classes.enum_constant(id, name).is_some() {
                let path = java(self.classes, &Type::Class(id));
                return Some((format!("{path}.{name}"), Type::Class(id)));
            }
            if let Some(f) = self.classes.field(id, name) {
                if f.is_static {
                    return self.static_field(f, scope);
                }
                let object = self.around(id, scope)?;
                return self.member(object, f);
            }
            class = self.classes.get(id).outer;
        }
        None
    }

    /// `this`, or the object around it, that is of a class.
    fn around(&mut self, wanted: ClassId, scope: &Scope) -> Option<Typed> {
        let this = scope.this.clone()?;
        let (mut text, mut ty) = self.variable(&this, scope);
        let mut class = scope.class;
        while !self.classes.is_subclass(class, wanted) {
            let info = self.classes.get(class);
            let outer = info.outer.filter(|_| info.inner)?;
            let inner = java(self.classes, &Type::Class(class));
            ty = Type::Class(outer);
            text = format!("(({}) outer({text}, {inner}.class))", java(self.classes, &ty));
            class = outer;
        }
        Some((text, ty))
    }

    pub(super) fn static_field(&mut self, f: FieldRef<'u>, scope: &Scope) -> Option<Typed> {
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
    pub(super) fn field_type(&self, f: FieldRef<'u>) -> Option<Type> {
        if f.decl.modifiers.ghost || f.decl.modifiers.model {
            return None;
        }
        let object = self.classes.object();
        Some(self.classes.resolve(&f.decl.ty, Some(f.class)).unwrap_or(object))
    }

    /// A field of an object. A private one is found in its own class only.
    pub(super) fn member(&self, (object, ty): Typed, f: FieldRef<'u>) -> Option<Typed> {
        let field = self.field_type(f)?;
        let exact = ty == Type::Class(f.class);
        let class = java(self.classes, &Type::Class(f.class));
        let object = if exact { object } else { format!("(({class}) {object})") };
        Some((format!("{object}.{}", f.decl.name.text), field))
    }

    /// The class that an expression names, if it is no variable.
    pub(super) fn class(&self, e: &Expr, scope: &Scope) -> Option<ClassId> {
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

    pub(super) fn field(&mut self, target: &Expr, name: &str, scope: &Scope) -> Option<Typed> {
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

    pub(super) fn call(
        &mut self,
        target: Option<&Expr>,
        name: &ast::Name,
        args: &[Expr],
        scope: &Scope,
    ) -> Option<Typed> {
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
                None => self.around(m.class, scope)?,
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
    pub(super) fn callee(&self, class: ClassId, name: &str, values: &[Typed]) -> Option<MethodRef<'u>> {
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

    pub(super) fn library(&self, class: &str, name: &str, values: Vec<Typed>) -> Option<Typed> {
        if class != "Math" || !matches!((name, values.len()), ("abs", 1) | ("min" | "max", 2)) {
            return None;
        }
        let long = values.iter().any(|(_, ty)| is_long(ty));
        let args: Vec<String> = values.into_iter().map(|(text, _)| text).collect();
        let ty = if long { LONG } else { Type::INT };
        Some((format!("Math.{name}({})", args.join(", ")), ty))
    }
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
