//! What the prover leaves open about walks is asked of MONA, where it is installed.

mod support;

use abide_base::{Budget, SourceFile};
use abide_infer::engine::EngineKind;
use abide_logic::Term;
use abide_prover::{Decider, Reason};
use abide_prover_mona::Mona;
use abide_verify::{Report, Request, Settings, Verdict, verify};
use std::sync::Arc;
use support::{language, z3};

fn run(text: &str, second: Option<Arc<dyn Decider>>, jobs: usize) -> Report {
    let file = SourceFile::new(
        "test.gcl",
        format!("field next: ref;\nfield up: ref;\nfield left: ref;\n{text}"),
    );
    let request = Request {
        settings: Settings {
            engine: EngineKind::Off,
            jobs,
            ..Settings::default()
        },
        second,
        ..Request::new(vec![(file.clone(), language(&file))], z3())
    };
    verify(&request).expect("the prover works")
}

/// MONA, or a line that says that there is none.
fn mona() -> Option<Arc<dyn Decider>> {
    let found = Mona::find();
    if found.is_none() {
        println!("skipped: MONA is not installed");
    }
    found.map(|mona| Arc::new(mona) as Arc<dyn Decider>)
}

/// Routines that need an induction over a walk: along any field with writes in a loop, in trees by their
/// parents with a field that leads down, and in lists that share nothing.
const RIGHT: &str = "
procedure linked(first: ref, e: ref, marked: map<ref, bool>)
  requires reach(.next, first, null) && first != null && marked[first];
  requires e != null && e.next == null && !marked[e];
  requires forall v: ref :: v != null && marked[v] ==> v.next == null || marked[v.next];
  modifies .next;
  ensures forall v: ref :: v != null && reach(.next, first, v) ==> marked[v] || v == e;
  ensures reach(.next, first, e);
{
  var last: ref := first;
  while (last.next != null)
    invariant last != null && reach(.next, first, last);
  { last := last.next; }
  last.next := e;
}

procedure below(root: ref, marked: map<ref, bool>)
  requires forall v: ref :: reach(.up, v, null);
  requires forall v: ref :: v != null && v.left != null ==> v.left.up == v;
  requires forall v: ref :: v != null && marked[v.up] ==> marked[v];
  requires root != null && root.left != null && marked[root];
  ensures forall v: ref :: v != null && reach(.up, v, root.left) ==> marked[v];
{
}

procedure joined(a: ref, b: ref, marked: map<ref, bool>)
  requires forall v: ref :: reach(.next, v, null);
  requires forall v: ref, w: ref :: v != null && w != null && v.next != null && v.next == w.next ==> v == w;
  requires a != null && a.next == null && marked[a] && marked[b];
  requires forall v: ref :: v != null && marked[v] ==> marked[v.next];
  modifies .next;
  ensures forall v: ref :: reach(.next, a, v) ==> marked[v];
{
  a.next := b;
}
";

/// The same, with one thing wrong in each: the new cell is not told of, the mark is one level too low, and
/// the list that is joined is not marked.
const WRONG: &str = "
procedure linked(first: ref, e: ref, marked: map<ref, bool>)
  requires reach(.next, first, null) && first != null && marked[first];
  requires e != null && e.next == null && !marked[e];
  requires forall v: ref :: v != null && marked[v] ==> v.next == null || marked[v.next];
  modifies .next;
  ensures forall v: ref :: v != null && reach(.next, first, v) ==> marked[v];
{
  var last: ref := first;
  while (last.next != null)
    invariant last != null && reach(.next, first, last);
  { last := last.next; }
  last.next := e;
}

procedure below(root: ref, marked: map<ref, bool>)
  requires forall v: ref :: reach(.up, v, null);
  requires forall v: ref :: v != null && v.left != null ==> v.left.up == v;
  requires forall v: ref :: v != null && marked[v.up] ==> marked[v];
  requires root != null && root.left != null && marked[root.left];
  ensures forall v: ref :: v != null && reach(.up, v, root) ==> marked[v];
{
}

procedure joined(a: ref, b: ref, marked: map<ref, bool>)
  requires forall v: ref :: reach(.next, v, null);
  requires forall v: ref, w: ref :: v != null && w != null && v.next != null && v.next == w.next ==> v == w;
  requires a != null && a.next == null && marked[a];
  requires forall v: ref :: v != null && marked[v] ==> marked[v.next];
  modifies .next;
  ensures forall v: ref :: reach(.next, a, v) ==> marked[v];
{
  a.next := b;
}
";

fn verdicts(report: &Report) -> Vec<Verdict> {
    report.routines().map(|r| r.verdict).collect()
}

fn proved_by_second(report: &Report) -> u64 {
    report.routines().map(|r| r.stats.second).sum()
}

#[test]
fn inductions_over_walks_are_left_to_mona() {
    let Some(mona) = mona() else { return };
    let alone = run(RIGHT, None, 1);
    assert_eq!(verdicts(&alone), [Verdict::Open; 3], "nothing is left to be asked");
    assert_eq!(proved_by_second(&alone), 0);
    for jobs in [1, 2] {
        let together = run(RIGHT, Some(mona.clone()), jobs);
        assert_eq!(verdicts(&together), [Verdict::Proved; 3]);
        assert_eq!(proved_by_second(&together), 3);
    }
}

#[test]
fn what_is_wrong_is_not_proved() {
    let Some(mona) = mona() else { return };
    let report = run(WRONG, Some(mona), 1);
    assert!(!verdicts(&report).contains(&Verdict::Proved), "{:?}", verdicts(&report));
    assert_eq!(proved_by_second(&report), 0);
}

/// Always answers the same.
struct Same(Result<bool, Reason>);

impl Decider for Same {
    fn name(&self) -> String {
        "somebody".into()
    }

    fn contradictory(&self, _: &[Term], _: &Budget) -> Result<bool, Reason> {
        self.0.clone()
    }
}

/// An answer that is no answer proves nothing.
#[test]
fn a_second_prover_that_does_not_know_proves_nothing() {
    for answer in [Ok(false), Err(Reason::Time)] {
        let report = run(RIGHT, Some(Arc::new(Same(answer))), 1);
        assert_eq!(verdicts(&report), [Verdict::Open; 3]);
    }
}

/// There is a way to the assertion for each choice, on most of which it holds by itself; whoever leaves the last
/// ways out because there are many has proved nothing. No run is found that fails: nobody guesses the sum.
#[test]
fn ways_that_are_too_many_are_not_left_out() {
    let program = |choices: usize| {
        let choose: String = (0..choices)
            .map(|i| format!("    if (*) {{ n := {i}; }} else {{ n := -1; }}\n"))
            .collect();
        format!(
            "procedure p(a: ref, b: ref, i: int, j: int, k: int)
              requires reach(.next, a, b) && reach(.next, a, null) && a != b;
            {{
              var ok: bool := false;
              var s: ref := a;
              var t: ref := a;
              var n: int := 0;
              if (*) {{
                ok := true;
                {choose}
              }} else if (*) {{
                t := b;
              }} else {{
                assume i * i * i + j * j * j + k * k * k == 42;
                s := b;
              }}
              assert ok || reach(.next, s, t);
            }}"
        )
    };
    let believing = || Some(Arc::new(Same(Ok(true))) as Arc<dyn Decider>);
    assert_eq!(verdicts(&run(&program(2), believing(), 1)), [Verdict::Proved]);
    assert_eq!(verdicts(&run(&program(6), believing(), 1)), [Verdict::Open]);
    assert_eq!(verdicts(&run(&program(12), believing(), 1)), [Verdict::Open]);
}
