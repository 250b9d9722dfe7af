//! Spacer: lemmas of problems that it solves, and its limits on those that it does not.

use abide_base::{Budget, Cancel};
use abide_logic::{Func, Sort, Term, Var};
use abide_prover::{Generalisation, HornClause, HornProblem, HornRelation, HornSolver, Lemmas, Limits, Prover};
use abide_prover_z3::Z3;
use std::sync::Arc;
use std::time::{Duration, Instant};

fn spacer() -> Arc<dyn HornSolver> {
    abide_z3::setup::install(&mut |_| {}).expect("Z3 can be installed");
    Z3::find().expect("Z3 was just brought").horn().expect("it has one")
}

fn relation(name: &str, params: Vec<Sort>) -> Func {
    Func {
        name: name.into(),
        params,
        result: Sort::Bool,
    }
}

fn limits(steps: u64) -> Limits {
    Limits {
        steps: Some(steps),
        ..Limits::default()
    }
}

/// `x := start; y := 0; while (x < n) { x := x + 1; y := y + step(x); } assert right`.
fn counting(step: &dyn Fn(&Term) -> Term, right: &dyn Fn(&[Term; 3]) -> Term) -> HornProblem {
    let vars = ["x", "y", "n"].into_iter().zip(0..);
    let vars: Vec<Var> = vars.map(|(name, tag)| Var::new(name, tag, Sort::Int)).collect();
    let [x, y, n] = [0, 1, 2].map(|i| vars[i].term());
    let head = relation("head", vec![Sort::Int; 3]);
    let goal = relation("error", Vec::new());
    let at = |x: &Term, y: &Term| Term::apply(head.clone(), vec![x.clone(), y.clone(), n.clone()]);
    let zero = Term::int(0);
    let clause = |tail: Vec<Term>, head: Term| HornClause { tail, head };
    let next = Term::add(x.clone(), Term::int(1));
    let clauses = vec![
        clause(vec![Term::le(zero.clone(), n.clone())], at(&zero, &zero)),
        clause(
            vec![at(&x, &y), Term::lt(x.clone(), n.clone())],
            at(&next, &Term::add(y.clone(), step(&x))),
        ),
        clause(
            vec![
                at(&x, &y),
                Term::le(n.clone(), x.clone()),
                Term::not(right(&[x.clone(), y.clone(), n.clone()])),
            ],
            Term::apply(goal.clone(), Vec::new()),
        ),
    ];
    HornProblem {
        relations: vec![HornRelation {
            func: head,
            params: vars,
        }],
        clauses,
        goal,
        bound: vec![Var::new("k", 9, Sort::Int)],
    }
}

fn safe() -> HornProblem {
    counting(&|_| Term::int(1), &|[_, y, n]| Term::eq(y.clone(), n.clone()))
}

/// The sum of the numbers is a half of a product: no linear lemma says that.
fn hard() -> HornProblem {
    counting(&|x| x.clone(), &|[_, y, n]| {
        let product = Term::mul(n.clone(), Term::sub(n.clone(), Term::int(1)));
        Term::eq(Term::mul(Term::int(2), y.clone()), product)
    })
}

fn on(problem: &HornProblem, generalisation: Generalisation, limits: &Limits) -> Lemmas {
    spacer().lemmas(problem, generalisation, limits)
}

#[test]
fn a_solution_is_read_over_the_parameters() {
    let problem = safe();
    let lemmas = on(&problem, Generalisation::Ground, &limits(1_000_000));
    assert!(lemmas.solved);
    let params = &problem.relations[0].params;
    assert!(!lemmas.of[0].is_empty());
    for lemma in &lemmas.of[0] {
        assert!(lemma.free_vars().iter().all(|v| params.contains(v)), "{lemma:?}");
    }
}

#[test]
fn what_is_unsafe_is_not_solved() {
    let problem = counting(&|_| Term::int(2), &|[_, y, n]| Term::eq(y.clone(), n.clone()));
    assert!(!on(&problem, Generalisation::Ground, &limits(1_000_000)).solved);
}

#[test]
fn quantified_lemmas_are_read_with_their_variables() {
    // a[0..n] is filled with 7
    let map = Sort::map(Sort::Int, Sort::Int);
    let (a, i) = (Var::new("a", 0, map.clone()), Var::new("i", 1, Sort::Int));
    let (n, j) = (Var::new("n", 2, Sort::Int), Var::new("j", 3, Sort::Int));
    let head = relation("head", vec![map, Sort::Int, Sort::Int]);
    let goal = relation("error", Vec::new());
    let at = |a: Term, i: Term| Term::apply(head.clone(), vec![a, i, n.term()]);
    let (zero, seven) = (Term::int(0), Term::int(7));
    let within = [Term::le(zero.clone(), j.term()), Term::lt(j.term(), n.term())];
    let wrong = Term::ne(Term::select(a.term(), j.term()), seven.clone());
    let problem = HornProblem {
        clauses: vec![
            HornClause {
                tail: Vec::new(),
                head: at(a.term(), zero),
            },
            HornClause {
                tail: vec![at(a.term(), i.term()), Term::lt(i.term(), n.term())],
                head: at(
                    Term::store(a.term(), i.term(), seven),
                    Term::add(i.term(), Term::int(1)),
                ),
            },
            HornClause {
                tail: [at(a.term(), i.term()), Term::le(n.term(), i.term()), wrong]
                    .into_iter()
                    .chain(within)
                    .collect(),
                head: Term::apply(goal.clone(), Vec::new()),
            },
        ],
        relations: vec![HornRelation {
            func: head.clone(),
            params: vec![a.clone(), i.clone(), n.clone()],
        }],
        goal,
        bound: vec![Var::new("k", 9, Sort::Int)],
    };
    let lemmas = on(&problem, Generalisation::Quantified, &limits(4_000_000));
    assert!(lemmas.solved);
    let quantified: Vec<&Term> = lemmas.of[0].iter().filter(|l| l.has_quantifier()).collect();
    assert!(!quantified.is_empty(), "{:?}", lemmas.of[0]);
    for lemma in quantified {
        let reads = lemma.has(|t| *t == Term::select(a.term(), problem.bound[0].term()));
        assert!(reads, "{lemma:?}");
    }
}

#[test]
fn a_search_keeps_to_its_steps() {
    let budget = Budget::default().part(10_000_000);
    let limits = Limits {
        budget: budget.clone(),
        ..limits(200_000)
    };
    let lemmas = on(&hard(), Generalisation::Ground, &limits);
    assert!(!lemmas.solved);
    let spent = 10_000_000 - budget.steps().expect("limited");
    assert!((200_000..400_000).contains(&spent), "{spent}");
    // and is the same again
    assert_eq!(on(&hard(), Generalisation::Ground, &limits).of, lemmas.of);
}

#[test]
fn a_search_keeps_to_its_time_and_ends_when_cancelled() {
    let within = |budget: Budget| {
        let started = Instant::now();
        let limits = Limits {
            budget,
            ..Limits::default()
        };
        assert!(!on(&hard(), Generalisation::Ground, &limits).solved);
        assert!(started.elapsed() < Duration::from_secs(60));
    };
    within(Budget::within(Duration::from_millis(300), Cancel::default()));
    let cancel = Cancel::default();
    let later = cancel.clone();
    let request = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(300));
        later.request();
    });
    within(Budget::unlimited(cancel));
    request.join().expect("it only waits");
}
