//! What an expression in a statement needs in order to mean something: indices within bounds,
//! references that are not null, divisors that are not zero.
//!
//! The condition `wd(e)` under which `e` is well defined follows the evaluation from left to
//! right:
//!
//! ```text
//! wd(a && b)              =  wd(a)  and  a ==> wd(b)
//! wd(a || b)              =  wd(a)  and  !a ==> wd(b)
//! wd(a ==> b)             =  wd(a)  and  a ==> wd(b)
//! wd(if c then a else b)  =  wd(c)  and  c ==> wd(a)  and  !c ==> wd(b)
//! wd(forall x :: e)       =  forall x :: wd(e)
//! wd(a[i])                =  wd(a)  and  wd(i)  and  0 <= i && i < a.length
//! wd(x.f)                 =  wd(x)  and  x != null
//! wd(a / b)               =  wd(a)  and  wd(b)  and  b != 0
//! wd(f(a, b))             =  wd(a)  and  wd(b)
//! ```
//!
//! Each conjunct becomes a check of its own. In formulas nothing is checked.

use crate::program::{Check, CheckKind};
use abide_base::Span;
use abide_logic::{Term, Var};
use std::collections::HashSet;

/// How many guards may protect one check: each check carries them all, so a chain of `n`
/// operands that need checks costs `n²`.
const MAX_GUARDS: usize = 1_000;

/// The checks of the expressions of one statement.
#[derive(Default)]
pub(super) struct Checks {
    checking: Checking,
    guards: Vec<Guard>,
    found: Vec<Check>,
    seen: HashSet<(CheckKind, Term)>,
}

/// Are there checks at all?
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Checking {
    /// In statements.
    On,
    /// In formulas.
    #[default]
    Off,
}

enum Guard {
    /// Evaluation gets here only if this is true.
    If(Term),
    /// Evaluation gets here for all values of these.
    Forall(Vec<Var>),
}

/// There are more guards than [`MAX_GUARDS`].
pub(super) struct TooManyGuards;

impl Checks {
    /// Switches checks on or off; says how it was before.
    pub(super) fn switch(&mut self, checking: Checking) -> Checking {
        std::mem::replace(&mut self.checking, checking)
    }

    /// How many guards there are, for [`Checks::unguard`].
    pub(super) fn depth(&self) -> usize {
        self.guards.len()
    }

    /// From here on evaluation goes only if `condition` is true.
    pub(super) fn guard(&mut self, condition: impl FnOnce() -> Term) {
        if self.checking == Checking::On {
            self.guards.push(Guard::If(condition()));
        }
    }

    /// From here on evaluation is for all values of `vars`.
    pub(super) fn bind(&mut self, vars: &[Var]) {
        if self.checking == Checking::On {
            self.guards.push(Guard::Forall(vars.to_vec()));
        }
    }

    /// Forgets all guards but the first `depth`.
    pub(super) fn unguard(&mut self, depth: usize) {
        self.guards.truncate(depth);
    }

    /// Adds a check, under the guards there are.
    pub(super) fn demand(
        &mut self,
        kind: CheckKind,
        span: Span,
        formula: impl FnOnce() -> Term,
    ) -> Result<(), TooManyGuards> {
        if self.checking == Checking::Off {
            return Ok(());
        }
        if self.guards.len() > MAX_GUARDS {
            return Err(TooManyGuards);
        }
        let formula = self.closed(formula());
        if !formula.is_true() && self.seen.insert((kind, formula.clone())) {
            self.found.push(Check {
                formula,
                span,
                kind,
                demanded: None,
            });
        }
        Ok(())
    }

    /// The checks since the last time, in the order of evaluation.
    pub(super) fn take(&mut self) -> Vec<Check> {
        self.seen.clear();
        std::mem::take(&mut self.found)
    }

    /// The formula under the guards; `true` if a guard says the same.
    fn closed(&self, formula: Term) -> Term {
        let given: HashSet<Term> = self
            .guards
            .iter()
            .filter_map(|guard| match guard {
                Guard::If(condition) => Some(condition.conjuncts()),
                Guard::Forall(_) => None,
            })
            .flatten()
            .collect();
        let mut formula = Term::and(formula.conjuncts().into_iter().filter(|part| !given.contains(part)));
        let mut conditions = Vec::new();
        for guard in self.guards.iter().rev() {
            match guard {
                Guard::If(condition) => conditions.push(condition.clone()),
                Guard::Forall(vars) => {
                    formula = Term::forall(vars.clone(), under(std::mem::take(&mut conditions), formula));
                }
            }
        }
        under(conditions, formula)
    }
}

/// The conditions come from the innermost outwards.
fn under(conditions: Vec<Term>, formula: Term) -> Term {
    Term::implies(Term::and(conditions.into_iter().rev()), formula)
}
