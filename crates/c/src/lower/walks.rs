//! Reachability in ACSL: inductive predicates that say where one comes to along a member.
//!
//! ```c
//! inductive reach{L}(struct node *x, struct node *y) {
//!   case here{L}: \forall struct node *x; reach(x, x);
//!   case there{L}: \forall struct node *x, *y; x != \null && reach(x->next, y) ==> reach(x, y);
//! }
//! ```
//!
//! is `reach` along `next`, which the prover decides; null has no successor there either. Structures
//! that are walked over *stand alone*: none is an element of an array, so that a pointer to one is a
//! block without an offset, and a member a map from blocks. Code that moves such pointers is not
//! supported.

use super::{Body, Lowering, Scope, Val, unsupported, wrong};
use crate::syntax::ast::{BinaryOp, Expr, ExprKind as E, LogicHead, Name, Quantifier};
use crate::types::{RecordId, Type, Types};
use abide_base::Span;
use abide_logic::Term;

/// What such a predicate walks along.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Walk {
    /// The structure.
    pub record: RecordId,
    /// The member, as in a leaf's path.
    pub path: String,
}

impl Walk {
    /// Recognises the definition.
    pub(super) fn of(head: &LogicHead, cases: &[(Name, Expr)], types: &Types) -> Option<Walk> {
        let [(first, _), (second, _)] = head.params.as_slice() else {
            return None;
        };
        let record = match (types.resolve(first), types.resolve(second)) {
            (Type::Pointer(a), Type::Pointer(b)) if a == b => match *a {
                Type::Record(id) => id,
                _ => return None,
            },
            _ => return None,
        };
        let [(_, one), (_, other)] = cases else { return None };
        let member = match (is_here(head, one), is_here(head, other)) {
            (true, false) => there(head, other)?,
            (false, true) => there(head, one)?,
            _ => return None,
        };
        let (names, ty) = types.member(record, &member)?;
        let path: String = names.iter().map(|n| format!(".{n}")).collect();
        (ty == Type::Record(record).pointer()).then_some(Walk { record, path })
    }
}

/// `\forall T *x; reach(x, x)`.
fn is_here(head: &LogicHead, case: &Expr) -> bool {
    let (vars, body) = stripped(case);
    let applied = application(head, body);
    matches!((vars.as_slice(), applied), ([x], Some([a, b])) if is_name(a, x) && is_name(b, x))
}

/// The member `m` of `\forall T *x, *y; x != \null && reach(x->m, y) ==> reach(x, y)`.
fn there(head: &LogicHead, case: &Expr) -> Option<String> {
    let (vars, body) = stripped(case);
    let [x, y] = vars.as_slice() else { return None };
    let mut premises = Vec::new();
    let mut rest = body;
    while let E::Binary(BinaryOp::Implies, premise, conclusion) = &*rest.kind {
        conjuncts(premise, &mut premises);
        rest = plain(conclusion);
    }
    let [from, to] = application(head, rest)?;
    // which of the two is which
    let (x, y) = match (is_name(from, x), is_name(from, y)) {
        (true, false) => (x, y),
        (false, true) => (y, x),
        _ => return None,
    };
    let [p, q] = premises.as_slice() else { return None };
    let (guard, step) = if is_not_null(p, x) { (p, q) } else { (q, p) };
    let [next, end] = application(head, step)?;
    let E::Arrow(base, member) = &*plain(next).kind else {
        return None;
    };
    let right = is_not_null(guard, x) && is_name(base, x) && is_name(end, y) && is_name(to, y);
    right.then(|| member.text.to_string())
}

/// Without names of formulas.
fn plain(e: &Expr) -> &Expr {
    match &*e.kind {
        E::Named(_, inner) => plain(inner),
        _ => e,
    }
}

/// The variables of the quantifiers in front, and what is behind them.
fn stripped(e: &Expr) -> (Vec<&str>, &Expr) {
    let (mut vars, mut e) = (Vec::new(), plain(e));
    while let E::Quantifier(Quantifier::Forall, own, body) = &*e.kind {
        vars.extend(own.iter().map(|(_, name)| &*name.text));
        e = plain(body);
    }
    (vars, e)
}

fn conjuncts<'e>(e: &'e Expr, found: &mut Vec<&'e Expr>) {
    match &*plain(e).kind {
        E::Binary(BinaryOp::And, a, b) => {
            conjuncts(a, found);
            conjuncts(b, found);
        }
        _ => found.push(plain(e)),
    }
}

/// The arguments of the predicate, in its own state.
fn application<'e>(head: &LogicHead, e: &'e Expr) -> Option<[&'e Expr; 2]> {
    let E::Call(f, labels, args) = &*plain(e).kind else {
        return None;
    };
    let own = labels.iter().map(|l| &l.text).eq(head.labels.iter().map(|l| &l.text));
    match args.as_slice() {
        [a, b] if is_name(f, &head.name.text) && (labels.is_empty() || own) => Some([a, b]),
        _ => None,
    }
}

fn is_name(e: &Expr, name: &str) -> bool {
    matches!(&*plain(e).kind, E::Name(n) if *n.text == *name)
}

fn is_not_null(e: &Expr, name: &str) -> bool {
    let E::Binary(BinaryOp::Ne, a, b) = &*plain(e).kind else {
        return false;
    };
    let is_null = |e: &Expr| matches!(&*plain(e).kind, E::Null);
    is_name(a, name) && is_null(b) || is_null(a) && is_name(b, name)
}

impl<'a> Body<'_, 'a> {
    /// Do structures of the type stand alone?
    pub(super) fn stands_alone(&self, ty: &Type) -> bool {
        matches!(ty, Type::Record(id) if self.world.walks.values().any(|w| w.record == *id))
    }

    /// Pointers of the type must not be moved, and arrays of what they point to not be made.
    pub(super) fn not_alone(&self, ty: &Type, what: &str, span: Span) -> Lowering<()> {
        match self.stands_alone(ty) {
            true => Err(unsupported(
                span,
                format!("{what} `{}`, over which an inductive predicate walks", self.show(ty)),
            )),
            false => Ok(()),
        }
    }

    /// A pointer with an offset must not point to structures that stand alone.
    pub(super) fn unmoved(&self, to: &Type, offset: &Term, span: Span) -> Lowering<()> {
        match *offset == Term::int(0) {
            true => Ok(()),
            false => self.not_alone(to, "a pointer that may have been moved, to", span),
        }
    }

    /// No array in the type has structures that stand alone as its elements.
    pub(super) fn no_array_of_alone(&self, ty: &Type, span: Span) -> Lowering<()> {
        match ty {
            Type::Array(of, _) => {
                self.not_alone(of, "an array of", span)?;
                self.no_array_of_alone(of, span)
            }
            Type::Pointer(to) => self.no_array_of_alone(to, span),
            _ => Ok(()),
        }
    }

    /// The parts of a pointer as its type keeps them.
    pub(super) fn fitted(&self, ty: &Type, mut parts: Vec<Term>, span: Span) -> Lowering<Vec<Term>> {
        let Type::Pointer(to) = ty else { return Ok(parts) };
        match (self.stands_alone(to), parts.as_slice()) {
            (true, [_, offset]) => {
                self.unmoved(to, offset, span)?;
                parts.truncate(1);
            }
            (false, [_]) => parts.push(Term::int(0)),
            _ => {}
        }
        Ok(parts)
    }

    /// The predicate applied.
    pub(super) fn walked(
        &mut self,
        walk: &Walk,
        labels: &[Name],
        values: &[Val],
        scope: &Scope,
        span: Span,
    ) -> Lowering<Term> {
        let view = match labels.first() {
            Some(label) => super::spec::at_label(scope, &label.text, label.span)?.view,
            None => scope.view,
        };
        let root = Type::Record(walk.record);
        let leaf = self.leaves(&root).into_iter().find(|l| l.path == walk.path);
        let leaf = leaf.ok_or_else(|| wrong(span, "there is no such member"))?;
        let field = self.cells(&root, &leaf);
        let field = self.at(view, &field);
        let mut ends = Vec::new();
        for val in values {
            let parts = self.fitted(&root.clone().pointer(), val.parts.clone(), span)?;
            let end = parts.first().filter(|_| matches!(val.ty, Type::Pointer(_)));
            ends.push(end.cloned().ok_or_else(|| wrong(span, "a pointer is needed"))?);
        }
        let [from, to] = ends.as_slice() else {
            return Err(wrong(span, "two pointers are needed"));
        };
        Ok(Term::between(field, from.clone(), to.clone(), to.clone()))
    }
}
