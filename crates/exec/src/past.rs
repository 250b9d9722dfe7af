//! Runs that come to a state a second time.

use crate::state::Values;
use abide_ir::cfg::BlockId;

/// A state that a run was in since it last had a choice, by Brent's method: the one at the last arrival whose number
/// is a power of two. A run that is in the same state again never ends.
#[derive(Default)]
pub(crate) struct Past {
    arrivals: usize,
    seen: Option<(BlockId, Values)>,
}

impl Past {
    /// Is the run where it was before?
    pub(crate) fn is_repeated(&mut self, at: BlockId, state: &Values) -> bool {
        if self
            .seen
            .as_ref()
            .is_some_and(|(block, seen)| *block == at && seen == state)
        {
            return true;
        }
        self.arrivals += 1;
        if self.arrivals.is_power_of_two() && self.arrivals >= SHORT {
            self.seen = Some((at, state.clone()));
        }
        false
    }
}

/// Runs with fewer arrivals are too short to be worth it.
const SHORT: usize = 16;
