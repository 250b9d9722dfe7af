//! `\sum`, `\product`, `\num_of`, `\max` and `\min` over a range of integers.

use super::body::Body;
use super::value::{Lowering, Val, unsupported};
use crate::ints;
use crate::syntax::ast::QuantifierKind;
use crate::types::{IntKind, Type};
use abide_base::Span;
use abide_frontend::fold::{Fold, fold};
use abide_logic::{Int, Kind, Term, Var};

/// What a quantifier counts or sums up.
pub(super) struct Summed {
    pub kind: QuantifierKind,
    pub range: Term,
    pub body: Term,
}

impl Summed {
    /// The ends of the range, the second one excluded, and what each value in it adds: nothing where the rest of
    /// the range does not hold.
    fn over(self, var: &Var) -> Option<(Term, Term, Term)> {
        let mut parts = self.range.conjuncts();
        let counts = self.kind == QuantifierKind::NumOf;
        if counts {
            parts.extend(self.body.conjuncts());
        }
        let (mut low, mut high, mut rest) = (None, None, Vec::new());
        for part in parts {
            match end(var, &part) {
                Some(End::Low(least)) if low.is_none() => low = Some(least),
                Some(End::High(past)) if high.is_none() => high = Some(past),
                _ => rest.push(part),
            }
        }
        let neutral = match self.kind {
            QuantifierKind::Product => Term::int(1),
            QuantifierKind::Max | QuantifierKind::Min if !rest.is_empty() => return None,
            _ => Term::int(0),
        };
        let value = if counts { Term::int(1) } else { self.body };
        let step = match rest.is_empty() {
            true => value,
            false => Term::ite(Term::and(rest), value, neutral),
        };
        Some((low?, high?, step))
    }
}

/// An end of a range.
enum End {
    /// The least value.
    Low(Term),
    /// The value past the last one.
    High(Term),
}

/// The end of a variable's range that a formula states.
fn end(var: &Var, part: &Term) -> Option<End> {
    let is_var = |t: &Term| t.as_var() == Some(var);
    let (strict, a, b) = match part.kind() {
        Kind::Lt(a, b) => (1, a, b),
        Kind::Le(a, b) => (0, a, b),
        _ => return None,
    };
    if is_var(b) && !a.mentions(var) {
        return Some(End::Low(Term::add(a.clone(), Term::int(strict))));
    }
    (is_var(a) && !b.mentions(var)).then(|| End::High(Term::add(b.clone(), Term::int(1 - strict))))
}

impl Body<'_, '_> {
    /// The value of such a quantifier over `var`.
    pub(super) fn sum(&mut self, var: &Var, ty: &Type, summed: Summed, span: Span) -> Lowering<Val> {
        let kind = summed.kind;
        let Some((low, high, step)) = summed.over(var) else {
            return Err(unsupported(span, "a sum over anything but `low <= k && k < high`"));
        };
        let (low, high) = self.within_type(low, high, ty);
        if step.has_quantifier() {
            return Err(unsupported(span, "this kind of sum"));
        }
        let over = match kind {
            QuantifierKind::NumOf | QuantifierKind::Sum => Fold::Sum,
            QuantifierKind::Product => Fold::Product,
            QuantifierKind::Max => Fold::Max,
            _ => Fold::Min,
        };
        let folded = fold(over, var, low, high, &step);
        self.sums.push((folded.value.clone(), folded.unfolding));
        Ok(Val::new(folded.value, Type::Int(IntKind::Big)))
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
    for part in range.conjuncts() {
        match end(var, &part)? {
            End::Low(least) => low = Some(least),
            End::High(past) => high = Some(past),
        }
    }
    Some((low?, high?))
}
