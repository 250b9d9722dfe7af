//! Solvers of constrained Horn clauses.

use crate::limits::Limits;
use abide_logic::{Func, Term, Var};

/// Clauses over relations, and the question whether one of them can be derived.
pub struct HornProblem {
    /// All relations but the goal.
    pub relations: Vec<HornRelation>,
    /// The clauses.
    pub clauses: Vec<HornClause>,
    /// A relation without arguments that should not be derived.
    pub goal: Func,
    /// Integer variables that no clause has, over which lemmas may be quantified.
    pub bound: Vec<Var>,
}

/// A relation, and the variables that lemmas name its arguments by.
pub struct HornRelation {
    /// The relation; its result is Boolean.
    pub func: Func,
    /// One for each argument, of the same sort.
    pub params: Vec<Var>,
}

/// What is in its tail implies its head, for all values of its variables.
pub struct HornClause {
    /// Formulas; some are applications of relations.
    pub tail: Vec<Term>,
    /// An application of a relation.
    pub head: Term,
}

/// Which lemmas are looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Generalisation {
    /// Those without quantifiers, each from one failed step.
    Ground,
    /// Those without quantifiers, also from what earlier lemmas have in common.
    Guided,
    /// Universally quantified ones, too.
    Quantified,
}

/// What a solver came to think of the relations. Nobody has proved any of it.
#[derive(Clone, Debug, Default)]
pub struct Lemmas {
    /// By relation: formulas over its parameters that hold wherever the relation does, if the solver is right.
    pub of: Vec<Vec<Term>>,
    /// Does the solver say that the goal cannot be derived, because of these?
    pub solved: bool,
}

/// A solver of Horn clauses.
pub trait HornSolver: Send + Sync {
    /// Lemmas about the relations, from the search for a solution that is found within `limits` or not.
    fn lemmas(&self, problem: &HornProblem, generalisation: Generalisation, limits: &Limits) -> Lemmas;
}
