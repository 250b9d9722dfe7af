//! The abstract control-flow graph has exactly the states that brute force finds, on random
//! small programs, with points everywhere and at loop heads only.
//!
//! Every block of a generated program begins with the assumption that its variables are in
//! 0..=3, so all states that leave a point can be enumerated. A skolem constant ranges over all
//! integers; beyond the constants that occur its predicates do not change any more, so a window
//! stands for all.

use abide_base::Span;
use abide_infer::points::{AbstractGraph, AbstractState};
use abide_infer::{Config, Cut, Subject, given_predicates};
use abide_ir::cfg::{BlockId, Cfg, CommandKind};
use abide_ir::{Fact, Loop, LoopSpec, Routine, Stmt, StmtKind};
use abide_logic::eval::{Env, eval, holds};
use abide_logic::{Sort, Term, Value, Var};
use abide_prover::Prover;
use abide_region::Valuation;
use abide_vc::CutGraph;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

const TOP: i64 = 3;
const WINDOW: std::ops::RangeInclusive<i64> = -12..=12;

#[derive(Clone)]
struct State(BTreeMap<Var, Value>);

impl Env for State {
    fn var(&self, var: &Var) -> Option<Value> {
        self.0.get(var).cloned()
    }
}

#[derive(Clone, Debug)]
enum Code {
    Set(usize, Term),
    If(Term, Vec<Code>, Vec<Code>),
    Choose(Vec<Code>, Vec<Code>),
}

/// Two loops, one after the other or one in the other.
#[derive(Clone, Debug)]
struct Program {
    nested: bool,
    requires: Vec<Term>,
    guards: [Term; 2],
    bodies: [Vec<Code>; 2],
    predicates: [Vec<Term>; 2],
}

fn var(i: usize) -> Var {
    Var::new(["x", "y", "k"][i], i as u32, Sort::Int)
}

fn stmt(kind: StmtKind) -> Stmt {
    let span = Span::default();
    Stmt { kind, span }
}

fn fact(formula: Term) -> Fact {
    let span = Span::default();
    Fact { formula, span }
}

fn in_range() -> Stmt {
    let between = |i: usize| {
        [
            Term::le(Term::int(0), var(i).term()),
            Term::le(var(i).term(), Term::int(TOP)),
        ]
    };
    stmt(StmtKind::Assume(Term::and((0..2).flat_map(between))))
}

fn block(code: &[Code]) -> Vec<Stmt> {
    let mut all = vec![in_range()];
    for c in code {
        let (kind, joins) = match c {
            Code::Set(i, t) => (StmtKind::Assign(vec![(var(*i), t.clone())]), false),
            Code::If(a, yes, no) => (StmtKind::If(Some(a.clone()), block(yes), block(no)), true),
            Code::Choose(a, b) => (StmtKind::Choice(vec![block(a), block(b)]), true),
        };
        all.push(stmt(kind));
        if joins {
            all.push(in_range());
        }
    }
    all
}

fn routine(p: &Program) -> Routine {
    let repeat = |i: usize, more: Option<Stmt>| {
        let mut body = block(&p.bodies[i]);
        if let Some(inner) = more {
            body.push(inner);
            body.push(in_range());
        }
        stmt(StmtKind::While(Loop {
            label: None,
            spec: LoopSpec {
                predicates: p.predicates[i].iter().cloned().map(fact).collect(),
                skolems: vec![var(2)],
                ..LoopSpec::default()
            },
            prelude: vec![in_range()],
            condition: Some(p.guards[i].clone()),
            body,
        }))
    };
    let body = if p.nested {
        vec![repeat(0, Some(repeat(1, None))), in_range()]
    } else {
        vec![repeat(0, None), in_range(), repeat(1, None), in_range()]
    };
    let StmtKind::Assume(range) = in_range().kind else {
        unreachable!()
    };
    Routine {
        name: "generated".into(),
        span: Span::default(),
        inputs: vec![var(0), var(1)],
        locals: vec![],
        requires: p.requires.iter().cloned().chain([range]).map(fact).collect(),
        body,
        ensures: vec![],
        next_tag: 3,
        definitions: vec![],
        assumes: vec![],
        unread: vec![],
        calls: Default::default(),
    }
}

/// The points reached from the beginning of a block, and the states there.
fn post(cfg: &Cfg, graph: &AbstractGraph, block: BlockId, from: &State, found: &mut Vec<(usize, State)>) {
    let mut s = from.clone();
    for command in &cfg.block(block).commands {
        match &command.kind {
            CommandKind::Assign(pairs) => {
                let new: Vec<_> = pairs.iter().map(|(v, t)| (v.clone(), eval(t, &s).unwrap())).collect();
                s.0.extend(new);
            }
            CommandKind::Assume(f) if !holds(f, &s).unwrap() => return,
            CommandKind::Assume(_) => {}
            other => panic!("{other:?} is not generated"),
        }
    }
    for edge in &cfg.block(block).edges {
        if holds(&edge.guard, &s).unwrap() {
            match graph.points.at(edge.to) {
                Some(point) => found.push((point, s.clone())),
                None => post(cfg, graph, edge.to, &s, found),
            }
        }
    }
}

fn states() -> Vec<State> {
    let mut all = Vec::new();
    for x in 0..=TOP {
        for y in 0..=TOP {
            for k in WINDOW {
                let values = [x, y, k].into_iter().enumerate();
                all.push(State(values.map(|(i, v)| (var(i), Value::int(v))).collect()));
            }
        }
    }
    all
}

/// The states of the graph by enumeration of everything, over the same points.
fn brute_force(p: &Program, cfg: &Cfg, graph: &AbstractGraph) -> BTreeSet<AbstractState> {
    let points = &graph.points;
    let valuation = |point: usize, s: &State| -> Valuation {
        let tracked = points.places[point].tracked.iter();
        tracked.map(|n| holds(&points.predicates[*n], s).unwrap()).collect()
    };
    let assigned: BTreeSet<Var> = cfg.loops.iter().flat_map(|l| l.targets.clone()).collect();
    let constant = |f: &&Term| f.free_vars().iter().all(|v| !assigned.contains(v));
    let facts: Vec<&Term> = p.requires.iter().filter(constant).collect();
    let all = states();
    let all: Vec<&State> = all
        .iter()
        .filter(|s| facts.iter().all(|f| holds(f, *s).unwrap()))
        .collect();
    let start = AbstractState {
        point: 0,
        valuation: Valuation(0),
    };
    let mut reached = BTreeSet::from([start]);
    let mut work = vec![start];
    while let Some(at) = work.pop() {
        for s in all.iter().filter(|s| valuation(at.point, s) == at.valuation) {
            let mut found = Vec::new();
            post(cfg, graph, points.places[at.point].block, s, &mut found);
            for (point, next) in found {
                let valuation = valuation(point, &next);
                let next = AbstractState { point, valuation };
                if reached.insert(next) {
                    work.push(next);
                }
            }
        }
    }
    reached
}

fn linear(skolem: bool) -> impl Strategy<Value = Term> {
    let k = if skolem { -1i64..2 } else { 0..1 };
    (-1i64..2, -1i64..2, k, -2i64..3).prop_map(|(a, b, c, d)| {
        let part = |factor: i64, i: usize| Term::mul(Term::int(factor), var(i).term());
        Term::sum([part(a, 0), part(b, 1), part(c, 2), Term::int(d)])
    })
}

fn atom(skolem: bool) -> impl Strategy<Value = Term> {
    prop_oneof![
        3 => linear(skolem).prop_map(|l| Term::le(l, Term::int(0))),
        1 => linear(skolem).prop_map(|l| Term::eq(l, Term::int(0))),
    ]
}

fn code() -> impl Strategy<Value = Vec<Code>> {
    let leaf = (0usize..2, linear(false)).prop_map(|(i, t)| Code::Set(i, t));
    let nested = leaf.prop_recursive(2, 6, 3, |inner| {
        let block = prop::collection::vec(inner, 0..3);
        prop_oneof![
            2 => (atom(false), block.clone(), block.clone()).prop_map(|(a, x, y)| Code::If(a, x, y)),
            1 => (block.clone(), block).prop_map(|(x, y)| Code::Choose(x, y)),
        ]
    });
    prop::collection::vec(nested, 1..3)
}

fn predicates() -> impl Strategy<Value = Vec<Term>> {
    let both = (
        prop::collection::vec(atom(false), 1..3),
        prop::collection::vec(atom(true), 0..2),
    );
    both.prop_map(|(plain, with_skolem)| {
        let all = plain.into_iter().chain(with_skolem);
        all.filter(|p| !p.free_vars().is_empty()).collect()
    })
}

fn program() -> impl Strategy<Value = Program> {
    let parts = (
        any::<bool>(),
        prop::collection::vec(atom(false), 0..2),
        [atom(false), atom(false)],
        [code(), code()],
        [predicates(), predicates()],
    );
    parts.prop_map(|(nested, requires, guards, bodies, predicates)| Program {
        nested,
        requires,
        guards,
        bodies,
        predicates,
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, rng_seed: RngSeed::Fixed(7714), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_graph_has_the_states_of_brute_force(p in program()) {
        abide_z3::setup::install(&mut |_| {}).expect("Z3 can be installed");
        let prover: Arc<dyn Prover> = Arc::new(abide_prover_z3::Z3::find().expect("Z3 is there"));
        let routine = routine(&p);
        let cfg = Cfg::of(&routine, &[]).expect("reducible");
        let (precisions, _) = given_predicates(&cfg);
        let cut = CutGraph::of(&cfg);
        let vars: BTreeSet<Var> = routine.inputs.iter().cloned().collect();
        let subject = Subject { cfg: &cfg, cut: &cut, vars: &vars, precisions: &precisions };
        let mut heads = Vec::new();
        for at in Cut::ALL {
            let graph = AbstractGraph::of(&subject, at, &prover, &Config::default()).expect("Z3 works");
            prop_assert_eq!(&graph.unfinished, &None);
            let expected = brute_force(&p, &cfg, &graph);
            let found: BTreeSet<AbstractState> = graph.states.iter().copied().collect();
            prop_assert_eq!(found.len(), graph.states.len(), "a state is listed twice");
            prop_assert_eq!(&found, &expected, "at {}", at);
            heads.push(cfg.loop_ids().map(|l| graph.at_head(&subject, l)).collect::<Vec<_>>());
        }
        // what is known at the joins can only be less
        for (at_heads, at_points) in heads[0].iter().zip(&heads[1]) {
            prop_assert!(at_heads.is_subset(at_points));
        }
    }
}
