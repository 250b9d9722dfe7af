//! The abstract control-flow graph, depth-first (algorithm 2, `BuildAbsCFG`).

use super::solve::Solver;
use super::{AbstractGraph, Points};
use crate::Subject;
use abide_abstraction::Unknown;
use abide_prover::{Limits, Prover, ProverError};
use abide_region::Valuation;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A point and the truth of the predicates tracked there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct AbstractState {
    /// By its place in [`Points::places`].
    pub point: usize,
    /// Bit *i* belongs to the *i*-th predicate tracked there.
    pub valuation: Valuation,
}

/// States of one graph, at the most.
const STATES: usize = 20_000;

/// A graph that is being built.
pub struct Build<'a> {
    solver: Solver<'a>,
    points: Points,
    /// The states reached and their numbers.
    reached: BTreeMap<AbstractState, usize>,
    states: Vec<AbstractState>,
    transitions: Vec<(usize, usize)>,
}

impl<'a> Build<'a> {
    /// Nothing is built yet.
    pub fn new(
        subject: &'a Subject<'a>,
        points: Points,
        prover: &Arc<dyn Prover>,
        limits: &Limits,
    ) -> Result<Build<'a>, ProverError> {
        Ok(Build {
            solver: Solver::open(subject, &points, prover, limits)?,
            points,
            reached: BTreeMap::new(),
            states: Vec::new(),
            transitions: Vec::new(),
        })
    }

    /// Builds all that is reachable, as far as it can be found out.
    pub fn run(mut self) -> Result<AbstractGraph, ProverError> {
        let unfinished = self.explore().err();
        Ok(AbstractGraph {
            points: self.points,
            states: self.states,
            transitions: self.transitions,
            unfinished,
            stats: self.solver.stats(),
        })
    }

    /// *Build(i, v)*, without recursion: the successors found last are explored first.
    fn explore(&mut self) -> Result<(), Unknown> {
        let start = AbstractState {
            point: 0,
            valuation: Valuation(0),
        };
        self.number(start);
        let mut work = vec![start];
        while let Some(state) = work.pop() {
            if self.states.len() > STATES {
                return Err(Unknown(format!(
                    "the abstract control-flow graph has more than {STATES} states"
                )));
            }
            let (from, _) = self.number(state);
            let successors = self.solver.successors(&self.points, state.point, state.valuation)?;
            for (point, valuation) in successors {
                let next = AbstractState { point, valuation };
                let (to, is_new) = self.number(next);
                self.transitions.push((from, to));
                if is_new {
                    work.push(next);
                }
            }
        }
        Ok(())
    }

    /// The number of a state, and whether it was not reached before.
    fn number(&mut self, state: AbstractState) -> (usize, bool) {
        let next = self.states.len();
        let number = *self.reached.entry(state).or_insert(next);
        if number == next {
            self.states.push(state);
        }
        (number, number == next)
    }
}
