//! MONA, our reachability in lists, and the evaluator: three opinions on one formula.

use abide_logic::heap::field_sort;
use abide_logic::{Env, MapValue, Sort, Term, Value, Var, eval};
use abide_prover::{Answer, Instantiating, Limits, Prover, Session};
use abide_prover_mona::{Mona, NoAnswer, Query};
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

fn next() -> Var {
    Var::new(".next", 0, field_sort())
}
fn root() -> Var {
    Var::new("root", 1, Sort::Ref)
}
fn references() -> Vec<Var> {
    ["x", "y", "z"]
        .iter()
        .zip(2..)
        .map(|(n, tag)| Var::new(*n, tag, Sort::Ref))
        .collect()
}

fn query(formula: Term) -> Query {
    Query {
        field: next(),
        root: root(),
        formula,
    }
}

fn reference() -> impl Strategy<Value = Term> {
    let all: Vec<Term> = references()
        .iter()
        .chain([&root()])
        .map(Var::term)
        .chain([Term::null()])
        .collect();
    prop::sample::select(all)
}

/// The field, or the field after a write.
fn field() -> impl Strategy<Value = Term> {
    let written = (reference(), reference()).prop_map(|(x, y)| Term::store(next().term(), x, y));
    prop_oneof![Just(next().term()), written]
}

fn atom() -> impl Strategy<Value = Term> {
    prop_oneof![
        (reference(), reference()).prop_map(|(a, b)| Term::eq(a, b)),
        (field(), reference(), reference()).prop_map(|(f, a, b)| Term::eq(Term::select(f, a), b)),
        (field(), reference(), reference()).prop_map(|(f, a, b)| Term::reach(f, a, b)),
        (field(), reference(), reference(), reference()).prop_map(|(f, a, b, c)| Term::between(f, a, b, c)),
    ]
}

fn formula() -> impl Strategy<Value = Term> {
    let literal = (atom(), any::<bool>()).prop_map(|(a, positive)| if positive { a } else { Term::not(a) });
    literal.prop_recursive(3, 12, 4, |inner| {
        prop_oneof![
            3 => prop::collection::vec(inner.clone(), 2..5).prop_map(Term::and),
            1 => prop::collection::vec(inner, 2..3).prop_map(Term::or),
        ]
    })
}

/// The same formulas in every run.
fn each(cases: u32, check: impl Fn(Term)) {
    let config = ProptestConfig {
        cases,
        rng_seed: RngSeed::Fixed(7),
        failure_persistence: None,
        ..ProptestConfig::default()
    };
    let run = TestRunner::new(config).run(&formula(), |f| {
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

/// Does the formula hold in a list of at most that many cells?
fn is_satisfied_in_small_lists(query: &Query, most: i64) -> bool {
    (0..=most).any(|length| {
        let mut field = MapValue::constant(Value::NULL);
        (1..length).for_each(|i| field.set(Value::Ref(i), Value::Ref(i + 1)));
        let places = length + 1;
        (0..places.pow(3)).any(|choice| {
            let mut state: BTreeMap<Var, Value> = BTreeMap::new();
            state.insert(next(), Value::map(field.clone()));
            state.insert(root(), Value::Ref(length.min(1)));
            for (v, weight) in references().into_iter().zip([1, places, places * places]) {
                state.insert(v, Value::Ref(choice / weight % places));
            }
            eval(&query.formula, &State(state)) == Some(Value::Bool(true))
        })
    })
}

/// Three references, the root and one write: a list of six cells has room for every arrangement.
const CELLS: i64 = 6;

#[test]
fn mona_finds_what_small_lists_satisfy() {
    let Some(mona) = mona() else { return };
    each(300, |formula| {
        let query = query(formula);
        let found = mona.is_satisfiable(&query).expect("an answer");
        assert_eq!(found, is_satisfied_in_small_lists(&query, CELLS), "{}", query.formula);
    });
}

/// What the embedded procedure proves impossible is impossible. That it takes something impossible
/// for possible is a proof missed, no error, and must be rare.
#[test]
fn mona_and_the_embedded_procedure_agree() {
    let Some(mona) = mona() else { return };
    abide_z3::setup::bring(&mut |_| {}).expect("Z3 can be brought");
    let prover: Arc<dyn Prover> = Arc::new(Z3::find().expect("Z3 was just brought"));
    let [heaps, none, missed, unknown] = [(); 4].map(|()| Cell::new(0));
    let count = |counter: &Cell<u32>| counter.set(counter.get() + 1);
    each(300, |formula| {
        let query = query(formula);
        let mut session = Instantiating::open(&prover, &Limits::default()).expect("a session");
        session.assert(&query.assumption());
        session.assert(&query.formula);
        let found = mona.is_satisfiable(&query).expect("an answer");
        match session.check(&[]) {
            Answer::Unsat(_) => {
                assert!(!found, "there is a heap: {}", query.formula);
                count(&none);
            }
            Answer::Sat => count(if found { &heaps } else { &missed }),
            Answer::Unknown(_) => count(&unknown),
        }
    });
    let [heaps, none, missed, unknown] = [heaps, none, missed, unknown].map(Cell::into_inner);
    let told = format!("{heaps} with a heap, {none} without, {missed} missed, {unknown} unknown");
    println!("{told}");
    assert!(heaps > 50 && none > 50, "too much of one kind: {told}");
    assert!(20 * missed < none, "too much is missed: {told}");
}

#[test]
fn what_is_no_formula_about_one_list_is_refused() {
    let Some(mona) = mona() else { return };
    let x = references()[0].term();
    let other = Var::new(".prev", 9, field_sort()).term();
    let number = Var::new("i", 8, Sort::Int).term();
    for formula in [
        Term::reach(other, x, Term::null()),
        Term::le(Term::int(0), number),
        Term::forall(
            vec![references()[1].clone()],
            Term::eq(references()[1].term(), Term::null()),
        ),
    ] {
        assert!(matches!(mona.is_satisfiable(&query(formula)), Err(NoAnswer::Beyond(_))));
    }
}
