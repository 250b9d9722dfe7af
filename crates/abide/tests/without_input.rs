//! Programs without input, proved by running them; with any of their assertions turned round they are not, and some are
//! refuted.

mod support;

use support::Folder;

fn main_of(name: &str, program: &str, arguments: &[&str], status: i32) -> serde_json::Value {
    let arguments = [&["verify", name, "--method", "main", "--format", "json"], arguments].concat();
    let report = Folder::with(&[(name, program)]).abide(&arguments).with(status).json();
    let mut routines = report["files"][0]["routines"].as_array().unwrap().iter();
    let main = routines.find(|r| r["name"] == "main");
    main.expect("a main").clone()
}

/// Proves the program; at least so many of its broken twins are refuted.
fn runs(name: &str, program: &str, most: usize) {
    let mut refuted = 0;
    let main = main_of(name, program, &[], 0);
    assert_eq!(main["verdict"], "proved", "{main}");
    // what was seen in the run is not assumed
    let assumed = main["assumes"].as_array().unwrap();
    assert!(assumed.iter().all(|a| a["kind"] != "termination"), "{assumed:?}");
    assert!(
        !main["assumes"].to_string().contains("returns, and has no"),
        "{assumed:?}"
    );
    for (at, assert) in program.match_indices("  assert(") {
        let from = at + assert.len();
        let to = from + program[from..].find(");\n").expect("the end of an assertion");
        let turned = format!("{}!({}){}", &program[..from], &program[from..to], &program[to..]);
        let main = main_of(name, &turned, &["--timeout", "2"], 1);
        assert_ne!(main["verdict"], "proved", "{turned}");
        refuted += usize::from(main["verdict"] == "refuted");
    }
    assert!(refuted >= most, "{refuted} are refuted");
}

#[test]
fn recursion_on_memory() {
    runs(
        "recursion_on_memory.c",
        include_str!("without_input/recursion_on_memory.c"),
        3,
    );
}

#[test]
fn strings() {
    runs("strings.c", include_str!("without_input/strings.c"), 1);
}
