//! Whole classes against a Java machine: random programs with contracts, frames and invariants run under a monitor
//! that says which routine breaks one first. No routine that is called proved may be among them, and whatever refutes
//! a routine must really fail when the program that shows it is run.
//!
//! Proofs are modular, so whoever breaks a promise first is to blame; a routine that was called while some invariant did
//! not hold shares the blame with its callers. A refutation counts where the machine can see it: not behind a call that
//! never ends, nor where a routine that is called is itself not proved.
//!
//! `ABIDE_CLASSES_SEED`, `ABIDE_CLASSES`, `ABIDE_CLASSES_MS` and `ABIDE_CLASSES_JOBS` choose other programs, how many, the
//! time for a routine and the threads, for the test that is ignored otherwise. What is wrong stays in the target folder.

#[path = "classes/code.rs"]
mod code;
#[path = "classes/gen.rs"]
mod gen_;
#[path = "classes/promise.rs"]
mod promise;
mod support;
#[path = "classes/text.rs"]
mod text;
#[path = "classes/value.rs"]
mod value;

use abide_base::SourceFile;
use abide_verify::{Report, Settings, Verdict};
use gen_::Program;
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::Duration;
use support::*;

/// Programs that are compiled together.
const BATCH: usize = 50;

/// Runs of each program, each of many calls.
const RUNS: usize = 40;

/// Runs the programs that show a refutation, each with a loader of its own.
const REFEREE: &str = r#"
package monitor;
class Referee {
  public static void main(String[] args) throws Exception {
    var out = System.out;
    for (String name : args) {
      String end = "fine";
      var told = new java.io.ByteArrayOutputStream();
      System.setOut(new java.io.PrintStream(told));
      try {
        var main = Class.forName(name).getDeclaredMethod("main", String[].class);
        main.setAccessible(true);
        main.invoke(null, (Object) new String[0]);
      } catch (java.lang.reflect.InvocationTargetException e) {
        end = "fails";
      }
      System.setOut(out);
      // nothing is seen of what comes after a call that never ends, nor of an input that cannot be built
      boolean isSeen = !told.toString().matches("(?s).*(StackOverflowError|cannot be built).*");
      System.out.println("result " + (isSeen ? end : "unseen") + " " + name);
    }
  }
}
"#;

fn output(command: &mut Command) -> Output {
    let output = command.output();
    output.unwrap_or_else(|e| panic!("this test needs a JDK (17 or newer): {command:?}: {e}"))
}

fn tool(command: &mut Command) -> String {
    let output = output(command);
    let err = String::from_utf8_lossy(&output.stderr);
    let start: String = err.chars().take(4000).collect();
    assert!(output.status.success(), "{command:?} failed:\n{start}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn javac(into: &Path) -> Command {
    let mut javac = Command::new("javac");
    javac
        .args(["-J-XX:+UseSerialGC", "-J-XX:TieredStopAtLevel=1", "-Xmaxerrs", "2000"])
        .args(["-proc:none", "-nowarn", "-d"])
        .arg(into);
    javac
}

fn java(folder: &Path) -> Command {
    let mut java = Command::new("java");
    java.args(["-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-ea", "-Xss2m", "-cp"])
        .arg(folder);
    java
}

fn write(path: &Path, text: &str) {
    std::fs::create_dir_all(path.parent().expect("it is in a folder")).expect("the folder can be made");
    std::fs::write(path, text).expect("a file can be written");
}

/// Who is to blame for what, in a program.
type Blamed = Vec<(Vec<String>, String)>;

/// What the monitor says of programs.
fn blamed(folder: &Path, programs: &[(String, Program)]) -> BTreeMap<String, Blamed> {
    let out = folder.join("out");
    let monitor = folder.join("Monitor.java");
    write(&monitor, include_str!("classes/Monitor.java"));
    std::fs::create_dir_all(&out).expect("the folder can be made");
    let mut compile = javac(&out);
    compile.arg(&monitor);
    for (name, program) in programs {
        let path = folder.join(name).join("Main.java");
        write(&path, &program.monitored(name));
        compile.arg(path);
    }
    tool(&mut compile);
    let mut run = java(&out);
    run.arg("monitor.Monitor").arg(&out).arg(RUNS.to_string());
    run.args(programs.iter().map(|p| &p.0));
    let told = tool(&mut run);
    let mut found: BTreeMap<String, Blamed> = BTreeMap::new();
    for line in told.lines() {
        let mut parts = line.splitn(3, ' ');
        let (Some(name), Some(chain), Some(why)) = (parts.next(), parts.next(), parts.next()) else {
            continue;
        };
        let of = found.entry(name.to_string()).or_default();
        if chain != "calls" {
            of.push((chain.split(',').map(str::to_string).collect(), why.to_string()));
        }
    }
    assert_eq!(found.len(), programs.len(), "every program was run");
    found
}

/// The programs that show refutations, as `(name of the package, routine, text)`.
fn shown(name: &str, report: &Report) -> Vec<(String, String, String)> {
    let mut found: Vec<(String, String, String)> = Vec::new();
    for routine in report.routines().filter(|r| r.verdict == Verdict::Refuted) {
        let tests = routine
            .obligations
            .iter()
            .filter_map(|o| o.counterexample.as_ref()?.test.clone());
        for test in tests.filter(|t| !t.lines().next().unwrap_or_default().contains("-Xmx")) {
            found.push((format!("{name}_{}", found.len()), routine.name.clone(), test));
        }
    }
    found
}

/// Which of the programs do not fail, and which show nothing.
fn not_failing(folder: &Path, programs: &[(String, String, String)]) -> (BTreeSet<String>, BTreeSet<String>) {
    let out = folder.join("shown");
    std::fs::create_dir_all(&out).expect("the folder can be made");
    let referee = folder.join("Referee.java");
    write(&referee, REFEREE);
    let path = |name: &str| folder.join("refuted").join(name).join("A.java");
    for (name, _, text) in programs {
        // one that cannot be built ends no others
        let exit = format!("System.exit({});", abide_verify::JAVA_TEST_UNBUILT);
        let text = text.replace(&exit, "");
        write(&path(name), &format!("package {name};\n{text}"));
    }
    let mut broken = BTreeSet::new();
    let sources = |broken: &BTreeSet<String>| -> Vec<PathBuf> {
        let good = programs.iter().filter(|p| !broken.contains(&p.0));
        good.map(|p| path(&p.0)).collect()
    };
    for _ in 0..4 {
        let told = output(javac(&out).arg(&referee).args(sources(&broken)));
        if told.status.success() {
            break;
        }
        let err = String::from_utf8_lossy(&told.stderr);
        let errors = err.lines().filter(|l| l.contains(": error:"));
        let names = programs.iter().map(|p| &p.0);
        let errors: Vec<&str> = errors.collect();
        broken.extend(
            names
                .filter(|n| errors.iter().any(|e| e.contains(&format!("/{n}/A.java:"))))
                .cloned(),
        );
    }
    let good = programs.iter().filter(|p| !broken.contains(&p.0));
    let mains = good.clone().map(|(name, _, text)| {
        let class = text.split('\'').nth(1).unwrap_or("A$AbideTest");
        format!("{name}.{class}")
    });
    // with assertions, and without: either is a run of the program
    let mains: Vec<String> = mains.collect();
    let mut unseen = BTreeSet::new();
    let mut fine: BTreeSet<String> = good.map(|p| p.0.clone()).collect();
    for assertions in ["-ea", "-da"] {
        let told = tool(java(&out).arg(assertions).arg("monitor.Referee").args(&mains));
        for line in told.lines().filter_map(|l| l.strip_prefix("result ")) {
            let (end, name) = line.split_once(' ').expect("an end and a name");
            if end == "unseen" {
                unseen.insert(name.split('.').next().unwrap_or(name).to_string());
            }
            if end != "fine" {
                fine.remove(name.split('.').next().unwrap_or(name));
            }
        }
    }
    broken.append(&mut unseen);
    (fine, broken)
}

/// Does the code of a routine name another one that is not proved? Where that one breaks its contract, what is said
/// of the first is not to be seen.
fn is_let_down(routine: &str, text: &str, verdicts: &[(String, Verdict)]) -> bool {
    let short = |name: &str| -> String {
        let plain = name.split('(').next().unwrap_or(name);
        plain.rsplit('.').next().unwrap_or(plain).to_string()
    };
    let class = routine.split('.').next().unwrap_or(routine);
    let (own, head) = (format!(" {}(", short(routine)), format!("{class} "));
    let is_head = |l: &&str| !l.starts_with(' ') && l.contains(&head);
    let lines = text.lines().skip_while(|l| !is_head(l));
    let lines = lines.skip_while(|l| !(l.starts_with("  ") && l.contains(&own) && l.ends_with('{')));
    let body: String = lines.skip(1).take_while(|l| *l != "  }").collect();
    let others = verdicts.iter().filter(|v| v.1 != Verdict::Proved && v.0 != routine);
    others
        .map(|v| short(&v.0))
        .any(|name| body.contains(&format!("{name}(")))
}

/// Is a routine called proved, or not named at all? `L5` is what stands behind `/*L5*/`.
fn is_proved(routine: &str, text: &str, verdicts: &[(String, Verdict)]) -> bool {
    let mark = format!("/*{routine}*/");
    let line = text
        .lines()
        .position(|l| l.contains(&mark))
        .map(|n| format!(" {}:", n + 1));
    let is_meant = |name: &str| match &line {
        Some(line) => name.contains('<') && name.contains(line.as_str()),
        None => name.split('(').next() == Some(routine),
    };
    verdicts
        .iter()
        .filter(|v| is_meant(&v.0))
        .all(|v| v.1 == Verdict::Proved)
}

fn against_the_machine(seed: u64, wanted: usize, time: Duration) {
    if !support::has_jdk() {
        return;
    }
    let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("classes-{seed}-{wanted}"));
    let _ = std::fs::remove_dir_all(&root);
    let prover = z3();
    let settings = Settings {
        jobs: 1,
        timeout: time,
        ..Settings::default()
    };
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(support::setting("ABIDE_CLASSES_JOBS", 2) as usize)
        .build();
    let pool = pool.expect("there are threads");
    let (mut wrong, mut counts) = (Vec::new(), BTreeMap::<&str, usize>::new());
    for first in (0..wanted).step_by(BATCH) {
        let numbers = first..wanted.min(first + BATCH);
        let programs: Vec<(String, Program)> = numbers.map(|n| (format!("p{n}"), Program::generate(seed, n))).collect();
        let folder = root.join(first.to_string());
        let files: Vec<SourceFile> = programs
            .iter()
            .map(|(name, program)| {
                let path = folder.join("annotated").join(name).join("A.java");
                write(&path, &program.annotated());
                read(&path)
            })
            .collect();
        // each alone: their classes have the same names
        let verify = |file: &SourceFile| run(vec![file.clone()], prover.clone(), settings.clone());
        let (blamed, reports) = pool.join(
            || blamed(&folder, &programs),
            || files.par_iter().map(verify).collect::<Vec<Report>>(),
        );
        let before = wrong.len();
        let mut refuted = Vec::new();
        for (((name, _), file), report) in programs.iter().zip(&files).zip(&reports) {
            let routines = report.routines().map(|r| (r.name.clone(), r.verdict));
            let verdicts: Vec<(String, Verdict)> = routines.collect();
            for (_, verdict) in &verdicts {
                *counts.entry(verdict.word()).or_default() += 1;
            }
            let mut told = BTreeSet::new();
            for (chain, why) in &blamed[name] {
                *counts.entry("blamed").or_default() += 1;
                if chain.iter().all(|r| is_proved(r, file.text(), &verdicts)) && told.insert(chain) {
                    wrong.push(format!(
                        "{}: {} proved, but: {why}",
                        file.path().display(),
                        chain.join(" < ")
                    ));
                }
            }
            let shown = shown(name, report).into_iter();
            refuted.extend(shown.map(|s| (is_let_down(&s.1, file.text(), &verdicts), s)));
        }
        let (down, refuted): (Vec<bool>, Vec<_>) = refuted.into_iter().unzip();
        let (fine, broken) = not_failing(&folder, &refuted);
        *counts.entry("shown").or_default() += refuted.len();
        for ((name, routine, _), is_let_down) in refuted.iter().zip(down) {
            let at = folder.join("refuted").join(name);
            if fine.contains(name) && is_let_down {
                *counts.entry("let down").or_default() += 1;
            } else if fine.contains(name) {
                wrong.push(format!("{}: {routine} refuted, but nothing fails", at.display()));
            }
        }
        *counts.entry("not shown").or_default() += broken.len();
        for line in &wrong[before..] {
            eprintln!("{line}");
        }

        eprintln!("{} programs: {counts:?}, {} wrong", first + programs.len(), wrong.len());
        if wrong.is_empty() {
            let _ = std::fs::remove_dir_all(&folder);
        }
    }
    assert!(wrong.is_empty(), "{} verdicts are wrong", wrong.len());
    let share = |word: &str| counts.get(word).copied().unwrap_or(0) * 100 / wanted;
    assert!(
        share("proved") > 200 && share("refuted") > 50 && share("unsupported") < 150,
        "too little is decided: {counts:?}"
    );
}

#[test]
fn verdicts_on_classes_hold_on_the_java_machine() {
    against_the_machine(1, 300, Duration::from_millis(250));
}

#[test]
#[ignore = "as long as one likes"]
fn many_verdicts_on_classes_hold_on_the_java_machine() {
    let wanted = support::setting("ABIDE_CLASSES", 2000) as usize;
    let time = Duration::from_millis(support::setting("ABIDE_CLASSES_MS", 2000));
    against_the_machine(support::setting("ABIDE_CLASSES_SEED", 2), wanted, time);
}
