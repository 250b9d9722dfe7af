use super::*;
use abide_ir::gcl;

fn passes(text: &str) -> bool {
    let program = gcl::lower(gcl::parse(Default::default(), text)).program;
    let routine = &program.routines[0];
    let cfg = Cfg::of(routine, &program.axioms).expect("a graph");
    let vars = routine.inputs.iter().chain(&routine.locals).cloned();
    pass(&cfg, vars.collect())
}

fn pass(cfg: &Cfg, vars: Vec<Var>) -> bool {
    let seen = super::all_runs(cfg, vars, &BTreeSet::new(), 10_000, &Budget::default());
    matches!(seen, Some(AllRuns::Pass { .. }))
}

/// Do all runs of a procedure fail?
fn fails(text: &str) -> bool {
    let program = gcl::lower(gcl::parse(Default::default(), text)).program;
    let routine = &program.routines[0];
    let cfg = Cfg::of(routine, &program.axioms).expect("a graph");
    let vars = routine.inputs.iter().chain(&routine.locals).cloned();
    let seen = super::all_runs(&cfg, vars, &BTreeSet::new(), 10_000, &Budget::default());
    matches!(seen, Some(AllRuns::Fail { .. }))
}

#[test]
fn a_run_that_depends_on_nothing_fails_or_does_not() {
    let sum = "var i: int := 0; var s: int := 0; while (i < 10) { s := s + i; i := i + 1; }";
    assert!(fails(&format!("procedure p(x: int) {{ {sum} assert s == 46; }}")));
    assert!(fails(&format!(
        "procedure p(x: int) {{ {sum} havoc i; assert s == 46; }}"
    )));
    assert!(!fails(&format!("procedure p(x: int) {{ {sum} assert s == x; }}")));
    // it may be another way that is gone, or none
    assert!(!fails(&format!(
        "procedure p(x: int) {{ {sum} if (x > 0) {{ assert s == 46; }} }}"
    )));
    assert!(!fails(&format!(
        "procedure p(x: int) {{ {sum} assume x > 3; assert s == 46; }}"
    )));
    assert!(!fails(&format!(
        "procedure p(x: int) {{ {sum} assume x == 3; assert s == 46; }}"
    )));
    // an arbitrary value can be like that, but not anything may be assumed of it
    assert!(fails(&format!(
        "procedure p(x: int) {{ {sum} havoc i; assume i > -3; assume i < 9; assert s == 46; }}"
    )));
    assert!(fails(&format!(
        "procedure p(x: int) {{ {sum} havoc i; assume i == 3; assert s == 46; }}"
    )));
    assert!(!fails(&format!(
        "procedure p(x: int) {{ {sum} havoc i; assume i > x; assert s == 46; }}"
    )));
    assert!(!fails(&format!(
        "procedure p(x: int) {{ {sum} if (*) {{ s := 46; }} assert s == 46; }}"
    )));
}

#[test]
fn a_run_that_depends_on_nothing_is_a_proof() {
    assert!(passes(
        "procedure p(x: int) { var i: int := 0; var s: int := 0; while (i < 10) { s := s + i; i := i + 1; } assert s == 45; }"
    ));
    assert!(!passes(
        "procedure p(x: int) { var i: int := 0; var s: int := 0; while (i < 10) { s := s + i; i := i + 1; } assert s == 46; }"
    ));
}

#[test]
fn what_depends_on_an_input_is_not_known() {
    assert!(!passes("procedure p(x: int) { var i: int; havoc i; assert i < 5; }"));
    assert!(passes(
        "procedure p(x: int) { var i: int; havoc i; assume i == 3; assert i > 2; }"
    ));
    assert!(passes(
        "procedure p(x: int) { var i: int; i := x; i := 3; assert i > 2; }"
    ));
}

#[test]
fn each_way_is_gone_where_a_branch_depends_on_an_input() {
    let branch = "var i: int; i := 0; if (x > 0) { i := 1; }";
    assert!(passes(&format!("procedure p(x: int) {{ {branch} assert i < 2; }}")));
    assert!(!passes(&format!("procedure p(x: int) {{ {branch} assert i < 1; }}")));
    assert!(!passes(&format!("procedure p(x: int) {{ {branch} assert i > 0; }}")));
    // too many to go through
    assert!(!passes(
        "procedure p(x: int) { var i: int; i := 0; while (i < x) { i := i + 1; } }"
    ));
}

#[test]
fn a_map_is_known_where_it_was_written() {
    let written = "a[2] := 5; a[3] := 6;";
    assert!(passes(&format!(
        "procedure p(inout a: int[]) requires a.length == 9; {{ {written} assert a[2] + a[3] == 11; }}"
    )));
    assert!(!passes(&format!(
        "procedure p(inout a: int[]) requires a.length == 9; {{ {written} assert a[2] == a[4]; }}"
    )));
}

#[test]
fn objects_that_are_told_apart_are_different_ones() {
    let two = |assumed: &str, asserted: &str| {
        passes(&format!(
            "procedure p(x: ref, y: ref, n: map<ref, int>) {{ assume x != null && y != null && {assumed}; assert {asserted}; }}"
        ))
    };
    assert!(two("n[x] == 1 && n[y] == 2", "x != y && n[x] == 1"));
    // with one number they may be one, and have what is known of both
    assert!(!two("n[x] == 1 && n[y] == 1", "x != y"));
    assert!(!two("n[x] == 1 && n[y] == 1", "x == y"));
    assert!(two("n[x] == 1 && n[y] == 1", "n[x] == n[y] && x != null"));
    assert!(!two("n[x] == 1 && n[y] > 1", "x != y"));
}

#[test]
fn a_write_to_one_of_a_family_may_change_another() {
    let written = |asserted: &str| {
        passes(&format!(
            "procedure p(x: ref, y: ref, z: ref, n: map<ref, int>) {{ var m: map<ref, int>; assume x != null && y != null && z != null && n[x] == 1 && n[y] == 1 && n[z] == 2; m := const<ref>(0); m[x] := 5; assert {asserted}; }}"
        ))
    };
    assert!(!written("m[y] == 0"));
    assert!(!written("m[y] == 5"));
    assert!(!written("n[z] == 2 && m[y] + m[x] == 5"));
}

#[test]
fn what_holds_of_any_value_needs_no_bound() {
    let read = "var a: map<int, bool>; a := const<int>(true);";
    assert!(passes(&format!(
        "procedure p(n: int) {{ {read} assert forall k: int :: 0 <= k && k < n ==> a[k]; }}"
    )));
    let written = format!("{read} a[3] := false;");
    assert!(!passes(&format!(
        "procedure p(n: int) {{ {written} assert forall k: int :: 0 <= k && k < n ==> a[k]; }}"
    )));
}

/// A procedure that calls `f`, which calls itself: the commands from `begins` to `ends` stand for the calls.
fn passes_with_f(body: &str, asserted: &str) -> bool {
    let text = format!(
        "procedure p() {{ var b: bool; var e: bool; var r: int; havoc b; havoc r; havoc e; assert {asserted}; }}
         procedure f(n: int) {{ var c: bool; var d: bool; var q: int; var own: int; {body} }}"
    );
    let mut program = gcl::lower(gcl::parse(Default::default(), &text)).program;
    let f = program.routines.pop().expect("a subroutine");
    let mut p = program.routines.pop().expect("a procedure");
    let all: Vec<Var> = [&p, &f]
        .iter()
        .flat_map(|r| r.inputs.iter().chain(&r.locals))
        .cloned()
        .collect();
    let var = |name: &str| all.iter().find(|v| v.name() == name).expect(name).clone();
    let call = |arg: Term, result: &str, end: &str| SubroutineCall {
        callee: "f".to_string(),
        args: vec![arg],
        results: vec![var(result)],
        end: var(end),
    };
    let inner = call(Term::sub(var("n").term(), Term::int(1)), "q", "d");
    p.calls.subroutine_calls = [(var("b"), call(Term::int(3), "r", "e")), (var("c"), inner)].into();
    let subroutine = Subroutine {
        own: f.locals.iter().cloned().collect(),
        results: vec![var("own").term()],
        routine: f,
    };
    p.calls.subroutines = [("f".to_string(), subroutine)].into();
    let cfg = Cfg::of(&p, &[]).expect("a graph");
    pass(&cfg, all)
}

#[test]
fn a_run_goes_through_what_calls_itself() {
    // 3 + 2 + 1, where what is a call's own is not changed by the one inside
    let sum = "own := n; q := 0; if (n > 0) { havoc c; havoc q; havoc d; } own := own + q;";
    assert!(passes_with_f(sum, "r == 6"));
    assert!(!passes_with_f(sum, "r == 7"));
    assert!(!passes_with_f(&format!("{sum} assert n > 0;"), "r == 6"));
    assert!(passes_with_f(&format!("{sum} assert n >= 0;"), "r == 6"));
    // where a call does not assign its variable, nothing is known of that
    assert!(!passes_with_f(
        "if (n == 3) { own := 1; havoc c; havoc q; havoc d; own := q; }",
        "r == 1"
    ));
}

#[test]
fn a_run_without_end_is_not_a_proof() {
    assert!(!passes(
        "procedure p() { var i: int; i := 0; while (i >= 0) { i := i + 1; } }"
    ));
}
