//! What goes wrong in a routine or a file ends that one, and nothing else.

mod support;

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use support::{Ended, Folder};

const TWO: &str = "int one(int x) { return x; }\n\
                   int two(void) { int i = 0; while (i < 10) i++; return i; }\n\
                   int three(int x) { return x / x; }\n";

const GOOD: &str = "int good(int x) { return x; }\n";

/// Runs with a fault in `two`.
fn with_fault(fault: &str, more: &[&str]) -> Ended {
    let folder = Folder::with(&[("a.c", TWO), ("b.c", GOOD)]);
    let args = [&["verify", ".", "--timeout", "1"], more].concat();
    let output = folder
        .command(&args)
        .env("ABIDE_FAULT", format!("two={fault}"))
        .output();
    Ended::from(output.unwrap())
}

/// Everything but `two` is as ever.
#[track_caller]
fn others_are_verified(ended: &Ended) {
    for line in [
        "open     two (a.c:2)",
        "proved   one (a.c:1)",
        "refuted  three (a.c:3)",
        "proved   good (b.c:1)",
        "4 routines: 2 proved, 1 refuted, 1 open",
    ] {
        assert!(
            ended.out.contains(line),
            "{line} is missing in\n{}\n{}",
            ended.out,
            ended.err
        );
    }
}

#[test]
fn a_crash_ends_one_routine() {
    for fault in ["abort", "exit", "overflow"] {
        let ended = with_fault(fault, &[]).with(3);
        others_are_verified(&ended);
        ended.says("error: internal error in `two`").says("--> a.c:2:5");
    }
    // one thread or several: the guilty one is found
    others_are_verified(&with_fault("abort", &["--jobs", "8"]));
    others_are_verified(&with_fault("abort", &["--jobs", "1"]));
}

#[test]
fn a_routine_without_end_is_given_up() {
    let ended = with_fault("hang", &[]).with(1);
    others_are_verified(&ended);
    ended.says("warning: `two` was given up: it did not end within 6 s");
}

#[cfg(target_os = "linux")]
#[test]
fn memory_is_limited() {
    let ended = with_fault("hog", &["--memory", "1024"]).with(1);
    others_are_verified(&ended);
    ended.says("warning: `two` was given up: it needs more than 1024 MB");
}

#[cfg(target_os = "linux")]
#[test]
fn little_memory_ends_routines_and_not_the_run() {
    let folder = Folder::with(&[("a.c", TWO), ("b.c", GOOD)]);
    let ended = folder.abide(&["verify", ".", "--timeout", "5", "--memory", "64"]);
    assert!(ended.status <= Some(1), "{}", ended.err);
    ended.says("proved   good (b.c:1)").says("4 routines: ");
}

#[test]
fn what_can_be_read_is_counted_beside_what_cannot() {
    let folder = Folder::with(&[
        ("a.c", TWO),
        ("b.c", GOOD),
        ("C.java", "class C { int f() { return 1; } }"),
    ]);
    let output = folder
        .command(&["coverage", "."])
        .env("ABIDE_FAULT", "b.c=hog")
        .output();
    Ended::from(output.unwrap())
        .with(2)
        .says("4 routines: ")
        .says("1 file cannot be read at all")
        .complains("b.c was given up: it needs more than 4096 MB");
    let output = folder
        .command(&["coverage", "."])
        .env("ABIDE_FAULT", "b.c=abort")
        .output();
    Ended::from(output.unwrap())
        .with(3)
        .says("4 routines: ")
        .says("error of Abide's own");
}

#[test]
fn tasks_that_crash_are_open_and_others_are_measured() {
    let folder = Folder::with(&[
        (
            "a_true.c",
            "int main(void) { int i = 0; while (i < 10) i++; /*@ assert i == 10; */ return 0; }\n",
        ),
        ("b_true.c", "int main(void) { return 0; }\n"),
    ]);
    let output = folder
        .command(&["bench", ".", "--timeout", "5"])
        .env("ABIDE_FAULT", "main=abort")
        .output();
    let ended = Ended::from(output.unwrap());
    ended.says("a_true.c").says("b_true.c").says("open");
}

#[test]
fn json_has_the_reason() {
    let ended = with_fault("abort", &["--format", "json"]).with(3);
    let json: serde_json::Value = serde_json::from_str(&ended.out).unwrap();
    let two = &json["files"][0]["routines"][1];
    assert_eq!(two["name"], "two");
    assert_eq!(two["verdict"], "open");
    let why = two["why"][0]["message"].as_str().unwrap();
    assert!(why.starts_with("internal error in `two`: signal: 6"), "{why}");
}

#[test]
fn reports_are_those_of_one_process() {
    let folder = Folder::with(&[
        ("a.c", TWO),
        (
            "b.c",
            "int one(int x);\nint calls(int x) { return one(x); }\n#include <limits.h>\nint m(void) { return INT_MAX; }\n",
        ),
        (
            "c/A.java",
            "class A { /*@ requires x > 0; ensures \\result > 0; */ static int f(int x) { return x; } }",
        ),
        (
            "c/B.java",
            "class B { int g(int[] a) { int s = 0; for (int i = 0; i < a.length; i++) s += A.f(1); return s; } }",
        ),
        ("bad.gcl", "procedure p( {"),
    ]);
    let timeless = |json: &str| {
        let lines = json.lines().filter(|line| !line.trim_start().starts_with("\"ms\""));
        lines.map(|line| format!("{line}\n")).collect::<String>()
    };
    for command in [
        &["verify"][..],
        &["infer"],
        &["check"],
        &["verify", "--contracts", "infer"],
        &["verify", "--strict"],
    ] {
        for format in ["text", "json", "sarif"] {
            let args = [command, &[".", "--format", format]].concat();
            let apart = folder.abide(&args);
            let within = folder.abide(&[&args[..], &["--in-process"]].concat());
            assert_eq!(timeless(&apart.out), timeless(&within.out), "{args:?}");
            assert_eq!((apart.status, apart.err), (within.status, within.err), "{args:?}");
        }
    }
}

#[cfg(unix)]
#[test]
fn a_signal_ends_everything_within_a_second() {
    for signal in ["-INT", "-TERM"] {
        let folder = Folder::with(&[("a.c", TWO), ("b.c", GOOD), ("c.c", "int last(int x) { return x; }\n")]);
        let child = folder
            .command(&["verify", ".", "--jobs", "1", "--timeout", "100"])
            .env("ABIDE_FAULT", "good=hang")
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_millis(2500));
        let asked = Instant::now();
        let killed = Command::new("kill").args([signal, &child.id().to_string()]).status();
        assert!(killed.unwrap().success());
        let ended = Ended::from(child.wait_with_output().unwrap()).with(1);
        // the machine may be busy
        assert!(asked.elapsed() < Duration::from_secs(3), "{:?}", asked.elapsed());
        ended
            .says("proved   two (a.c:2)")
            .says("open     good (b.c:1), not finished")
            .says("warning: c.c was not verified: the run was cancelled")
            .says("the run was cancelled");
    }
}

/// Processes whose command line holds these words.
#[cfg(target_os = "linux")]
fn processes(words: &str) -> usize {
    let all = std::fs::read_dir("/proc").unwrap().flatten();
    let lines = all.filter_map(|entry| std::fs::read(entry.path().join("cmdline")).ok());
    lines
        .filter(|line| String::from_utf8_lossy(line).contains(words))
        .count()
}

#[cfg(target_os = "linux")]
#[test]
fn workers_end_with_whoever_started_them() {
    let folder = Folder::with(&[("a.c", TWO)]);
    let path = folder.path("a.c").display().to_string();
    let mut child = folder
        .command(&["verify", &path, "--timeout", "100"])
        .env("ABIDE_FAULT", "two=hang")
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let wait = |count: usize| {
        let started = Instant::now();
        while processes(&path) != count && started.elapsed() < Duration::from_secs(20) {
            std::thread::sleep(Duration::from_millis(20));
        }
        processes(&path)
    };
    assert_eq!(wait(2), 2);
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(wait(0), 0);
}

#[test]
fn a_file_that_cannot_be_read_is_no_success() {
    let folder = Folder::with(&[("a.c", GOOD), ("p/b.c", "#include \"/dev/zero\"\n")]);
    folder
        .abide(&["verify", ".", "--timeout", "1"])
        .with(2)
        .says("proved   good (a.c:1)");
}

#[test]
fn files_are_told_as_they_come() {
    let folder = Folder::with(&[("a.c", GOOD), ("b.c", TWO)]);
    let mut child = folder
        .command(&[
            "verify",
            "a.c",
            "b.c",
            "gone.c",
            "--format",
            "jsonl",
            "--jobs",
            "1",
            "--timeout",
            "1",
        ])
        .env("ABIDE_FAULT", "two=hang")
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
    let first: serde_json::Value = serde_json::from_str(&lines.next().unwrap()).unwrap();
    assert_eq!(
        (&first["path"], &first["routines"][0]["verdict"]),
        (&"a.c".into(), &"proved".into())
    );
    // the other one is still at work
    assert!(child.try_wait().unwrap().is_none());
    let rest: Vec<serde_json::Value> = lines.map(|line| serde_json::from_str(&line).unwrap()).collect();
    assert_eq!(rest.len(), 3);
    assert_eq!((&rest[0]["path"], &rest[1]["path"]), (&"b.c".into(), &"gone.c".into()));
    assert_eq!(rest[2]["summary"]["routines"], 4);
    assert_eq!(child.wait().unwrap().code(), Some(2));
    // whatever order they come in, they are those of the whole report
    let sorted = |args: &[&str]| {
        let out = folder.abide(args).out;
        let mut lines: Vec<String> = out.lines().map(String::from).collect();
        lines.sort();
        lines.len()
    };
    assert_eq!(sorted(&["verify", ".", "--format", "jsonl"]), 3);
    assert_eq!(sorted(&["verify", ".", "--format", "jsonl", "--in-process"]), 3);
    assert_eq!(sorted(&["verify", ".", "--format", "jsonl", "--contracts", "infer"]), 3);
}

#[test]
fn text_comes_as_soon_as_the_files_before_are_done() {
    let folder = Folder::with(&[("a.c", GOOD), ("b.c", TWO)]);
    let mut child = folder
        .command(&["verify", "a.c", "b.c", "--jobs", "1", "--timeout", "1"])
        .env("ABIDE_FAULT", "two=hang")
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
    assert_eq!(lines.next().unwrap(), "proved   good (a.c:1)");
    // the other one is still at work
    assert!(child.try_wait().unwrap().is_none());
    assert!(lines.last().unwrap().starts_with("4 routines: "));
    assert_eq!(child.wait().unwrap().code(), Some(1));
}

#[cfg(target_os = "linux")]
#[test]
fn a_worker_that_somebody_kills_is_replaced() {
    let folder = Folder::with(&[("a.c", TWO), ("b.c", GOOD)]);
    let undisturbed = folder.abide(&["verify", "."]).with(1);
    for round in 0..8u64 {
        let child = folder
            .command(&["verify", "."])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_millis(20 * round));
        let threads = std::fs::read_dir(format!("/proc/{}/task", child.id()));
        let threads = threads.into_iter().flatten().flatten();
        let workers = threads.filter_map(|t| std::fs::read_to_string(t.path().join("children")).ok());
        for worker in workers.collect::<String>().split_whitespace() {
            let _ = Command::new("kill").args(["-KILL", worker]).status();
        }
        let ended = Ended::from(child.wait_with_output().unwrap());
        assert_eq!(
            (ended.status, &ended.out),
            (undisturbed.status, &undisturbed.out),
            "round {round}"
        );
    }
}
