//! Solvers that misbehave. Whatever they do, nothing becomes proved, nothing panics and
//! nothing hangs.
//!
//! Each is a shell script that reads one command on each line. [`OBEY`] is the part that a
//! proper solver has: it echoes the marks and is silent about declarations.

#![cfg(unix)]

use abide_base::{Budget, Cancel};
use abide_logic::{Sort, Term, Value, Var};
use abide_prover::{Answer, Limits, Prover, Reason, Session};
use abide_prover_smtlib::SmtLib;
use abide_prover_smtlib::dialect::{Assuming, Dialect, STANDARD};
use std::io::Write;
use std::path::Path;
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};
use tempfile::NamedTempFile;

/// Cases of a proper solver.
const OBEY: &str = r#"
    '(echo '*) m=${line#*\"}; echo "${m%\"*}" ;;
    '(get-info :name'*) echo '(:name "Fake")' ;;
    '(get-info :version'*) echo '(:version "1.0")' ;;
    '(get-info :reason-unknown'*) echo '(:reason-unknown "the moon is full")' ;;
    '(get-unsat-assumptions'*) echo '(|p#1|)' ;;
"#;

/// A script that does `before`, and then for each command the first case that matches.
fn script(before: &str, cases: &str) -> NamedTempFile {
    let mut file = NamedTempFile::new().expect("a temporary file");
    let text = format!("{before}\nwhile IFS= read -r line; do case \"$line\" in\n{cases}\n{OBEY}\nesac; done\n");
    file.write_all(text.as_bytes()).expect("a written script");
    file
}

fn prover(script: &Path) -> SmtLib {
    speaking(STANDARD, script)
}

fn speaking(dialect: Dialect, script: &Path) -> SmtLib {
    SmtLib::new(dialect, "sh", [script])
}

fn within(time: Duration) -> Limits {
    Limits {
        budget: Budget::within(time, Cancel::default()),
        ..Limits::default()
    }
}

/// Long enough never to be reached.
fn ample() -> Limits {
    within(Duration::from_secs(60))
}

fn p() -> Term {
    Var::new("p", 1, Sort::Bool).term()
}

fn q() -> Term {
    Var::new("q", 2, Sort::Bool).term()
}

fn x() -> Term {
    Var::new("x", 3, Sort::Int).term()
}

fn open(file: &NamedTempFile, limits: &Limits) -> Box<dyn Session> {
    let mut session = prover(file.path()).open(limits).expect("a session");
    session.assert(&Term::or([p(), q()]));
    session
}

/// Checks twice: a solver that once failed stays failed.
#[track_caller]
fn check_fails(before: &str, cases: &str) -> String {
    let file = script(before, cases);
    let mut session = open(&file, &ample());
    let answer = session.check(&[p(), q()]);
    let Answer::Unknown(Reason::Failed(why)) = answer else {
        panic!("{answer:?}")
    };
    assert_eq!(session.check(&[]), Answer::Unknown(Reason::Failed(why.clone())));
    assert_eq!(session.value(&p()), None);
    assert_eq!(session.stats().unknown, 2);
    why
}

#[test]
fn a_proper_solver_is_believed() {
    let file = script(
        "",
        r#"
        '(check-sat-assuming'*) echo unsat ;;
        '(check-sat)'*) echo sat ;;
        '(get-value'*) echo '((|p#1| true) (|q#2| false))' ;;
        "#,
    );
    assert_eq!(
        prover(file.path()).probe().expect("a solver").name(),
        "Fake 1.0 (process)"
    );
    let mut session = open(&file, &ample());
    assert_eq!(session.check(&[q(), p()]), Answer::Unsat(vec![1]));
    assert_eq!(session.value(&p()), None, "there is no model");
    assert_eq!(session.check(&[]), Answer::Sat);
    assert_eq!(
        session.value(&Term::and([p(), Term::not(q())])),
        Some(Value::Bool(true))
    );
    assert_eq!(session.value(&x()), Some(Value::int(0)), "never seen by the solver");
    session.assert(&p());
    assert_eq!(session.value(&p()), None, "the model is out of date");
    let stats = session.stats();
    assert_eq!((stats.checks, stats.sat, stats.unsat, stats.unknown), (2, 1, 1, 0));
}

#[test]
fn unknown_says_why() {
    let file = script("", "'(check-sat'*) echo unknown ;;");
    let mut session = open(&file, &ample());
    let why = Reason::Incomplete("the moon is full".to_string());
    assert_eq!(session.check(&[]), Answer::Unknown(why.clone()));
    assert_eq!(session.check(&[p()]), Answer::Unknown(why));
    for (says, reason) in [
        ("timeout", Reason::Time),
        ("resourceout", Reason::Steps),
        ("memout", Reason::Memory),
    ] {
        let cases = format!("'(check-sat'*) echo unknown ;;\n'(get-info :reason'*) echo '(:reason-unknown {says})' ;;");
        let file = script("", &cases);
        assert_eq!(open(&file, &ample()).check(&[]), Answer::Unknown(reason));
    }
}

#[test]
fn garbage_is_a_failure() {
    let why = check_fails("", "'(check-sat'*) echo 'Segmentation fault' ;;");
    assert!(why.contains("Segmentation"), "{why}");
    check_fails("", "'(check-sat'*) echo ')))' ;;");
    check_fails("", "'(check-sat'*) echo '(unsat)' ;;");
    check_fails("", "'(check-sat'*) echo '\"unsat\"' ;;");
    check_fails("", "'(check-sat'*) echo UNSAT ;;");
    check_fails("", "'(check-sat'*) printf '\\377\\376\\000unsat\\n' ;;");
    let why = check_fails("", "'(check-sat'*) echo '(error \"line 3: what?\")' ;;");
    assert!(why.contains("line 3: what?"), "{why}");
}

#[test]
fn no_answer_is_a_failure() {
    check_fails("", "'(check-sat'*) ;;");
}

#[test]
fn two_answers_are_a_failure() {
    check_fails("", "'(check-sat'*) echo unsat; echo unsat ;;");
    check_fails("", "'(check-sat'*) echo sat; echo unsat ;;");
    check_fails("echo unsat", "'(set-logic'*) echo unsat ;;\n'(check-sat'*) echo sat ;;");
}

#[test]
fn a_lost_assertion_is_a_failure() {
    let why = check_fails(
        "",
        "'(assert'*) echo '(error \"no such thing\")' ;;\n'(check-sat'*) echo unsat ;;",
    );
    assert!(why.contains("no such thing"), "{why}");
    let why = check_fails("", "'(assert'*) echo unsupported ;;\n'(check-sat'*) echo sat ;;");
    assert!(why.contains("unsupported"), "{why}");
}

#[test]
fn a_refused_logic_is_a_failure_but_a_refused_option_is_not() {
    check_fails(
        "",
        "'(set-logic'*) echo '(error \"which logic?\")' ;;\n'(check-sat'*) echo unsat ;;",
    );
    let file = script("", "'(set-option'*) echo unsupported ;;\n'(check-sat'*) echo sat ;;");
    assert_eq!(open(&file, &ample()).check(&[]), Answer::Sat);
}

#[test]
fn death_is_a_failure_whatever_the_last_words_were() {
    check_fails("exit 0", "");
    check_fails("", "'(declare-fun'*) exit 1 ;;");
    check_fails("", "'(check-sat'*) exit 1 ;;");
    let why = check_fails("", "'(check-sat'*) echo 'out of luck' >&2; exit 3 ;;");
    assert!(why.contains("out of luck") && why.contains('3'), "{why}");
    let why = check_fails("", "'(check-sat'*) echo unsat; exit 0 ;;");
    assert!(why.contains("unsat"), "{why}");
    check_fails("", "'(check-sat'*) printf unsat; exit 0 ;;");
    check_fails("", "'(check-sat'*) echo unsat; kill -9 $$ ;;");
    // the mark of another question
    check_fails("", "'(check-sat'*) echo unsat; echo abide-1; echo abide-99; exit 0 ;;");
}

#[test]
fn death_after_a_marked_answer_keeps_the_answer() {
    let file = script("", "'(check-sat'*) echo unsat ;;\n'(get-unsat-assumptions'*) exit 1 ;;");
    let mut session = open(&file, &ample());
    assert_eq!(session.check(&[p(), q()]), Answer::Unsat(vec![0, 1]));
    assert!(matches!(session.check(&[]), Answer::Unknown(Reason::Failed(_))));
}

#[test]
fn strange_cores_blame_everything() {
    for core in [
        "(error \"no\")",
        "(|r#9|)",
        "unsupported",
        "((not |p#1|))",
        "(\"p\")",
        "((|p#1|))",
    ] {
        let file = script(
            "",
            &format!("'(check-sat'*) echo unsat ;;\n'(get-unsat-as'*) echo '{core}' ;;"),
        );
        assert_eq!(
            open(&file, &ample()).check(&[p(), q()]),
            Answer::Unsat(vec![0, 1]),
            "{core}"
        );
    }
    let file = script("", "'(check-sat'*) echo unsat ;;\n'(get-unsat-as'*) echo '()' ;;");
    assert_eq!(open(&file, &ample()).check(&[p(), q()]), Answer::Unsat(vec![]));
    // the same literal twice, and bars that are not needed
    let file = script(
        "",
        "'(check-sat'*) echo unsat ;;\n'(get-unsat-as'*) echo '((not |p#1|) |q#2|)' ;;",
    );
    assert_eq!(
        open(&file, &ample()).check(&[q(), p(), Term::not(p()), q()]),
        Answer::Unsat(vec![0, 2])
    );
}

#[test]
fn strange_values_are_none() {
    for value in [
        "maybe",
        "((|p#1| maybe))",
        "((|p#1| 1))",
        "((|p#1|))",
        "()",
        "(error \"no\")",
        "((|p#1| true) 1)",
    ] {
        let file = script(
            "",
            &format!("'(check-sat'*) echo sat ;;\n'(get-value'*) echo '{value}' ;;"),
        );
        let mut session = open(&file, &ample());
        assert_eq!(session.check(&[]), Answer::Sat);
        assert_eq!(session.value(&p()), None, "{value}");
    }
    let deep = "i=0; s='((|p#1| '; while [ $i -lt 5000 ]; do s=\"$s(\"; i=$((i+1)); done; \
                i=0; while [ $i -lt 5000 ]; do s=\"$s)\"; i=$((i+1)); done; echo \"$s))\"";
    let file = script("", &format!("'(check-sat'*) echo sat ;;\n'(get-value'*) {deep} ;;"));
    let mut session = open(&file, &ample());
    assert_eq!(session.check(&[]), Answer::Sat);
    assert_eq!(session.value(&p()), None);
    assert_eq!(session.check(&[]), Answer::Sat, "the session goes on");
}

#[test]
fn maps_told_by_get_model() {
    let file = script(
        "",
        r#"
        '(check-sat'*) echo sat ;;
        '(get-value'*) echo '((|m#4| (_ as-array k!0)))' ;;
        '(get-model'*) echo '((define-fun k!0 ((x!0 Int)) Int (ite (= x!0 3) 4 0)))' ;;
        "#,
    );
    let m = Var::new("m", 4, Sort::map(Sort::Int, Sort::Int)).term();
    let mut session = open(&file, &ample());
    session.assert(&Term::eq(Term::select(m.clone(), Term::int(3)), Term::int(4)));
    assert_eq!(session.check(&[]), Answer::Sat);
    assert_eq!(session.value(&m).expect("a map").to_string(), "[3: 4, _: 0]");
    assert_eq!(session.value(&Term::select(m, Term::int(9))), Some(Value::int(0)));
}

#[test]
fn a_map_that_cannot_be_read_is_asked_at_points() {
    let file = script(
        "",
        r#"
        '(check-sat'*) echo sat ;;
        '(get-value (|m#4|))'*) echo '((|m#4| @fun_1))' ;;
        '(get-value ((select |m#4| 3)))'*) echo '(((select |m#4| 3) 7))' ;;
        "#,
    );
    let m = Var::new("m", 4, Sort::map(Sort::Int, Sort::Int)).term();
    let mut session = open(&file, &ample());
    session.assert(&Term::eq(Term::select(m.clone(), Term::int(3)), Term::int(7)));
    assert_eq!(session.check(&[]), Answer::Sat);
    assert_eq!(session.value(&m), None);
    assert_eq!(session.value(&Term::select(m, Term::int(3))), Some(Value::int(7)));
}

/// Silent for ever in various ways; the answer comes soon after the deadline.
#[test]
fn silence_ends_at_the_deadline() {
    let silent = [
        ("", "'(check-sat'*) exec sleep 1000 ;;"),
        // busy, and a child of the solver keeps the pipe open
        ("", "'(check-sat'*) sleep 30 ;;"),
        ("exec sleep 1000", ""),
        ("", "'(check-sat'*) printf '(unsat'; exec sleep 1000 ;;"),
        ("", "'(check-sat'*) echo unsat; exec sleep 1000 ;;"),
    ];
    for (before, cases) in silent {
        let file = script(before, cases);
        let start = Instant::now();
        let mut session = open(&file, &within(Duration::from_millis(300)));
        assert_eq!(session.check(&[p()]), Answer::Unknown(Reason::Time), "{before} {cases}");
        assert_eq!(session.check(&[]), Answer::Unknown(Reason::Time));
        assert_eq!(session.value(&p()), None);
        drop(session);
        assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
    }
}

#[test]
fn a_solver_that_does_not_read_blocks_nobody() {
    let file = script("exec sleep 1000", "");
    let mut session = open(&file, &within(Duration::from_millis(300)));
    for tag in 0..2_000 {
        let long = "long".repeat(50);
        session.assert(&Var::new(long, tag, Sort::Bool).term());
    }
    assert_eq!(session.check(&[]), Answer::Unknown(Reason::Time));
}

#[test]
fn endless_output_is_cut_off() {
    let why = check_fails("", "'(check-sat'*) while echo unsat; do :; done ;;");
    assert!(why.contains("more than"), "{why}");
    let file = script("", "'(check-sat'*) exec tr '\\0' '(' </dev/zero ;;");
    let answer = open(&file, &ample()).check(&[]);
    assert!(matches!(answer, Answer::Unknown(Reason::Failed(_))), "{answer:?}");
}

#[test]
fn cancelling_wakes_a_check() {
    for busy in ["exec sleep 1000", "sleep 30"] {
        let cancel = Cancel::default();
        let limits = Limits {
            budget: Budget::unlimited(cancel.clone()),
            ..Limits::default()
        };
        let file = script("", &format!("'(check-sat'*) {busy} ;;"));
        let mut session = open(&file, &limits);
        let start = Instant::now();
        let canceller = thread::spawn(move || {
            thread::sleep(Duration::from_millis(200));
            cancel.request();
        });
        assert_eq!(session.check(&[]), Answer::Unknown(Reason::Cancelled));
        assert!(start.elapsed() < Duration::from_secs(20));
        assert_eq!(session.check(&[]), Answer::Unknown(Reason::Cancelled));
        canceller.join().expect("the canceller");
    }
}

#[test]
fn a_cancelled_run_asks_nothing() {
    let limits = ample();
    limits.budget.cancel().request();
    let file = script("", "'(check-sat'*) echo unsat ;;");
    assert_eq!(open(&file, &limits).check(&[]), Answer::Unknown(Reason::Cancelled));
}

#[test]
fn a_dropped_session_leaves_no_process() {
    let pid = NamedTempFile::new().expect("a temporary file");
    let file = script(
        &format!("echo $$ > '{}'", pid.path().display()),
        "'(check-sat'*) echo sat ;;",
    );
    let mut session = open(&file, &ample());
    assert_eq!(session.check(&[]), Answer::Sat);
    let id = std::fs::read_to_string(pid.path()).expect("the script's id");
    let alive = || {
        let test = format!("kill -0 {} 2>/dev/null", id.trim());
        Command::new("sh")
            .arg("-c")
            .arg(test)
            .status()
            .expect("a shell")
            .success()
    };
    assert!(alive());
    drop(session);
    assert!(!alive());
}

#[test]
fn without_assuming_there_is_push_and_pop() {
    let dialect = Dialect {
        assuming: Assuming::PushPop,
        ..STANDARD
    };
    // unsatisfiable as long as something is pushed
    let file = script(
        "depth=0",
        r#"
        '(push 1)') depth=$((depth+1)) ;;
        '(pop 1)') depth=$((depth-1)) ;;
        '(check-sat-assuming'*) echo '(error "never")' ;;
        '(check-sat)') [ $depth -eq 1 ] && echo unsat || echo sat ;;
        '(get-value'*) echo '((|p#1| true))' ;;
        "#,
    );
    let mut session = speaking(dialect, file.path()).open(&ample()).expect("a session");
    session.assert(&p());
    for _ in 0..2 {
        assert_eq!(session.check(&[p(), q()]), Answer::Unsat(vec![0, 1]));
        assert_eq!(session.check(&[]), Answer::Sat);
        assert_eq!(session.value(&p()), Some(Value::Bool(true)));
        assert_eq!(session.check(&[Term::not(q())]), Answer::Unsat(vec![0]));
        session.assert(&Term::or([p(), q()]));
    }
}

#[test]
fn what_the_solver_cannot_read_is_left_out() {
    let yices = Dialect::named("yices").expect("a known solver").clone();
    let product = Term::lt(Term::mul(x(), x()), Term::int(0));
    let cases = |answer: &str| format!("'('*'(* '*) echo '(error \"nonlinear\")' ;;\n'(check-sat'*) echo {answer} ;;");
    let file = script("", &cases("sat"));
    let mut session = speaking(yices.clone(), file.path()).open(&ample()).expect("a session");
    session.assert(&p());
    assert_eq!(session.check(&[]), Answer::Sat);
    assert_eq!(session.value(&product), Some(Value::Bool(false)), "computed here");
    session.assert(&product);
    assert_eq!(
        session.check(&[]),
        Answer::Unknown(Reason::Unsupported("nonlinear arithmetic".to_string()))
    );
    assert_eq!(session.value(&p()), None);
    // fewer assertions are unsatisfiable: all of them are
    let file = script("", &cases("unsat"));
    let mut session = speaking(yices, file.path()).open(&ample()).expect("a session");
    session.assert(&product);
    assert_eq!(session.check(&[]), Answer::Unsat(vec![]));
}

#[test]
fn quantified_formulas_stay_away_from_a_ground_session() {
    let k = Var::new("k", 5, Sort::Int);
    let all = Term::forall([k.clone()], Term::lt(x(), Term::mul(k.term(), k.term())));
    let file = script(
        "",
        "'('*forall*) echo '(error \"quantifier\")' ;;\n'(check-sat'*) echo sat ;;",
    );
    let mut session = open(&file, &ample());
    session.assert(&all);
    assert_eq!(
        session.check(&[]),
        Answer::Unknown(Reason::Unsupported("quantified formulas".to_string()))
    );
}

#[test]
fn programs_that_are_no_solvers_are_refused() {
    let file = script("exit 0", "");
    assert!(prover(file.path()).probe().is_err());
    let error = SmtLib::command("/no/such/program -in").expect_err("no solver");
    assert!(error.message.contains("/no/such/program"), "{error}");
    assert!(SmtLib::command("  ").is_err());
    assert!(
        SmtLib::new(STANDARD, "/no/such/program", ["-in"])
            .open(&ample())
            .is_err()
    );
    let error = SmtLib::find("nosuch").expect_err("no solver");
    assert!(error.help.expect("help").contains("cvc5"));
}
