//! Inputs that are made without a prover.

use super::vary;
use abide_base::Budget;
use abide_exec::climb::{Repair, is_link};
use abide_exec::{Climb, Draw, Values};
use abide_ir::cfg::Cfg;
use abide_logic::eval::charged;
use abide_logic::{Int, Sort, Value, Var};
use std::collections::BTreeSet;
use std::ops::ControlFlow;

/// Inputs kept to be changed.
const POOL: usize = 64;

/// Tries an input, with a seed for what is arbitrary in its run, and says whether it satisfies
/// what is assumed; or that nothing more is to be tried.
pub type Try<'t> = dyn FnMut(Values, u64) -> ControlFlow<(), bool> + 't;

/// All small values of a few integer inputs, then so many small changes of earlier inputs; `open` are the
/// variables whose first values matter.
pub fn guessed(cfg: &Cfg, vars: &BTreeSet<Var>, open: &[Var], changes: u64, budget: &Budget, run: &mut Try) {
    let zero = zero(vars);
    let run = &mut |state, seed| match budget.check() {
        Ok(()) => charged(budget, || run(state, seed)),
        Err(_) => ControlFlow::Break(()),
    };
    if small(open, &zero, run).is_continue() {
        let _ = changed(cfg, open, zero, changes, run);
    }
}

/// Inputs with linked objects, by going downhill from nothing ([`Climb`]) for so many changes, if the routine
/// has any. What the language does not allow is put right by `repair`.
pub fn linked(
    cfg: &Cfg,
    vars: &BTreeSet<Var>,
    open: &[Var],
    (changes, repair): (usize, &Repair),
    budget: &Budget,
    run: &mut Try,
) {
    if !open.iter().any(is_link) {
        return;
    }
    let climb = Climb {
        cfg,
        open,
        numbers: &vary::numbers(cfg),
        repair,
    };
    let mut seed = 0;
    climb.inputs(zero(vars), changes, budget, &mut |input| {
        seed += 1;
        charged(budget, || run(input, seed)).map_continue(|_| ())
    });
}

fn zero(vars: &BTreeSet<Var>) -> Values {
    vars.iter().map(|v| (v.clone(), Value::zero(v.sort()))).collect()
}

fn small(open: &[Var], zero: &Values, run: &mut Try) -> ControlFlow<()> {
    if open.iter().any(|v| *v.sort() != Sort::Int) || open.len() > 2 || open.is_empty() {
        return ControlFlow::Continue(());
    }
    let side: i64 = if open.len() < 2 { 12 } else { 6 };
    let total = side.pow(open.len() as u32);
    for number in 0..total {
        let mut state = zero.clone();
        let mut rest = number;
        for var in open {
            state.insert(var.clone(), Value::int(rest % side - 2));
            rest /= side;
        }
        run(state, number as u64)?;
    }
    ControlFlow::Continue(())
}

/// The numbers of the program are among the changes.
fn changed(cfg: &Cfg, open: &[Var], first: Values, changes: u64, run: &mut Try) -> ControlFlow<()> {
    let numbers = vary::numbers(cfg);
    let mut draw = Draw::seeded(7);
    let mut pool = vec![first];
    for trial in 0..changes {
        let mut state = pool[draw.below(pool.len())].clone();
        if trial > 0 && !open.is_empty() {
            for _ in 0..=draw.below(4) {
                draw.change(&mut state, open);
            }
            vary::shuffle(&mut draw, open, &mut state);
            let var = &open[draw.below(open.len())];
            if *var.sort() == Sort::Int && !numbers.is_empty() && draw.below(3) == 0 {
                let near = Int::from(draw.below(3)) - Int::ONE;
                state.insert(var.clone(), Value::Int(&numbers[draw.below(numbers.len())] + near));
            }
        }
        if run(state.clone(), trial)? && pool.len() < POOL {
            pool.push(state);
        }
        if open.is_empty() && trial > changes / 4 {
            break;
        }
    }
    ControlFlow::Continue(())
}
