//! Sets of objects in formulas of Jahob: what it says of an object to be in one.

use super::super::ast::*;
use super::formula::Formula;
use super::translate::{DEPTH, Translator, allocated};

impl Translator<'_> {
    /// Is it a set of objects?
    pub(super) fn is_set(&self, f: &Formula) -> bool {
        self.is_set_within(f, DEPTH)
    }

    /// Is it a set of objects, as far as so many definitions tell?
    fn is_set_within(&self, f: &Formula, depth: usize) -> bool {
        let unfolded = |f: &Formula| depth > 0 && self.is_set_within(f, depth - 1);
        match f {
            Formula::Such(..) | Formula::Elements(_) => true,
            Formula::Name(_) | Formula::Field(..) if self.is_ghost_set(f) => true,
            Formula::Name(name) => match self.alone(name) {
                Some(definition) => unfolded(&definition),
                None => allocated(name).is_some(),
            },
            Formula::Apply(head, args) => match (&**head, args.as_slice()) {
                (Formula::Name(name), [one]) if name == "old" => self.is_set_within(one, depth),
                _ => self.value(head, args).is_some_and(|value| unfolded(&value)),
            },
            Formula::Field(object, name) => self.value_of(object, name).is_some_and(|value| unfolded(&value)),
            Formula::Binary("Un" | "Int", ..) => true,
            Formula::Binary("-", a, _) => self.is_set_within(a, depth),
            _ => false,
        }
    }

    /// `element : set`
    pub(super) fn member(&mut self, element: &Expr, set: &Formula) -> Expr {
        match set {
            Formula::Name(_) | Formula::Field(..) if self.is_ghost_set(set) => self.member_of_ghost(element, set),
            Formula::Elements(all) => {
                let equal: Vec<Expr> = all
                    .iter()
                    .map(|e| {
                        let e = self.term(e);
                        self.binary(BinaryOp::Eq, element.clone(), e)
                    })
                    .collect();
                self.all(BinaryOp::Or, equal, false)
            }
            Formula::Such(var, body) => {
                let own = self.fresh(var);
                let body = self.opened(body, vec![var.clone()], std::slice::from_ref(&own));
                replaced(&body, &own, element)
            }
            Formula::Binary(op @ ("Un" | "Int" | "-"), a, b) => {
                let (a, b) = (self.member(element, a), self.member(element, b));
                match *op {
                    "Un" => self.binary(BinaryOp::Or, a, b),
                    "Int" => self.binary(BinaryOp::And, a, b),
                    _ => {
                        let b = self.not(b);
                        self.binary(BinaryOp::And, a, b)
                    }
                }
            }
            Formula::Apply(head, args) => match (&**head, args.as_slice()) {
                // the element is of now, the set of then
                (Formula::Name(name), [one]) if name == "old" => {
                    let v = self.fresh("v");
                    let inner = self.expr(ExprKind::Name(v.as_str().into()));
                    let inside = self.member(&inner, one);
                    let old = self.expr(ExprKind::Old(inside, None));
                    self.bound_to(&v, element, old)
                }
                _ => match self.value(head, args) {
                    Some(set) => {
                        let element = element.clone();
                        self.unfolded(|t| t.member(&element, &set))
                    }
                    None => self.unknown("this set"),
                },
            },
            Formula::Field(object, name) => match self.value_of(object, name) {
                Some(set) => {
                    let element = element.clone();
                    self.unfolded(|t| t.member(&element, &set))
                }
                None => self.unknown("this set"),
            },
            Formula::Name(name) => match self.alone(name) {
                Some(definition) => {
                    let element = element.clone();
                    self.unfolded(|t| t.member(&element, &definition))
                }
                None => self.member_of_named(element, name),
            },
            _ => self.unknown("this set"),
        }
    }

    /// `element : name` where that is a set that every program has: the objects of a class, and those
    /// of them that have been made. Null is among them.
    fn member_of_named(&mut self, element: &Expr, name: &str) -> Expr {
        let made = allocated(name);
        let class = made.unwrap_or(name);
        if class.contains('.') || !class.starts_with(char::is_uppercase) {
            return self.unknown(format!("the set `{name}`, which has no definition"));
        }
        let nothing = self.binary(BinaryOp::Eq, element.clone(), self.null());
        let own = self.expr(ExprKind::InstanceOf(element.clone(), self.ty(class), None));
        let known = match made {
            Some("Object") => self.expr(ExprKind::Allocated(element.clone())),
            Some(_) => {
                let there = self.expr(ExprKind::Allocated(element.clone()));
                self.binary(BinaryOp::And, there, own)
            }
            None => own,
        };
        self.binary(BinaryOp::Or, nothing, known)
    }

    /// `body` with `v` for the value `element` has now: directly where that is a bound variable.
    fn bound_to(&mut self, v: &str, element: &Expr, body: Expr) -> Expr {
        if matches!(&*element.kind, ExprKind::Name(n) if n.contains('$')) {
            return replaced(&body, v, element);
        }
        let same = self.binary(BinaryOp::Eq, self.expr(ExprKind::Name(v.into())), element.clone());
        let implied = self.binary(BinaryOp::Implies, same, body);
        self.forall(&[v], implied)
    }
}

/// The expression with another for a variable that is free in it.
fn replaced(e: &Expr, var: &str, by: &Expr) -> Expr {
    let go = |e: &Expr| replaced(e, var, by);
    let all = |es: &[Expr]| es.iter().map(go).collect::<Vec<Expr>>();
    let kind = match &*e.kind {
        ExprKind::Name(n) if &**n == var => return by.clone(),
        ExprKind::Field(a, name) => ExprKind::Field(go(a), name.clone()),
        ExprKind::Unary(op, a) => ExprKind::Unary(*op, go(a)),
        ExprKind::Binary(op, a, b) => ExprKind::Binary(*op, go(a), go(b)),
        ExprKind::Cast(ty, a) => ExprKind::Cast(ty.clone(), go(a)),
        ExprKind::Old(a, label) => ExprKind::Old(go(a), label.clone()),
        ExprKind::Reach(args) => ExprKind::Reach(all(args)),
        ExprKind::InstanceOf(a, ty, pattern) => ExprKind::InstanceOf(go(a), ty.clone(), pattern.clone()),
        ExprKind::Allocated(a) => ExprKind::Allocated(go(a)),
        ExprKind::Key(a) => ExprKind::Key(go(a)),
        ExprKind::Call(set, name, args) => ExprKind::Call(set.as_ref().map(go), name.clone(), all(args)),
        ExprKind::Quantified(kind, ty, names, range, body) if !names.iter().any(|n| &*n.text == var) => {
            ExprKind::Quantified(*kind, ty.clone(), names.clone(), range.as_ref().map(go), go(body))
        }
        other => other.clone(),
    };
    Expr {
        kind: Box::new(kind),
        span: e.span,
    }
}
