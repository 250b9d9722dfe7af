//! `\sum`, `\product`, `\num_of`, `\max` and `\min` over a range of integers.
//!
//! Each is a function of the ends of its range and of what its body reads, unknown to the
//! solver but for how it unfolds: over an empty range, and by its last element. These two facts
//! are stated wherever a formula with it is proved or assumed, which is enough for loops that
//! take the elements one by one.

use super::{Body, Lowering, Val, unsupported};
use crate::syntax::ast::QuantifierKind;
use crate::types::{IntKind, Type};
use abide_base::Span;
use abide_logic::{Func, Kind, Sort, Subst, Term, Var};

impl Body<'_, '_> {
    /// The value of such a quantifier over `var` with these guards and this body.
    pub(super) fn sum(
        &mut self,
        kind: QuantifierKind,
        var: &Var,
        range: &Term,
        body: Term,
        span: Span,
    ) -> Lowering<Val> {
        let Some((low, high)) = ends(var, range) else {
            return Err(unsupported(span, "a sum over anything but `low <= k && k < high`"));
        };
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
fn ends(var: &Var, range: &Term) -> Option<(Term, Term)> {
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
