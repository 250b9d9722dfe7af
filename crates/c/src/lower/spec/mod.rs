//! Terms and formulas of ACSL.
//!
//! Integers are mathematical, every term has a value, and a state belongs to every label.

mod axioms;
mod builtins;
mod definitions;
mod folds;
mod initialized;
mod labels;
mod overloads;
mod places;
mod reads;
mod searches;
mod sets;
mod terms;
mod well_founded;

use crate::lower::body::Body;
use crate::lower::state::{Leaf, Part};
use crate::lower::value::{Lowering, Scope, Val, View, wrong};
use crate::syntax::ast::{self, BinaryOp, Expr, ExprKind as E, Name, UnaryOp};
use crate::types::Type;
use abide_base::Span;
use abide_logic::{Quantifier, Sort, Term, Var};
use labels::at_label;
use sets::is_set;
use std::collections::BTreeMap;
pub(super) use terms::defined_if;
use terms::number_of;

impl<'a> Body<'_, 'a> {
    /// Where an annotation inside the function is read.
    pub(super) fn body_scope(&self, view: View) -> Scope {
        let mut labels = BTreeMap::new();
        labels.insert("Pre".to_string(), View::At(self.pre));
        labels.insert("Old".to_string(), View::At(self.pre));
        labels.insert("Here".to_string(), view);
        for (name, number) in &self.label_states {
            labels.insert(name.clone(), View::At(*number));
        }
        Scope {
            locals: true,
            labels,
            ..Scope::of_file(view)
        }
    }

    /// A formula.
    pub(in crate::lower) fn formula(&mut self, e: &'a Expr, scope: &Scope) -> Lowering<Term> {
        self.quietly(|b| b.truth(e, scope))
    }

    /// A term.
    pub(super) fn term(&mut self, e: &'a Expr, scope: &Scope) -> Lowering<Val> {
        self.quietly(|b| b.spec(e, scope))
    }

    /// Reads something of a formula: no code comes of it.
    fn quietly<T>(&mut self, read: impl FnOnce(&mut Self) -> T) -> T {
        let quiet = std::mem::replace(&mut self.quiet, true);
        let result = read(self);
        self.quiet = quiet;
        result
    }

    pub(super) fn truth(&mut self, e: &'a Expr, scope: &Scope) -> Lowering<Term> {
        use BinaryOp::*;
        match &*e.kind {
            E::Bool(b) => Ok(Term::bool(*b)),
            E::Binary(And, a, b) => Ok(Term::and([self.truth(a, scope)?, self.truth(b, scope)?])),
            E::Binary(Or, a, b) => Ok(Term::or([self.truth(a, scope)?, self.truth(b, scope)?])),
            E::Binary(Implies, a, b) => Ok(Term::implies(self.truth(a, scope)?, self.truth(b, scope)?)),
            E::Binary(Iff, a, b) => Ok(Term::eq(self.truth(a, scope)?, self.truth(b, scope)?)),
            E::Binary(Xor, a, b) => Ok(Term::ne(self.truth(a, scope)?, self.truth(b, scope)?)),
            E::Binary(In, a, b) => {
                let x = self.spec(a, scope)?;
                let set = self.value_set(b, scope)?;
                self.is_among(&x, &set, e.span)
            }
            E::Binary(op @ (Eq | Ne), a, b) if is_set(a) || is_set(b) => {
                let (x, y) = (self.value_set(a, scope)?, self.value_set(b, scope)?);
                let same = Term::and([self.is_subset(&x, &y, e.span)?, self.is_subset(&y, &x, e.span)?]);
                Ok(if *op == Eq { same } else { Term::not(same) })
            }
            E::Acsl(name, _, args) if &*name.text == "subset" && args.len() == 2 => {
                let (x, y) = (self.value_set(&args[0], scope)?, self.value_set(&args[1], scope)?);
                self.is_subset(&x, &y, e.span)
            }
            E::Binary(op @ (Lt | Le | Gt | Ge | Eq | Ne), a, b) => {
                let x = self.spec(a, scope)?;
                let y = self.spec(b, scope)?;
                self.compare(*op, &x, &y, e.span)
            }
            E::Chain(first, rest) => {
                let mut x = self.spec(first, scope)?;
                let mut parts = Vec::new();
                for (op, next) in rest {
                    let y = self.spec(next, scope)?;
                    parts.push(self.compare(*op, &x, &y, e.span)?);
                    x = y;
                }
                Ok(Term::and(parts))
            }
            E::Unary(UnaryOp::Not, a) => Ok(Term::not(self.truth(a, scope)?)),
            E::Conditional(c, Some(a), b) => {
                let c = self.truth(c, scope)?;
                let (a, b) = (self.truth(a, scope)?, self.truth(b, scope)?);
                Ok(Term::and([Term::implies(c.clone(), a), Term::or([c, b])]))
            }
            E::Quantifier(which, vars, body) => self.quantified(*which, vars, body, scope),
            E::Let(name, value, body) => {
                let inner = self.with_let(name, value, scope)?;
                self.truth(body, &inner)
            }
            E::Named(_, inner) => self.truth(inner, scope),
            E::Old(inner) => {
                let inside = at_label(scope, "Old", e.span)?;
                self.truth(inner, &inside)
            }
            E::At(inner, label) => {
                let inside = at_label(scope, &label.text, label.span)?;
                self.truth(inner, &inside)
            }
            E::Call(f, labels, args) if self.is_predicate(f) => self.predicate(f, labels, args, scope, e.span),
            E::Acsl(name, labels, args) => match self.built_in_formula(name, labels, args, scope, e.span)? {
                Some(formula) => Ok(formula),
                None => self.number_truth(e, scope),
            },
            _ => self.number_truth(e, scope),
        }
    }

    /// A number or pointer as a formula: it is not zero.
    fn number_truth(&mut self, e: &'a Expr, scope: &Scope) -> Lowering<Term> {
        let val = self.spec(e, scope)?;
        if let Some(truth) = &val.truth {
            return Ok(truth.clone());
        }
        match (&val.ty, val.parts.first()) {
            (Type::Pointer(_), Some(block)) => Ok(Term::ne(block.clone(), Term::null())),
            (Type::Int(_) | Type::Bits(..) | Type::Integer | Type::Truth, Some(t)) => {
                Ok(Term::ne(t.clone(), Term::int(0)))
            }
            _ => Err(wrong(e.span, "a formula is needed here")),
        }
    }

    pub(super) fn compare(&mut self, op: BinaryOp, x: &Val, y: &Val, span: Span) -> Lowering<Term> {
        use BinaryOp::*;
        let zero = |v: &Val, other: &Val| match (other.address(), v.address(), number_of(v)) {
            // the constant zero is the null pointer where a pointer is needed
            (Some(_), None, Some(n)) if n == Term::int(0) => Val::null(),
            _ => v.clone(),
        };
        let (x, y) = (&zero(x, y), &zero(y, x));
        let pointer = |v: &Val| match (v.address(), v.is_null_constant()) {
            (Some(address), _) => Some(address),
            (None, true) => Some((Term::null(), Term::int(0))),
            _ => None,
        };
        if x.address().is_some() || y.address().is_some() {
            if pointer(x).is_none() || pointer(y).is_none() {
                return Err(wrong(span, "a pointer is compared with a number"));
            }
            let one = self.one_object(x, y);
            // the order of pointers into different objects is not known
            let order = |less: Term, p: &Val, q: &Val| {
                let both: Vec<Term> = p.parts.iter().chain(&q.parts).cloned().collect();
                defined_if(one.clone(), less, "<", &both)
            };
            return Ok(match op {
                Eq => self.same_address(x, y, span)?,
                Ne => Term::not(self.same_address(x, y, span)?),
                Lt => order(self.below(x, y, false, span)?, x, y),
                Gt => order(self.below(y, x, false, span)?, y, x),
                Le => Term::not(order(self.below(y, x, false, span)?, y, x)),
                _ => Term::not(order(self.below(x, y, false, span)?, x, y)),
            });
        }
        if matches!(x.ty, Type::Float(_)) || matches!(y.ty, Type::Float(_)) {
            return self.compared_in_formula(op, x, y, span);
        }
        if let (Type::Record(a), Type::Record(b), Eq | Ne) = (&x.ty, &y.ty, op)
            && a == b
        {
            let same = Term::and(
                x.parts
                    .iter()
                    .zip(&y.parts)
                    .map(|(p, q)| Term::eq(p.clone(), q.clone())),
            );
            return Ok(if op == Eq { same } else { Term::not(same) });
        }
        let (Some(a), Some(b)) = (number_of(x), number_of(y)) else {
            let (x, y) = (self.show(&x.ty), self.show(&y.ty));
            return Err(wrong(span, format!("`{x}` and `{y}` cannot be compared")));
        };
        Ok(match op {
            Eq => Term::eq(a, b),
            Ne => Term::ne(a, b),
            Lt => Term::lt(a, b),
            Le => Term::le(a, b),
            Gt => Term::lt(b, a),
            _ => Term::le(b, a),
        })
    }

    fn quantified(
        &mut self,
        which: ast::Quantifier,
        vars: &'a [(ast::Type, Name)],
        body: &'a Expr,
        scope: &Scope,
    ) -> Lowering<Term> {
        let mut inner = scope.clone();
        let mut own = Vec::new();
        let mut guards = Vec::new();
        for (ty, name) in vars {
            let ty = self.resolve(ty, name.span)?;
            let leaves = self.leaves(&ty);
            let named = |l: &Leaf| match l.part {
                Part::Offset | Part::Whole => format!("{}{}", name.text, l.part.tail()),
                _ => name.text.to_string(),
            };
            let these: Vec<Var> = leaves.iter().map(|l| self.fresh(&named(l), l.sort())).collect();
            let parts: Vec<Term> = these.iter().map(Var::term).collect();
            // a variable of a machine type runs over its values only
            for (leaf, part) in leaves.iter().zip(&parts).filter(|(l, _)| l.part == Part::Int) {
                let Some(range) = self.range(&leaf.ty) else { continue };
                let keys: Vec<Var> = (0..leaf.depth).map(|_| self.fresh("k", Sort::Int)).collect();
                let each = keys.iter().fold(part.clone(), |map, k| Term::select(map, k.term()));
                guards.push(Term::forall(keys, range.holds(&each)));
            }
            own.extend(these);
            inner.bound.push((name.text.to_string(), self.typed(ty, parts)));
        }
        inner.bound_vars.extend(own.iter().cloned());
        let body = self.truth(body, &inner)?;
        guards.push(self.noted_inside(&body, &own));
        let guard = Term::and(guards);
        Ok(match which {
            ast::Quantifier::Forall => Term::quantify(Quantifier::Forall, own, Term::implies(guard, body)),
            ast::Quantifier::Exists => Term::quantify(Quantifier::Exists, own, Term::and([guard, body])),
        })
    }

    fn with_let(&mut self, name: &Name, value: &'a Expr, scope: &Scope) -> Lowering<Scope> {
        let val = self.spec(value, scope)?;
        let mut inner = scope.clone();
        inner.bound.push((name.text.to_string(), val));
        Ok(inner)
    }
}
