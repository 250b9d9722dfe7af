//! `\sum`, `\product`, `\num_of`, `\max` and `\min` over a range of integers.
//!
//! Each is a function of the ends of its range and of what its body reads, unknown to the
//! solver but for how it unfolds: over an empty range, and by its last element. These two facts
//! are stated wherever a formula with it is proved or assumed, which is enough for loops that
//! take the elements one by one.

use super::body::Body;
use super::value::{Lowering, Val, unsupported};
use crate::ints;
use crate::syntax::ast::QuantifierKind;
use crate::types::{IntKind, Type};
use abide_base::Span;
use abide_logic::{Func, Int, Kind, Sort, Subst, Term, Var};

impl Body<'_, '_> {
    /// The value of such a quantifier over `var` with these guards and this body.
    pub(super) fn sum(
        &mut self,
        kind: QuantifierKind,
        var: &Var,
        ty: &Type,
        range: &Term,
        body: Term,
        span: Span,
    ) -> Lowering<Val> {
        let Some((low, high)) = ends(var, range) else {
            return Err(unsupported(span, "a sum over anything but `low <= k && k < high`"));
        };
        let (low, high) = self.within_type(low, high, ty);
        if body.has_quantifier() || range.conjuncts().len() != 2 {
            return Err(unsupported(span, "this kind of sum"));
        }
        let step = match kind {
            QuantifierKind::NumOf => Term::ite(body, Term::int(1), Term::int(0)),
            _ => body,
        };
        let mut args = Vec::new();
        let shape = outline(&step, var, &mut args);
        let word = match kind {
            QuantifierKind::NumOf | QuantifierKind::Sum => "\\sum",
            QuantifierKind::Product => "\\product",
            QuantifierKind::Max => "\\max",
            _ => "\\min",
        };
        let mut params = vec![Sort::Int, Sort::Int];
        params.extend(args.iter().map(|a| a.sort().clone()));
        let func = Func {
            name: format!("{word}({shape})").into(),
            params,
            result: Sort::Int,
        };
        let value = |low: &Term, high: &Term| {
            let mut all = vec![low.clone(), high.clone()];
            all.extend(args.iter().cloned());
            Term::apply(func.clone(), all)
        };
        let whole = value(&low, &high);
        let before = Term::sub(high.clone(), Term::int(1));
        let mut at_last = Subst::new();
        at_last.insert(var.clone(), before.clone());
        let last = at_last.apply(&step);
        let rest = value(&low, &before);
        let some = Term::lt(low.clone(), high.clone());
        let facts = match word {
            "\\sum" | "\\product" => {
                let (empty, joined) = match word {
                    "\\sum" => (Term::int(0), Term::add(rest, last)),
                    _ => (Term::int(1), Term::mul(rest, last)),
                };
                vec![
                    Term::implies(Term::not(some.clone()), Term::eq(whole.clone(), empty)),
                    Term::implies(some, Term::eq(whole.clone(), joined)),
                ]
            }
            _ => {
                let one = Term::eq(Term::add(low.clone(), Term::int(1)), high.clone());
                let larger = match word {
                    "\\max" => Term::le(rest.clone(), last.clone()),
                    _ => Term::le(last.clone(), rest.clone()),
                };
                let joined = Term::ite(larger, last.clone(), rest);
                let more = Term::lt(Term::add(low, Term::int(1)), high);
                vec![
                    Term::implies(one, Term::eq(whole.clone(), last)),
                    Term::implies(more, Term::eq(whole.clone(), joined)),
                ]
            }
        };
        self.sums.push((whole.clone(), Term::and(facts)));
        Ok(Val::new(whole, Type::Int(IntKind::Big)))
    }

    /// The ends of a range, the second one excluded, among the values of the variable's type.
    fn within_type(&self, low: Term, high: Term, ty: &Type) -> (Term, Term) {
        let Some(range) = ty.as_int().and_then(ints::range) else {
            return (low, high);
        };
        let (least, past) = (range.low, range.high + Int::ONE);
        let low = match self.bounds(&low).0 {
            Some(known) if known >= least => low,
            _ => {
                let least = Term::int(least);
                Term::ite(Term::lt(low.clone(), least.clone()), least, low)
            }
        };
        let high = match self.bounds(&high).1 {
            Some(known) if known <= past => high,
            _ => {
                let past = Term::int(past);
                Term::ite(Term::lt(past.clone(), high.clone()), past, high)
            }
        };
        (low, high)
    }

    /// Bounds of a term, from the types of what it reads.
    fn bounds(&self, term: &Term) -> (Option<Int>, Option<Int>) {
        let of_type = |kind: Option<IntKind>| match kind.and_then(ints::range) {
            Some(range) => (Some(range.low), Some(range.high)),
            None => (None, None),
        };
        let both = |a: Option<Int>, b: Option<Int>| Some(a? + b?);
        match term.kind() {
            Kind::Int(i) => (Some(i.clone()), Some(i.clone())),
            Kind::Var(v) => {
                let params = self.params.iter().map(|p| (&p.var, &p.ty));
                let named = self.named.iter().chain(&self.bound).map(|(v, ty)| (v, ty));
                let own = params.chain(named).find(|(known, _)| *known == v);
                of_type(own.map_or_else(|| self.value_kind(v), |(_, ty)| ty.as_int()))
            }
            Kind::Select(map, _) => match map.kind() {
                Kind::Var(v) => of_type(self.value_kind(v)),
                Kind::Select(maps, _) => of_type(maps.as_var().and_then(|v| self.value_kind(v))),
                _ => (None, None),
            },
            Kind::Neg(a) => {
                let (low, high) = self.bounds(a);
                (high.map(|h| -h), low.map(|l| -l))
            }
            Kind::Add(parts) => parts
                .iter()
                .map(|p| self.bounds(p))
                .fold((Some(Int::ZERO), Some(Int::ZERO)), |(low, high), (l, h)| {
                    (both(low, l), both(high, h))
                }),
            _ => (None, None),
        }
    }

    /// How the sums in a formula unfold.
    pub(super) fn unfolded(&self, formula: &Term) -> Vec<Term> {
        let mut facts: Vec<Term> = Vec::new();
        if self.sums.is_empty() {
            return facts;
        }
        formula.visit(&mut |t| {
            if let Some((_, fact)) = self.sums.iter().find(|(sum, _)| sum == t)
                && !facts.contains(fact)
            {
                facts.push(fact.clone());
            }
            !matches!(t.kind(), Kind::Quant(..))
        });
        facts
    }
}

/// The ends of the range `low <= k && k < high`, the second one excluded.
pub(super) fn ends(var: &Var, range: &Term) -> Option<(Term, Term)> {
    let (mut low, mut high) = (None, None);
    let is_var = |t: &Term| t.as_var() == Some(var);
    for part in range.conjuncts() {
        let (strict, a, b) = match part.kind() {
            Kind::Lt(a, b) => (1, a, b),
            Kind::Le(a, b) => (0, a, b),
            _ => return None,
        };
        if is_var(b) {
            low = Some(Term::add(a.clone(), Term::int(strict)));
        } else if is_var(a) {
            high = Some(Term::add(b.clone(), Term::int(1 - strict)));
        } else {
            return None;
        }
    }
    let (low, high) = (low?, high?);
    let free = |t: &Term| !t.mentions(var);
    (free(&low) && free(&high)).then_some((low, high))
}

/// The term with its parts that do not depend on `var` as numbered places; the parts are
/// collected.
fn outline(t: &Term, var: &Var, parts: &mut Vec<Term>) -> Term {
    let free = t.free_vars();
    if free.contains(var) {
        return match t.as_var() {
            Some(_) => Var::new("k", u32::MAX, t.sort().clone()).term(),
            None => t.map_children(&mut |c| outline(c, var, parts)),
        };
    }
    if free.is_empty() {
        return t.clone();
    }
    let number = match parts.iter().position(|p| p == t) {
        Some(known) => known,
        None => {
            parts.push(t.clone());
            parts.len() - 1
        }
    };
    Var::new(format!("#{number}"), u32::MAX - 1 - number as u32, t.sort().clone()).term()
}
