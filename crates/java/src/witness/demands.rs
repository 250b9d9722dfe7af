//! What contracts of others and invariants of objects demand, and what may be assigned.

use super::formula::{Method, Scope, Variable};
use super::instrument::explicit_constructor_call;
use super::program::{Program, SELF, THROWN};
use super::text;
use super::types::java;
use super::walk;
use crate::syntax::ast::{Expr, ExprKind, Invariant, Location, Stmt, StmtKind as S};
use crate::syntax::walk::statements;
use crate::types::{ClassId, MethodRef, Type};
use abide_base::Span;
use std::fmt::Write;

impl<'u> Program<'u, '_> {
    /// The precondition of a call, tested where the callee begins.
    pub fn precondition(&mut self) -> Option<()> {
        let demanded = self.failure.demanded?;
        let owner = self.all_methods().into_iter().find(|m| {
            let clauses = m.decl.spec.cases.iter().flat_map(|c| &c.requires);
            let params = m.decl.params.iter().map(|p| p.name.span);
            clauses.map(|c| c.span).chain(params).any(|s| s == demanded)
        })?;
        let message = self.message(demanded);
        let mut checked = false;
        for m in self.all_methods() {
            let overrides = |o: &MethodRef| std::ptr::eq(o.decl, owner.decl);
            let callee = std::ptr::eq(m.decl, owner.decl) || self.classes.overridden(m).iter().any(overrides);
            if m.decl.body.is_none() || !callee {
                continue;
            }
            // what is given to another constructor is evaluated before anything can be looked at
            if explicit_constructor_call(m).is_some_and(|(_, args)| !args.is_empty()) {
                return None;
            }
            let check = self.requires(owner, m, demanded, &message)?;
            let at = self.start(m)?;
            self.edits.insert(at, format!(" {check}"));
            checked = true;
        }
        if !checked {
            return None;
        }
        self.asserts()
    }

    /// The statement that looks at what `owner` demands, at the start of `m`.
    fn requires(&mut self, owner: MethodRef<'u>, m: MethodRef<'u>, demanded: Span, message: &str) -> Option<String> {
        if let Some(at) = owner.decl.params.iter().position(|p| p.name.span == demanded) {
            let name = &m.decl.params.get(at)?.name.text;
            let message = text::string(message.encode_utf16());
            return Some(format!("{}.nonNull({name}, {message});", self.test()));
        }
        let mut scope = Scope::new(owner.class);
        scope.this = self.this(m).filter(|_| !m.decl.constructor);
        for (own, called) in owner.decl.params.iter().zip(&m.decl.params) {
            let v = self.variable(&called.name.text, &called.ty, m);
            scope.names.push((own.name.text.to_string(), v));
        }
        let cases = self.cases(owner);
        let check = if let [(_, only)] = cases.as_slice() {
            let clause = only.requires.iter().find(|c| c.span == demanded)?;
            self.translator.check(&[], &[(&clause.formula, &scope)], message)?
        } else {
            let scopes: Vec<Scope> = cases
                .iter()
                .map(|(class, _)| Scope {
                    class: *class,
                    ..scope.clone()
                })
                .collect();
            let mut ways: Vec<Vec<(&Expr, &Scope)>> = Vec::new();
            for ((_, case), scope) in cases.iter().zip(&scopes) {
                ways.push(case.requires.iter().map(|c| (&c.formula, scope)).collect());
            }
            self.translator.check_any(&ways, message)?
        };
        Some(format!("{};", self.call_in_body(&check)))
    }

    /// The invariant of `this` at the end, or of an object at a place.
    pub fn class_invariant(&mut self) -> Option<()> {
        let clause = self.failure.demanded.unwrap_or(self.failure.span);
        let (class, invariant) = self.classes.ids().find_map(|id| {
            let all = &self.classes.get(id).decl?.invariants;
            Some((id, all.iter().find(|i| i.span == clause)?))
        })?;
        let message = self.message(clause);
        let check = self.object_invariant(class, invariant, &message)?;
        if self.failure.demanded.is_none() {
            // which object it is, nobody says: `this` or one of those that came in
            let this = self.failure.shape.this.as_ref();
            if invariant.is_static || this.is_some() && self.classes.is_subclass(self.m.class, class) {
                let call = self.call_in_main(&check);
                self.after.push_str(&call);
                // an object whose constructor throws is never seen
                if !self.m.decl.constructor {
                    self.caught.push_str(&call);
                }
            }
            if !invariant.is_static && !check.args.is_empty() {
                self.kept_by_objects = Some((class, check.name));
            }
            return Some(());
        }
        self.invariant_at(class, &check)?;
        self.asserts()
    }

    /// The check of an invariant; it takes the object.
    fn object_invariant(&mut self, class: ClassId, invariant: &Invariant, message: &str) -> Option<Method> {
        let mut scope = Scope::new(class);
        let ty = Type::Class(class);
        scope.this = (!invariant.is_static).then(|| Variable {
            java: SELF.into(),
            ty_text: java(self.classes, &ty),
            ty,
        });
        self.translator.check(&[], &[(&invariant.formula, &scope)], message)
    }

    /// Looks at an invariant at a place: of the new object, of the object written, or of
    /// `this` before a call.
    fn invariant_at(&mut self, class: ClassId, check: &Method) -> Option<()> {
        let span = self.failure.span;
        let source = self.failure.text;
        let test = self.test();
        let on = |object: &str| match check.args.is_empty() {
            true => format!("{test}.{}()", check.name),
            false => format!("{test}.{}({object})", check.name),
        };
        for m in self.all_methods() {
            let Some(block) = m.decl.body.as_deref() else { continue };
            let Some(e) = walk::find_expr(block, span, &|_| true) else {
                continue;
            };
            let found = walk::find_stmt(block, &|s| s.span.start <= span.start && span.end <= s.span.end)?;
            let s = found.stmt()?;
            let (start, end) = (s.span.start as usize, s.span.end as usize);
            match &*e.kind {
                ExprKind::New(..) => {
                    let ty = java(self.classes, &Type::Class(class));
                    let name = format!("checked{}", check.name);
                    let _ = writeln!(
                        self.translator.methods,
                        "static <T extends {ty}> T {name}(T object) {{\n    {};\n    return object;\n}}\n",
                        on("object")
                    );
                    self.edits.insert(span.start as usize, format!("{test}.{name}("));
                    self.edits.insert(span.end as usize, ")");
                }
                ExprKind::Assign(_, target, _) | ExprKind::Step { target, .. } => {
                    let S::Expr(_) = &s.kind else { return None };
                    let ExprKind::Field(object, _) = &*target.kind else {
                        return None;
                    };
                    if !is_plain(object) {
                        return None;
                    }
                    let object = source.get(object.span.range())?;
                    self.edits.insert(start, "{ ");
                    self.edits.insert(end, format!(" {}; }}", on(object)));
                }
                ExprKind::Call(..) if !m.decl.modifiers.is_static => match &s.kind {
                    S::Local(_) => self.edits.insert(start, format!("{}; ", on("this"))),
                    S::Expr(_) | S::Return(_) | S::Throw(_) | S::If(..) => {
                        self.edits.insert(start, format!("{{ {}; ", on("this")));
                        self.edits.insert(end, " }");
                    }
                    _ => return None,
                },
                _ => return None,
            }
            return Some(());
        }
        None
    }

    /// Nothing but what the contract names is changed.
    pub fn frame(&mut self) -> Option<()> {
        let m = self.m;
        if m.decl.body.iter().flatten().any(frames_a_loop) {
            // which may be what was left
            return None;
        }
        let cases = self.cases(m);
        // what is inherited speaks of other fields, and cases allow what they allow where they apply
        if cases.len() > 1 || cases.iter().any(|(class, _)| *class != m.class) {
            return None;
        }
        let class_pure = self.classes.get(m.class).decl.is_some_and(|d| d.modifiers.pure);
        let inherited = self.classes.overridden(m).iter().any(|up| up.decl.modifiers.pure);
        let pure = m.decl.modifiers.pure || class_pure || inherited;
        self.translator.all_copied = true;
        let mut allowed_statics = Vec::new();
        let mut allowed = String::new();
        for (class, case) in cases.iter().filter(|_| !pure) {
            let scope = self.contract_scope(*class, false);
            for location in &case.assignable.as_ref()?.locations {
                let _ = match location {
                    Location::Nothing => Ok(()),
                    // what has been made nobody can see
                    Location::StrictlyNothing | Location::Everything => return None,
                    Location::One(e) => match &*e.kind {
                        ExprKind::Index(a, i) => {
                            let (a, _) = self.translator.expr(a, &scope)?;
                            let (i, _) = self.translator.expr(i, &scope)?;
                            writeln!(allowed, "allow({a}, {i}, {i});")
                        }
                        _ => {
                            // a field: of an object, or a static one
                            let (field, _) = self.translator.expr(e, &scope)?;
                            let (object, name) = field.rsplit_once('.')?;
                            let is_class = self.classes.class_named(object, None).is_some();
                            match is_class && object != SELF {
                                true => {
                                    allowed_statics.push(field);
                                    Ok(())
                                }
                                false => writeln!(allowed, "allow({object}, \"{name}\");"),
                            }
                        }
                    },
                    Location::Elements(a) => {
                        let (a, _) = self.translator.expr(a, &scope)?;
                        writeln!(allowed, "allow({a}, 0, Integer.MAX_VALUE);")
                    }
                    Location::Range(a, from, to) => {
                        let (a, _) = self.translator.expr(a, &scope)?;
                        let (from, _) = self.translator.expr(from, &scope)?;
                        let (to, _) = self.translator.expr(to, &scope)?;
                        writeln!(allowed, "allow({a}, {from}, {to});")
                    }
                    Location::Fields(o) => {
                        let (o, _) = self.translator.expr(o, &scope)?;
                        writeln!(allowed, "allow({o}, null);")
                    }
                };
            }
        }
        let message = text::string(self.message(self.failure.span).encode_utf16());
        let mut look = format!("unchanged({message});\n");
        for (_, class, name, ty) in &self.failure.shape.statics {
            let owner = self.classes.class_named(class, None)?;
            let field = self.classes.field(owner, name)?;
            let ghost = field.decl.modifiers.ghost || field.decl.modifiers.model;
            let place = format!("{}.{name}", java(self.classes, &Type::Class(owner)));
            if field.decl.modifiers.is_final || ghost || allowed_statics.contains(&place) {
                continue;
            }
            let copy = format!("{}_old_", place.replace('.', "_"));
            let reference = super::types::named(self.classes, ty)?.is_reference();
            let before = if reference {
                format!("now({copy})")
            } else {
                copy.clone()
            };
            let ty = java(self.classes, &super::types::named(self.classes, ty)?);
            self.translator.copied_statics.insert(copy, (ty, place.clone()));
            let _ = writeln!(look, "if ({before} != {place}) throw new AssertionError({message});");
        }
        // places that do not exist allow nothing
        for line in allowed.lines() {
            let _ = writeln!(self.before, "try {{ {line} }} catch (RuntimeException none_) {{ }}");
        }
        self.after.push_str(&look);
        let _ = writeln!(self.caught, "if ({THROWN} instanceof AssertionError) throw {THROWN};");
        self.caught.push_str(&look);
        self.write_place(&allowed_statics, &message);
        Some(())
    }

    /// Looks at a write that is a statement of its own just before it: the value may be the
    /// one that is there already. None if it is not such a write; then the end must show it.
    fn write_place(&mut self, allowed_statics: &[String], message: &str) -> Option<()> {
        let span = self.failure.span;
        let is = |s: &Stmt| matches!(&s.kind, S::Expr(e) if e.span == span);
        let (m, found) = self.place(&is)?;
        let s = found.stmt()?;
        let S::Expr(e) = &s.kind else { return None };
        let (ExprKind::Assign(_, target, _) | ExprKind::Step { target, .. }) = &*e.kind else {
            return None;
        };
        let source = self.failure.text;
        let test = self.test();
        let code = match &*target.kind {
            ExprKind::Index(a, i) if is_plain(a) && is_plain(i) => {
                let (a, i) = (source.get(a.span.range())?, source.get(i.span.range())?);
                format!("{test}.writes({a}, null, {i}, {message});")
            }
            ExprKind::Field(o, f) if is_plain(o) && self.translator.class(o, &Scope::new(m.class)).is_none() => {
                let o = source.get(o.span.range())?;
                format!("{test}.writes({o}, \"{}\", 0, {message});", f.text)
            }
            ExprKind::Field(o, name) => {
                let class = self.translator.class(o, &Scope::new(m.class))?;
                let f = self.classes.field(class, &name.text).filter(|f| f.is_static)?;
                let place = format!("{}.{}", java(self.classes, &Type::Class(f.class)), name.text);
                if allowed_statics.contains(&place) {
                    return None;
                }
                format!("{test}.nonNull(null, {message});")
            }
            ExprKind::Name(name) => {
                let f = self.classes.field(m.class, name)?;
                let place = format!("{}.{name}", java(self.classes, &Type::Class(f.class)));
                match f.is_static {
                    true if allowed_statics.contains(&place) => return None,
                    true => format!("{test}.nonNull(null, {message});"),
                    false => format!("{test}.writes(this, \"{name}\", 0, {message});"),
                }
            }
            _ => return None,
        };
        self.edits.insert(s.span.start as usize, format!("{{ {code} "));
        self.edits.insert(s.span.end as usize, " }");
        Some(())
    }
}

/// An expression that can be evaluated again.
fn is_plain(e: &Expr) -> bool {
    match &*e.kind {
        ExprKind::Name(_) | ExprKind::This(_) | ExprKind::Literal(_) => true,
        ExprKind::Field(a, _) | ExprKind::Unary(_, a) | ExprKind::Cast(_, a) => is_plain(a),
        ExprKind::Index(a, b) | ExprKind::Binary(_, a, b) => is_plain(a) && is_plain(b),
        _ => false,
    }
}

/// Is there a loop with a frame of its own?
fn frames_a_loop(s: &Stmt) -> bool {
    let own = match &s.kind {
        S::While(spec, ..) | S::Do(spec, ..) | S::For(spec, ..) | S::ForEach(spec, ..) => spec.assignable.is_some(),
        _ => false,
    };
    own || statements(s).into_iter().any(frames_a_loop)
}
