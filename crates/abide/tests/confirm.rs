//! What a verdict rests on, and what the machine says of refutations.

mod support;

use serde_json::Value;
use support::*;

const LOOP: &str = "\
/*@ requires 0 <= n; ensures \\result == n; */
int count(int n) { int i = 0; while (i < n) i++; return i; }
int outside(void);
int use(void) { return outside(); }
";

const DIVIDES: &str = "\
/*@ requires 0 <= n; */
int share(int n) { return 10 / n; }
/*@ ensures \\result > n; */
int same(int n) { return n; }
";

fn has(name: &str) -> bool {
    std::process::Command::new(name).arg("--version").output().is_ok()
}

#[test]
fn assumptions_are_told_and_open_where_nothing_is_assumed() {
    let folder = Folder::with(&[("loop.c", LOOP)]);
    folder
        .abide(&["verify", "loop.c"])
        .with(0)
        .says("assumes termination: the loop ends (line 2)")
        .says("assumes library: ");
    let report = folder.abide(&["verify", "loop.c", "--format", "json"]).with(0).json();
    let count = &report["files"][0]["routines"][0];
    assert_eq!(count["assumes"][0]["kind"], "termination");
    // the loop is seen to end; of the function nothing is known
    folder
        .abide(&["verify", "loop.c", "--strict"])
        .with(1)
        .says("proved   count")
        .says("open     use")
        .says("assumed and not proved");
}

#[test]
fn where_the_machine_cannot_tell_the_reason_is_given() {
    let folder = Folder::with(&[("p.gcl", "procedure p(x: int) { assert x == 1; }\n")]);
    let report = |words: &[&str]| {
        let words = [&["verify", "p.gcl", "--format", "json"], words].concat();
        folder.abide(&words).with(1).json()["files"][0]["routines"][0]["obligations"][0].clone()
    };
    let asked = report(&["--confirm"]);
    assert_eq!(asked["confirmed"], Value::Null);
    assert!(asked["unconfirmed"].is_string(), "{asked}");
    assert_eq!(report(&[]).get("unconfirmed"), None);
}

#[test]
fn the_machine_confirms() {
    if !has("cc") {
        return;
    }
    let folder = Folder::with(&[("divides.c", DIVIDES)]);
    let ended = folder
        .abide(&["verify", "divides.c", "--confirm", "--format", "json"])
        .with(1);
    let report = ended.json();
    let routines = report["files"][0]["routines"].as_array().expect("routines");
    for routine in routines {
        let obligations = routine["obligations"].as_array().expect("obligations");
        let refuted: Vec<&Value> = obligations.iter().filter(|o| o["verdict"] == "refuted").collect();
        assert_eq!(refuted.len(), 1, "{routine}");
        assert_eq!(refuted[0]["confirmed"], true, "{routine}");
        assert!(refuted[0]["counterexample"]["n"].is_string(), "{routine}");
    }
}

#[test]
fn what_comes_after_an_open_check_is_conditional() {
    let text = "int f(int *a, int n) { return a[0] + 10 / n; }\n";
    let folder = Folder::with(&[("first.c", text)]);
    let report = folder.abide(&["verify", "first.c", "--format", "json"]).with(1).json();
    let obligations = &report["files"][0]["routines"][0]["obligations"];
    let obligations = obligations.as_array().expect("obligations");
    assert!(obligations.iter().all(|o| o["verdict"] != "proved"), "{obligations:?}");
}
