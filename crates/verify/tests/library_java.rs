//! The contracts of the Java library against a Java machine: random calls with concrete values end there as the contracts
//! say.
//!
//! Each program calls methods of one collection, or of `Arrays`, and gives a number. What the machine gives must not be
//! refuted, another number must not be proved, and neither a run that the machine ends with an exception.
//! `ABIDE_LIBRARY_SEED` and `ABIDE_LIBRARY` choose other programs and more of them.

mod support;

use abide_base::SourceFile;
use abide_verify::{Settings, Verdict};
use fastrand::Rng;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;
use std::process::Command;
use std::time::Duration;
use support::z3;

/// Declarations of a collection. `#N` is a number, `#I` one like an index.
const MADE: [&str; 8] = [
    "List<Integer> c = new ArrayList<>();",
    "ArrayList<Integer> c = new ArrayList<>(#N);",
    "List<Integer> c = new LinkedList<>();",
    "LinkedList<Integer> c = new LinkedList<>();",
    "Stack<Integer> c = new Stack<>();",
    "Deque<Integer> c = new ArrayDeque<>();",
    "Deque<Integer> c = new LinkedList<>();",
    "Map<Integer, Integer> c = new HashMap<>(#N);",
];

/// Calls of a list, of a queue with two ends, of a stack.
const LIST: [&str; 8] = [
    "c.add(#N);",
    "c.add(#I, #N);",
    "c.add(#N);",
    "c.get(#I);",
    "c.set(#I, #N);",
    "c.remove(#I);",
    "c.clear();",
    "if (c.isEmpty()) c.add(1);",
];
const ENDS: [&str; 13] = [
    "c.push(#N);",
    "c.addFirst(#N);",
    "c.addLast(#N);",
    "c.push(#N);",
    "c.pop();",
    "c.removeFirst();",
    "c.removeLast();",
    "c.pollFirst();",
    "c.pollLast();",
    "c.getFirst();",
    "c.getLast();",
    "c.peekFirst();",
    "c.clear();",
];
const STACK: [&str; 5] = [
    "c.push(#N);",
    "c.push(#N);",
    "c.pop();",
    "c.peek();",
    "if (c.empty()) c.add(2);",
];

/// Calls for an array `a`.
const ARRAYS: [&str; 6] = [
    "Arrays.fill(a, #N);",
    "Arrays.fill(a, #I, #I, #N);",
    "a = Arrays.copyOf(a, #I);",
    "a = Arrays.copyOfRange(a, #I, #I);",
    "Arrays.sort(a);",
    "a = Arrays.copyOf(a, a.length + 1);",
];

/// The body of a method that gives a number.
fn body(rng: &mut Rng) -> String {
    let mut text = String::new();
    let arrays = rng.u8(..3) == 0;
    let made = rng.choice(MADE).expect("there are some");
    let mut calls: Vec<&str> = Vec::new();
    if arrays {
        text.push_str("int[] a = {#N, #N, #N}; ");
        calls.extend(ARRAYS);
    } else {
        text.push_str(made);
        calls.extend(if made.contains("Map") { &["c.clear();"][..] } else { &[] });
        calls.extend(if made.contains("Deque") { &ENDS[..] } else { &[] });
        calls.extend(if made.contains("Stack") { &STACK[..] } else { &[] });
        let is_list = !made.starts_with("Deque") && !made.contains("Map");
        calls.extend(if is_list { &LIST[..] } else { &[] });
    }
    for _ in 0..rng.usize(1..6) {
        let _ = write!(text, " {}", rng.choice(&calls).expect("there are some"));
    }
    text.push_str(if arrays {
        " return a.length > 1 ? a[1] : a.length;"
    } else {
        " return c.size();"
    });
    let mut parts = text.split('#');
    let mut filled = parts.next().unwrap_or_default().to_string();
    for part in parts {
        let range = if part.starts_with('N') { -2..6 } else { -1..4 };
        let _ = write!(filled, "{}{}", rng.i32(range), &part[1..]);
    }
    filled
}

/// What the Java machine makes of each body: a number, or none where it throws.
fn observed(folder: &Path, bodies: &[String]) -> Vec<Option<i64>> {
    let mut text = String::from("import java.util.*;\nclass Observed {\n");
    for (n, body) in bodies.iter().enumerate() {
        let _ = writeln!(text, "  static int m{n}() {{ {body} }}");
    }
    text.push_str("  public static void main(String[] args) {\n");
    for n in 0..bodies.len() {
        let _ = writeln!(
            text,
            "    try {{ System.out.println(m{n}()); }} catch (RuntimeException e) {{ System.out.println(e); }}"
        );
    }
    text.push_str("  }\n}\n");
    std::fs::create_dir_all(folder).expect("a folder can be made");
    std::fs::write(folder.join("Observed.java"), text).expect("a file can be written");
    let compiled = Command::new("javac").arg("Observed.java").current_dir(folder).output();
    let compiled = compiled.expect("javac runs");
    assert!(
        compiled.status.success(),
        "{}",
        String::from_utf8_lossy(&compiled.stderr)
    );
    let run = Command::new("java")
        .arg("Observed")
        .current_dir(folder)
        .output()
        .expect("java runs");
    let lines = String::from_utf8_lossy(&run.stdout).into_owned();
    let numbers: Vec<Option<i64>> = lines.lines().map(|l| l.parse().ok()).collect();
    assert_eq!(numbers.len(), bodies.len(), "every method is called");
    numbers
}

#[test]
fn the_library_is_as_the_java_machine_has_it() {
    if !support::has_jdk() {
        return;
    }
    let (seed, wanted) = (
        support::setting("ABIDE_LIBRARY_SEED", 1),
        support::setting("ABIDE_LIBRARY", 60) as usize,
    );
    let mut rng = Rng::with_seed(seed);
    let bodies: Vec<String> = (0..wanted).map(|_| body(&mut rng)).collect();
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("library-{seed}-{wanted}"));
    let observed = observed(&folder, &bodies);
    let mut text = String::from("import java.util.*;\nclass Judged {\n");
    for (n, (body, seen)) in bodies.iter().zip(&observed).enumerate() {
        let right = seen.unwrap_or(0);
        let _ = writeln!(
            text,
            "  //@ ensures \\result == {right};\n  static int right{n}() {{ {body} }}"
        );
        let _ = writeln!(
            text,
            "  //@ ensures \\result == {};\n  static int wrong{n}() {{ {body} }}",
            right + 1
        );
    }
    text.push_str("}\n");
    let settings = Settings {
        timeout: Duration::from_secs(2),
        ..support::settings()
    };
    let file = SourceFile::new(folder.join("Judged.java"), text);
    let report = support::run(vec![file], z3(), settings);
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    let mut wrong = Vec::new();
    for routine in report.routines() {
        let name = routine.name.trim_start_matches("Judged.");
        let Some(n) = name
            .strip_prefix("right")
            .or(name.strip_prefix("wrong"))
            .and_then(|n| n.parse::<usize>().ok())
        else {
            continue;
        };
        let is_true = name.starts_with("right") && observed[n].is_some();
        *counts
            .entry(format!("{is_true}: {}", routine.verdict.word()))
            .or_default() += 1;
        let is_wrong = routine.verdict == if is_true { Verdict::Refuted } else { Verdict::Proved };
        if is_wrong {
            wrong.push(format!(
                "{}, but {:?}: {}",
                routine.verdict.word(),
                observed[n],
                bodies[n]
            ));
        }
    }
    eprintln!("{wanted} programs: {counts:?}");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let decided = counts.get("true: proved").copied().unwrap_or(0) + counts.get("false: refuted").copied().unwrap_or(0);
    assert!(decided * 2 > wanted, "too little is decided: {counts:?}");
}
