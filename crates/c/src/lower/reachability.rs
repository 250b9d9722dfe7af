//! Reachability in ACSL: inductive predicates that say where one comes to along a member.
//!
//! ```c
//! inductive reach{L}(struct node *x, struct node *y) {
//!   case here{L}: \forall struct node *x; reach(x, x);
//!   case there{L}: \forall struct node *x, *y; x != \null && reach(x->next, y) ==> reach(x, y);
//! }
//! ```
//!
//! is `reach` along `next`, which the prover decides; null has no successor there either. What else is
//! demanded of `x` holds of every cell before `y`. With one argument the path ends at null:
//!
//! ```c
//! inductive list{L}(struct node *x) {
//!   case empty{L}: list(\null);
//!   case cell{L}: \forall struct node *x; \valid(x) && list(x->next) ==> list(x);
//! }
//! ```
//!
//! Structures that paths lead along *stand alone*: none is an element of an array, so that a pointer to
//! one is a block without an offset, and a member a map from blocks. Code that moves such pointers is
//! not supported.

use super::body::Body;
use super::environment::ReachPredicate;
use super::value::{Lowering, Scope, unsupported, wrong};
use crate::syntax::ast::{BinaryOp, Case, Expr, ExprKind as E, LogicHead, Quantifier};
use crate::syntax::walk;
use crate::syntax::walk::mentions_call;
use crate::types::{Type, Types};
use abide_base::Span;
use abide_logic::{Quantifier as Quantified, Sort, Term};

impl<'a> ReachPredicate<'a> {
    /// Recognises the definition.
    pub(super) fn of(head: &'a LogicHead, cases: &'a [Case], types: &Types) -> Option<ReachPredicate<'a>> {
        let mut params = head.params.iter().map(|(ty, _)| types.resolve(ty));
        let Type::Pointer(to) = params.next()? else { return None };
        let Type::Record(record) = *to else { return None };
        let own = Type::Record(record).pointer();
        if params.any(|ty| ty != own) {
            return None;
        }
        let [Case { formula: one, .. }, Case { formula: other, .. }] = cases else {
            return None;
        };
        let step = match (is_here(head, one), is_here(head, other)) {
            (true, false) => Step::of(head, other)?,
            (false, true) => Step::of(head, one)?,
            _ => return None,
        };
        let (names, ty) = types.member(record, step.member)?;
        let path: String = names.iter().map(|n| format!(".{n}")).collect();
        (ty == own).then_some(ReachPredicate {
            record,
            path,
            each: step.each,
            cell: step.cell,
            has_end: head.params.len() == 2,
        })
    }

    /// Is it reachability, and nothing else?
    pub(super) fn is_plain(&self) -> bool {
        self.has_end && self.each.is_empty()
    }
}

/// `\forall T *x; reach(x, x)`, or `list(\null)`.
fn is_here(head: &LogicHead, case: &Expr) -> bool {
    let (vars, body) = stripped(case);
    match (vars.as_slice(), application(head, body)) {
        ([x], Some([a, b])) => is_name(a, x) && is_name(b, x),
        ([], Some([end])) => is_null(end),
        _ => false,
    }
}

/// `\forall T *x, *y; E(x) && reach(x->m, y) ==> reach(x, y)`, or the same without `y`.
struct Step<'a> {
    /// `x`.
    cell: &'a str,
    member: &'a str,
    /// The demands `E`, but that `x` is not null.
    each: Vec<&'a Expr>,
}

impl<'a> Step<'a> {
    fn of(head: &LogicHead, case: &'a Expr) -> Option<Step<'a>> {
        let (vars, body) = stripped(case);
        let mut premises = Vec::new();
        let mut rest = body;
        while let E::Binary(BinaryOp::Implies, premise, conclusion) = &*rest.kind {
            walk::conjuncts(premise, &mut premises);
            rest = plain(conclusion);
        }
        let [from, ends @ ..] = application(head, rest)? else {
            return None;
        };
        let x = *vars.iter().find(|v| is_name(from, v))?;
        let others: Vec<&str> = vars.iter().copied().filter(|v| *v != x).collect();
        let (steps, each): (Vec<&Expr>, Vec<&Expr>) =
            premises.into_iter().partition(|p| mentions_call(p, &head.name.text));
        let [step] = steps.as_slice() else { return None };
        let [next, same @ ..] = application(head, step)? else {
            return None;
        };
        let E::Arrow(base, member) = &*plain(next).kind else {
            return None;
        };
        let keeps = |ends: &[Expr]| ends.len() == others.len() && ends.iter().zip(&others).all(|(e, y)| is_name(e, y));
        let alone = !each.iter().any(|e| others.iter().any(|y| names(e, y)));
        // where the end is an argument, a path must not go on behind null
        let ends_at_null = others.is_empty() || each.iter().any(|e| excludes_null(e, x));
        let each = each.into_iter().filter(|e| !is_not_null(e, x));
        (is_name(base, x) && keeps(ends) && keeps(same) && alone && ends_at_null).then(|| Step {
            cell: x,
            member: &member.text,
            each: each.collect(),
        })
    }
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

/// The arguments of the predicate, in its own state.
fn application<'e>(head: &LogicHead, e: &'e Expr) -> Option<&'e [Expr]> {
    let E::Call(f, labels, args) = &*plain(e).kind else {
        return None;
    };
    let own = labels.iter().map(|l| &l.text).eq(head.labels.iter().map(|l| &l.text));
    let is_it = is_name(f, &head.name.text) && (labels.is_empty() || own);
    (is_it && args.len() == head.params.len()).then_some(args)
}

/// Does an expression have a name in it?
fn names(e: &Expr, name: &str) -> bool {
    let mut found = false;
    walk::each_part(e, &mut |e| found |= is_name(e, name));
    found
}

fn is_name(e: &Expr, name: &str) -> bool {
    matches!(&*plain(e).kind, E::Name(n) if *n.text == *name)
}

fn is_null(e: &Expr) -> bool {
    matches!(&*plain(e).kind, E::Null)
}

fn is_not_null(e: &Expr, name: &str) -> bool {
    let E::Binary(BinaryOp::Ne, a, b) = &*plain(e).kind else {
        return false;
    };
    is_name(a, name) && is_null(b) || is_null(a) && is_name(b, name)
}

/// Does a formula say that a pointer is not null, or more?
fn excludes_null(e: &Expr, name: &str) -> bool {
    match &*plain(e).kind {
        E::Acsl(word, _, args) if matches!(&*word.text, "valid" | "valid_read") => {
            args.iter().any(|a| is_name(a, name))
        }
        _ => is_not_null(e, name),
    }
}

impl<'a> Body<'_, 'a> {
    /// Do structures of the type stand alone?
    pub(super) fn stands_alone(&self, ty: &Type) -> bool {
        matches!(ty, Type::Record(id) if self.env.reach_predicates.values().any(|w| w.record == *id))
    }

    /// Pointers of the type must not be moved, and arrays of what they point to not be made.
    pub(super) fn not_alone(&self, ty: &Type, what: &str, span: Span) -> Lowering<()> {
        match self.stands_alone(ty) {
            true => Err(unsupported(
                span,
                format!("{what} `{}`, along which an inductive predicate goes", self.show(ty)),
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

    /// The predicate applied to what its parameters are bound to.
    pub(super) fn reached(&mut self, predicate: &ReachPredicate<'a>, inner: &Scope, span: Span) -> Lowering<Term> {
        let root = Type::Record(predicate.record);
        if self
            .env
            .is_exposed(predicate.record, predicate.path.trim_start_matches('.'))
        {
            let what = format!("reachability along `{}`, whose address is taken", predicate.path);
            return Err(unsupported(span, what));
        }
        let leaf = self.leaves(&root).into_iter().find(|l| l.path == predicate.path);
        let leaf = leaf.ok_or_else(|| wrong(span, "there is no such member"))?;
        let field = self.cells(&root, &leaf);
        let field = self.at(inner.view, &field);
        let pointer = root.pointer();
        let mut ends = Vec::new();
        for (_, val) in &inner.bound {
            let parts = self.fitted(&pointer, val.parts.clone(), span)?;
            let end = parts.first().filter(|_| matches!(val.ty, Type::Pointer(_)));
            ends.push(end.cloned().ok_or_else(|| wrong(span, "a pointer is needed"))?);
        }
        if !predicate.has_end {
            ends.push(Term::null());
        }
        let [from, to] = ends.as_slice() else {
            return Err(wrong(span, "two pointers are needed"));
        };
        // a path that ends at null passes all that it comes to
        let passes = |v: &Term| match predicate.has_end {
            true => Term::between(field.clone(), from.clone(), v.clone(), to.clone()),
            false => Term::reach(field.clone(), from.clone(), v.clone()),
        };
        let mut said = vec![passes(to)];
        for demand in &predicate.each {
            let cell = self.fresh(predicate.cell, Sort::Ref);
            let mut there = inner.clone();
            there.bound = vec![(
                predicate.cell.to_string(),
                self.typed(pointer.clone(), vec![cell.term()]),
            )];
            there.bound_vars.push(cell.clone());
            let demand = self.truth(demand, &there)?;
            let before = Term::and([passes(&cell.term()), Term::ne(cell.term(), to.clone())]);
            said.push(Term::quantify(
                Quantified::Forall,
                vec![cell],
                Term::implies(before, demand),
            ));
        }
        Ok(Term::and(said))
    }
}
