//! Constrained Horn clauses (Bjørner, Gurfinkel, McMillan & Rybalchenko, *Horn clause solvers
//! for program verification*, 2015, section 3), in the large-block form.
//!
//! A relation stands for the states that come to a point: one for each loop head and each
//! block that is entered from several places. From a point to the next ones the graph is a
//! tree, whose passive form is the body of a clause:
//!
//! ```text
//!   R(x) ∧ passive(from R to S) ⇒ S(x')           for each point S that R leads to directly
//!   R(x) ∧ passive(from R) ∧ ⋁ fails ⇒ error      for the checks on the way
//! ```
//!
//! So a tree is written once for its checks and once for each point that it leads to; there
//! are as many relations as there are joins, and no path is written by itself.
//!
//! * `functions` and `quantifiers` rewrite what solvers of Horn clauses do not take, `relax` leaves it out.
//! * `regions` cuts the graph at the points and finds what is live there.
//! * `body` takes from the passive form what a clause needs, `normal` brings it into the form of CHC-COMP.

mod body;
mod functions;
mod normal;
mod quantifiers;
mod regions;
mod relax;

pub use normal::{Clause, normal};

use crate::Passive;
use abide_ir::Check;
use abide_ir::cfg::{BlockId, Cfg, LoopId};
use abide_logic::{Func, Sort, Term, Var};
use regions::{Point, Regions};
use std::collections::{BTreeMap, BTreeSet};

/// The Horn clauses of a routine.
pub struct System {
    /// The relations, in program order.
    pub relations: Vec<Relation>,
    /// The clauses.
    pub clauses: Vec<Stated>,
    /// The variables that stand for functions: `f(x, y)` is `f[x][y]`.
    pub functions: BTreeMap<Var, Func>,
}

/// The relation of a point.
pub struct Relation {
    /// The relation.
    pub func: Func,
    /// Its arguments: the variables that are live at the point.
    pub params: Vec<Var>,
    /// The loop, if the point is a loop's head.
    pub head_of: Option<LoopId>,
}

/// A clause, and what it is about.
pub struct Stated {
    /// The point that it begins at.
    pub from: String,
    /// Where it leads to.
    pub to: Target,
    /// The clause.
    pub clause: Clause,
}

/// Where a clause leads to.
pub enum Target {
    /// A point.
    Point(String),
    /// The failure of one of these checks.
    Failure(Vec<Check>),
}

/// A routine whose clauses are wanted.
pub struct Subject<'a> {
    /// Its graph.
    pub cfg: Cfg,
    /// Its variables.
    pub vars: &'a BTreeSet<Var>,
    /// Its name, with which the names of the relations begin.
    pub name: &'a str,
    /// What holds when a check has failed.
    pub error: &'a Func,
}

impl System {
    /// The clauses say what the routine does, no more and no less. Invariants of loops are checked, not assumed.
    pub fn exact(mut subject: Subject<'_>) -> System {
        let functions = functions::eliminate(&mut subject.cfg);
        let mut regions = Regions::of(&subject.cfg);
        let graph = &mut regions.graph;
        let more = quantifiers::eliminate(&mut graph.blocks, &mut graph.next_tag);
        let vars = subject.vars.iter().cloned().chain(more).collect();
        let (relations, clauses) = clauses(&subject, regions, &vars, &|_| Term::tt());
        System {
            relations,
            clauses,
            functions,
        }
    }

    /// The clauses have every run of the routine and maybe others, because what solvers do not take is left out.
    /// Only the checks that are wanted can fail; the others are passed. Invariants of loops are checked, if they are
    /// wanted, and assumed. What is assumed of all elements before the first point stays if that is `universal`.
    pub fn relaxed(mut subject: Subject<'_>, wanted: &dyn Fn(&Check) -> bool, universal: bool) -> System {
        let hidden = relax::hide_functions(&mut subject.cfg);
        let functions = functions::eliminate(&mut subject.cfg);
        let mut regions = Regions::of(&subject.cfg);
        let first = if universal {
            regions.before_points()
        } else {
            BTreeSet::new()
        };
        let graph = &mut regions.graph;
        relax::pass_unwanted(&mut graph.blocks, wanted);
        let more = quantifiers::eliminate(&mut graph.blocks, &mut graph.next_tag);
        relax::drop_quantifiers(&mut graph.blocks, &first);
        let vars = subject.vars.iter().cloned().chain(hidden).chain(more).collect();
        let cfg = &subject.cfg;
        let known = |block: BlockId| {
            let specs = cfg.loop_at(block).map(|l| &cfg.natural_loop(l).spec.invariants);
            let formulas = specs.into_iter().flatten().map(|check| check.formula.clone());
            Term::and(formulas.filter(|f| !f.has_quantifier()))
        };
        let (relations, clauses) = clauses(&subject, regions, &vars, &known);
        System {
            relations,
            clauses,
            functions,
        }
    }

    /// The number of distinct terms in the clauses, roughly.
    pub fn size(&self) -> usize {
        let all = self.clauses.iter().flat_map(|c| &c.clause.tail);
        all.map(Term::size).sum()
    }
}

fn clauses(
    subject: &Subject<'_>,
    mut regions: Regions,
    vars: &BTreeSet<Var>,
    known: &dyn Fn(BlockId) -> Term,
) -> (Vec<Relation>, Vec<Stated>) {
    let relation = |point: &Point| {
        let sorts = point.live.iter().map(|v| v.sort().clone()).collect();
        predicate(format!("{} {}", subject.name, point.name), sorts)
    };
    let holds = |point: &Point, at: &dyn Fn(&Var) -> Term| -> Term {
        Term::apply(relation(point), point.live.iter().map(at).collect())
    };
    let (mut relations, mut clauses) = (Vec::new(), Vec::new());
    for from in regions.sources() {
        let (came, source) = match regions.point(from) {
            Some(point) => {
                relations.push(Relation {
                    func: relation(point),
                    params: point.live.iter().cloned().collect(),
                    head_of: subject.cfg.loop_at(from),
                });
                (Term::and([holds(point, &Var::term), known(from)]), point.name.clone())
            }
            None => (Term::tt(), "entry".to_string()),
        };
        regions.enter(from);
        for (end, to) in regions.ends() {
            let passive = Passive::leading_to(&regions.graph, &[end], vars);
            let reached = &passive.ends[&end];
            let point = regions.point(to).expect("ends lead to points");
            let head = holds(point, &|v| reached.state.get(v).cloned().unwrap_or_else(|| v.term()));
            clauses.push(Stated {
                from: source.clone(),
                to: Target::Point(point.name.clone()),
                clause: body::clause(&passive, came.clone(), reached.reached.clone(), head),
            });
        }
        let passive = Passive::whole(&regions.graph, vars);
        if passive.checks.is_empty() {
            continue;
        }
        let fails = Term::or(passive.checks.iter().map(|c| c.fails.clone()));
        let error = Term::apply(subject.error.clone(), Vec::new());
        clauses.push(Stated {
            from: source.clone(),
            to: Target::Failure(passive.checks.iter().map(|c| c.check.clone()).collect()),
            clause: body::clause(&passive, came.clone(), fails, error),
        });
    }
    (relations, clauses)
}

/// A relation.
pub fn predicate(name: String, params: Vec<Sort>) -> Func {
    Func {
        name: name.into(),
        params,
        result: Sort::Bool,
    }
}

#[cfg(test)]
mod tests;
