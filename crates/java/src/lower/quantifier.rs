//! Quantifiers of JML: over truth values, integers and objects, and how many there are.

use super::arithmetic::promoted;
use super::body::Body;
use super::sum::Summed;
use super::value::{Lowering, Scope, Val, sort_of, unsupported};
use crate::ints;
use crate::syntax::ast::{self, Expr, QuantifierKind};
use crate::types::{IntKind, Type};
use abide_base::Span;
use abide_logic::{Int, Kind, Term, Var};

impl<'a> Body<'_, 'a> {
    #[allow(clippy::too_many_arguments)]
    pub(super) fn quantified(
        &mut self,
        kind: QuantifierKind,
        ty: &ast::TypeRef,
        names: &[ast::Name],
        range: Option<&'a Expr>,
        body: &'a Expr,
        scope: &Scope,
        span: Span,
    ) -> Lowering<Val> {
        let anything = &*ty.name == "\\object";
        let ty = self.resolve_in(ty, scope.class)?;
        let mut inner = scope.clone();
        let mut vars: Vec<Var> = Vec::new();
        for name in names {
            let var = self.fresh(&name.text, sort_of(&ty));
            inner
                .bound
                .push((name.text.to_string(), Val::new(var.term(), ty.clone())));
            if !anything {
                self.bound.push((var.clone(), ty.clone()));
            }
            vars.push(var);
        }
        let counts = matches!(
            kind,
            QuantifierKind::Forall | QuantifierKind::Exists | QuantifierKind::NumOf
        );
        let mut summand = None;
        let (range, body) = self.for_all_values(&vars, |b| {
            let range = match range {
                Some(r) => b.truth(r, &inner)?,
                None => Term::tt(),
            };
            let value = b.where_holds(&range, |b| match counts {
                true => b.truth(body, &inner),
                false => {
                    let val = b.spec_int(body, &inner)?;
                    summand = promoted(&val.ty, &Type::INT);
                    Ok(val.term)
                }
            })?;
            Ok((range, value))
        })?;
        let forall = match kind {
            QuantifierKind::Forall => true,
            QuantifierKind::Exists => false,
            _ => {
                let summed = Summed { kind, range, body };
                let sum = self.sum(single(&vars, span)?, &ty, summed, span)?;
                return Ok(self.computed(sum.number(), summand, scope));
            }
        };
        let mut guards = range.conjuncts();
        let stated = match (forall, body.kind()) {
            (true, Kind::Implies(premise, _)) => premise.conjuncts(),
            (false, _) => body.conjuncts(),
            _ => Vec::new(),
        };
        stated.into_iter().for_each(|s| guards.push(s));
        let mut typed = Vec::new();
        for var in &vars {
            match &ty {
                Type::Int(kind) if *kind != IntKind::Int || !self.within_int(var, &guards) => {
                    typed.push(ints::in_range(&var.term(), *kind))
                }
                Type::Class(_) | Type::Array(_) if anything => {}
                Type::Class(_) | Type::Array(_) => {
                    typed.push(Term::ne(var.term(), Term::null()));
                    let fact = self.well_typed(&var.term(), &ty);
                    typed.push(fact);
                }
                _ => {}
            }
        }
        typed.push(range);
        let guard = Term::and(typed);
        let formula = if forall {
            Term::forall(vars, Term::implies(guard, body))
        } else {
            Term::exists(vars, Term::and([guard, body]))
        };
        Ok(Val::new(formula, Type::Bool))
    }

    /// Do the guards keep the variable between values of type `int`?
    fn within_int(&self, var: &Var, guards: &[Term]) -> bool {
        let narrow = |ty: &Type| ty.as_int().is_some_and(|k| k <= IntKind::Int);
        let simple = |t: &Term| match t.kind() {
            Kind::Int(i) => *i >= Int::from(i32::MIN) && *i <= Int::from(i32::MAX),
            Kind::Var(v) => {
                let named = self.named.iter().any(|(n, ty)| n == v && narrow(ty));
                named || self.params.iter().any(|p| p.var == *v && narrow(&p.ty))
            }
            Kind::Select(map, _) => map.as_var().is_some_and(|m| m.name() == ".length"),
            _ => false,
        };
        let is_var = |t: &Term| t.as_var() == Some(var);
        let (mut low, mut high) = (false, false);
        for g in guards {
            if let Kind::Lt(a, b) | Kind::Le(a, b) = g.kind() {
                low |= is_var(b) && simple(a);
                high |= is_var(a) && simple(b);
            }
        }
        low && high
    }
}

/// The only variable of a quantifier that takes one.
fn single(vars: &[Var], span: Span) -> Lowering<&Var> {
    match vars {
        [only] => Ok(only),
        _ => Err(unsupported(span, "a sum over several variables")),
    }
}
