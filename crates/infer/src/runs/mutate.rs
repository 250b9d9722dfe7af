//! Inputs that are small changes of earlier ones.

use abide_exec::{Draw, Values};
use abide_logic::Var;
use std::ops::ControlFlow;

/// Inputs kept to be changed.
const POOL: usize = 64;

/// A search for inputs by mutation: each is a change of one that satisfied what is assumed.
pub struct Mutation<'a> {
    /// The first input.
    pub first: Values,
    /// The variables that are changed.
    pub open: &'a [Var],
    /// How many inputs are tried.
    pub trials: u64,
    /// For what is drawn.
    pub seed: u64,
}

impl Mutation<'_> {
    /// Tries inputs with `run`, which gets the number of the trial and says what is kept of the input to be
    /// changed again, or that nothing more is to be tried. `vary` may change an input further.
    pub fn search(
        self,
        mut vary: impl FnMut(&mut Draw, &mut Values),
        mut run: impl FnMut(Values, u64) -> ControlFlow<(), Option<Values>>,
    ) -> ControlFlow<()> {
        let mut draw = Draw::seeded(self.seed);
        let mut pool = vec![self.first];
        for trial in 0..self.trials {
            let mut input = pool[draw.below(pool.len())].clone();
            if trial > 0 && !self.open.is_empty() {
                for _ in 0..=draw.below(4) {
                    draw.change(&mut input, self.open);
                }
                vary(&mut draw, &mut input);
            }
            if let Some(kept) = run(input, trial)?
                && pool.len() < POOL
            {
                pool.push(kept);
            }
        }
        ControlFlow::Continue(())
    }
}
