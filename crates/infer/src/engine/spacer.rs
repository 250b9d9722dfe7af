//! Spacer as an engine: candidates from a solver of Horn clauses.
//!
//! The routine, with what is known of its loops, is written as Horn clauses ([`abide_vc::horn`]); what is left out of
//! them only adds runs. The lemmas that the solver comes to, in a solution or on the way to none, are candidates for
//! the heads of loops like those of any source: runs contradict some, Houdini keeps what is inductive, and the rest is
//! proved again from the printed source. That the solver calls a check safe proves nothing, and that it calls a check
//! unsafe refutes nothing.

use super::{Engine, Workbench};
use crate::readable::tidy;
use crate::sources::Proposal;
use abide_ir::Check;
use abide_ir::cfg::Cfg;
use abide_logic::{Func, Kind, Term, Var};
use abide_prover::{Generalisation, HornClause, HornProblem, HornRelation, HornSolver, Limits, ProverError};
use abide_vc::horn::{self, System};
use std::collections::BTreeMap;
use std::slice;

/// What the solver of Horn clauses comes to, and nothing else.
pub struct Spacer;

const ORIGIN: &str = "a solution of the Horn clauses";

/// Above what concerns a machine's range, and what is unlikely.
const WEIGHT: i32 = 60;

/// Lemmas with quantifiers come first, where there are maps: without them elements are enumerated.
const ORDER: [Generalisation; 3] = [
    Generalisation::Quantified,
    Generalisation::Guided,
    Generalisation::Ground,
];

/// Steps of one search for a solution.
const SEARCH: u64 = 3_000_000;

/// Checks that are asked about alone when no solution was found for all of them.
const ALONE: usize = 4;

/// Terms in clauses that are worth a search: the solver's own preparations are not counted in steps.
const LARGEST: usize = 30_000;

impl Engine for Spacer {
    fn run(&self, bench: &mut Workbench) -> Result<(), ProverError> {
        let Some(solver) = bench.prover.horn() else {
            return Err(ProverError {
                message: format!("{} does not solve Horn clauses", bench.prover.name()),
                help: Some("`--engine spacer` needs `--prover z3`".into()),
            });
        };
        if bench.is_done() {
            return Ok(());
        }
        bench.horn(&*solver)?;
        if bench.is_done() {
            return Ok(());
        }
        bench.refute()
    }
}

impl Workbench<'_> {
    /// Keeps what is inductive of the lemmas of a solver of Horn clauses: those that all open checks need, then those
    /// for one of them.
    pub fn horn(&mut self, solver: &dyn HornSolver) -> Result<(), ProverError> {
        let checks = self.open().to_vec();
        self.solve(solver, &checks)?;
        for check in checks.iter().take(ALONE).filter(|_| checks.len() > 1) {
            let is_same = |other: &Check| (other.kind, other.span) == (check.kind, check.span);
            if !self.is_done() && self.open().iter().any(is_same) {
                self.solve(solver, slice::from_ref(check))?;
            }
        }
        Ok(())
    }

    /// Keeps what is inductive of the lemmas for some checks. What is known makes a search shorter or leads it astray: it
    /// is tried with and without.
    fn solve(&mut self, solver: &dyn HornSolver, checks: &[Check]) -> Result<(), ProverError> {
        for generalisation in ORDER {
            let bare = self.facts.iter().all(Vec::is_empty);
            let known = [Some(self.strengthened()), (!bare).then(|| self.cfg.clone())];
            for cfg in known.into_iter().flatten() {
                let system = self.system(cfg, checks, generalisation);
                if self.is_done() || system.size() > LARGEST {
                    return Ok(());
                }
                if generalisation != Generalisation::Quantified || has_maps(&system) {
                    let proposals = self.lemmas(solver, system, generalisation);
                    self.houdini(&proposals)?;
                }
            }
        }
        Ok(())
    }

    /// The routine as Horn clauses, in which some checks fail.
    fn system(&self, cfg: Cfg, checks: &[Check], generalisation: Generalisation) -> System {
        let subject = horn::Subject {
            cfg,
            vars: self.case.vars,
            name: "routine",
            error: &error(),
        };
        let is_wanted = |check: &Check| checks.iter().any(|c| (c.kind, c.span) == (check.kind, check.span));
        System::relaxed(subject, &is_wanted, generalisation == Generalisation::Quantified)
    }

    /// What a solver thinks of the heads of loops.
    fn lemmas(&self, solver: &dyn HornSolver, system: System, generalisation: Generalisation) -> Vec<Vec<Proposal>> {
        let System {
            relations,
            clauses,
            functions,
        } = system;
        let heads: Vec<_> = relations.iter().map(|r| r.head_of).collect();
        let clauses = clauses.into_iter().map(|stated| HornClause {
            tail: stated.clause.tail,
            head: stated.clause.head,
        });
        let relations = relations.into_iter().map(|relation| HornRelation {
            func: relation.func,
            params: relation.params,
        });
        let problem = HornProblem {
            relations: relations.collect(),
            clauses: clauses.collect(),
            goal: error(),
            bound: self.skolems().to_vec(),
        };
        let all = self.limits();
        let limits = Limits {
            steps: Some(SEARCH),
            // what is found must also be proved
            budget: all.budget.earlier(2),
            ..all
        };
        let lemmas = solver.lemmas(&problem, generalisation, &limits);
        let mut found = vec![Vec::new(); self.loops().count()];
        let is_solution = lemmas.solved;
        self.look(|view| {
            for (head, lemmas) in heads.into_iter().zip(lemmas.of) {
                let Some(l) = head else { continue };
                // what is no solution is not all true
                let lemmas = if is_solution { tidy(&lemmas) } else { lemmas };
                let lemmas = lemmas.iter().filter_map(|lemma| with_functions(lemma, &functions));
                let lemmas = lemmas.filter(|lemma| view.is_expressible(l, lemma));
                found[l.index()].extend(lemmas.map(|lemma| Proposal::candidate(lemma, ORIGIN).weighing(WEIGHT)));
            }
        });
        found
    }
}

/// Is a map among what is known of a state?
fn has_maps(system: &System) -> bool {
    let mut params = system.relations.iter().flat_map(|r| &r.params);
    params.any(|v| v.sort().as_map().is_some())
}

/// What holds when a check has failed.
fn error() -> Func {
    horn::predicate("error".to_string(), Vec::new())
}

/// A lemma in which functions are functions again and no maps: `f[x][y]` is `f(x, y)`; nothing if a map is used otherwise.
fn with_functions(lemma: &Term, functions: &BTreeMap<Var, Func>) -> Option<Term> {
    let applied = applied(lemma, functions);
    (!applied.mentions_any(functions.keys())).then_some(applied)
}

fn applied(t: &Term, functions: &BTreeMap<Var, Func>) -> Term {
    let mut args = Vec::new();
    let mut map = t;
    while let Kind::Select(inner, key) = map.kind() {
        args.push(key);
        map = inner;
    }
    let func = map.as_var().and_then(|v| functions.get(v));
    match func.filter(|func| func.params.len() == args.len()) {
        Some(func) => {
            let args = args.into_iter().rev().map(|arg| applied(arg, functions));
            Term::apply(func.clone(), args.collect())
        }
        None => t.map_children(&mut |c| applied(c, functions)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use abide_logic::Sort;

    #[test]
    fn maps_that_stand_for_functions_are_functions_again() {
        let sorts = vec![Sort::Int, Sort::Int];
        let map = Var::new("f", 0, Sort::map(Sort::Int, Sort::map(Sort::Int, Sort::Int)));
        let f = Func {
            name: "f".into(),
            params: sorts,
            result: Sort::Int,
        };
        let functions = BTreeMap::from([(map.clone(), f.clone())]);
        let (x, one) = (Var::new("x", 1, Sort::Int).term(), Term::int(1));
        let row = Term::select(map.term(), x.clone());
        let read = |key: &Term| Term::select(row.clone(), key.clone());
        let nested = Term::le(read(&read(&one)), x.clone());
        let apply = |y: &Term| Term::apply(f.clone(), vec![x.clone(), y.clone()]);
        assert_eq!(
            with_functions(&nested, &functions),
            Some(Term::le(apply(&apply(&one)), x.clone()))
        );
        assert_eq!(
            with_functions(&Term::eq(row.clone(), Term::select(map.term(), one)), &functions),
            None
        );
    }
}
