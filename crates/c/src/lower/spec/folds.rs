//! `\sum`, `\product`, `\numof`, `\max` and `\min` of a function over a range.

use super::terms::{integer, number_of};
use crate::lower::body::Body;
use crate::lower::value::{Lowering, Scope, Val, unsupported, wrong};
use crate::syntax::ast::{Expr, ExprKind as E};
use crate::types::Type;
use abide_base::Span;
use abide_frontend::fold::{Fold, fold};
use abide_logic::{Sort, Term};

impl<'a> Body<'_, 'a> {
    /// `\sum(low, high, \lambda integer k; e)` and its kin; the range includes both ends.
    pub(super) fn folded(&mut self, word: &str, args: &'a [Expr], scope: &Scope, span: Span) -> Lowering<Val> {
        let [low, high, function] = args else {
            return Err(wrong(span, "two ends of a range and a function are needed"));
        };
        let E::Lambda(vars, body) = &*function.kind else {
            return Err(unsupported(function.span, "a function here that is no `\\lambda`"));
        };
        let [(ty, name)] = vars.as_slice() else {
            return Err(unsupported(function.span, "a function of several variables"));
        };
        if self.resolve(ty, name.span)? != Type::Integer {
            return Err(unsupported(name.span, "a range of anything but `integer`"));
        }
        let (low, high) = (self.spec_integer(low, scope)?, self.spec_integer(high, scope)?);
        let var = self.fresh(&name.text, Sort::Int);
        let mut inner = scope.clone();
        inner.bound.push((name.text.to_string(), integer(var.term())));
        inner.bound_vars.push(var.clone());
        let step = match word {
            "numof" => Term::ite(self.truth(body, &inner)?, Term::int(1), Term::int(0)),
            _ => {
                let value = self.spec(body, &inner)?;
                number_of(&value).ok_or_else(|| wrong(body.span, "an integer is needed"))?
            }
        };
        if step.has_quantifier() {
            return Err(unsupported(body.span, "a quantifier in what is summed up"));
        }
        let over = match word {
            "sum" | "numof" => Fold::Sum,
            "product" => Fold::Product,
            "max" => Fold::Max,
            _ => Fold::Min,
        };
        let past = Term::add(high, Term::int(1));
        let folded = fold(over, &var, low, past, &step);
        let noted = (folded.value.clone(), folded.unfolding);
        let ground = !folded.value.mentions_any(&scope.bound_vars);
        if ground && !self.unfoldings.contains(&noted) {
            self.unfoldings.push(noted);
        }
        Ok(integer(folded.value))
    }
}
