//! Does the recursion of a logic function end? ACSL takes every definition for an equation, and
//! `f(n) = f(n) + 1` is a contradiction. A definition is seen to be well-founded if each application of
//! itself stands under a comparison that bounds an integer from below, and makes that integer smaller.

use crate::lower::environment::{Environment, LogicDef};
use crate::syntax::ast::{BinaryOp, Expr, ExprKind as E, UnaryOp};
use crate::syntax::walk;
use crate::syntax::walk::mentions_call;
use crate::types::Type;
use std::collections::BTreeMap;

impl Environment<'_> {
    /// Is a function that is defined by itself plainly well-founded?
    pub(in crate::lower) fn is_well_founded(&self, def: &LogicDef) -> bool {
        let Some(body) = def.body else { return true };
        let name = &*def.head.name.text;
        if self.is_mutual(name) {
            return false;
        }
        let params = def.head.params.iter().map(|(ty, param)| {
            let counts = matches!(self.types.resolve(ty), Type::Integer | Type::Int(_));
            (&*param.text, counts)
        });
        let params: Vec<(&str, bool)> = params.collect();
        let mut search = Search {
            name,
            params: &params,
            applications: Vec::new(),
        };
        search.visit(body, &mut Vec::new());
        search.has_measure()
    }
}

/// An integer as a sum: a factor for each parameter, and a constant under the empty name.
type Sum<'e> = BTreeMap<&'e str, i128>;

/// An application of the function in its own body.
struct Application<'e> {
    args: &'e [Expr],
    /// What is not negative where it stands.
    bounded: Vec<Sum<'e>>,
}

struct Search<'e> {
    name: &'e str,
    /// With: is it an integer?
    params: &'e [(&'e str, bool)],
    applications: Vec<Option<Application<'e>>>,
}

impl<'e> Search<'e> {
    fn visit(&mut self, e: &'e Expr, bounded: &mut Vec<Sum<'e>>) {
        if !mentions_call(e, self.name) {
            return;
        }
        match &*e.kind {
            E::Conditional(test, Some(yes), no) => {
                self.visit(test, bounded);
                self.under(test, true, yes, bounded);
                self.under(test, false, no, bounded);
            }
            E::Binary(BinaryOp::And | BinaryOp::Implies, test, then) => {
                self.visit(test, bounded);
                self.under(test, true, then, bounded);
            }
            E::Binary(BinaryOp::Or, test, then) => {
                self.visit(test, bounded);
                self.under(test, false, then, bounded);
            }
            // their variables hide parameters
            E::Let(..) | E::Quantifier(..) | E::Lambda(..) => self.applications.push(None),
            E::Call(f, _, args) if matches!(&*f.kind, E::Name(n) if &*n.text == self.name) => {
                args.iter().for_each(|a| self.visit(a, bounded));
                let bounded = bounded.clone();
                self.applications.push(Some(Application { args, bounded }));
            }
            _ => walk::children(e).into_iter().for_each(|c| self.visit(c, bounded)),
        }
    }

    fn under(&mut self, test: &'e Expr, holds: bool, e: &'e Expr, bounded: &mut Vec<Sum<'e>>) {
        let outside = bounded.len();
        self.bounds(test, holds, bounded);
        self.visit(e, bounded);
        bounded.truncate(outside);
    }

    /// What is not negative if a test holds, or does not.
    fn bounds(&self, test: &'e Expr, holds: bool, found: &mut Vec<Sum<'e>>) {
        match &*test.kind {
            E::Named(_, inner) => self.bounds(inner, holds, found),
            E::Unary(UnaryOp::Not, inner) => self.bounds(inner, !holds, found),
            E::Binary(BinaryOp::And, a, b) if holds => {
                self.bounds(a, true, found);
                self.bounds(b, true, found);
            }
            E::Binary(BinaryOp::Or, a, b) if !holds => {
                self.bounds(a, false, found);
                self.bounds(b, false, found);
            }
            E::Binary(op, a, b) => found.extend(self.bound(*op, a, b, holds)),
            E::Chain(first, rest) if holds => {
                let mut left = first;
                for (op, right) in rest {
                    found.extend(self.bound(*op, left, right, true));
                    left = right;
                }
            }
            _ => {}
        }
    }

    fn bound(&self, op: BinaryOp, a: &'e Expr, b: &'e Expr, holds: bool) -> Option<Sum<'e>> {
        let (small, large, strict) = match (op, holds) {
            (BinaryOp::Lt, true) | (BinaryOp::Ge, false) => (a, b, 1),
            (BinaryOp::Le, true) | (BinaryOp::Gt, false) => (a, b, 0),
            (BinaryOp::Gt, true) | (BinaryOp::Le, false) => (b, a, 1),
            (BinaryOp::Ge, true) | (BinaryOp::Lt, false) => (b, a, 0),
            _ => return None,
        };
        let distance = plus(&self.sum(large)?, &self.sum(small)?, -1)?;
        plus(&distance, &Sum::from([("", 1)]), -strict)
    }

    fn sum(&self, e: &'e Expr) -> Option<Sum<'e>> {
        match &*e.kind {
            E::Int(literal) => Some(Sum::from([("", i128::try_from(&literal.value).ok()?)])),
            E::Name(n) => {
                let known = self.params.iter().find(|(p, counts)| *p == &*n.text && *counts);
                known.map(|(p, _)| Sum::from([(*p, 1)]))
            }
            E::Unary(UnaryOp::Minus, a) => plus(&Sum::new(), &self.sum(a)?, -1),
            E::Binary(BinaryOp::Add, a, b) => plus(&self.sum(a)?, &self.sum(b)?, 1),
            E::Binary(BinaryOp::Sub, a, b) => plus(&self.sum(a)?, &self.sum(b)?, -1),
            _ => None,
        }
    }

    /// Is there one measure that is bounded at, and made smaller by, all applications?
    fn has_measure(&self) -> bool {
        let Some(all) = self.applications.iter().map(Option::as_ref).collect::<Option<Vec<_>>>() else {
            return false;
        };
        let Some(first) = all.first() else { return true };
        first.bounded.iter().any(|measure| {
            all.iter().all(|app| {
                let bounded = app.bounded.iter().any(|own| constant(own, measure).is_some());
                let next = self.applied(measure, app.args);
                bounded && next.and_then(|n| constant(&n, measure)).is_some_and(|step| step < 0)
            })
        })
    }

    /// A measure of the arguments.
    fn applied(&self, measure: &Sum<'e>, args: &'e [Expr]) -> Option<Sum<'e>> {
        let mut all = Sum::new();
        for (name, factor) in measure {
            let own = match name.is_empty() {
                true => Sum::from([("", 1)]),
                false => {
                    let place = self.params.iter().position(|(p, _)| p == name)?;
                    self.sum(args.get(place)?)?
                }
            };
            all = plus(&all, &own, *factor)?;
        }
        Some(all)
    }
}

/// `a + factor * b`.
fn plus<'e>(a: &Sum<'e>, b: &Sum<'e>, factor: i128) -> Option<Sum<'e>> {
    let mut all = a.clone();
    for (name, own) in b {
        let sum = all.entry(name).or_insert(0);
        *sum = own.checked_mul(factor).and_then(|more| sum.checked_add(more))?;
    }
    all.retain(|_, factor| *factor != 0);
    Some(all)
}

/// `a - b`, if it is the same for all parameters.
fn constant(a: &Sum, b: &Sum) -> Option<i128> {
    let difference = plus(a, b, -1)?;
    let fixed = difference.keys().all(|name| name.is_empty());
    fixed.then(|| difference.get("").copied().unwrap_or(0))
}
