//! The heaps of a loop have every state that runs on small heaps come to, with the real prover.

use abide_exec::{Draw, Machine, Values};
use abide_ir::cfg::Cfg;
use abide_ir::gcl;
use abide_logic::value::MapValue;
use abide_logic::{Sort, Value, Var};
use abide_prover::{Limits, Prover};
use abide_prover_z3::Z3;
use abide_region::Valuation;
use abide_shape::bohne::Options;
use abide_shape::bohne::command::{Command, Place, segments};
use abide_shape::bohne::post::Method;
use abide_shape::bohne::tree::{Edge, Tree};
use abide_shape::bohne::vocabulary::Vocabulary;
use abide_vc::CutGraph;
use std::collections::BTreeSet;
use std::sync::Arc;

const WALK: &str = "
field next: ref;
procedure walk(first: ref) returns (last: ref)
  requires first != null && reach(.next, first, null);
  ensures reach(.next, first, last);
{
  var current: ref := first.next;
  last := first;
  while (current != null) { last := current; current := current.next; }
}";

const REVERSE: &str = "
field next: ref;
procedure reverse(first: ref) returns (result: ref)
  requires reach(.next, first, null);
  modifies .next;
  ensures forall v: ref :: v != null ==> reach(.next, result, v) == old(reach(.next, first, v));
{
  var current: ref := first;
  var before: ref;
  result := null;
  while (current != null) {
    before := result;
    result := current;
    current := current.next;
    result.next := before;
  }
}";

fn check(text: &str, options: &Options) {
    abide_z3::setup::install(&mut |_| {}).expect("Z3 can be installed");
    let prover: Arc<dyn Prover> = Arc::new(Z3::find().expect("Z3 was just brought"));
    let lowered = gcl::lower(gcl::parse(Default::default(), text));
    let routine = &lowered.program.routines[0];
    let mut cfg = Cfg::of(routine, &[]).expect("it is reducible");
    let vars: BTreeSet<Var> = routine.inputs.iter().chain(&routine.locals).cloned().collect();
    let precisions = abide_shape::precisions(&mut cfg, &[]);
    let object = Var::new("v", cfg.next_tag - 1, Sort::Ref);
    let l = cfg.loop_ids().next().expect("there is a loop");
    let vocabulary = Vocabulary::of_loop(cfg.natural_loop(l), &precisions[l.index()], &object);
    assert!(vocabulary.predicates.len() > 3);
    let nothing = Vocabulary::empty(&object);
    let of = |place: Place| if place == Place::Head(l) { &vocabulary } else { &nothing };
    let mut edges = Vec::new();
    for segment in segments(&CutGraph::of(&cfg), false) {
        let ends = (of(segment.from), of(segment.to));
        let command = Command::open(&segment, &vars, ends, &prover, &Limits::default()).expect("the prover works");
        edges.push(Edge::new(segment.from, segment.to, command.expect("it can be reached")));
    }
    assert_eq!(edges.len(), 2, "into the loop, and around it");
    let tree = Tree::grow(&mut edges, options, &|| false).expect("it is not stopped");
    let heaps = &tree.heaps[&Place::Head(l)];
    let mut visits = 0;
    for start in starts(&vars) {
        let mut state = start;
        Machine::new(&cfg, Draw::seeded(1), 400).run(cfg.entry, &mut state, &mut |block, at| {
            if cfg.loop_at(block) == Some(l) {
                let cubes: Vec<Valuation> = (0..=3).map(|v| cube(&vocabulary, at, v)).collect();
                let fits = heaps.iter().any(|h| cubes.iter().all(|c| h.contains(*c)));
                assert!(fits, "{at:?} is not in {heaps:?}");
                visits += 1;
            }
            true
        });
    }
    assert!(visits > 100, "{visits}");
}

/// All lists in heaps of three objects, whether the precondition holds or not.
fn starts(vars: &BTreeSet<Var>) -> Vec<Values> {
    let named = |name: &str| vars.iter().find(|v| v.name() == name).expect("it is there").clone();
    let field = vars
        .iter()
        .find(|v| v.sort().as_map().is_some() && v.name().ends_with("next"));
    let field = field.expect("there is a field").clone();
    let mut all = Vec::new();
    for code in 0..256i64 {
        let mut next = MapValue::constant(Value::Ref(0));
        let (first, codes) = (code / 64, [code % 4, code / 4 % 4, code / 16 % 4]);
        for (object, to) in (1..).zip(codes) {
            next.set(Value::Ref(object), Value::Ref(to));
        }
        all.push(Values::from([
            (named("first"), Value::Ref(first)),
            (field.clone(), Value::map(next)),
        ]));
    }
    all
}

fn cube(vocabulary: &Vocabulary, state: &Values, v: i64) -> Valuation {
    let mut state = state.clone();
    state.insert(vocabulary.object.clone(), Value::Ref(v));
    let truth = |f| abide_exec::state::truth(f, &state).expect("a predicate can be evaluated");
    vocabulary.predicates.iter().map(|p| truth(&p.formula)).collect()
}

#[test]
fn runs_stay_in_the_heaps_of_a_traversal() {
    check(WALK, &Options::default());
}

#[test]
fn runs_stay_in_the_heaps_without_cases_and_cleaning() {
    let options = Options {
        split: false,
        clean: false,
        ..Options::default()
    };
    check(WALK, &options);
}

#[test]
fn runs_stay_in_the_heaps_of_reverse() {
    check(REVERSE, &Options::default());
}

#[test]
fn runs_stay_in_the_exact_heaps_of_reverse() {
    let options = Options {
        post: Method::Exact,
        ..Options::default()
    };
    check(REVERSE, &options);
}
