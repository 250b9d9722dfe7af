//! Z3 as a whole, through the table: that the signatures are right, and that
//! the behaviour the prover relies on is the behaviour there is.
//!
//! On a machine without Z3 the first test brings it; none is ever skipped.

mod session;

use std::ffi::CStr;
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use abide_z3::*;
use session::Session;

#[test]
fn the_version_is_one_we_accept() {
    let z3 = session::library();
    assert!(z3.version() >= Version::OLDEST);
    assert_eq!(z3.version(), z3.api().version());
    // SAFETY: the string is Z3's own and lives as long as Z3.
    let full = unsafe { CStr::from_ptr(z3.api().get_full_version()) }.to_str().unwrap();
    assert!(full.contains(&z3.version().to_string()), "{full}");
    println!("Z3 {} ({full}) from {}", z3.version(), z3.path().display());
}

#[test]
fn integers_are_decided() {
    let s = Session::new();
    let (x, y) = (s.int("x"), s.int("y"));
    // 2x + 1 = 2y has no solution; x < y has.
    s.assert(s.eq(s.add(s.add(x, x), s.num(1)), s.add(y, y)));
    assert_eq!(s.check(&[]), Z3_L_FALSE);

    let s = Session::new();
    let (x, y) = (s.int("x"), s.int("y"));
    s.assert(s.lt(x, y));
    s.assert(s.lt(y, s.num(3)));
    s.assert(s.lt(s.num(0), x));
    assert_eq!(s.check(&[]), Z3_L_TRUE);
    assert_eq!((s.value(x), s.value(y)), ("1".into(), "2".into()));
}

#[test]
fn numbers_have_no_bound() {
    let s = Session::new();
    let x = s.int("x");
    s.assert(s.eq(x, s.numeral("-123456789012345678901234567890")));
    assert_eq!(s.check(&[]), Z3_L_TRUE);
    let value = s.eval(x);
    // SAFETY: the term is this session's.
    unsafe {
        assert!(s.api.is_numeral_ast(s.c, value));
        assert!(!s.api.get_numeral_int64(s.c, value, &mut 0));
    }
    assert_eq!(s.digits(value), "-123456789012345678901234567890");
}

#[test]
fn a_core_names_the_assumptions_that_clash() {
    let s = Session::new();
    let (p, q, r) = (s.bool("p"), s.bool("q"), s.bool("r"));
    let x = s.int("x");
    s.assert(s.implies(p, s.lt(x, s.num(0))));
    s.assert(s.implies(q, s.lt(s.num(0), x)));
    s.assert(s.implies(r, s.eq(x, s.num(7))));
    assert_eq!(s.check(&[p, r, q]), Z3_L_FALSE);
    let core = s.core();
    assert!(core.contains(&p) && !core.is_empty() && core.len() <= 2, "{core:?}");
    // The assumptions are gone afterwards.
    assert_eq!(s.check(&[q, r]), Z3_L_TRUE);
    assert_eq!(s.value(x), "7");
}

#[test]
fn tracked_assertions_end_in_the_core() {
    let s = Session::new();
    let x = s.int("x");
    let names = ["low", "high", "idle"].map(|name| s.bool(name));
    let facts = [s.lt(s.num(5), x), s.lt(x, s.num(5)), s.lt(x, s.num(100))];
    for (fact, name) in facts.into_iter().zip(names) {
        // SAFETY: the terms are this session's.
        unsafe { s.api.solver_assert_and_track(s.c, s.solver, fact, name) };
    }
    assert_eq!(s.check(&[]), Z3_L_FALSE);
    let mut core = s.core();
    core.sort_by_key(|a| names.iter().position(|name| name == a));
    assert_eq!(core, names[..2]);
}

#[test]
fn scopes_are_undone() {
    let s = Session::new();
    let x = s.int("x");
    s.assert(s.lt(s.num(0), x));
    // SAFETY: one scope is pushed and one is popped.
    unsafe {
        s.api.solver_push(s.c, s.solver);
        s.assert(s.lt(x, s.num(1)));
        assert_eq!(s.check(&[]), Z3_L_FALSE);
        s.api.solver_pop(s.c, s.solver, 1);
    }
    assert_eq!(s.check(&[]), Z3_L_TRUE);
}

#[test]
fn arrays_obey_their_axioms() {
    let s = Session::new();
    let (a, i, j) = (s.array("a"), s.int("i"), s.int("j"));
    // a[i := 1][j := 2][i] = 1 unless i = j.
    let stored = s.store(s.store(a, i, s.num(1)), j, s.num(2));
    s.assert(s.not(s.eq(s.select(stored, i), s.num(1))));
    assert_eq!(s.check(&[s.not(s.eq(i, j))]), Z3_L_FALSE);
    assert_eq!(s.check(&[]), Z3_L_TRUE);
    assert_eq!(s.value(s.eq(i, j)), "true");
}

/// The value of an array in a model is a chain of stores on a constant array
/// or, where a quantifier mentions it, a lambda or such a chain. Older versions
/// also had `as-array` of a function. Reading it at a number gives a number in
/// each case.
#[test]
fn the_value_of_an_array_can_be_read() {
    let s = Session::new();
    let a = s.array("a");
    s.assert(s.eq(s.select(a, s.num(3)), s.num(30)));
    s.assert(s.eq(s.select(a, s.num(-4)), s.num(-40)));
    s.assert(s.eq(s.select(a, s.num(5)), s.num(50)));
    assert_eq!(s.check(&[]), Z3_L_TRUE);
    let value = s.eval(a);
    println!("array without quantifiers: {} ({})", s.print(value), s.shape(value));
    assert_eq!(s.value(s.select(value, s.num(3))), "30");
    assert_eq!(s.value(s.select(value, s.num(-4))), "-40");
    // One of the three cells may have become the constant.
    assert!(["store store const", "store store store const"].contains(&s.shape(value).as_str()));
}

#[test]
fn the_value_of_a_quantified_array_can_be_read() {
    let s = Session::new();
    let (a, n, i) = (s.array("a"), s.int("n"), s.int("i"));
    // for all i: 0 <= i < n implies a[i] = i + 1
    let inside = s.and(&[s.le(s.num(0), i), s.lt(i, n)]);
    let cell = s.select(a, i);
    s.assert(s.forall(i, &[cell], s.implies(inside, s.eq(cell, s.add(i, s.num(1))))));
    s.assert(s.eq(n, s.num(3)));
    s.assert(s.eq(s.select(a, s.num(9)), s.num(0)));
    assert_eq!(s.check(&[]), Z3_L_TRUE);
    let value = s.eval(a);
    println!("array under a quantifier: {} ({})", s.print(value), s.shape(value));
    println!("the model:\n{}", s.print_model());
    let cells: Vec<String> = [0, 1, 2, 9].map(|k| s.value(s.select(value, s.num(k)))).into();
    assert_eq!(cells, ["1", "2", "3", "0"]);
}

#[test]
fn an_uninterpreted_function_has_entries_and_a_rest() {
    let s = Session::new();
    let f = s.function("f");
    s.assert(s.eq(s.apply(f, s.num(1)), s.num(10)));
    s.assert(s.eq(s.apply(f, s.num(2)), s.num(20)));
    assert_eq!(s.check(&[]), Z3_L_TRUE);
    let (mut entries, rest) = s.entries(f);
    // One of the two may have become the value for the rest.
    entries.sort();
    println!("f: {entries:?}, else {rest}");
    let at = |key: &str| {
        entries
            .iter()
            .find(|(k, _)| k == key)
            .map_or(rest.clone(), |(_, v)| v.clone())
    };
    assert_eq!((at("1"), at("2")), ("10".into(), "20".into()));
}

#[test]
fn quantifiers_and_patterns_are_used() {
    let s = Session::new();
    let (f, x) = (s.function("f"), s.int("x"));
    // f(x) > x for all x, by the pattern f(x); so f(f(0)) > 0.
    let fx = s.apply(f, x);
    s.assert(s.forall(x, &[fx], s.lt(x, fx)));
    s.assert(s.not(s.lt(s.num(0), s.apply(f, s.apply(f, s.num(0))))));
    assert_eq!(s.check(&[]), Z3_L_FALSE);
}

#[test]
fn consequences_are_found() {
    let s = Session::new();
    let (p, q, r) = (s.bool("p"), s.bool("q"), s.bool("r"));
    let x = s.int("x");
    s.assert(s.implies(p, s.lt(x, s.num(0))));
    s.assert(s.eq(q, s.lt(x, s.num(5))));
    s.assert(s.eq(r, s.lt(s.num(9), x)));
    let (answer, found) = s.consequences(&[p], &[q, r]);
    assert_eq!(answer, Z3_L_TRUE);
    let mut found: Vec<String> = found.into_iter().map(|a| s.print(a)).collect();
    found.sort();
    assert_eq!(found, ["(=> p (not r))", "(=> p q)"]);
}

/// A question that takes far longer than any test should: to put fifteen
/// pigeons into fourteen holes. Gives the hole of the first pigeon.
fn endless(s: &Session) -> Z3_ast {
    let holes = 14;
    let pigeons: Vec<Z3_ast> = (0..=holes).map(|k| s.int(&format!("pigeon{k}"))).collect();
    for (k, &pigeon) in pigeons.iter().enumerate() {
        s.assert(s.le(s.num(0), pigeon));
        s.assert(s.lt(pigeon, s.num(holes)));
        for &other in &pigeons[..k] {
            s.assert(s.not(s.eq(pigeon, other)));
        }
    }
    pigeons[0]
}

/// Of a simple solver, Z3 gives the same reason whether the resource limit, the
/// time limit or an interrupt ended a check; other solvers and versions may say
/// the second. What tells them apart is the count of resources.
const STOPPED: [&str; 2] = ["canceled", "max. resource limit exceeded"];

#[test]
fn a_resource_limit_ends_a_check_with_its_reason() {
    let s = Session::new();
    let pigeon = endless(&s);
    let limit = 200_000;
    s.set_uint("rlimit", limit);
    let mut before = 0;
    // The limit holds for each check; the count is of all of them together.
    for _ in 0..3 {
        assert_eq!(s.check(&[]), Z3_L_UNDEF);
        let (reason, count) = (
            s.reason_unknown(),
            s.statistic("rlimit count").expect("Z3 counts resources"),
        );
        println!("rlimit {limit}: {reason:?}, {} spent", count - before);
        assert!(STOPPED.contains(&reason.as_str()), "{reason:?}");
        assert!(
            (limit..limit + limit / 10).contains(&(count - before)),
            "{}",
            count - before
        );
        before = count;
    }
    // A solver that ran into its limit still answers.
    assert_eq!(s.check(&[s.lt(pigeon, s.num(0))]), Z3_L_FALSE);
}

#[test]
fn a_resource_limit_is_the_same_work_every_time() {
    let run = || {
        let s = Session::new();
        endless(&s);
        s.set_uint("rlimit", 200_000);
        assert_eq!(s.check(&[]), Z3_L_UNDEF);
        s.statistic("rlimit count")
    };
    assert_eq!(run(), run());
}

#[test]
fn another_thread_can_interrupt_a_check() {
    let s = Session::new();
    let pigeon = endless(&s);
    let handle = session::Interrupt(s.c);
    let (done, finished) = mpsc::channel::<()>();
    let api = s.api;
    let interrupter = thread::spawn(move || {
        let handle = handle;
        // Again and again, as one that comes before the check has begun is lost.
        while finished.recv_timeout(Duration::from_millis(50)).is_err() {
            // SAFETY: the context lives until this thread has been joined.
            unsafe { api.interrupt(handle.0) };
        }
    });
    let started = Instant::now();
    let answer = s.check(&[]);
    let reason = s.reason_unknown();
    done.send(()).unwrap();
    interrupter.join().unwrap();
    println!("interrupt: {reason:?} after {:?}", started.elapsed());
    assert_eq!(answer, Z3_L_UNDEF);
    assert!(STOPPED.contains(&reason.as_str()), "{reason:?}");
    // The context is as good as before.
    assert_eq!(s.check(&[s.lt(pigeon, s.num(0))]), Z3_L_FALSE);
}

/// Z3 checks sorts, though not all: a truth value where a number belongs is
/// taken for zero or one.
#[test]
fn an_error_is_reported_and_does_not_end_the_process() {
    let s = Session::new();
    let (p, x) = (s.bool("p"), s.int("x"));
    // SAFETY: the terms are this session's; that they do not fit is the point.
    unsafe {
        assert!(s.api.mk_select(s.c, x, x).is_null());
        let code = s.api.get_error_code(s.c);
        assert_eq!(code, Z3_SORT_ERROR);
        assert_eq!(CStr::from_ptr(s.api.get_error_msg(s.c, code)), c"type error");

        s.api
            .solver_from_string(s.c, s.solver, c"(assert (no-such-function))".as_ptr());
        assert_eq!(s.api.get_error_code(s.c), Z3_PARSER_ERROR);

        assert!(!s.api.mk_add(s.c, 2, [p, x].as_ptr()).is_null());
        assert_eq!(s.api.get_error_code(s.c), Z3_OK);
    }
}

#[test]
fn checks_under_assumptions_are_cheap() {
    let s = Session::new();
    let x = s.int("x");
    let guards: Vec<Z3_ast> = (0..20).map(|k| s.bool(&format!("p{k}"))).collect();
    for (k, guard) in (0..).zip(&guards) {
        s.assert(s.implies(*guard, s.lt(s.num(k), x)));
        s.assert(s.implies(s.not(*guard), s.lt(x, s.num(k + 1))));
    }
    let count = 2_000;
    for k in 0..count {
        let (p, q) = (guards[k % 20], guards[(k * 7) % 20]);
        s.check(&[p, s.not(q)]);
    }
    let each = s.statistic("rlimit count").unwrap() as usize / count;
    println!("{count} checks under assumptions, {each} units each");
    // An old Z3, or the wrong solver, begins anew each time.
    assert!(each < 1_000, "{each}");
}
