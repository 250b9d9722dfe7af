//! The passive form: an acyclic graph as formulas, linear in its size.
//!
//! Every assignment defines a new version of its variable (single assignment). Control flow is
//! expressed by Boolean variables that imply what must have happened:
//!
//! ```text
//!   begin(b) ⇒ ⋁ edge(p,b)
//!   edge(p,b) ⇒ end(p) ∧ guard ∧ (versions merged at b) = (versions at the end of p)
//!   step     ⇒ previous step ∧ fact              for each assume and each assert passed
//!   fails(a) ⇒ step before a ∧ ¬formula          for each assert a
//!   end(b)   = the last step
//! ```
//!
//! A model of `end(b)` is a run that reaches the end of `b`: the paper's
//! *Norm*, existentially. A model of `fails(a)` is a run whose first failure is `a`: *Wrong*.
//! The formulas are implications, so several queries share one solver context.

use crate::CutGraph;
use abide_ir::Check;
use abide_ir::cfg::{BlockId, CommandKind, Edge};
use abide_logic::{Kind, Sort, Subst, Term, Var};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// The version of each variable at a point.
pub type State = rpds::RedBlackTreeMapSync<Var, Term>;

/// The formulas of a graph, or of the part that leads to certain blocks.
#[derive(Clone, Debug)]
pub struct Passive {
    /// To be asserted, all of them.
    pub formulas: Vec<Term>,
    /// The ends of the blocks.
    pub ends: BTreeMap<BlockId, Point>,
    /// The checks, in program order.
    pub checks: Vec<PassiveCheck>,
    /// No variable of the formulas has this tag or a higher one.
    pub next_tag: u32,
}

/// A point of the program.
#[derive(Clone, Debug)]
pub struct Point {
    /// Implies that a run reaches the point.
    pub reached: Term,
    /// The versions of the variables.
    pub state: State,
}

/// A check of the program.
#[derive(Clone, Debug)]
pub struct PassiveCheck {
    /// Implies that a run reaches the check and fails there.
    pub fails: Term,
    /// The check.
    pub check: Check,
    /// The block it stands in.
    pub block: BlockId,
    /// Its place among the commands of the block.
    pub place: usize,
    /// The point before it.
    pub before: Point,
}

impl Point {
    /// `term`, over the program's variables, at this point.
    pub fn at(&self, term: &Term) -> Term {
        let vars = term.free_vars();
        let known = vars
            .into_iter()
            .filter_map(|v| self.state.get(&v).map(|t| (v.clone(), t.clone())));
        known.collect::<Subst>().apply(term)
    }
}

impl Passive {
    /// The passive form of what leads to `ends`, over the variables `vars`. What every run assumes at its
    /// start is asserted for all queries, so a session can hold no other form.
    pub fn leading_to(graph: &CutGraph, ends: &[BlockId], vars: &BTreeSet<Var>) -> Passive {
        Passive::encode(graph, ends, vars, true)
    }

    /// The same for a session that also holds other forms over the same variables.
    pub fn beside_others(graph: &CutGraph, ends: &[BlockId], vars: &BTreeSet<Var>) -> Passive {
        Passive::encode(graph, ends, vars, false)
    }

    fn encode(graph: &CutGraph, ends: &[BlockId], vars: &BTreeSet<Var>, alone: bool) -> Passive {
        let wanted = graph.leading_to(ends);
        let mut encoder = Encoder {
            passive: Passive {
                formulas: Vec::new(),
                ends: BTreeMap::new(),
                checks: Vec::new(),
                next_tag: graph.next_tag,
            },
            incoming: HashMap::new(),
            alone,
        };
        for block in graph.order.iter().filter(|b| wanted.contains(b)) {
            encoder.block(graph, *block, &wanted, vars);
        }
        encoder.passive
    }

    /// The passive form of the whole graph.
    pub fn whole(graph: &CutGraph, vars: &BTreeSet<Var>) -> Passive {
        Passive::leading_to(graph, &graph.order, vars)
    }

    /// Joins several points: where one of them is reached, in its state.
    pub fn join(&mut self, points: &[Point]) -> Point {
        self.merge("join", points.iter().map(|p| (p.clone(), Term::tt())).collect())
    }

    /// A new Boolean variable.
    pub fn fresh_bool(&mut self, name: &str) -> Term {
        self.fresh(name, Sort::Bool).term()
    }

    /// A new variable.
    pub fn fresh(&mut self, name: &str, sort: Sort) -> Var {
        self.next_tag += 1;
        Var::new(name, self.next_tag - 1, sort)
    }

    /// begin ⇒ ⋁ edges, and edge ⇒ the point it comes from ∧ guard ∧ equal versions.
    fn merge(&mut self, name: &str, edges: Vec<(Point, Term)>) -> Point {
        let (first, rest) = edges.split_first().expect("a reachable block has a predecessor");
        let mut state = first.0.state.clone();
        let mut merged: Vec<(Var, Var)> = Vec::new();
        for (var, version) in &first.0.state {
            if rest.iter().any(|(p, _)| p.state.get(var) != Some(version)) {
                let fresh = self.fresh(var.name(), var.sort().clone());
                state.insert_mut(var.clone(), fresh.term());
                merged.push((var.clone(), fresh));
            }
        }
        let begin = self.fresh_bool(name);
        let mut incoming = Vec::new();
        for (point, guard) in &edges {
            let equal = merged
                .iter()
                .map(|(var, fresh)| Term::eq(fresh.term(), point.state[var].clone()));
            let facts = Term::and([point.reached.clone(), guard.clone()].into_iter().chain(equal));
            if edges.len() == 1 {
                incoming.push(facts);
            } else {
                let edge = self.fresh_bool("edge");
                self.formulas.push(Term::implies(edge.clone(), facts));
                incoming.push(edge);
            }
        }
        self.formulas.push(Term::implies(begin.clone(), Term::or(incoming)));
        Point { reached: begin, state }
    }
}

struct Encoder {
    passive: Passive,
    /// For each block, the ends and guards of the edges that lead to it.
    incoming: HashMap<BlockId, Vec<(Point, Term)>>,
    /// Is this the only form of its session?
    alone: bool,
}

impl Encoder {
    fn block(&mut self, graph: &CutGraph, id: BlockId, wanted: &BTreeSet<BlockId>, vars: &BTreeSet<Var>) {
        let mut point = if id == graph.entry {
            Point {
                reached: Term::tt(),
                state: vars.iter().map(|v| (v.clone(), v.term())).collect(),
            }
        } else {
            let edges = self.incoming.remove(&id).expect("predecessors come first");
            self.passive.merge("begin", edges)
        };
        for (place, command) in graph.blocks[id.index()].commands.iter().enumerate() {
            match &command.kind {
                CommandKind::Assign(pairs) => self.assign(&mut point, pairs),
                CommandKind::Havoc(vars) => {
                    for var in vars {
                        let version = self.passive.fresh(var.name(), var.sort().clone()).term();
                        point.state.insert_mut(var.clone(), version);
                    }
                }
                // what every run assumes at its start holds for all queries
                CommandKind::Assume(formula) if self.alone && point.reached.is_true() => {
                    self.passive.formulas.push(point.at(formula));
                }
                CommandKind::Assume(formula) => self.step(&mut point, formula),
                CommandKind::Assert(check) => {
                    let failing = Term::not(point.at(&check.formula));
                    if failing.is_false() {
                        continue;
                    }
                    let fails = self.passive.fresh_bool("fails");
                    let facts = Term::and([point.reached.clone(), failing]);
                    self.passive.formulas.push(Term::implies(fails.clone(), facts));
                    self.passive.checks.push(PassiveCheck {
                        fails,
                        check: check.clone(),
                        block: id,
                        place,
                        before: point.clone(),
                    });
                    self.step(&mut point, &check.formula);
                }
            }
        }
        for Edge { guard, to } in graph.blocks[id.index()].edges.iter().filter(|e| wanted.contains(&e.to)) {
            let guard = point.at(guard);
            self.incoming.entry(*to).or_default().push((point.clone(), guard));
        }
        self.passive.ends.insert(id, point);
    }

    /// The right-hand sides are read in the old state; a new version is defined for each.
    fn assign(&mut self, point: &mut Point, pairs: &[(Var, Term)]) {
        let values: Vec<Term> = pairs.iter().map(|(_, t)| point.at(t)).collect();
        for ((var, _), value) in pairs.iter().zip(values) {
            let version = match value.kind() {
                Kind::Var(_) | Kind::Bool(_) | Kind::Int(_) | Kind::Null => value,
                _ => {
                    let version = self.passive.fresh(var.name(), var.sort().clone()).term();
                    self.passive.formulas.push(Term::eq(version.clone(), value));
                    version
                }
            };
            point.state.insert_mut(var.clone(), version);
        }
    }

    fn step(&mut self, point: &mut Point, formula: &Term) {
        let fact = point.at(formula);
        if fact.is_true() {
            return;
        }
        let step = self.passive.fresh_bool("step");
        let facts = Term::and([point.reached.clone(), fact]);
        self.passive.formulas.push(Term::implies(step.clone(), facts));
        point.reached = step;
    }
}
