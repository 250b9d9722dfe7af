//! A compiled graph runs as the interpreter does, and takes rounds at once.

use super::Compiled;
use crate::{Draw, Machine, Stop, Values};
use abide_ir::cfg::Cfg;
use abide_ir::gcl;
use abide_logic::{Value, Var};
use std::collections::BTreeSet;
use std::rc::Rc;

/// What a run comes to: how it stops, in which state if a check fails, and how many commands it took.
#[derive(Debug, PartialEq)]
struct Outcome {
    stop: String,
    state: Option<Values>,
}

struct Subject {
    cfg: Cfg,
    vars: BTreeSet<Var>,
}

impl Subject {
    fn new(text: &str) -> Subject {
        let lowered = gcl::lower(gcl::parse(Default::default(), text));
        assert!(lowered.diagnostics.is_empty(), "{text}: {:?}", lowered.diagnostics);
        let routine = &lowered.program.routines[0];
        Subject {
            cfg: Cfg::of(routine, &lowered.program.axioms).expect("a graph"),
            vars: routine.inputs.iter().chain(&routine.locals).cloned().collect(),
        }
    }

    fn zero(&self) -> Values {
        self.vars.iter().map(|v| (v.clone(), Value::zero(v.sort()))).collect()
    }

    fn interpreted(&self, seed: u64) -> Outcome {
        let mut state = self.zero();
        let mut machine = Machine::new(&self.cfg, Draw::seeded(seed), 1_000_000);
        let stop = machine.run(self.cfg.entry, &mut state, &mut |_, _| true);
        outcome(stop, state)
    }

    fn compiled(&self, seed: u64) -> (Outcome, usize) {
        let unknown = BTreeSet::new();
        let program = Compiled::new(&self.cfg, self.vars.iter().cloned(), &unknown);
        let start = (&self.zero(), Draw::seeded(seed), 10_000_000);
        let ended = program.run(start, &Rc::default(), &mut |_| {});
        (outcome(ended.stop, ended.state), ended.steps)
    }

    fn agrees(&self, text: &str) {
        for seed in 0..20 {
            assert_eq!(self.compiled(seed).0, self.interpreted(seed), "seed {seed} of {text}");
        }
    }
}

fn outcome(stop: Stop, state: Values) -> Outcome {
    let failed = matches!(stop, Stop::Failed(_));
    let stop = match stop {
        Stop::Failed(check) => format!("{}", check.formula),
        other => format!("{other:?}"),
    };
    Outcome {
        stop,
        state: failed.then_some(state),
    }
}

#[test]
fn runs_are_those_of_the_interpreter() {
    for text in [
        "procedure p() { var x: int; var y: int; havoc x; assume 0 <= x && x < 50; havoc y; assume y == x + 1; \
         while (x < 90) { x := x + 1; if (x % 7 == 3) { y := y - 2; } else { y := y + 1; } } assert y == x; }",
        "procedure p(inout a: int[]) { var i: int; i := 0; while (i < a.length) { a[i] := i; i := i + 1; } assert a.length > 0; }",
        "procedure p() { var x: int; var b: bool; havoc b; havoc x; if (*) { x := 0 - x; } else { x := x / 3; } \
         if (b) { assert x % 4 == 1; } else { assert x > 7 || x < 0 - 7; } }",
    ] {
        Subject::new(text).agrees(text);
    }
}

/// A loop whose rounds go in phases, made from a seed.
fn phases(rng: &mut fastrand::Rng) -> String {
    let mut branch = |depth: u32| branch(rng, depth);
    let body = branch(2);
    let bound = [300, 900, 2_000][rng.usize(..3)];
    let (x, y) = (rng.i32(-20..20), rng.i32(-20..20));
    let (m, r) = (rng.i32(2..6), rng.i32(0..6));
    format!(
        "procedure p() {{ var x: int; var y: int; var z: int; x := {x}; y := {y}; z := 0; \
         while (z < {bound}) {{ z := z + 1; {body} }} assert (x + y) % {m} == {r}; }}"
    )
}

fn branch(rng: &mut fastrand::Rng, depth: u32) -> String {
    let var = ["x", "y"][rng.usize(..2)];
    let other = ["x", "y", "z"][rng.usize(..3)];
    let number = rng.i32(-9..10);
    match rng.u8(..if depth == 0 { 4 } else { 8 }) {
        0 => format!("{var} := {var} + {number};"),
        1 => format!("{var} := {other} + {number};"),
        2 => format!("{var} := ({var} + {number}) % 64;"),
        3 => format!("{var} := {var} / 2 + {other};"),
        4 | 5 => {
            let (a, b) = (branch(rng, depth - 1), branch(rng, depth - 1));
            format!("if ({var} < {other} + {}) {{ {a} }} else {{ {b} }}", 40 * number)
        }
        6 => {
            let (a, b) = (branch(rng, depth - 1), branch(rng, depth - 1));
            format!("if ({other} % 4 == {}) {{ {a} }} else {{ {b} }}", rng.i32(0..4))
        }
        _ => {
            let (a, b) = (branch(rng, depth - 1), branch(rng, depth - 1));
            format!("{a} {b}")
        }
    }
}

#[test]
fn rounds_taken_at_once_lead_to_where_they_would_lead() {
    let mut rng = fastrand::Rng::with_seed(11);
    let (mut shorter, mut too_large) = (0, 0);
    for _ in 0..400 {
        let text = phases(&mut rng);
        let subject = Subject::new(&text);
        let (compiled, steps) = subject.compiled(0);
        // numbers that grow in every round come to more than 128 bits
        if compiled.stop == "Unknown" {
            too_large += 1;
            continue;
        }
        assert_eq!(compiled, subject.interpreted(0), "{text}");
        shorter += usize::from(steps < 600);
    }
    assert!(shorter > 40 && too_large < 100, "{shorter}, {too_large}");
}

#[test]
fn a_loop_of_many_rounds_takes_few_steps() {
    for text in [
        "procedure p() { var x: int; x := 0; while (x < 268435455) { x := (x + 2) % 4294967296; } assert x % 2 == 1; }",
        "procedure p() { var x: int; x := 268435441; while (x > 1) { x := x - 2; } assert x % 2 == 0; }",
        "procedure p() { var x: int; var y: int; x := 0; while (x < 100000000) { y := 0; while (y < 10) { y := y + 1; } \
         x := x + 1; } assert x == 0; }",
        "procedure p() { var x: int; x := 0; while (x < 268435455) { if (x < 65521) { x := x + 1; } else { x := x + 2; } } \
         assert x % 2 == 0; }",
    ] {
        let (outcome, steps) = Subject::new(text).compiled(0);
        assert!(outcome.state.is_some(), "{text}: {outcome:?}");
        assert!(steps < 20_000, "{text}: {steps}");
    }
}

#[test]
fn loops_over_elements_run_to_their_end() {
    let text = "procedure p(inout a: int[]) { var i: int; i := 0; \
        while (i < 100000) { a[i] := i; i := i + 1; } i := 0; while (i < 100000) { assert a[i] == i && i < 99999; i := i + 1; } }";
    let text = text.replace("inout a: int[])", "inout a: int[]) requires a.length == 100000;");
    let subject = Subject::new(&text);
    let unknown = BTreeSet::new();
    let program = Compiled::new(&subject.cfg, subject.vars.iter().cloned(), &unknown);
    let mut state = subject.zero();
    for (var, value) in &mut state {
        if var.name().contains("length") {
            *value = Value::int(100_000);
        }
    }
    let ended = program.run((&state, Draw::seeded(0), 10_000_000), &Rc::default(), &mut |_| {});
    assert!(matches!(ended.stop, Stop::Failed(_)), "{:?}", ended.stop);
}
