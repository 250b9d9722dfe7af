//! Sets of values in formulas: `x \in {1, 2}`, `\subset(s, t)`, `{a, b} == \old({a, b})`.

use super::labels::at_label;
use super::terms::{integer, number_of};
use crate::lower::body::Body;
use crate::lower::value::{Lowering, Scope, Val, unsupported};
use crate::syntax::ast::{BinaryOp, Expr, ExprKind as E};
use abide_base::Span;
use abide_logic::{Sort, Term};

/// What a set consists of.
pub(super) enum Member {
    One(Val),
    /// Integers from one to another, both included; none is no bound.
    Range(Option<Term>, Option<Term>),
}

/// Is an expression plainly a set of values?
pub(super) fn is_set(e: &Expr) -> bool {
    match &*e.kind {
        E::Set(_) | E::Nothing => true,
        E::Old(inner) | E::At(inner, _) | E::Named(_, inner) => is_set(inner),
        E::Acsl(name, _, _) => &*name.text == "union",
        _ => false,
    }
}

impl<'a> Body<'_, 'a> {
    /// What a set of values consists of.
    pub(super) fn value_set(&mut self, e: &'a Expr, scope: &Scope) -> Lowering<Vec<Member>> {
        match &*e.kind {
            E::Nothing => Ok(Vec::new()),
            E::Set(parts) => {
                let mut all = Vec::new();
                for part in parts {
                    all.extend(self.value_set(part, scope)?);
                }
                Ok(all)
            }
            E::Acsl(name, _, parts) if &*name.text == "union" => {
                let mut all = Vec::new();
                for part in parts {
                    all.extend(self.value_set(part, scope)?);
                }
                Ok(all)
            }
            E::Range(low, high) => {
                let low = low.as_ref().map(|e| self.spec_integer(e, scope)).transpose()?;
                let high = high.as_ref().map(|e| self.spec_integer(e, scope)).transpose()?;
                Ok(vec![Member::Range(low, high)])
            }
            E::Named(_, inner) => self.value_set(inner, scope),
            E::Old(inner) if is_set(inner) => {
                let inside = at_label(scope, "Old", e.span)?;
                self.value_set(inner, &inside)
            }
            E::At(inner, label) if is_set(inner) => {
                let inside = at_label(scope, &label.text, label.span)?;
                self.value_set(inner, &inside)
            }
            E::Lambda(..) => Err(unsupported(e.span, "a set given by a condition here")),
            _ if has_range(e) => Err(unsupported(
                e.span,
                "a set of values or pointers made from a range here",
            )),
            _ => Ok(vec![Member::One(self.spec(e, scope)?)]),
        }
    }

    /// A value is in a set.
    pub(super) fn is_among(&mut self, x: &Val, set: &[Member], span: Span) -> Lowering<Term> {
        let mut ways = Vec::new();
        for member in set {
            ways.push(match member {
                Member::One(val) => self.compare(BinaryOp::Eq, x, val, span)?,
                Member::Range(low, high) => {
                    let Some(number) = number_of(x) else {
                        return Err(unsupported(span, "a range of what is no integer"));
                    };
                    let low = low.iter().map(|low| Term::le(low.clone(), number.clone()));
                    let high = high.iter().map(|high| Term::le(number.clone(), high.clone()));
                    Term::and(low.chain(high))
                }
            });
        }
        Ok(Term::or(ways))
    }

    /// All that is in a set is in another.
    pub(super) fn is_subset(&mut self, set: &[Member], of: &[Member], span: Span) -> Lowering<Term> {
        let mut all = Vec::new();
        for member in set {
            all.push(match member {
                Member::One(val) => self.is_among(val, of, span)?,
                Member::Range(low, high) => {
                    let var = self.fresh("k", Sort::Int);
                    let x = integer(var.term());
                    let low = low.iter().map(|low| Term::le(low.clone(), var.term()));
                    let high = high.iter().map(|high| Term::le(var.term(), high.clone()));
                    let within = Term::and(low.chain(high));
                    let among = self.is_among(&x, of, span)?;
                    Term::forall([var], Term::implies(within, among))
                }
            });
        }
        Ok(Term::and(all))
    }
}

/// Is something in an expression a range, so that it stands for many values?
fn has_range(e: &Expr) -> bool {
    let mut found = false;
    crate::syntax::walk::each_part(e, &mut |e| found |= matches!(&*e.kind, E::Range(..) | E::Set(_)));
    found
}
