//! MONA, our procedure for reachability, and the evaluator: three opinions on the same facts.

use abide_base::Budget;
use abide_logic::heap::{field_sort, set_sort};
use abide_logic::{Env, MapValue, Sort, Term, Value, Var, eval};
use abide_prover::{Answer, Decider, Instantiating, Limits, Prover, Session};
use abide_prover_mona::Mona;
use abide_prover_z3::Z3;
use proptest::prelude::*;
use proptest::test_runner::{RngSeed, TestRunner};
use std::cell::Cell;
use std::collections::BTreeMap;
use std::sync::Arc;

/// MONA, or a line that says that there is none.
fn mona() -> Option<Mona> {
    let found = Mona::find();
    if found.is_none() {
        println!("skipped: MONA is not installed");
    }
    found
}

fn field(name: &str, tag: u32) -> Var {
    Var::new(name, tag, field_sort())
}
fn reference(name: &str, tag: u32) -> Var {
    Var::new(name, tag, Sort::Ref)
}
fn next() -> Var {
    field(".next", 0)
}
fn other() -> Var {
    field(".other", 1)
}
fn x() -> Var {
    reference("x", 2)
}
fn y() -> Var {
    reference("y", 3)
}
fn v() -> Var {
    reference("v", 4)
}
fn w() -> Var {
    reference("w", 5)
}
fn set() -> Var {
    Var::new("set", 6, set_sort())
}
fn key() -> Var {
    Var::new(".key", 7, Sort::map(Sort::Ref, Sort::Int))
}

/// All paths along the field end.
fn ends(field: &Var) -> Term {
    Term::forall([v()], Term::reach(field.term(), v().term(), Term::null()))
}

/// No object is pointed at twice.
fn unshared(field: &Var) -> Term {
    let read = |o: Var| Term::select(field.term(), o.term());
    let differ = Term::or([
        Term::eq(v().term(), Term::null()),
        Term::eq(w().term(), Term::null()),
        Term::eq(read(v()), Term::null()),
        Term::ne(read(v()), read(w())),
    ]);
    Term::forall([v(), w()], Term::or([differ, Term::eq(v().term(), w().term())]))
}

/// What is said of the field beforehand: of any field, of trees, and of lists.
fn layouts() -> [Vec<Term>; 3] {
    let (ends, unshared) = (ends(&next()), unshared(&next()));
    [vec![], vec![ends.clone()], vec![ends, unshared]]
}

/// Which formulas are made.
#[derive(Clone, Copy, PartialEq)]
enum About {
    /// One field and a set.
    OneField,
    /// Another field and data, too.
    Everything,
}

/// References, those that depend on bound variables among them.
fn references(about: About, bound: &[Var]) -> impl Strategy<Value = Term> + use<> {
    let mut all: Vec<Term> = [x(), y()].iter().chain(bound).map(Var::term).collect();
    // what is bound is mentioned
    all.extend(bound.iter().flat_map(|b| [b.term(), b.term()]));
    let objects = prop::sample::select(all.clone());
    all.push(Term::null());
    let plain = prop::sample::select(all);
    let through = match about {
        About::OneField => vec![next()],
        About::Everything => vec![next(), other(), other()],
    };
    let read = (prop::sample::select(through), objects);
    let read = read.prop_map(|(f, r)| Term::select(f.term(), r));
    prop_oneof![3 => plain, 1 => read]
}

/// A field, or the field after one or two writes.
fn fields(about: About, bound: &[Var]) -> impl Strategy<Value = Term> + use<> {
    let base = match about {
        About::OneField => vec![next().term()],
        About::Everything => vec![next().term(), next().term(), other().term()],
    };
    let one = || (references(about, bound), references(about, bound));
    let writes = prop_oneof![3 => Just(0), 2 => Just(1), 1 => Just(2)];
    (prop::sample::select(base), writes, one(), one()).prop_map(|(field, writes, a, b)| {
        [a, b]
            .into_iter()
            .take(writes)
            .fold(field, |field, (at, value)| Term::store(field, at, value))
    })
}

fn atoms(about: About, bound: &[Var]) -> BoxedStrategy<Term> {
    let r = || references(about, bound);
    let f = || fields(about, bound);
    let member = (r(), r(), any::<bool>(), any::<bool>()).prop_map(|(a, b, written, inside)| {
        let set = match written {
            true => Term::store(set().term(), a, Term::bool(inside)),
            false => set().term(),
        };
        Term::select(set, b)
    });
    let data = (r(), r()).prop_map(|(a, b)| {
        let read = |r: Term| Term::select(key().term(), r);
        Term::lt(read(a), read(b))
    });
    prop_oneof![
        2 => (r(), r()).prop_map(|(a, b)| Term::eq(a, b)),
        2 => (f(), r(), r()).prop_map(|(f, a, b)| Term::eq(Term::select(f, a), b)),
        3 => (f(), r(), r()).prop_map(|(f, a, b)| Term::reach(f, a, b)),
        1 => (f(), r(), r(), r()).prop_map(|(f, a, b, c)| Term::between(f, a, b, c)),
        2 => member,
        if about == About::Everything { 1 } else { 0 } => data,
    ]
    .boxed()
}

fn literals(about: About, bound: &[Var]) -> BoxedStrategy<Term> {
    (atoms(about, bound), any::<bool>())
        .prop_map(|(a, positive)| if positive { a } else { Term::not(a) })
        .boxed()
}

fn quantified(about: About) -> BoxedStrategy<Term> {
    let one =
        (prop::collection::vec(literals(about, &[v()]), 1..4), any::<bool>()).prop_map(|(parts, all)| match all {
            true => Term::forall([v()], Term::or(parts)),
            false => Term::exists([v()], Term::and(parts)),
        });
    let two = prop::collection::vec(literals(about, &[v(), w()]), 1..4);
    let two = (two, any::<bool>(), any::<bool>()).prop_map(|(parts, outer, inner)| {
        let of = |all: bool, var: Var, body: Term| match all {
            true => Term::forall([var], body),
            false => Term::exists([var], body),
        };
        let body = if inner { Term::or(parts) } else { Term::and(parts) };
        of(outer, v(), of(inner, w(), body))
    });
    prop_oneof![2 => one, 1 => two].boxed()
}

fn formulas(about: About) -> BoxedStrategy<Term> {
    let part = prop_oneof![3 => literals(about, &[]), 2 => quantified(about)];
    let formula = part.prop_recursive(2, 14, 6, |inner| {
        prop_oneof![
            6 => prop::collection::vec(inner.clone(), 3..7).prop_map(Term::and),
            1 => prop::collection::vec(inner.clone(), 2..3).prop_map(Term::or),
            1 => (inner.clone(), inner).prop_map(|(a, b)| Term::eq(a, b)),
        ]
    });
    formula
        .prop_filter("reachability is the matter", Term::has_reachability)
        .boxed()
}

/// The same formulas in every run.
fn each(cases: u32, about: About, check: impl Fn(Term)) {
    let config = ProptestConfig {
        cases,
        rng_seed: RngSeed::Fixed(7),
        failure_persistence: None,
        ..ProptestConfig::default()
    };
    let run = TestRunner::new(config).run(&formulas(about), |f| {
        check(f);
        Ok(())
    });
    run.expect("all opinions agree");
}

struct State(BTreeMap<Var, Value>);

impl Env for State {
    fn var(&self, var: &Var) -> Option<Value> {
        self.0.get(var).cloned()
    }
}

/// The heaps of at most so many objects, numbered: a number is used up choice by choice.
struct Choices(u64);

impl Choices {
    fn one_of(&mut self, many: u64) -> i64 {
        let chosen = self.0 % many;
        self.0 /= many;
        chosen as i64
    }

    /// A map from objects, and null, that is the first choice elsewhere.
    fn map(&mut self, objects: u64, value: impl Fn(i64) -> Value, many: u64) -> Value {
        let mut map = MapValue::constant(value(self.one_of(many)));
        (0..=objects).for_each(|o| map.set(Value::Ref(o as i64), value(self.one_of(many))));
        Value::map(map)
    }
}

/// How many heaps of so many objects there are, and how one is made of a number.
fn heaps(objects: u64, about: About) -> u64 {
    let places = objects + 1;
    let maps = |many: u64| many.pow(objects as u32 + 2);
    let one = places * places * maps(places) * maps(2);
    match about {
        About::OneField => one,
        About::Everything => one * maps(places) * maps(2),
    }
}

fn heap(objects: u64, about: About, number: u64) -> State {
    let mut choices = Choices(number);
    let places = objects + 1;
    let mut state = BTreeMap::new();
    state.insert(x(), Value::Ref(choices.one_of(places)));
    state.insert(y(), Value::Ref(choices.one_of(places)));
    state.insert(next(), choices.map(objects, Value::Ref, places));
    state.insert(set(), choices.map(objects, |b| Value::Bool(b == 1), 2));
    if about == About::Everything {
        state.insert(other(), choices.map(objects, Value::Ref, places));
        state.insert(key(), choices.map(objects, Value::int, 2));
    }
    State(state)
}

/// Heaps that are looked at, at most; if there are more, they are taken from all over.
const LOOKED_AT: u64 = 6_000;

/// A heap of at most three objects in which the facts hold.
fn found(facts: &[Term], about: About) -> Option<String> {
    let all = Term::and(facts.iter().cloned());
    (0..=3).find_map(|objects| {
        let many = heaps(objects, about);
        // a step that has no divisor in common with the number of heaps
        let step = if many > LOOKED_AT { 1_000_003 } else { 1 };
        let numbers = (0..many.min(LOOKED_AT)).map(|i| i.wrapping_mul(step) % many);
        numbers
            .map(|number| heap(objects, about, number))
            .find(|state| eval(&all, state) == Some(Value::Bool(true)))
            .map(|state| format!("{:?}", state.0))
    })
}

fn count(counter: &Cell<u32>) {
    counter.set(counter.get() + 1);
}

/// What MONA excludes holds in no small heap; what it does not exclude holds in some heap, mostly in a
/// small one.
#[test]
fn what_mona_excludes_is_in_no_small_heap() {
    let Some(mona) = mona() else { return };
    for given in layouts() {
        let [possible, excluded, none_small, unknown] = [(); 4].map(|()| Cell::new(0));
        each(60, About::OneField, |formula| {
            let facts: Vec<Term> = given.iter().cloned().chain([formula]).collect();
            let heap = found(&facts, About::OneField);
            match mona.contradictory(&facts, &Budget::default()) {
                Ok(true) => {
                    assert_eq!(heap, None, "{facts:?}");
                    count(&excluded);
                }
                Ok(false) => count(if heap.is_some() { &possible } else { &none_small }),
                Err(_) => count(&unknown),
            }
        });
        let [possible, excluded, none_small, unknown] = [possible, excluded, none_small, unknown].map(Cell::into_inner);
        let told =
            format!("{possible} possible, {excluded} excluded, {none_small} in no small heap, {unknown} unknown");
        println!("{told}");
        assert!(possible > 15 && excluded > 10, "too much of one kind: {told}");
        let is_laid_out = !given.is_empty();
        assert!(
            !is_laid_out || 4 * none_small < excluded,
            "too much is not excluded: {told}"
        );
    }
}

/// With fields and data that MONA is told little of.
#[test]
fn what_mona_excludes_with_other_fields_is_in_no_small_heap() {
    let Some(mona) = mona() else { return };
    for given in layouts() {
        let excluded = Cell::new(0);
        each(60, About::Everything, |formula| {
            let facts: Vec<Term> = given.iter().cloned().chain([formula]).collect();
            if mona.contradictory(&facts, &Budget::default()) == Ok(true) {
                assert_eq!(found(&facts, About::Everything), None, "{facts:?}");
                count(&excluded);
            }
        });
        println!("{} excluded", excluded.get());
        assert!(excluded.get() > 10);
    }
}

/// Neither procedure excludes what holds in a small heap. They exclude the same, but for what one of them misses:
/// that is a proof less, no error.
#[test]
fn mona_and_the_embedded_procedure_agree() {
    let Some(mona) = mona() else { return };
    abide_z3::setup::install(&mut |_| {}).expect("Z3 can be installed");
    let prover: Arc<dyn Prover> = Arc::new(Z3::find().expect("Z3 was just brought"));
    for given in layouts() {
        let [none, both, only_mona, only_embedded] = [(); 4].map(|()| Cell::new(0));
        each(60, About::OneField, |formula| {
            let facts: Vec<Term> = given.iter().cloned().chain([formula]).collect();
            let limits = Limits {
                steps: Some(2_000_000),
                ..Limits::default()
            };
            let mut session = Instantiating::open(&prover, &limits).expect("a session");
            facts.iter().for_each(|f| session.assert(f));
            let embedded = matches!(session.check(&[]), Answer::Unsat(_));
            let mona = mona.contradictory(&facts, &Budget::default()) == Ok(true);
            if embedded {
                assert_eq!(found(&facts, About::OneField), None, "{facts:?}");
            }
            count(match (mona, embedded) {
                (false, false) => &none,
                (true, true) => &both,
                (true, false) => &only_mona,
                (false, true) => &only_embedded,
            });
        });
        let [none, both, only_mona, only_embedded] = [none, both, only_mona, only_embedded].map(Cell::into_inner);
        let told = format!("{both} excluded by both, {only_mona} by MONA, {only_embedded} by us, {none} by nobody");
        println!("{told}");
        assert!(none > 15 && both > 10, "too much of one kind: {told}");
        // of objects whose paths do not end MONA knows little
        let is_laid_out = !given.is_empty();
        assert!(!is_laid_out || 4 * only_embedded < both, "too much is missed: {told}");
    }
}
