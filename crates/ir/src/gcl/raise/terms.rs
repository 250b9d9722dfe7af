//! From terms to surface expressions.

use super::super::ast::*;
use super::names::{Names, Spelling, function};
use abide_logic::{Int, Kind, Term, Var, heap};
use std::sync::Arc;

/// Where an expression stands.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// In a formula, where everything is total.
    Formula,
    /// In a statement, where `x.f` and `a / b` would be checked.
    Statement,
}

/// Writes terms.
pub(super) struct Terms<'a> {
    pub(super) names: &'a Names,
    /// Bound variables and skolem constants, the innermost last.
    bound: Vec<(Var, Arc<str>)>,
}

impl<'a> Terms<'a> {
    pub(super) fn new(names: &'a Names) -> Terms<'a> {
        Terms {
            names,
            bound: Vec::new(),
        }
    }

    /// Binds variables, and tells how they are written.
    pub(super) fn bind(&mut self, vars: &[Var]) -> Vec<Binding> {
        let mut bindings = Vec::new();
        for var in vars {
            let name = self.names.bound(var, &self.bound);
            self.bound.push((var.clone(), name.clone()));
            bindings.push(Binding::new(name, Type::from(var.sort())));
        }
        bindings
    }

    /// Forgets the last `n` bound variables.
    pub(super) fn unbind(&mut self, n: usize) {
        self.bound.truncate(self.bound.len() - n);
    }

    /// A formula.
    pub(super) fn formula(&mut self, term: &Term) -> Expr {
        self.expr(term, Place::Formula)
    }

    /// An expression in a statement, without any checks.
    pub(super) fn value(&mut self, term: &Term) -> Expr {
        let inner = self.expr(term, Place::Statement);
        if is_partial(term) {
            Expr::new(ExprKind::Unchecked(inner.into()))
        } else {
            inner
        }
    }

    fn expr(&mut self, term: &Term, at: Place) -> Expr {
        Expr::new(self.kind(term, at))
    }

    fn boxed(&mut self, term: &Term, at: Place) -> Box<Expr> {
        self.expr(term, at).into()
    }

    fn all(&mut self, terms: &[Term], at: Place) -> Vec<Expr> {
        terms.iter().map(|t| self.expr(t, at)).collect()
    }

    fn kind(&mut self, term: &Term, at: Place) -> ExprKind {
        match term.kind() {
            Kind::Var(var) => self.variable(var),
            Kind::Bool(b) => ExprKind::Bool(*b),
            Kind::Int(i) if *i < Int::ZERO => ExprKind::Neg(Expr::new(ExprKind::Int(-i.clone())).into()),
            Kind::Int(i) => ExprKind::Int(i.clone()),
            Kind::Null => ExprKind::Null,
            Kind::Not(inner) => match inner.kind() {
                Kind::Eq(a, b) => ExprKind::Compare(CompareOp::Ne, self.boxed(a, at), self.boxed(b, at)),
                _ => ExprKind::Not(self.boxed(inner, at)),
            },
            Kind::And(parts) => ExprKind::And(self.all(parts, at)),
            Kind::Or(parts) => ExprKind::Or(self.all(parts, at)),
            Kind::Implies(a, b) => ExprKind::Implies(self.boxed(a, at), self.boxed(b, at)),
            Kind::Eq(a, b) => ExprKind::Compare(CompareOp::Eq, self.boxed(a, at), self.boxed(b, at)),
            Kind::Lt(a, b) => ExprKind::Compare(CompareOp::Lt, self.boxed(a, at), self.boxed(b, at)),
            Kind::Le(a, b) => ExprKind::Compare(CompareOp::Le, self.boxed(a, at), self.boxed(b, at)),
            Kind::Add(parts) => self.sum(parts, at),
            Kind::Neg(a) => ExprKind::Neg(self.boxed(a, at)),
            Kind::Mul(..) | Kind::Div(..) | Kind::Mod(..) => self.product(term, at),
            Kind::Ite(c, a, b) => ExprKind::Ite(self.boxed(c, at), self.boxed(a, at), self.boxed(b, at)),
            Kind::Select(map, key) => {
                let (base, index) = (self.expr(map, at), self.boxed(key, at));
                match (base.kind, at) {
                    (ExprKind::Field(name), Place::Formula) => ExprKind::Dot(index, name),
                    (kind, _) => ExprKind::Index(Expr::new(kind).into(), index),
                }
            }
            Kind::Store(map, key, value) => {
                ExprKind::Store(self.boxed(map, at), self.boxed(key, at), self.boxed(value, at))
            }
            Kind::Const(value) => {
                let key = Type::from(term.sort().as_map().expect("a map").0);
                ExprKind::Const(key, self.boxed(value, at))
            }
            Kind::Apply(func, args) if heap::is_between(func) => match args.as_slice() {
                [rest @ .., y, z] if y == z => {
                    let mut args = self.all(rest, at);
                    args.push(self.expr(y, at));
                    ExprKind::Apply(Name::new(heap::REACH), args)
                }
                _ => ExprKind::Apply(Name::new(heap::BETWEEN), self.all(args, at)),
            },
            Kind::Apply(func, args) => ExprKind::Apply(function(&func.name), self.all(args, at)),
            Kind::Quant(quantifier, vars, body) => {
                let bindings = self.bind(vars);
                let body = self.boxed(body, at);
                self.unbind(vars.len());
                ExprKind::Quant(*quantifier, bindings, body)
            }
        }
    }

    fn variable(&self, var: &Var) -> ExprKind {
        if let Some((_, name)) = self.bound.iter().rev().find(|(bound, _)| bound == var) {
            return ExprKind::Name(name.clone());
        }
        match self.names.get(var) {
            Some(Spelling::Variable(name)) => ExprKind::Name(name.clone()),
            Some(Spelling::Field(name)) => ExprKind::Field(Name::new(name.clone())),
            None => ExprKind::Name(var.name().into()),
        }
    }

    /// `a + b - c`, with `-` before what is negated.
    fn sum(&mut self, parts: &[Term], at: Place) -> ExprKind {
        let first = self.boxed(&parts[0], at);
        let mut rest = Vec::new();
        for part in &parts[1..] {
            rest.push(match part.kind() {
                Kind::Neg(inner) => (SumOp::Sub, self.expr(inner, at)),
                Kind::Int(i) if *i < Int::ZERO => (SumOp::Sub, Expr::new(ExprKind::Int(-i.clone()))),
                _ => (SumOp::Add, self.expr(part, at)),
            });
        }
        ExprKind::Sum(first, rest)
    }

    /// `a * b / c`: the operators on the left are one chain.
    fn product(&mut self, term: &Term, at: Place) -> ExprKind {
        let mut rest = Vec::new();
        let mut left = term;
        loop {
            let (op, a, b) = match left.kind() {
                Kind::Mul(a, b) => (ProductOp::Mul, a, b),
                Kind::Div(a, b) => (ProductOp::Div, a, b),
                Kind::Mod(a, b) => (ProductOp::Mod, a, b),
                _ => break,
            };
            rest.push((op, self.expr(b, at)));
            left = a;
        }
        rest.reverse();
        ExprKind::Product(self.boxed(left, at), rest)
    }
}

/// Would the expression be checked in a statement? Fields are written so that they are not.
fn is_partial(term: &Term) -> bool {
    let mut partial = false;
    term.visit(&mut |t| {
        if let Kind::Div(_, divisor) | Kind::Mod(_, divisor) = t.kind() {
            partial |= !matches!(divisor.kind(), Kind::Int(i) if *i != Int::ZERO);
        }
        !partial
    });
    partial
}
