//! Z3 against our own evaluator, and what a session promises about limits and cancellation.

use abide_base::{Budget, Cancel};
use abide_logic::{Env, Func, Sort, Term, Value, Var, eval, heap};
use abide_prover::{Answer, Instantiating, Limits, Propagator, Prover, Reason, Session};
use abide_prover_z3::Z3;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use std::sync::Arc;
use std::time::{Duration, Instant};

fn z3() -> Z3 {
    abide_z3::setup::install(&mut |_| {}).expect("Z3 can be installed");
    Z3::find().expect("Z3 was just brought")
}

fn ints() -> Sort {
    Sort::map(Sort::Int, Sort::Int)
}

fn x() -> Var {
    Var::new("x", 0, Sort::Int)
}
fn y() -> Var {
    Var::new("y", 1, Sort::Int)
}
fn m() -> Var {
    Var::new("m", 2, ints())
}
fn p() -> Var {
    Var::new("p", 3, Sort::Bool)
}
fn r() -> Var {
    Var::new("r", 4, Sort::Ref)
}
fn next() -> Var {
    Var::new(".next", 5, Sort::map(Sort::Ref, Sort::Ref))
}

fn int_term() -> impl Strategy<Value = Term> {
    let leaf = prop_oneof![(-3i64..4).prop_map(Term::int), Just(x().term()), Just(y().term())];
    leaf.prop_recursive(3, 12, 2, |inner| {
        prop_oneof![
            (inner.clone(), inner.clone()).prop_map(|(a, b)| Term::add(a, b)),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| Term::sub(a, b)),
            (inner.clone(), -3i64..4).prop_map(|(a, b)| Term::div(a, Term::int(b))),
            (inner.clone(), -3i64..4).prop_map(|(a, b)| Term::modulo(a, Term::int(b))),
            (inner.clone(), -3i64..4).prop_map(|(a, b)| Term::mul(a, Term::int(b))),
            inner.clone().prop_map(|k| Term::select(m().term(), k)),
            (inner.clone(), inner.clone(), inner.clone())
                .prop_map(|(k, v, at)| Term::select(Term::store(m().term(), k, v), at)),
        ]
    })
}

fn ref_term() -> impl Strategy<Value = Term> {
    let leaf = prop_oneof![Just(Term::null()), Just(r().term())];
    leaf.prop_recursive(2, 4, 1, |inner| inner.prop_map(|t| Term::select(next().term(), t)))
}

/// A predicate without a meaning, over maps as reachability is.
fn holds() -> Func {
    Func {
        name: "holds".into(),
        params: vec![ints(), Sort::Int],
        result: Sort::Bool,
    }
}

fn map_term() -> impl Strategy<Value = Term> {
    let leaf = prop_oneof![Just(m().term()), Just(Var::new("n", 6, ints()).term())];
    leaf.prop_recursive(2, 6, 2, |inner| {
        (inner, -2i64..3, int_term()).prop_map(|(map, k, v)| Term::store(map, Term::int(k), v))
    })
}

fn formula() -> impl Strategy<Value = Term> {
    let leaf = prop_oneof![
        (int_term(), int_term()).prop_map(|(a, b)| Term::lt(a, b)),
        (int_term(), int_term()).prop_map(|(a, b)| Term::le(a, b)),
        (int_term(), int_term()).prop_map(|(a, b)| Term::eq(a, b)),
        (ref_term(), ref_term()).prop_map(|(a, b)| Term::eq(a, b)),
        (map_term(), map_term()).prop_map(|(a, b)| Term::eq(a, b)),
        (map_term(), int_term()).prop_map(|(a, b)| Term::apply(holds(), vec![a, b])),
        Just(p().term()),
    ];
    leaf.prop_recursive(3, 12, 2, |inner| {
        prop_oneof![
            inner.clone().prop_map(Term::not),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| Term::and([a, b])),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| Term::or([a, b])),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| Term::implies(a, b)),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| Term::eq(a, b)),
        ]
    })
}

struct Model(std::cell::RefCell<Box<dyn Session>>);

impl Env for Model {
    fn var(&self, var: &Var) -> Option<Value> {
        self.0.borrow_mut().value(&var.term())
    }

    fn apply(&self, func: &Func, args: &[Value]) -> Option<Value> {
        let args = func.params.iter().zip(args).map(|(sort, v)| v.term(sort));
        let term = Term::apply(func.clone(), args.collect::<Option<Vec<Term>>>()?);
        self.0.borrow_mut().value(&term)
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, rng_seed: RngSeed::Fixed(2002), failure_persistence: None, ..ProptestConfig::default() })]

    /// What Z3 calls a model is one for our evaluator too: the two agree on every operator, and on
    /// every part of a formula.
    #[test]
    fn models_satisfy_what_was_asserted(f in formula()) {
        let mut session = z3().open(&Limits::default()).unwrap();
        session.assert(&f);
        match session.check(&[]) {
            Answer::Sat => {
                let model = Model(session.into());
                prop_assert_eq!(eval(&f, &model), Some(Value::Bool(true)), "{}", f);
                let mut parts = Vec::new();
                f.visit(&mut |t| {
                    parts.push(t.clone());
                    true
                });
                for part in parts {
                    let value = model.0.borrow_mut().value(&part);
                    prop_assert_eq!(value, eval(&part, &model), "{} in {}", part, f);
                }
            }
            Answer::Unsat(_) => {
                // then the negation holds everywhere, in the simplest state for instance
                struct Zero;
                impl Env for Zero {
                    fn var(&self, var: &Var) -> Option<Value> {
                        Some(Value::zero(var.sort()))
                    }
                }
                prop_assert_eq!(eval(&f, &Zero), Some(Value::Bool(false)), "{}", f);
            }
            Answer::Unknown(why) => prop_assert!(false, "{why}"),
        }
    }
}

#[test]
fn cores_name_the_assumptions_that_matter() {
    let mut session = z3().open(&Limits::default()).unwrap();
    let a: Vec<Term> = (10..14).map(|i| Var::new("a", i, Sort::Bool).term()).collect();
    session.assert(&Term::implies(a[1].clone(), Term::lt(x().term(), Term::int(0))));
    session.assert(&Term::implies(a[3].clone(), Term::lt(Term::int(0), x().term())));
    assert_eq!(session.check(&a), Answer::Unsat(vec![1, 3]));
    assert_eq!(session.check(&a[..2]), Answer::Sat);
}

#[test]
fn consequences_are_the_literals_all_models_share() {
    let mut session = z3().open(&Limits::default()).unwrap();
    let b: Vec<Term> = (10..13).map(|i| Var::new("b", i, Sort::Bool).term()).collect();
    session.assert(&Term::eq(b[0].clone(), Term::lt(x().term(), Term::int(5))));
    session.assert(&Term::eq(b[1].clone(), Term::lt(x().term(), Term::int(-5))));
    session.assert(&Term::eq(b[2].clone(), Term::le(Term::int(0), x().term())));
    session.assert(&Term::le(Term::int(1), x().term()));
    let found = session.consequences(&[], &b).unwrap();
    assert_eq!(found, Some(vec![Term::not(b[1].clone()), b[2].clone()]));
    session.assert(&Term::ff());
    assert_eq!(session.consequences(&[], &b), Ok(None));
}

/// Fifteen pigeons in fourteen holes: nothing a solver finds out within a test, and nothing it
/// gives up by itself.
fn endless() -> Term {
    let pigeons: Vec<Term> = (20..35).map(|i| Var::new("pigeon", i, Sort::Int).term()).collect();
    let housed = pigeons
        .iter()
        .map(|p| Term::and([Term::le(Term::int(0), p.clone()), Term::lt(p.clone(), Term::int(14))]));
    let alone = pigeons.iter().enumerate().flat_map(|(k, p)| {
        let others = pigeons[..k].iter();
        others.map(move |other| Term::not(Term::eq(p.clone(), other.clone())))
    });
    Term::and(housed.chain(alone))
}

#[test]
fn a_step_limit_ends_a_check_and_says_so() {
    let limits = Limits {
        steps: Some(20_000),
        ..Limits::default()
    };
    let mut session = z3().open(&limits).unwrap();
    session.assert(&endless());
    let answer = session.check(&[]);
    assert_eq!(answer, Answer::Unknown(Reason::Steps));
}

#[test]
fn the_time_limit_ends_a_check() {
    let budget = Budget::within(Duration::from_millis(300), Cancel::default());
    let mut session = z3()
        .open(&Limits {
            budget,
            ..Limits::default()
        })
        .unwrap();
    session.assert(&endless());
    let start = Instant::now();
    let answer = session.check(&[]);
    assert_eq!(answer, Answer::Unknown(Reason::Time));
    assert!(start.elapsed() < Duration::from_secs(20));
    assert_eq!(session.check(&[]), Answer::Unknown(Reason::Time));
}

#[test]
fn cancelling_reaches_a_running_check() {
    let cancel = Cancel::default();
    let budget = Budget::unlimited(cancel.clone());
    let mut session = z3()
        .open(&Limits {
            budget,
            ..Limits::default()
        })
        .unwrap();
    session.assert(&endless());
    let asker = std::thread::spawn({
        let cancel = cancel.clone();
        move || {
            std::thread::sleep(Duration::from_millis(200));
            cancel.request();
        }
    });
    assert_eq!(session.check(&[]), Answer::Unknown(Reason::Cancelled));
    asker.join().unwrap();
    assert_eq!(session.check(&[]), Answer::Unknown(Reason::Cancelled));
}

#[test]
fn our_instantiation_refutes_what_follows_from_universal_facts() {
    let prover: Arc<dyn Prover> = Arc::new(z3());
    let k = Var::new("k", 30, Sort::Int);
    let at = |i: Term| Term::select(m().term(), i);
    // forall k :: 0 <= k && k < x ==> m[k] <= m[k + 1]
    let range = Term::and([Term::le(Term::int(0), k.term()), Term::lt(k.term(), x().term())]);
    let sorted = Term::forall(
        [k.clone()],
        Term::implies(range, Term::le(at(k.term()), at(Term::add(k.term(), Term::int(1))))),
    );
    let mut session = Instantiating::open(&prover, &Limits::default()).unwrap();
    session.assert(&sorted);
    session.assert(&Term::eq(x().term(), Term::int(3)));
    let goal = Var::new("g", 31, Sort::Bool).term();
    session.assert(&Term::implies(
        goal.clone(),
        Term::lt(at(Term::int(3)), at(Term::int(0))),
    ));
    let answer = session.check(&[goal]);
    assert!(matches!(answer, Answer::Unsat(_)), "{answer:?}");
    assert_eq!(session.check(&[]), Answer::Sat);
    // a fact that is denied gets a witness
    session.assert(&Term::not(sorted));
    assert!(matches!(session.check(&[]), Answer::Unsat(_)));
}

#[test]
fn an_existential_goal_is_found() {
    let prover: Arc<dyn Prover> = Arc::new(z3());
    let k = Var::new("k", 30, Sort::Int);
    let some = Term::exists([k.clone()], Term::eq(Term::select(m().term(), k.term()), y().term()));
    let mut session = Instantiating::open(&prover, &Limits::default()).unwrap();
    session.assert(&Term::eq(Term::select(m().term(), x().term()), y().term()));
    session.assert(&Term::not(some));
    assert!(matches!(session.check(&[]), Answer::Unsat(_)));
}

/// Along `f` every path ends at null. What holds of `f` holds of no other field, though a model may give
/// both the same value.
#[test]
fn that_paths_along_a_field_end_implies_nothing_for_another() {
    let prover: Arc<dyn Prover> = Arc::new(z3());
    let field = |name: &str, tag| Var::new(name, tag, heap::field_sort()).term();
    let [f, g] = [field("f", 40), field("g", 41)];
    let object = |name: &str, tag| Var::new(name, tag, Sort::Ref);
    let (v, a, b) = (object("v", 42), object("a", 43).term(), object("b", 44).term());
    let mut session = Instantiating::open(&prover, &Limits::default()).unwrap();
    session.assert(&Term::forall(
        [v.clone()],
        Term::reach(f.clone(), v.term(), Term::null()),
    ));
    session.assert(&Term::reach(g.clone(), a.clone(), b.clone()));
    session.assert(&Term::reach(f.clone(), a.clone(), b.clone()));
    session.assert(&Term::not(Term::eq(a.clone(), b.clone())));
    let ring = Var::new("ring", 45, Sort::Bool).term();
    let back = |field: &Term| Term::reach(field.clone(), b.clone(), a.clone());
    session.assert(&Term::implies(ring.clone(), back(&g)));
    let rest = Var::new("rest", 46, Sort::Bool).term();
    let ends = Term::reach(g.clone(), a.clone(), Term::null());
    session.assert(&Term::implies(rest.clone(), Term::not(ends)));
    assert_eq!(session.check(std::slice::from_ref(&rest)), Answer::Sat);
    assert_eq!(session.check(&[ring, rest]), Answer::Sat);
    // along `f` there is no way back
    session.assert(&back(&f));
    assert!(matches!(session.check(&[]), Answer::Unsat(_)));
}

/// Lemmas for each assignment, and how many there were.
struct Lemmas<F>(F, u32);

impl<F: FnMut(&mut dyn FnMut(&Term) -> Option<Value>) -> Vec<Term>> Propagator for Lemmas<F> {
    fn lemmas(&mut self, values: &mut dyn FnMut(&Term) -> Option<Value>) -> Vec<Term> {
        self.1 += 1;
        self.0(values)
    }
}

/// `r`, `s` and `t` are null or each other, by a field so that classes matter.
fn three_objects() -> [Term; 3] {
    [0, 1, 2].map(|i| Var::new("o", i, Sort::Ref).term())
}

#[test]
fn a_violated_lemma_is_added_during_the_search() {
    let [r, s, t] = three_objects();
    let next = |o: &Term| Term::select(next().term(), o.clone());
    let mut session = z3().open(&Limits::default()).unwrap();
    session.assert(&Term::or([
        Term::eq(r.clone(), s.clone()),
        Term::eq(r.clone(), t.clone()),
    ]));
    session.assert(&Term::not(Term::eq(next(&r), next(&s))));
    session.assert(&Term::eq(next(&r), Term::null()));
    // only the propagator forbids that r is t
    let forbidden = Term::eq(r.clone(), t.clone());
    let mut propagator = Lemmas(
        |values: &mut dyn FnMut(&Term) -> Option<Value>| {
            assert_eq!(values(&next(&r)), Some(Value::NULL));
            let same = values(&r) == values(&t);
            assert_eq!(values(&forbidden), Some(Value::Bool(same)));
            assert_ne!(values(&r), values(&s));
            match same {
                true => vec![Term::not(forbidden.clone())],
                false => Vec::new(),
            }
        },
        0,
    );
    let answer = session.check_with_propagator(&[], &mut propagator);
    assert!(matches!(answer, Answer::Unsat(_)), "{answer:?}");
    assert!(propagator.1 > 0);
    assert_eq!(session.stats().checks, 1);
}

#[test]
fn a_propagator_without_lemmas_changes_nothing() {
    let [r, s, _] = three_objects();
    let mut session = z3().open(&Limits::default()).unwrap();
    session.assert(&Term::not(Term::eq(r.clone(), s.clone())));
    let mut propagator = Lemmas(
        |values: &mut dyn FnMut(&Term) -> Option<Value>| {
            assert_ne!(values(&r), values(&s));
            Vec::new()
        },
        0,
    );
    assert_eq!(session.check_with_propagator(&[], &mut propagator), Answer::Sat);
    assert!(propagator.1 > 0);
    assert_ne!(session.value(&r), session.value(&s));
    // and it is gone for the next check
    let calls = propagator.1;
    session.assert(&Term::eq(r.clone(), Term::null()));
    assert_eq!(session.check(&[]), Answer::Sat);
    assert_eq!(propagator.1, calls);
}

#[test]
fn a_panic_of_a_propagator_does_not_unwind_through_z3() {
    let pool = z3().pool().expect("contexts are reused");
    let [r, s, _] = three_objects();
    let panicked = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        let mut session = pool.open(&Limits::default()).unwrap();
        session.assert(&Term::not(Term::eq(r.clone(), s.clone())));
        let mut propagator = Lemmas(|_: &mut dyn FnMut(&Term) -> Option<Value>| panic!("no"), 0);
        session.check_with_propagator(&[], &mut propagator)
    }));
    assert!(panicked.is_err());
    // the context is good for the next one
    let mut session = pool.open(&Limits::default()).unwrap();
    session.assert(&Term::eq(r, s));
    assert_eq!(session.check(&[]), Answer::Sat);
}
