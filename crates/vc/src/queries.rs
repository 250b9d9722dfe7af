//! A check, split into queries: one for each path to it and each part of its formula.
//!
//! A query is a list of facts that must be contradictory: what was assumed and asserted on one path to the
//! check, and last the negation of one part of its formula. Variables are replaced by their values, and
//! existential quantifiers by fresh constants.

use crate::{CutGraph, PassiveCheck, Point};
use abide_ir::cfg::{BlockId, Command, CommandKind};
use abide_logic::{Kind, Quantifier, Sort, Subst, Term, Var};
use std::collections::BTreeSet;

/// Queries of one check and paths to it, at most; blocks visited to find these.
const MOST: usize = 64;
const VISITED: usize = 4_000;

/// The facts of each query; nothing if there are too many.
pub fn queries(graph: &CutGraph, vars: &BTreeSet<Var>, check: &PassiveCheck) -> Option<Vec<Vec<Term>>> {
    let mut paths = Paths {
        graph,
        leading: graph.leading_to(&[check.block]),
        next_tag: graph.next_tag,
        found: Vec::new(),
        visited: 0,
    };
    let start = Path {
        facts: Vec::new(),
        point: Point {
            reached: Term::tt(),
            state: vars.iter().map(|v| (v.clone(), v.term())).collect(),
        },
    };
    paths.from(graph.entry, start, check);
    // a path that was not followed to its end has no query
    if paths.are_too_many() {
        return None;
    }
    let mut queries = Vec::new();
    for path in paths.found {
        if queries.len() > MOST {
            return None;
        }
        queries.extend(split(&path.facts, &path.point.at(&check.check.formula)));
    }
    (queries.len() <= MOST).then_some(queries)
}

/// A path through the graph: what is known on it, and the values of the variables at its end.
#[derive(Clone)]
struct Path {
    facts: Vec<Term>,
    point: Point,
}

/// The paths to a check.
struct Paths<'a> {
    graph: &'a CutGraph,
    leading: BTreeSet<BlockId>,
    next_tag: u32,
    found: Vec<Path>,
    /// Blocks visited.
    visited: usize,
}

impl Path {
    /// Adds a formula; says whether the path may still be feasible.
    fn learn(&mut self, formula: &Term) -> bool {
        let fact = self.point.at(formula);
        if !fact.is_true() && !self.facts.contains(&fact) {
            self.facts.push(fact.clone());
        }
        !fact.is_false() && !self.facts.contains(&Term::not(fact))
    }
}

impl Paths<'_> {
    fn are_too_many(&self) -> bool {
        self.found.len() > MOST || self.visited > VISITED
    }

    /// Follows the paths from the start of a block.
    fn from(&mut self, block: BlockId, mut path: Path, check: &PassiveCheck) {
        self.visited += 1;
        if self.are_too_many() {
            return;
        }
        let there = &self.graph.blocks[block.index()];
        let is_here = block == check.block;
        let commands = if is_here {
            &there.commands[..check.place]
        } else {
            &there.commands
        };
        if !commands.iter().all(|c| self.pass(c, &mut path)) {
            return;
        }
        if is_here {
            self.found.push(path);
            return;
        }
        for edge in &there.edges {
            let mut on = path.clone();
            if self.leading.contains(&edge.to) && on.learn(&edge.guard) {
                self.from(edge.to, on, check);
            }
        }
    }

    /// Executes a command symbolically; says whether the path may still be feasible.
    fn pass(&mut self, command: &Command, path: &mut Path) -> bool {
        match &command.kind {
            CommandKind::Assign(pairs) => {
                let values: Vec<Term> = pairs.iter().map(|(_, t)| path.point.at(t)).collect();
                for ((var, _), value) in pairs.iter().zip(values) {
                    path.point.state.insert_mut(var.clone(), value);
                }
                true
            }
            CommandKind::Havoc(vars) => {
                for var in vars {
                    self.next_tag += 1;
                    let any = var.with_tag(self.next_tag - 1).term();
                    path.point.state.insert_mut(var.clone(), any);
                }
                true
            }
            CommandKind::Assume(formula) => path.learn(formula),
            CommandKind::Assert(check) => path.learn(&check.formula),
        }
    }
}

/// The facts of each query that a sequent is split into.
fn split(assumptions: &[Term], goal: &Term) -> Vec<Vec<Term>> {
    let mut splitter = Splitter {
        next_tag: assumptions.iter().chain([goal]).map(Term::free_tag).max().unwrap_or(0),
        queries: Vec::new(),
    };
    let mut facts = Vec::new();
    for assumption in assumptions {
        splitter.fact(assumption, &mut facts);
    }
    splitter.goal(facts, goal);
    splitter.queries.into_iter().map(unfolded).collect()
}

struct Splitter {
    next_tag: u32,
    queries: Vec<Vec<Term>>,
}

impl Splitter {
    /// The body with a fresh constant for each of the variables.
    fn named(&mut self, vars: &[Var], body: &Term) -> Term {
        let mut name = |v: &Var| {
            self.next_tag += 1;
            (v.clone(), v.with_tag(self.next_tag - 1).term())
        };
        vars.iter().map(&mut name).collect::<Subst>().apply(body)
    }

    fn goal(&mut self, mut facts: Vec<Term>, goal: &Term) {
        if self.queries.len() > MOST {
            return;
        }
        match goal.kind() {
            Kind::And(parts) => parts.iter().for_each(|p| self.goal(facts.clone(), p)),
            Kind::Quant(Quantifier::Forall, vars, body) => {
                let body = self.named(vars, body);
                self.goal(facts, &body);
            }
            Kind::Implies(premise, conclusion) => {
                self.fact(premise, &mut facts);
                self.goal(facts, conclusion);
            }
            Kind::Eq(a, b) if *a.sort() == Sort::Bool => {
                for (a, b) in [(a, b), (b, a)] {
                    self.goal(facts.clone(), &Term::implies(a.clone(), b.clone()));
                }
            }
            Kind::Bool(true) => {}
            _ => {
                let mut denied = Vec::new();
                self.fact(&Term::not(goal.clone()), &mut denied);
                facts.push(Term::and(denied));
                self.queries.push(facts);
            }
        }
    }

    fn fact(&mut self, fact: &Term, facts: &mut Vec<Term>) {
        match fact.kind() {
            Kind::And(parts) => parts.iter().for_each(|p| self.fact(p, facts)),
            Kind::Quant(Quantifier::Exists, vars, body) => {
                let body = self.named(vars, body);
                self.fact(&body, facts);
            }
            Kind::Not(a) => match a.kind() {
                Kind::Or(parts) => parts.iter().for_each(|p| self.fact(&Term::not(p.clone()), facts)),
                Kind::Implies(a, b) => {
                    self.fact(a, facts);
                    self.fact(&Term::not(b.clone()), facts);
                }
                Kind::Quant(Quantifier::Forall, vars, body) => {
                    let body = self.named(vars, body);
                    self.fact(&Term::not(body), facts);
                }
                _ => facts.push(fact.clone()),
            },
            Kind::Bool(true) => {}
            _ if facts.contains(fact) => {}
            _ => facts.push(fact.clone()),
        }
    }
}

/// The facts with the definitions of maps inlined.
fn unfolded(mut facts: Vec<Term>) -> Vec<Term> {
    while let Some((place, subst)) = facts.iter().enumerate().find_map(|(i, f)| Some((i, definition(f)?))) {
        facts.remove(place);
        facts = facts.iter().map(|f| subst.apply(f)).collect();
    }
    facts
}

/// `v == t` for a map, if `v` does not occur in `t`.
fn definition(fact: &Term) -> Option<Subst> {
    let Kind::Eq(a, b) = fact.kind() else { return None };
    let defined = [(a, b), (b, a)].into_iter().find_map(|(v, t)| {
        let var = v.as_var().filter(|var| var.sort().as_map().is_some())?;
        (!t.mentions(var)).then(|| (var.clone(), t.clone()))
    })?;
    Some(Subst::from_iter([defined]))
}
