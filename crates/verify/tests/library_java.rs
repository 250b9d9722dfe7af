//! The contracts of the Java library against a Java machine: random calls with concrete values end there as the contracts
//! say.
//!
//! Each program calls methods of the library and gives a number. What the machine gives must not be refuted, another number
//! must not be proved, and neither a run that the machine ends with an exception. Some programs are sequences of calls of
//! one collection, or of `Arrays`; others call each method of the library once, as `library/java.txt` tells.
//! `ABIDE_LIBRARY_SEED`, `ABIDE_LIBRARY` and `ABIDE_LIBRARY_ROUNDS` choose other programs, more of the former and more of the
//! latter.

mod support;

use abide_base::SourceFile;
use abide_verify::{Settings, Verdict};
use fastrand::Rng;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::Path;
use std::process::Command;
use std::time::Duration;
use support::z3;

const IMPORTS: &str = "import java.io.*;\nimport java.util.*;\nimport java.util.function.*;\n";

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
const ARRAYS: [&str; 7] = [
    "Arrays.fill(a, #N);",
    "Arrays.fill(a, #I, #I, #N);",
    "a = Arrays.copyOf(a, #I);",
    "a = Arrays.copyOfRange(a, #I, #I);",
    "Arrays.sort(a);",
    "System.arraycopy(a, #I, a, #I, #I);",
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
    filled(&text, rng)
}

/// A text with values for `#N` and its kin.
fn filled(text: &str, rng: &mut Rng) -> String {
    let border = ["Integer.MIN_VALUE", "-1", "0", "1", "Integer.MAX_VALUE"];
    let strings = ["null", "\"\"", "\"a\""];
    let mut parts = text.split('#');
    let mut filled = parts.next().unwrap_or_default().to_string();
    for part in parts {
        let number = |range: std::ops::Range<i32>, rng: &mut Rng| rng.i32(range).to_string();
        let value = match part.as_bytes()[0] {
            b'N' => number(-2..6, rng),
            b'I' => number(-1..4, rng),
            b'B' => border[rng.usize(..border.len())].to_string(),
            b'S' => strings[rng.usize(..strings.len())].to_string(),
            _ => if rng.u8(..4) == 0 { "null" } else { "l" }.to_string(),
        };
        filled.push_str(&value);
        filled.push_str(&part[1..]);
    }
    filled
}

/// The calls of single methods: the name, and the body of a method.
fn calls() -> Vec<(&'static str, &'static str)> {
    let lines = include_str!("library/java.txt").lines();
    lines.filter_map(|line| line.split_once(" | ")).collect()
}

/// What the Java machine makes of each body: a number, or none where it throws.
fn observed(folder: &Path, bodies: &[String]) -> Vec<Option<i64>> {
    let mut text = format!("{IMPORTS}class Observed {{\n");
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

/// Verifies each body with the number that the machine gives and with another one; how often each verdict came.
fn compared(name: &str, bodies: &[String]) -> BTreeMap<String, usize> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("library-{name}"));
    let observed = observed(&folder, bodies);
    let mut text = format!("{IMPORTS}class Judged {{\n");
    for (n, (body, seen)) in bodies.iter().zip(&observed).enumerate() {
        let right = seen.unwrap_or(0);
        for (word, number) in [("right", right), ("wrong", i64::from(right == 0))] {
            let contract = format!("//@ ensures \\result == {number};");
            let _ = writeln!(text, "  {contract}\n  static int {word}{n}() {{ {body} }}");
        }
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
        let number = name.strip_prefix("right").or(name.strip_prefix("wrong"));
        let Some(n) = number.and_then(|n| n.parse::<usize>().ok()) else {
            continue;
        };
        let is_true = name.starts_with("right") && observed[n].is_some();
        let word = routine.verdict.word();
        *counts.entry(format!("{is_true}: {word}")).or_default() += 1;
        let is_wrong = routine.verdict == if is_true { Verdict::Refuted } else { Verdict::Proved };
        if is_wrong || routine.verdict == Verdict::Unsupported {
            wrong.push(format!("{word}, but {:?}: {}", observed[n], bodies[n]));
        }
    }
    eprintln!("{} programs: {counts:?}", bodies.len());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    counts
}

#[test]
fn the_library_is_as_the_java_machine_has_it() {
    if !support::has_jdk() {
        return;
    }
    let seed = support::setting("ABIDE_LIBRARY_SEED", 1);
    let wanted = support::setting("ABIDE_LIBRARY", 60) as usize;
    let mut rng = Rng::with_seed(seed);
    let bodies: Vec<String> = (0..wanted).map(|_| body(&mut rng)).collect();
    let counts = compared(&format!("{seed}-{wanted}"), &bodies);
    let decided = counts.get("true: proved").copied().unwrap_or(0) + counts.get("false: refuted").copied().unwrap_or(0);
    assert!(decided * 2 > wanted, "too little is decided: {counts:?}");
}

#[test]
fn each_method_is_as_the_java_machine_has_it() {
    if !support::has_jdk() {
        return;
    }
    let seed = support::setting("ABIDE_LIBRARY_SEED", 1);
    for round in 0..support::setting("ABIDE_LIBRARY_ROUNDS", 1) {
        let mut rng = Rng::with_seed(seed + round);
        let bodies: Vec<String> = calls().iter().map(|(_, body)| filled(body, &mut rng)).collect();
        // less is known in a file with views
        let (views, bodies): (Vec<String>, Vec<String>) = bodies.into_iter().partition(|body| makes_view(body));
        compared(&format!("views-{seed}-{round}"), &views);
        let counts = compared(&format!("calls-{seed}-{round}"), &bodies);
        let proved = counts.get("true: proved").copied().unwrap_or(0);
        assert!(proved * 3 > bodies.len(), "too little is proved: {counts:?}");
    }
}

/// Does a program call a method that gives a view of a collection or map?
fn makes_view(body: &str) -> bool {
    let views = [".subList(", ".keySet(", ".values(", ".unmodifiable"];
    views.iter().any(|view| body.contains(view))
}

/// Methods of collections and of `Arrays` are called in sequences.
#[test]
fn every_method_with_a_contract_is_called() {
    let called: BTreeSet<&str> = calls().iter().map(|(name, _)| *name).collect();
    let sequences = [&MADE[..], &LIST, &ENDS, &STACK, &ARRAYS].concat().concat();
    let mut missing = Vec::new();
    for (file, text) in abide_java::library::FILES {
        for (name, shown) in abide_java::library::methods(text) {
            let method = name.rsplit('.').next().unwrap_or(&name);
            let in_sequence = sequences.contains(&format!("{method}(")) || sequences.contains(&format!("{method}<"));
            let has_contract = shown.contains("behavior");
            if has_contract && !called.contains(&*name) && !in_sequence {
                missing.push(format!("{file}: {name}"));
            }
        }
    }
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}
