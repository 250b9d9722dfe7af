//! Before and after.

use super::*;
use abide_exec::Values;
use abide_exec::state::truth;
use abide_logic::{MapValue, Sort, Subst, Value, Var};
use proptest::prelude::*;

fn int(name: &str, tag: u32) -> Var {
    Var::new(name, tag, Sort::Int)
}

struct Vars {
    i: Term,
    n: Term,
    p: Term,
    a: Term,
    j: Var,
    k: Var,
}

fn vars() -> Vars {
    Vars {
        i: int("i", 0).term(),
        n: int("n", 1).term(),
        p: Var::new("p", 2, Sort::Bool).term(),
        a: Var::new("a", 3, Sort::map(Sort::Int, Sort::Int)).term(),
        j: int("j", 4),
        k: int("k", 5),
    }
}

fn num(k: i64) -> Term {
    Term::int(k)
}

fn context(spoken: &Spoken) -> Context<'_> {
    Context {
        given: &[],
        spoken,
        is_expressible: &|_| true,
        has_arrays: false,
    }
}

fn in_words(facts: &[Term], spoken: &Spoken) -> Vec<Term> {
    readable(facts, &context(spoken))
}

fn made(facts: &[Term]) -> Vec<Term> {
    in_words(facts, &Spoken::default())
}

/// What is made of some facts.
#[track_caller]
fn check(before: &[Term], after: &[&str]) {
    let shown = made(before);
    let shown: Vec<String> = shown.iter().map(Term::to_string).collect();
    assert_eq!(shown, after, "{before:?}");
}

#[test]
fn comparisons_are_as_short_as_they_can_be() {
    let Vars { i, n, .. } = vars();
    check(
        &[Term::or([
            Term::lt(i.clone(), n.clone()),
            Term::eq(i.clone(), n.clone()),
        ])],
        &["i <= n"],
    );
    check(
        &[Term::implies(
            Term::ne(i.clone(), n.clone()),
            Term::lt(i.clone(), n.clone()),
        )],
        &["i <= n"],
    );
    check(&[Term::le(num(0), Term::sub(i.clone(), num(2)))], &["2 <= i"]);
    check(
        &[Term::or([
            Term::lt(i.clone(), n.clone()),
            Term::lt(n.clone(), i.clone()),
        ])],
        &["i != n"],
    );
    // what is short already stays
    check(&[Term::lt(num(0), i.clone())], &["0 < i"]);
    check(&[Term::le(num(1), i)], &["1 <= i"]);
}

#[test]
fn there_is_one_fact_for_each_form() {
    let Vars { i, n, p, .. } = vars();
    check(
        &[
            Term::le(num(0), i.clone()),
            Term::le(num(1), i.clone()),
            Term::lt(i.clone(), n.clone()),
        ],
        &["1 <= i", "i < n"],
    );
    check(
        &[Term::le(i.clone(), n.clone()), Term::le(n.clone(), i.clone())],
        &["i == n"],
    );
    check(&[Term::le(num(0), i.clone()), Term::ne(i.clone(), num(0))], &["0 < i"]);
    check(&[Term::and([Term::le(num(0), i.clone()), p.clone()])], &["0 <= i", "p"]);
    // one that follows from another, and a premise that is known
    let positive = Term::lt(num(0), i.clone());
    check(
        &[positive.clone(), Term::or([p.clone(), Term::le(num(0), i.clone())])],
        &["0 < i"],
    );
    check(
        &[positive.clone(), Term::implies(positive.clone(), p.clone())],
        &["0 < i", "p"],
    );
    let weaker = Term::implies(positive, Term::or([p.clone(), Term::eq(n, num(0))]));
    check(&[weaker, p], &["p"]);
}

#[test]
fn a_bound_in_the_guise_of_a_quantifier_is_a_bound() {
    let Vars { i, n, p, a, j, .. } = vars();
    let below = |bound: Term| Term::lt(j.term(), bound);
    let all = |body: Term| Term::forall([j.clone()], body);
    check(&[all(Term::implies(below(num(0)), below(i.clone())))], &["0 <= i"]);
    check(
        &[all(Term::implies(
            Term::and([p.clone(), below(n.clone())]),
            below(i.clone()),
        ))],
        &["p ==> n <= i"],
    );
    // a variable that nothing bounds from one side can be anything
    check(&[all(Term::or([p.clone(), below(i.clone())]))], &["p"]);
    let read = Term::eq(Term::select(a.clone(), j.term()), num(0));
    check(
        &[all(Term::implies(Term::eq(j.term(), i.clone()), read.clone()))],
        &["a[i] == 0"],
    );
    let between = [Term::le(i.clone(), j.term()), below(Term::add(i, num(1)))];
    check(&[all(Term::implies(Term::and(between), read))], &["a[i] == 0"]);
}

#[test]
fn ranges_come_first_and_what_is_not_bound_stands_outside() {
    let Vars { i, n, p, a, j, k } = vars();
    let read = |v: &Var| Term::select(a.clone(), v.term());
    let premises = Term::and([
        p.clone(),
        Term::lt(num(7), read(&j)),
        Term::lt(j.term(), i.clone()),
        Term::le(num(0), j.term()),
    ]);
    check(
        &[Term::forall(
            [j.clone()],
            Term::implies(premises, Term::eq(read(&j), num(9))),
        )],
        &["p ==> (forall j: int :: 0 <= j && j < i ==> 7 < a[j] ==> a[j] == 9)"],
    );
    let premises = Term::and([
        Term::lt(k.term(), n),
        Term::lt(j.term(), k.term()),
        Term::le(num(0), j.term()),
    ]);
    let sorted = Term::le(read(&j), read(&k));
    check(
        &[Term::forall([j.clone(), k.clone()], Term::implies(premises, sorted))],
        &["forall j: int, k: int :: 0 <= j && j < k && k < n ==> a[j] <= a[k]"],
    );
}

#[test]
fn elements_begin_at_the_first() {
    let Vars { i, a, j, .. } = vars();
    let read = Term::eq(Term::select(a, j.term()), num(0));
    let all = Term::forall([j.clone()], Term::implies(Term::lt(j.term(), i), read));
    let spoken = Spoken::default();
    let said = readable(
        &[all],
        &Context {
            has_arrays: true,
            ..context(&spoken)
        },
    );
    assert_eq!(said[0].to_string(), "forall j: int :: 0 <= j && j < i ==> a[j] == 0");
}

#[test]
fn what_is_true_anyway_is_not_said() {
    let Vars { i, n, p, .. } = vars();
    let given = [Term::ne(n.clone(), num(3)), Term::le(num(0), n.clone())];
    let facts = [
        Term::lt(num(-1), n.clone()),
        Term::implies(Term::ne(n.clone(), num(3)), Term::and([p, Term::lt(i, n)])),
    ];
    let said = readable(
        &facts,
        &Context {
            given: &given,
            ..context(&Spoken::default())
        },
    );
    assert_eq!(said.iter().map(Term::to_string).collect::<Vec<_>>(), ["i < n", "p"]);
}

#[test]
fn the_words_of_the_source_are_taken() {
    let Vars { i, n, .. } = vars();
    let guard = Term::lt(Term::add(i.clone(), num(1)), n.clone());
    let spoken = Spoken::of([&guard]);
    let said = |t: Term| in_words(&[t], &spoken)[0].to_string();
    assert_eq!(said(Term::lt(i.clone(), Term::sub(n.clone(), num(1)))), "i + 1 < n");
    assert_eq!(said(Term::le(n.clone(), Term::add(i.clone(), num(1)))), "n <= i + 1");
    assert_eq!(said(Term::lt(i, n)), "i < n");
}

#[test]
fn what_could_not_be_written_is_left_as_it_is() {
    let Vars { i, n, .. } = vars();
    let odd = Term::le(num(0), Term::sub(n, i));
    let kept = readable(
        std::slice::from_ref(&odd),
        &Context {
            is_expressible: &|t| *t == odd,
            ..context(&Spoken::default())
        },
    );
    assert_eq!(kept, [odd]);
}

/// Comparisons of two variables and a constant, and a truth value of the second.
fn literal() -> impl Strategy<Value = Term> {
    let Vars { i, n, p, j, .. } = vars();
    let b = Var::new("b", 6, Sort::map(Sort::Int, Sort::Bool)).term();
    let terms = [i, n, j.term(), num(0)];
    (0..4usize, 0..4usize, -2..3i64, 0..5u8).prop_map(move |(x, y, c, how)| {
        let (left, right) = (terms[x].clone(), Term::add(terms[y].clone(), num(c)));
        match how {
            0 => Term::lt(left, right),
            1 => Term::le(left, right),
            2 => Term::eq(left, right),
            3 => Term::ne(left, right),
            _ if c < 0 => Term::not(p.clone()),
            _ => Term::select(b.clone(), left),
        }
    })
}

fn fact() -> impl Strategy<Value = Term> {
    let premises = proptest::collection::vec(literal(), 0..3);
    let conclusions = proptest::collection::vec(literal(), 1..3);
    (premises, conclusions).prop_map(|(premises, conclusions)| {
        let body = Term::implies(Term::and(premises), Term::or(conclusions));
        Term::forall([vars().j], body)
    })
}

/// With the quantified variable among the numbers that matter.
fn holds_at(t: &Term, state: &Values) -> bool {
    let j = vars().j;
    let instances = (-12..13).map(|at| Subst::from_iter([(j.clone(), num(at))]));
    instances.into_iter().all(|s| {
        let body = t.rewritten(&mut |t| match t.kind() {
            Kind::Quant(_, _, body) => body.clone(),
            _ => t,
        });
        truth(&s.apply(&body), state).expect("everything has a value")
    })
}

proptest! {
    #[test]
    fn nothing_else_is_said(facts in proptest::collection::vec(fact(), 1..4)) {
        let after = in_words(&facts, &Spoken::of(&facts));
        let b = Var::new("b", 6, Sort::map(Sort::Int, Sort::Bool));
        let mut map = MapValue::constant(Value::Bool(false));
        [-4, 0, 1, 3].iter().for_each(|k| map.set(Value::int(*k), Value::Bool(true)));
        for (i, n, p) in (-3..4).flat_map(|i| (-3..4).flat_map(move |n| [false, true].map(|p| (i, n, p)))) {
            let state = Values::from([
                (int("i", 0), Value::int(i)),
                (int("n", 1), Value::int(n)),
                (Var::new("p", 2, Sort::Bool), Value::Bool(p)),
                (b.clone(), Value::map(map.clone())),
            ]);
            let [before, now] = [&facts, &after].map(|all| all.iter().all(|t| holds_at(t, &state)));
            prop_assert_eq!(before, now, "{:?} becomes {:?} with i = {}, n = {}, p = {}", facts, after, i, n, p);
        }
    }
}
