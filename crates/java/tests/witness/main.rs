//! Test programs made from failing states: each is compiled and run with a bad input, where it
//! must fail in the way expected, and with a good one, where it must not.

mod cases;
mod input;

use abide_base::FileId;
use abide_ir::{Check, CheckKind, Routine, Stmt, StmtKind};
use abide_java::lower;
use abide_java::syntax;
use abide_java::witness::{Failure, inputs, test_program};
use abide_logic::Value;
use cases::{Case, cases};
use input::Input;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// All checks of a routine.
fn checks(routine: &Routine) -> Vec<Check> {
    fn inside(block: &[Stmt], all: &mut Vec<Check>) {
        for s in block {
            match &s.kind {
                StmtKind::Assert(c) => all.push(c.clone()),
                StmtKind::If(_, a, b) => {
                    inside(a, all);
                    inside(b, all);
                }
                StmtKind::Choice(blocks) => blocks.iter().for_each(|b| inside(b, all)),
                StmtKind::While(l) => {
                    all.extend(l.spec.invariants.iter().cloned());
                    inside(&l.prelude, all);
                    inside(&l.body, all);
                }
                _ => {}
            }
        }
    }
    let mut all = routine.ensures.clone();
    inside(&routine.body, &mut all);
    all
}

/// The programs for the bad and the good input of a case.
fn programs(case: &Case) -> (String, String) {
    let text = case.source;
    let parsed = syntax::parse(FileId(0), text);
    assert!(parsed.diagnostics.is_empty(), "{:?}", parsed.diagnostics);
    let lowered = lower::lower(&parsed.unit, &[], lower::Options::default());
    assert!(lowered.unsupported.is_empty(), "{:?}", lowered.diagnostics);
    let marked = |at: u32| {
        let rest = &text[at as usize..];
        rest[..rest.find('\n').unwrap_or(rest.len())].contains("FAILS")
    };
    for (routine, shape) in lowered.program.routines.iter().zip(&lowered.shapes) {
        let same = |k: CheckKind| {
            k == case.kind || k == CheckKind::InvariantEntry && case.kind == CheckKind::InvariantPreserved
        };
        let found = checks(routine)
            .into_iter()
            .rfind(|c| same(c.kind) && marked(c.span.start));
        let Some(check) = found else { continue };
        let program = |fill: fn(&mut Input)| {
            let mut input = Input::new(shape);
            if shape.this.is_some() && shape.constructor {
                let object = input.new_object(&shape.class);
                input.this(object);
            }
            fill(&mut input);
            let failure = Failure {
                text,
                unit: &parsed.unit,
                shape,
                state: &input.state,
                kind: case.kind,
                span: check.span,
                demanded: check.demanded,
            };
            test_program(&failure).unwrap_or_else(|| panic!("no program for {text}"))
        };
        return (program(case.bad), program(case.good));
    }
    panic!("the marked line has no such check: {text}");
}

/// Runs a tool that must be there.
fn run(command: &mut Command) -> Output {
    let name = command.get_program().to_string_lossy().into_owned();
    match command.output() {
        Ok(output) => output,
        Err(e) => panic!("`{name}` is needed to run the test programs, and cannot be started: {e}"),
    }
}

/// A fresh directory.
fn directory(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).expect("a directory");
    path
}

/// The first class of a source.
fn class_name(source: &str) -> &str {
    let word = |w: &str| source.find(w).map(|at| at + w.len());
    let at = ["class ", "enum ", "interface "]
        .iter()
        .filter_map(|w| word(w))
        .min()
        .expect("a class");
    let rest = &source[at..];
    &rest[..rest.find(|c: char| !c.is_alphanumeric()).expect("a name")]
}

#[test]
fn programs_fail_with_bad_inputs_only() {
    let cases = cases();
    let directory = directory("witness");
    let mut files = Vec::new();
    for (i, case) in cases.iter().enumerate() {
        let (bad, good) = programs(case);
        for (word, text) in [("bad", bad), ("good", good)] {
            // both have classes of the same names: they live in packages of their own
            let package = format!("{word}{i}");
            let file = directory.join(format!("{package}.java"));
            let (head, rest) = text.split_once('\n').expect("lines");
            std::fs::write(&file, format!("package {package}; {head}\n{rest}")).expect("a file");
            files.push(file);
        }
    }
    let classes = directory.join("classes");
    let compiled = run(Command::new("javac")
        .arg("-Xlint:none")
        .arg("-d")
        .arg(&classes)
        .args(&files));
    assert!(
        compiled.status.success(),
        "{}",
        String::from_utf8_lossy(&compiled.stderr)
    );
    for (i, case) in cases.iter().enumerate() {
        let start = |word: &str| {
            let class = format!("{word}{i}.{}$AbideTest", class_name(case.source));
            let output = run(Command::new("java")
                .args(["-XX:TieredStopAtLevel=1", "-cp"])
                .arg(&classes)
                .arg(class));
            let text = format!(
                "{}{}",
                String::from_utf8_lossy(&output.stdout),
                String::from_utf8_lossy(&output.stderr)
            );
            (output.status.success(), text)
        };
        let (succeeded, text) = start("bad");
        assert!(
            !succeeded && text.contains(case.expected),
            "case {i} does not fail: {text}\n{}",
            case.source
        );
        let (succeeded, text) = start("good");
        assert!(succeeded, "case {i} fails with a good input: {text}\n{}", case.source);
    }
}

#[test]
fn inputs_are_shown_in_terms_of_the_source() {
    let source = "class Show {
  static int total;
  int val;
  /*@ nullable @*/ Show next;
  int all(int[] a, char c, boolean b, /*@ nullable @*/ Show other, String s, int[][] rows) {
    total = a[0] + rows[0][0] + s.length();
    return next.val + other.next.val;
  }
}
";
    let parsed = syntax::parse(FileId(0), source);
    let lowered = lower::lower(&parsed.unit, &[], lower::Options::default());
    let shape = &lowered.shapes[0];
    let mut i = Input::new(shape);
    let this = i.new_object("Show");
    let other = i.new_object("Show");
    i.this(this);
    i.give("other", other);
    i.field(this, "next", Value::Ref(this));
    i.field(this, "val", Value::int(3));
    i.field(other, "val", Value::int(-4));
    let a = i.ints(&[1, 2, 3]);
    i.give("a", a);
    let row = i.ints(&(0..40).collect::<Vec<i64>>());
    let rows = i.array("int[][]", &[Value::Ref(row), Value::NULL]);
    i.give("rows", rows);
    i.int("c", 0x41);
    let b = i.param("b");
    i.state.insert(b, Value::Bool(true));
    let s = i.new_object("String");
    i.give("s", s);
    i.global("total", Value::int(9));
    let shown: Vec<String> = inputs(shape, &i.state)
        .into_iter()
        .map(|(n, v)| format!("{n} = {v}"))
        .collect();
    let row: Vec<String> = (0..32).map(|i| i.to_string()).collect();
    assert_eq!(
        shown,
        [
            "this = Show@1{next=Show@1, val=3}",
            "a = {1, 2, 3}",
            "c = 'A'",
            "b = true",
            "other = Show{next=null, val=-4}",
            "s = String(length 0)",
            &format!("rows = {{{{{}, …}} (length 40), null}}", row.join(", ")),
            "Show.total = 9",
        ]
    );
}

#[test]
fn programs_for_the_corpus_compile() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/java/refutes");
    let directory = directory("witness-corpus");
    let mut files = Vec::new();
    let mut missing = Vec::new();
    let mut sources: Vec<PathBuf> = std::fs::read_dir(&corpus)
        .expect("the corpus")
        .map(|entry| entry.expect("a file").path())
        .filter(|path| path.extension().is_some_and(|e| e == "java"))
        .collect();
    sources.sort();
    for path in sources {
        let text = std::fs::read_to_string(&path).expect("a text");
        // no program can look at all objects there are
        let is_out_of_sight = text.contains("\\reach") || text.contains("/*:") || text.contains(".owner");
        let parsed = syntax::parse(FileId(0), &text);
        let lowered = lower::lower(&parsed.unit, &[], lower::Options::default());
        for (routine, shape) in lowered.program.routines.iter().zip(&lowered.shapes) {
            let state = Input::some(shape);
            for check in checks(routine) {
                let failure = Failure {
                    text: &text,
                    unit: &parsed.unit,
                    shape,
                    state: &state,
                    kind: check.kind,
                    span: check.span,
                    demanded: check.demanded,
                };
                let Some(program) = test_program(&failure) else {
                    let stated = matches!(check.kind, CheckKind::Postcondition | CheckKind::Assertion);
                    // nor see what a model field is made of
                    let framed = check.kind == CheckKind::Frame && text.contains("represents");
                    if is_out_of_sight && (stated || framed) {
                        continue;
                    }
                    // nor call what nobody wrote, nor tell which of several objects an invariant is about
                    let written = !shape.routine.contains('<') && !path.ends_with("UnwrittenBroken.java");
                    // nor see how the measure of a recursion gets smaller
                    if !written || matches!(check.kind, CheckKind::ClassInvariant | CheckKind::Decreases) {
                        continue;
                    }
                    missing.push(format!("{}: {:?} in {}", path.display(), check.kind, shape.routine));
                    continue;
                };
                let package = format!("p{}", files.len());
                let file = directory.join(format!("{package}.java"));
                std::fs::write(&file, format!("package {package}; {program}")).expect("a file");
                files.push(file);
            }
        }
    }
    let classes = directory.join("classes");
    let compiled = run(Command::new("javac")
        .args(["-Xlint:none", "-proc:none", "-d"])
        .arg(&classes)
        .args(&files));
    assert!(
        compiled.status.success(),
        "{}",
        String::from_utf8_lossy(&compiled.stderr)
    );
    assert!(missing.is_empty(), "no programs for {missing:#?}");
}
