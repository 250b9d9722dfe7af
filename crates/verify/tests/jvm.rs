//! The lowering of Java against a Java machine: random methods end in the same state, with the
//! same result or exception, on both.
//!
//! `ABIDE_JVM_SEED` and `ABIDE_JVM_METHODS` choose other methods and more of them;
//! `ABIDE_JVM_INPUTS` is the number of calls of each. The classes stay in the target folder.

#[path = "jvm/corners.rs"]
mod corners;
#[path = "jvm/gen.rs"]
mod gen_;
#[path = "jvm/java.rs"]
mod java;
#[path = "jvm/ours.rs"]
mod ours;
#[path = "jvm/state.rs"]
mod state;
mod support;

use abide_base::{FileId, SourceFile};
use abide_java::lower::{Options, lower};
use fastrand::Rng;
use gen_::Class;
use rayon::prelude::*;
use state::{FIELDS, Input, STATICS};
use std::path::Path;

/// Methods in one class.
const METHODS: usize = 100;

/// How many differences are shown.
const SHOWN: usize = 8;

/// A method, an input and what each side made of it.
struct Difference {
    method: String,
    input: String,
    jvm: String,
    ours: String,
}

#[test]
fn same_as_the_java_machine() {
    if !support::has_jdk() {
        return;
    }
    let seed = support::setting("ABIDE_JVM_SEED", 1);
    let wanted = support::setting("ABIDE_JVM_METHODS", 1500) as usize;
    let each = support::setting("ABIDE_JVM_INPUTS", 4) as usize;
    let numbers = 0..wanted.div_ceil(METHODS);
    let mut classes: Vec<Class> = numbers
        .into_par_iter()
        .map(|i| Class::generate(seed, i, METHODS.min(wanted - i * METHODS)))
        .collect();
    classes.push(Class::corners());
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("jvm-{seed}-{wanted}"));
    let dropped = java::compile(&folder, &mut classes);
    assert!(dropped * 20 < wanted, "javac rejects {dropped} of {wanted} methods");

    let mut rng = Rng::with_seed(seed);
    let inputs: Vec<Input> = (0..200).map(|_| Input::draw(&mut rng)).collect();
    // by class, method, input
    let mut calls: Vec<(usize, usize, usize)> = Vec::new();
    for (c, class) in classes.iter().enumerate() {
        let each = if class.name == "Corners" { 20 } else { each };
        for m in 0..class.methods.len() {
            calls.extend((0..each).map(|_| (c, m, rng.usize(..inputs.len()))));
        }
    }
    let lines: Vec<String> = calls
        .iter()
        .map(|(c, m, i)| {
            format!(
                "{} {} | {}",
                classes[*c].name,
                classes[*c].methods[*m].name,
                inputs[*i].text()
            )
        })
        .collect();
    let names = |of: &[(&str, state::Ty)]| of.iter().map(|f| f.0).collect::<Vec<_>>().join(" ");
    let header = format!("{}\n{}\n", names(&STATICS), names(&FIELDS));
    let expected = java::run(&folder, &header, &lines);
    assert_eq!(expected.len(), calls.len(), "the driver answers every call");

    let mut found: Vec<Difference> = (0..classes.len())
        .into_par_iter()
        .flat_map_iter(|c| {
            let own = calls.iter().zip(&expected).filter(move |(call, _)| call.0 == c);
            let own: Vec<(usize, usize, &str)> = own.map(|((_, m, i), e)| (*m, *i, e.as_str())).collect();
            differences(&classes[c], &inputs, &own)
        })
        .collect();
    let thrown = expected.iter().filter(|e| !e.starts_with("ok")).count();
    eprintln!(
        "{} methods, {} calls, {thrown} of them end with an exception; javac dropped {dropped}",
        wanted - dropped,
        calls.len()
    );
    let count = found.len();
    // short methods first, one difference of each
    found.sort_by_key(|d| d.method.len());
    found.dedup_by(|a, b| a.method == b.method);
    for d in found.iter().take(SHOWN) {
        eprintln!(
            "{}on {}\n  jvm:  {}\n  ours: {}\n",
            d.method,
            d.input,
            apart(&d.jvm, &d.ours),
            apart(&d.ours, &d.jvm)
        );
    }
    assert!(found.is_empty(), "{count} of {} calls differ", calls.len());
}

/// The parts of a state that are not the same in another, and the first one.
fn apart(state: &str, other: &str) -> String {
    if !other.contains(" | ") {
        return state.split(" | ").next().unwrap_or_default().to_string();
    }
    let mut others = other.split(" | ");
    let parts = state.split(" | ").enumerate();
    let differing = parts.filter(|(i, part)| others.next() != Some(part) || *i == 0);
    let shown: Vec<String> = differing.map(|(i, part)| format!("[{i}] {part}")).collect();
    shown.join(" | ")
}

/// Where our runs of a class's methods differ from those of the Java machine.
fn differences(class: &Class, inputs: &[Input], calls: &[(usize, usize, &str)]) -> Vec<Difference> {
    let text = class.text();
    let parsed = abide_java::syntax::parse(FileId(0), &text);
    let options = Options {
        throwing: true,
        lenient: false,
        non_null_by_default: false,
        ..Options::default()
    };
    let lowered = lower(&parsed.unit, &[], options);
    let file = SourceFile::new(format!("{}.java", class.name), text.clone());
    let mut found: Vec<Difference> = Vec::new();
    for diagnostic in parsed.diagnostics.iter().chain(&lowered.diagnostics) {
        let line = file.line(diagnostic.span.unwrap_or_default().start);
        found.push(Difference {
            method: format!("{}:{line}: {}\n", class.name, file.line_text(line)),
            input: "everything".to_string(),
            jvm: "javac has nothing to say".to_string(),
            ours: diagnostic.message.clone(),
        });
    }
    for (m, method) in class.methods.iter().enumerate() {
        let shape = lowered.shapes.iter().find(|s| s.method == method.name);
        let routine = shape.ok_or_else(|| "it was not lowered".to_string());
        let routine = routine.and_then(|s| ours::Lowered::new(&lowered.program, s, method.result));
        for (_, i, expected) in calls.iter().filter(|call| call.0 == m) {
            let result = match &routine {
                Ok(routine) => routine.call(&inputs[*i]),
                Err(why) => why.clone(),
            };
            if result != *expected {
                found.push(Difference {
                    method: format!("{}\n{}", class.name, method.text),
                    input: inputs[*i].text(),
                    jvm: expected.to_string(),
                    ours: result,
                });
            }
        }
    }
    found
}
