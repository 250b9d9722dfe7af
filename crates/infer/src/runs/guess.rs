//! Inputs that are made without a prover.

use super::mutate::Mutation;
use super::vary;
use abide_base::Budget;
use abide_exec::local_search::{Repair, is_link};
use abide_exec::{Draw, LocalSearch, Values};
use abide_ir::cfg::Cfg;
use abide_logic::eval::charged;
use abide_logic::{Int, Sort, Value, Var};
use std::collections::BTreeSet;
use std::ops::ControlFlow;

/// Tries an input, with a seed for what is arbitrary in its run, and says whether it satisfies
/// what is assumed; or that nothing more is to be tried.
pub type Try<'t> = dyn FnMut(Values, u64) -> ControlFlow<(), bool> + 't;

/// Inputs of a routine.
#[derive(Clone, Copy)]
pub struct Inputs<'a> {
    /// Its graph.
    pub cfg: &'a Cfg,
    /// All its variables.
    pub vars: &'a BTreeSet<Var>,
    /// Those whose first values matter.
    pub open: &'a [Var],
    /// What puts inputs right that the language does not allow.
    pub repair: &'a Repair<'a>,
}

impl Inputs<'_> {
    /// All small values of a few integer inputs, then so many small changes of earlier inputs.
    pub fn guessed(&self, changes: u64, budget: &Budget, run: &mut Try) {
        let run = &mut |state, seed| match (budget.check(), (self.repair)(state)) {
            (Ok(()), Some(state)) => charged(budget, || run(state, seed)),
            (Ok(()), None) => ControlFlow::Continue(false),
            (Err(_), _) => ControlFlow::Break(()),
        };
        if self.small(run).is_continue() {
            let _ = self.changed(changes, run);
        }
    }

    /// Inputs with linked objects, by [`LocalSearch`] from nothing for so many changes, if the
    /// routine has any.
    pub fn linked(&self, changes: usize, budget: &Budget, run: &mut Try) {
        if !self.open.iter().any(is_link) {
            return;
        }
        let search = LocalSearch {
            cfg: self.cfg,
            open: self.open,
            numbers: &vary::numbers(self.cfg),
            repair: self.repair,
        };
        let mut seed = 0;
        search.inputs(self.zero(), changes, budget, &mut |input| {
            seed += 1;
            charged(budget, || run(input, seed)).map_continue(|_| ())
        });
    }

    fn zero(&self) -> Values {
        self.vars.iter().map(|v| (v.clone(), Value::zero(v.sort()))).collect()
    }

    fn small(&self, run: &mut Try) -> ControlFlow<()> {
        let open = self.open;
        if open.iter().any(|v| *v.sort() != Sort::Int) || open.len() > 2 || open.is_empty() {
            return ControlFlow::Continue(());
        }
        let side: i64 = if open.len() < 2 { 12 } else { 6 };
        let total = side.pow(open.len() as u32);
        for number in 0..total {
            let mut state = self.zero();
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
    fn changed(&self, changes: u64, run: &mut Try) -> ControlFlow<()> {
        let open = self.open;
        let numbers = vary::numbers(self.cfg);
        let mutation = Mutation {
            first: self.zero(),
            open,
            // without inputs, runs differ in what is arbitrary only
            trials: if open.is_empty() {
                changes.min(changes / 4 + 2)
            } else {
                changes
            },
            seed: 7,
        };
        let vary = |draw: &mut Draw, state: &mut Values| {
            vary::shuffle(draw, open, state);
            let var = &open[draw.below(open.len())];
            if *var.sort() == Sort::Int && !numbers.is_empty() && draw.below(3) == 0 {
                let near = Int::from(draw.below(3)) - Int::ONE;
                state.insert(var.clone(), Value::Int(&numbers[draw.below(numbers.len())] + near));
            }
        };
        mutation.search(vary, |state, trial| {
            let is_input = run(state.clone(), trial)?;
            ControlFlow::Continue(is_input.then_some(state))
        })
    }
}
