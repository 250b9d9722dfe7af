//! A check, split into questions that are asked one by one.
//!
//! A question is a list of facts that must contradict each other: what was assumed and asserted on one
//! way to the check, and last the negation of one part of its formula. Variables stand for their values,
//! and what there is gets a name, so that fewer quantifiers are left.

use crate::{CutGraph, PassiveCheck, Point};
use abide_ir::cfg::{BlockId, Command, CommandKind};
use abide_logic::{Kind, Quantifier, Sort, Subst, Term, Var};
use std::collections::BTreeSet;

/// Questions of one check and ways to it, at the most; blocks passed on the way to find these.
const MOST: usize = 64;
const PASSED: usize = 4_000;

/// The facts of each question; nothing if there are too many.
pub fn questions(graph: &CutGraph, vars: &BTreeSet<Var>, check: &PassiveCheck) -> Option<Vec<Vec<Term>>> {
    let mut ways = Ways {
        graph,
        leading: graph.leading_to(&[check.block]),
        next_tag: graph.next_tag,
        found: Vec::new(),
        passed: 0,
    };
    let start = Way {
        facts: Vec::new(),
        point: Point {
            reached: Term::tt(),
            state: vars.iter().map(|v| (v.clone(), v.term())).collect(),
        },
    };
    ways.from(graph.entry, start, check);
    // a way that was not gone to its end is one that was not asked about
    if ways.are_too_many() {
        return None;
    }
    let mut questions = Vec::new();
    for way in ways.found {
        if questions.len() > MOST {
            return None;
        }
        questions.extend(split(&way.facts, &way.point.at(&check.check.formula)));
    }
    (questions.len() <= MOST).then_some(questions)
}

/// A way through the graph: what is known on it, and the values of the variables at its end.
#[derive(Clone)]
struct Way {
    facts: Vec<Term>,
    point: Point,
}

/// The ways to a check.
struct Ways<'a> {
    graph: &'a CutGraph,
    leading: BTreeSet<BlockId>,
    next_tag: u32,
    found: Vec<Way>,
    /// Blocks passed.
    passed: usize,
}

impl Way {
    /// Learns a formula; says whether the way can still be gone.
    fn learn(&mut self, formula: &Term) -> bool {
        let fact = self.point.at(formula);
        if !fact.is_true() && !self.facts.contains(&fact) {
            self.facts.push(fact.clone());
        }
        !fact.is_false() && !self.facts.contains(&Term::not(fact))
    }
}

impl Ways<'_> {
    fn are_too_many(&self) -> bool {
        self.found.len() > MOST || self.passed > PASSED
    }

    /// Goes on from the beginning of a block.
    fn from(&mut self, block: BlockId, mut way: Way, check: &PassiveCheck) {
        self.passed += 1;
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
        if !commands.iter().all(|c| self.pass(c, &mut way)) {
            return;
        }
        if is_here {
            self.found.push(way);
            return;
        }
        for edge in &there.edges {
            let mut on = way.clone();
            if self.leading.contains(&edge.to) && on.learn(&edge.guard) {
                self.from(edge.to, on, check);
            }
        }
    }

    /// Passes a command; says whether that is possible.
    fn pass(&mut self, command: &Command, way: &mut Way) -> bool {
        match &command.kind {
            CommandKind::Assign(pairs) => {
                let values: Vec<Term> = pairs.iter().map(|(_, t)| way.point.at(t)).collect();
                for ((var, _), value) in pairs.iter().zip(values) {
                    way.point.state.insert_mut(var.clone(), value);
                }
                true
            }
            CommandKind::Havoc(vars) => {
                for var in vars {
                    self.next_tag += 1;
                    let any = var.with_tag(self.next_tag - 1).term();
                    way.point.state.insert_mut(var.clone(), any);
                }
                true
            }
            CommandKind::Assume(formula) => way.learn(formula),
            CommandKind::Assert(check) => way.learn(&check.formula),
        }
    }
}

/// The facts of each question that a sequent is split into.
fn split(assumptions: &[Term], goal: &Term) -> Vec<Vec<Term>> {
    let mut splitter = Splitter {
        next_tag: assumptions.iter().chain([goal]).map(Term::free_tag).max().unwrap_or(0),
        questions: Vec::new(),
    };
    let mut facts = Vec::new();
    for assumption in assumptions {
        splitter.fact(assumption, &mut facts);
    }
    splitter.goal(facts, goal);
    splitter.questions.into_iter().map(unfolded).collect()
}

struct Splitter {
    next_tag: u32,
    questions: Vec<Vec<Term>>,
}

impl Splitter {
    /// The body with a name for each of the variables.
    fn named(&mut self, vars: &[Var], body: &Term) -> Term {
        let mut name = |v: &Var| {
            self.next_tag += 1;
            (v.clone(), v.with_tag(self.next_tag - 1).term())
        };
        vars.iter().map(&mut name).collect::<Subst>().apply(body)
    }

    fn goal(&mut self, mut facts: Vec<Term>, goal: &Term) {
        if self.questions.len() > MOST {
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
                self.questions.push(facts);
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

/// The facts with what maps are defined to be in place of their names.
fn unfolded(mut facts: Vec<Term>) -> Vec<Term> {
    while let Some((place, subst)) = facts.iter().enumerate().find_map(|(i, f)| Some((i, definition(f)?))) {
        facts.remove(place);
        facts = facts.iter().map(|f| subst.apply(f)).collect();
    }
    facts
}

/// `v == t` for a map, if `t` does not speak of `v`.
fn definition(fact: &Term) -> Option<Subst> {
    let Kind::Eq(a, b) = fact.kind() else { return None };
    let defined = [(a, b), (b, a)].into_iter().find_map(|(v, t)| {
        let var = v.as_var().filter(|var| var.sort().as_map().is_some())?;
        (!t.mentions(var)).then(|| (var.clone(), t.clone()))
    })?;
    Some(Subst::from_iter([defined]))
}
