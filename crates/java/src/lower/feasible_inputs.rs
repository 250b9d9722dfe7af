//! Feasible inputs: the values of fields that callers can bring about.
//!
//! Fields of objects are inputs of a routine, but not every value of a private or final field is feasible: a
//! constructor may refuse some, and methods may preserve a relation of two fields. Where the class does not say in an
//! `invariant` or a `requires` which values are expected, an input counts only if some caller can produce it, as the
//! text shows: a constructor that does nothing but assign leaves its parameters and constants behind, and a setter its
//! parameter. Whatever else such a field holds is unknown to the search for inputs. Along final fields no object leads
//! back to itself, if constructors do not show what they make.

use super::body::Body;
use super::state::HeapKind;
use super::survey;
use crate::syntax::ast::{self, Expr, ExprKind, Literal, Stmt, StmtKind};
use crate::syntax::walk::{children, each_expr, each_part, exprs, statements};
use crate::types::{ClassId, Type};
use abide_logic::{Value, Var};

/// What a constructor leaves in a field.
enum Left<'a> {
    /// Whatever the caller likes.
    Anything,
    /// The value of this expression; without one, nothing was assigned.
    Value(Option<&'a Expr>),
    /// What is not seen from the text.
    Something,
}

impl<'a> Body<'_, 'a> {
    /// The fields that callers cannot set as they like, and the values that they are known to have at times.
    pub(super) fn hidden(&self) -> Vec<(Var, Vec<Value>)> {
        let mut found = Vec::new();
        for h in self.heap.values() {
            let (HeapKind::Field(class, name, _) | HeapKind::Static(class, name, _)) = &h.kind else {
                continue;
            };
            if let Some(values) = self.values_of_hidden(*class, name, &h.var) {
                found.push((h.var.clone(), values));
            }
        }
        found
    }

    fn values_of_hidden(&self, class: ClassId, name: &str, var: &Var) -> Option<Vec<Value>> {
        let decl = self.classes().get(class).decl?;
        let field = decl.fields.iter().find(|f| &*f.name.text == name)?;
        let own = &field.modifiers;
        let is_hidden = own.private || own.is_final || decl.kind == ast::ClassKind::Record;
        let is_said = own.spec_public || own.ghost || own.model || self.is_total(class);
        let top = self.classes().outward(class).last().unwrap_or(class);
        let all = self.classes().get(top).decl?;
        // an object that is being made satisfies no invariant yet, and without an object there is none but the static ones
        let has_object = self.root.is_some() && !self.method.decl.constructor;
        let counts = |i: &ast::Invariant| i.is_static || !own.is_static || has_object;
        if !is_hidden || is_said || is_specified(all, name, &counts) || is_set(all, field) {
            return None;
        }
        let left = match own.is_static {
            true => self.left_by_initialisers(decl, field, true),
            false => best_constructor(decl, name).map_or_else(
                || self.left_by_initialisers(decl, field, false),
                |m| left_by(m, decl, field),
            ),
        };
        match left {
            Left::Anything => None,
            Left::Something => Some(Vec::new()),
            Left::Value(assigned) => {
                let value = match assigned.or(field.init.as_ref()) {
                    None => Some(Value::zero(scalar(var, own.is_static))),
                    Some(e) => self.plain_value(e, class, field),
                };
                Some(value.into_iter().collect())
            }
        }
    }

    /// The fields along which no object leads back to itself: final ones, of classes whose constructors show to nobody what
    /// they make. What such a field holds has been made before the object that has it.
    pub(super) fn well_founded(&self) -> Vec<Var> {
        let fields = self.heap.values().filter(|h| match &h.kind {
            HeapKind::Field(class, name, ty) => ty.is_reference() && self.is_well_founded(*class, name),
            _ => false,
        });
        fields.map(|h| h.var.clone()).collect()
    }

    fn is_well_founded(&self, class: ClassId, name: &str) -> bool {
        let Some(field) = self.classes().field(class, name) else {
            return false;
        };
        let own = &field.decl.modifiers;
        let record = |id: ClassId| {
            self.classes()
                .get(id)
                .decl
                .is_some_and(|d| d.kind == ast::ClassKind::Record)
        };
        let is_final = (own.is_final || record(class)) && !field.is_static && !own.ghost && !own.model;
        let mut above = self.classes().ancestors(class).into_iter();
        is_final && above.all(|id| self.keeps_new_objects(id))
    }

    /// Do the constructors and initialisers of a class show the object to nobody?
    fn keeps_new_objects(&self, class: ClassId) -> bool {
        let info = self.classes().get(class);
        let Some(decl) = info.decl else {
            return info.interface || self.classes().object() == Type::Class(class);
        };
        let constructors = decl.methods.iter().filter(|m| m.constructor);
        let blocks = decl.initializers.iter().filter(|i| !i.is_static).map(|i| &i.body);
        let mut code = constructors.filter_map(|m| m.body.as_ref()).chain(blocks).flatten();
        let inits = decl.fields.iter().filter(|f| !f.modifiers.is_static);
        let mut inits = inits.filter_map(|f| f.init.as_ref());
        !code.any(|s| self.shows_object(s, class)) && !inits.any(|e| self.shows_this(e, class))
    }

    /// May code of a constructor show the object to others?
    fn shows_object(&self, s: &Stmt, class: ClassId) -> bool {
        matches!(s.kind, StmtKind::LocalClass(_))
            || exprs(s).into_iter().any(|e| self.shows_this(e, class))
            || statements(s).into_iter().any(|s| self.shows_object(s, class))
    }

    fn shows_this(&self, e: &Expr, class: ClassId) -> bool {
        let is_this = |e: &Expr| matches!(&*e.kind, ExprKind::This(_) | ExprKind::Super(_));
        match &*e.kind {
            ExprKind::This(_)
            | ExprKind::Lambda
            | ExprKind::MethodReference(_)
            | ExprKind::Switch(..)
            | ExprKind::Unknown(_) => true,
            ExprKind::Field(object, _) if is_this(object) => false,
            ExprKind::Call(None, name, _) if !matches!(&*name.text, "this" | "super") => true,
            ExprKind::Call(Some(object), ..) if is_this(object) => true,
            ExprKind::New(_, _, Some(_)) => true,
            // one of an inner class knows it, too
            ExprKind::New(ty, ..) if self.is_inner(&ty.name, class) => true,
            _ => children(e).into_iter().any(|part| self.shows_this(part, class)),
        }
    }

    fn is_inner(&self, name: &str, scope: ClassId) -> bool {
        let found = self.classes().class_named(name, Some(scope));
        found.is_some_and(|id| self.classes().get(id).inner)
    }

    /// What is left by initialisers alone.
    fn left_by_initialisers(&self, decl: &'a ast::Class, field: &ast::Field, is_static: bool) -> Left<'a> {
        let mut blocks = decl.initializers.iter().filter(|i| i.is_static == is_static);
        let written = blocks.any(|i| survey::assigns_field(&i.body, &field.name.text));
        let unwritten = is_static || decl.methods.iter().all(|m| !m.constructor);
        match (written, unwritten, decl.kind) {
            (false, true, ast::ClassKind::Record) if !is_static => Left::Anything,
            (false, true, _) => Left::Value(None),
            _ => Left::Something,
        }
    }

    /// The value of a constant, or null.
    fn plain_value(&self, e: &'a Expr, class: ClassId, field: &'a ast::Field) -> Option<Value> {
        if let ExprKind::Literal(Literal::Null) = &*e.kind {
            return Some(Value::NULL);
        }
        let ty = self.classes().resolve(&field.ty, Some(class))?;
        self.constant_value(e, class, &ty)
    }
}

/// What the values of a field's variable are: of a static field, its own, else those of its map.
fn scalar(var: &Var, is_static: bool) -> &abide_logic::Sort {
    match var.sort().as_map() {
        Some((_, held)) if !is_static => held,
        _ => var.sort(),
    }
}

/// Does a class, or one inside it, say which values of a field are expected, if some of its invariants count?
fn is_specified(class: &ast::Class, name: &str, counts: &dyn Fn(&ast::Invariant) -> bool) -> bool {
    let says = |e: &Expr| {
        let mut found = false;
        each_part(e, &mut |part| {
            found |= match &*part.kind {
                ExprKind::Name(n) => &**n == name,
                ExprKind::Field(_, n) => &*n.text == name,
                _ => false,
            };
        });
        found
    };
    let cases = class.methods.iter().flat_map(|m| &m.spec.cases);
    class.invariants.iter().any(|i| counts(i) && says(&i.formula))
        || cases.flat_map(|c| &c.requires).any(|c| says(&c.formula))
        || class.classes.iter().any(|c| is_specified(c, name, counts))
}

/// Is there a setter: a method that takes a value for the field and does nothing else?
fn is_set(class: &ast::Class, field: &ast::Field) -> bool {
    let sets = |m: &ast::Method| {
        let is_open = !m.constructor && !m.modifiers.private && m.modifiers.is_static == field.modifiers.is_static;
        let only = match m.body.as_deref() {
            Some([only]) if is_open && asks_nothing(m) => only,
            _ => return false,
        };
        assignment(only, m).is_some_and(|(name, value)| name == &*field.name.text && is_taken(m, field, value))
    };
    class.methods.iter().any(sets) || class.classes.iter().any(|c| is_set(c, field))
}

/// The constructor that leaves most fields to the caller.
fn best_constructor<'a>(class: &'a ast::Class, name: &str) -> Option<&'a ast::Method> {
    let free = |m: &ast::Method| {
        let fields = class.fields.iter().filter(|f| !f.modifiers.is_static);
        fields
            .filter(|f| matches!(left_by(m, class, f), Left::Anything))
            .count()
    };
    let all = class.methods.iter().filter(|m| m.constructor);
    let known = class.fields.iter().any(|f| &*f.name.text == name);
    // the first of equals, whichever field is asked for
    all.filter(|_| known).rev().max_by_key(|m| free(m))
}

/// What a constructor leaves in a field.
fn left_by<'a>(m: &'a ast::Method, class: &'a ast::Class, field: &ast::Field) -> Left<'a> {
    let name = &*field.name.text;
    let body = m.body.as_deref().unwrap_or_default();
    let by_block = class
        .initializers
        .iter()
        .any(|i| !i.is_static && survey::assigns_field(&i.body, name));
    let is_super = |s: &Stmt| match &s.kind {
        StmtKind::Expr(e) => {
            matches!(&*e.kind, ExprKind::Call(None, n, args) if &*n.text == "super" && args.is_empty())
        }
        _ => false,
    };
    let steps: Option<Vec<(&str, &Expr)>> = body
        .iter()
        .filter(|s| !is_super(s))
        .map(|s| assignment(s, m).filter(|(_, value)| is_quiet(value, m)))
        .collect();
    let Some(steps) = steps.filter(|_| !by_block && !m.modifiers.private && asks_nothing(m)) else {
        return Left::Something;
    };
    let mut own = steps.iter().filter(|(target, _)| *target == name);
    match (own.next(), own.next()) {
        (Some((_, value)), None) if is_taken(m, field, value) => Left::Anything,
        (Some((_, value)), None) => Left::Value(Some(value)),
        (None, _) => Left::Value(None),
        _ => Left::Something,
    }
}

/// `f = e` or `this.f = e`, if it is no parameter.
fn assignment<'t>(s: &'t Stmt, m: &ast::Method) -> Option<(&'t str, &'t Expr)> {
    let StmtKind::Expr(e) = &s.kind else { return None };
    let ExprKind::Assign(None, target, value) = &*e.kind else {
        return None;
    };
    let name = match &*target.kind {
        ExprKind::Name(n) if m.params.iter().all(|p| p.name.text != *n) => &**n,
        ExprKind::Field(object, n) if matches!(&*object.kind, ExprKind::This(None)) => &*n.text,
        _ => return None,
    };
    Some((name, value))
}

/// Is the value a parameter that serves nothing else?
fn is_taken(m: &ast::Method, field: &ast::Field, value: &Expr) -> bool {
    let ExprKind::Name(name) = &*value.kind else {
        return false;
    };
    let Some(param) = m.params.iter().find(|p| p.name.text == *name) else {
        return false;
    };
    let mut uses = 0;
    each_expr(m.body.iter().flatten(), &mut |e| {
        uses += usize::from(matches!(&*e.kind, ExprKind::Name(n) if n == name));
    });
    let alike = param.ty.name == field.ty.name && param.ty.dims == field.ty.dims;
    alike && uses == 1 && param.modifiers.nullable == field.modifiers.nullable
}

/// Does evaluating the expression surely end, whatever the parameters are?
fn is_quiet(e: &Expr, m: &ast::Method) -> bool {
    match &*e.kind {
        ExprKind::Name(n) => m.params.iter().any(|p| p.name.text == *n),
        ExprKind::New(_, args, None) => args.is_empty(),
        ExprKind::Binary(ast::BinaryOp::Div | ast::BinaryOp::Rem, ..) => false,
        ExprKind::Binary(_, a, b) => is_quiet(a, m) && is_quiet(b, m),
        ExprKind::Unary(_, a) => is_quiet(a, m),
        _ => !survey::may_fail(e),
    }
}

fn asks_nothing(m: &ast::Method) -> bool {
    m.spec.cases.iter().all(|c| c.requires.is_empty())
}
