//! Reachability and trees in formulas of Jahob, read from their usual spelling.

use super::super::ast::*;
use super::formula::Formula;
use super::translate::Translator;

impl Translator<'_> {
    /// `rtrancl_pt (% x y. x..C.f = y) from to`
    pub(super) fn reach(&mut self, relation: &Formula, from: &Formula, to: &Formula) -> Expr {
        match edge(relation).as_deref() {
            Some([field]) => {
                let (from, to) = (self.term(from), self.term(to));
                let field = self.dotted(field);
                self.expr(ExprKind::Reach(vec![from, field, to]))
            }
            Some(fields) => match self.forests.iter().find(|w| w.is_along(fields)) {
                Some(forest) => self.below(forest, from, to),
                None => self.unknown("reachability along several fields without an invariant `tree` of them"),
            },
            None => self.unknown("reachability along anything but a field"),
        }
    }

    /// Is `to` below `from` in a tree? That is seen from `to`. Every path down ends at null.
    fn below(&mut self, forest: &Forest, from: &Formula, to: &Formula) -> Expr {
        if !self.used.contains(forest) {
            self.used.push(forest.clone());
        }
        let up = forest.up_of_class();
        let (from, to) = (self.term(from), self.term(to));
        let walk = self.expr(ExprKind::Reach(vec![to.clone(), self.dotted(&up), from.clone()]));
        let begins = self.binary(BinaryOp::Ne, from, self.null());
        let inside = self.binary(BinaryOp::And, begins, walk);
        let end = self.binary(BinaryOp::Eq, to, self.null());
        self.binary(BinaryOp::Or, end, inside)
    }

    /// Backbone fields: no cycles, and nothing is pointed at twice.
    pub(super) fn tree(&mut self, fields: &[Formula]) -> Expr {
        let [Formula::Name(field)] = fields else {
            return self.unknown("`tree` over several fields anywhere but in an invariant");
        };
        let (x, y) = (self.fresh("x"), self.fresh("y"));
        let var = |t: &Self, v: &str| t.expr(ExprKind::Name(v.into()));
        let path = self.dotted(field);
        let ends = self.expr(ExprKind::Reach(vec![var(self, &x), path, self.null()]));
        let acyclic = self.forall(&[&x], ends);
        let (xo, yo) = (var(self, &x), var(self, &y));
        let (fx, fy) = (self.read(xo.clone(), field), self.read(yo.clone(), field));
        let premises = vec![
            self.binary(BinaryOp::Ne, xo.clone(), self.null()),
            self.binary(BinaryOp::Ne, yo.clone(), self.null()),
            self.binary(BinaryOp::Ne, fx.clone(), self.null()),
            self.binary(BinaryOp::Eq, fx, fy),
        ];
        let premise = self.all(BinaryOp::And, premises, true);
        let same = self.binary(BinaryOp::Eq, xo, yo);
        let unshared = self.binary(BinaryOp::Implies, premise, same);
        let unshared = self.forall(&[&x, &y], unshared);
        self.binary(BinaryOp::And, acyclic, unshared)
    }
}

/// The fields of `% x y. x..f = y`, or of several such with `|` between them.
fn edge(relation: &Formula) -> Option<Vec<String>> {
    let Formula::Lambda(vars, body) = relation else {
        return None;
    };
    let [x, y] = vars.as_slice() else { return None };
    let is = |f: &Formula, v: &String| matches!(f, Formula::Name(n) if n == v);
    let field = |a: &Formula, b: &Formula| match a {
        Formula::Field(object, field) if is(object, x) && is(b, y) => Some(field.clone()),
        Formula::Apply(head, args) if is(b, y) && args.len() == 1 && is(&args[0], x) => match &**head {
            Formula::Name(field) => Some(field.clone()),
            _ => None,
        },
        _ => None,
    };
    match &**body {
        Formula::Binary("=", a, b) => field(a, b).or_else(|| field(b, a)).map(|f| vec![f]),
        Formula::Binary("|", a, b) => {
            let part = |f: &Formula| edge(&Formula::Lambda(vars.clone(), f.clone().into()));
            Some([part(a)?, part(b)?].concat())
        }
        _ => None,
    }
}
