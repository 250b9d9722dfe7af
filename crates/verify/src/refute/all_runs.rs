//! A check at which all runs fail.

use super::{Case, PATH, Refuted};
use crate::report::{Confirmation, Counterexample};
use abide_base::Span;
use abide_exec::Values;
use abide_ir::Check;
use abide_logic::Value;

/// A check at which all runs fail, as it was seen by going through them; they need no input.
pub fn by_all_runs(case: &Case, check: &Check, path: &[Span], known: &Values) -> Option<Refuted> {
    let is_real = !case.view.takes_input(case.routine) && case.view.fails_surely(case.routine, check, known);
    if !is_real {
        return None;
    }
    let zeros = case.vars.iter().map(|v| (v.clone(), Value::zero(v.sort()))).collect();
    let input = case.view.repair(case.routine, zeros);
    let test = input.and_then(|input| case.view.test(case.routine, &input, check, &[]));
    let mut path: Vec<usize> = path.iter().map(|place| case.sources.line(*place)).collect();
    path.dedup();
    path.truncate(PATH);
    Some(Refuted {
        kind: check.kind,
        span: check.span,
        counterexample: Counterexample {
            inputs: Vec::new(),
            span: check.span,
            path,
            choices: Vec::new(),
            test,
            confirmation: Confirmation::default(),
            heaps: Vec::new(),
        },
    })
}
