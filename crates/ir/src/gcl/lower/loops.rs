//! The clauses of loops and labels.

use super::super::ast::{LoopClause, LoopClauseKind};
use super::decls::TypeUse;
use super::past::When;
use super::routine::Lowering;
use super::scope::Role;
use super::value::Value;
use crate::program::{Check, CheckKind, Fact, LoopSpec};
use abide_base::Span;

impl Lowering<'_> {
    /// What the clauses say. Skolem constants are known in the predicates, wherever they are
    /// declared; copies for `old` are left in [`super::past::Past::recent`].
    pub(super) fn loop_spec(&mut self, clauses: &[LoopClause], span: Span, when: When) -> LoopSpec {
        let mut spec = LoopSpec {
            span,
            scope: self.scope.stored(),
            ..LoopSpec::default()
        };
        for clause in clauses {
            if let LoopClauseKind::Invariant(e) = &clause.kind {
                spec.invariants.extend(self.formula(e, when).map(|formula| Check {
                    formula,
                    span: clause.place.0,
                    kind: CheckKind::InvariantEntry,
                    demanded: None,
                }));
            }
        }
        self.scope.open();
        for clause in clauses {
            let LoopClauseKind::Skolem(all) = &clause.kind else {
                continue;
            };
            for binding in all {
                let var = self.constant(binding, TypeUse::Skolem);
                let value = var.as_ref().map(|v| Value::scalar(binding.ty.clone(), v.term()));
                self.declare("skolem constant", &binding.name, Role::Skolem, value);
                spec.skolems.extend(var);
            }
        }
        for clause in clauses {
            let LoopClauseKind::Predicate(all) = &clause.kind else {
                continue;
            };
            for e in all {
                let formula = self.formula(e, when);
                spec.predicates.extend(formula.map(|formula| Fact {
                    formula,
                    span: e.span(),
                }));
            }
        }
        self.scope.close();
        spec
    }
}
