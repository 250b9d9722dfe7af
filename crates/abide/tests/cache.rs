//! Results of earlier runs are used where nothing has changed that they follow from, and only there.

mod support;

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::{Duration, SystemTime};
use support::{Ended, Folder};

const LOOP: &str = "/*@ requires n >= 0; ensures \\result == n; */\n\
                    int count(int n) { int i = 0; while (i < n) i++; return i; }\n";

/// A folder with a store beside it.
struct Kept {
    folder: Folder,
    store: tempfile::TempDir,
}

impl Kept {
    fn with(files: &[(&str, &str)]) -> Kept {
        let kept = Kept {
            folder: Folder::with(files),
            store: tempfile::tempdir().unwrap(),
        };
        files.iter().for_each(|(name, _)| kept.age(name));
        kept
    }

    /// Lets a file look as if it had been there for long: headers are to be older than a run.
    fn age(&self, name: &str) {
        let long_ago = SystemTime::now() - Duration::from_secs(1000);
        let file = fs::File::open(self.folder.path(name)).unwrap();
        file.set_modified(long_ago).unwrap();
    }

    fn put(&self, name: &str, text: &str) {
        self.folder.put(name, text.as_bytes());
        self.age(name);
    }

    fn command(&self, args: &[&str]) -> Command {
        let mut command = self.folder.command(args);
        command.env("ABIDE_CACHE", self.store.path());
        command
    }

    /// Runs, and tells which routines were worked on: a fault at each shows it.
    fn run(&self, args: &[&str]) -> Ended {
        Ended::from(self.command(args).output().unwrap())
    }

    /// Is what is asked answered without any work on these routines?
    fn knows(&self, args: &[&str], routines: &[&str]) -> bool {
        let faults: Vec<String> = routines.iter().map(|name| format!("{name}=abort")).collect();
        let output = self
            .command(args)
            .env("ABIDE_FAULT", faults.join(","))
            .output()
            .unwrap();
        !String::from_utf8_lossy(&output.stdout).contains("internal error")
    }

    fn entries(&self) -> Vec<PathBuf> {
        let folders = fs::read_dir(self.store.path()).unwrap().flatten();
        let files = folders.flat_map(|f| fs::read_dir(f.path()).unwrap().flatten());
        files.map(|f| f.path()).collect()
    }
}

const VERIFY: &[&str] = &["verify", "."];

#[test]
fn the_second_run_is_the_first_one() {
    let kept = Kept::with(&[
        ("a.c", LOOP),
        ("b.c", "#include \"b.h\"\nint twice(int x) { return half(x) / 0; }\n"),
        ("b.h", "int half(int x);\n"),
        ("A.java", "class A { int f(int[] a) { return a[0]; } }"),
        ("p.gcl", "procedure p(x: int) { assert x == x; }"),
    ]);
    for format in ["json", "text", "sarif"] {
        let args = ["verify", ".", "--format", format];
        let (first, second) = (kept.run(&args), kept.run(&args));
        assert_eq!(
            (first.status, first.out, first.err),
            (second.status, second.out, second.err)
        );
    }
    assert!(kept.knows(VERIFY, &["count", "twice", "A.f", "p"]));
    // other settings, other results
    for more in ["--strict", "--ints=math", "--timeout=61", "--engine=off", "--no-cache"] {
        assert!(!kept.knows(&["verify", ".", more], &["count"]), "{more}");
    }
    assert!(!kept.knows(&["check", "."], &["count"]));
}

#[test]
fn what_has_changed_is_done_again() {
    let kept = Kept::with(&[
        ("a.c", LOOP),
        ("b.c", "#include \"b.h\"\nint user(int x) { return f(x); }\n"),
        ("b.h", "int f(int x);\n"),
        ("c.c", "int g(int x) { return x; }\n"),
    ]);
    let all = ["count", "user", "g"];
    kept.run(VERIFY);
    assert!(kept.knows(VERIFY, &all));
    kept.put("c.c", "int g(int x) { return x / 2; }\n");
    // a routine that was given up is not kept
    assert!(!kept.knows(VERIFY, &["g"]));
    assert!(kept.knows(VERIFY, &["count", "user"]));
    // a contract in a header
    kept.put("b.h", "/*@ requires x > 0; */ int f(int x);\n");
    assert!(kept.knows(VERIFY, &["count", "g"]));
    kept.run(VERIFY).with(1).says("refuted  user (b.c:2)");
    kept.put("b.h", "int f(int x);\n");
    kept.run(VERIFY);
    assert!(kept.knows(VERIFY, &all));
    // what was only declared is defined now
    kept.put("c.c", "int g(int x) { return x; }\nint f(int x) { return x; }\n");
    assert!(kept.knows(VERIFY, &["count"]));
    assert_eq!(kept.run(VERIFY).out, kept.folder.abide(VERIFY).out);
}

#[test]
fn java_that_is_read_otherwise_is_another_program() {
    let kept = Kept::with(&[(
        "A.java",
        "class A { String s; //@ ensures \\result >= 0;\n int length() { return s.length(); } }\n",
    )]);
    kept.run(&["verify", "A.java"]).says("proved   A.length");
    let nullable = ["verify", "A.java", "--nullable-by-default"];
    kept.run(&nullable).with(1).says("refuted  A.length");
    kept.run(&["verify", "A.java", "--dialect", "escjava"])
        .with(1)
        .says("refuted  A.length");
    kept.run(&["verify", "A.java"]).says("proved   A.length");
}

#[test]
fn a_header_that_comes_in_front_of_another_is_seen() {
    let kept = Kept::with(&[
        ("s/a.c", "#include <lib.h>\nint a(void) { return N / (N - 1); }\n"),
        ("one/x.h", ""),
        ("two/lib.h", "#define N 2\n"),
    ]);
    let args = ["verify", "s", "-Ione", "-Itwo"];
    kept.run(&args).with(0);
    assert!(kept.knows(&args, &["a"]));
    kept.put("one/lib.h", "#define N 1\n");
    kept.run(&args).with(1).says("refuted  a (s/a.c:2)");
}

#[test]
fn java_files_know_each_other() {
    let user = "class B { int g() { return A.f(0); } }";
    let kept = Kept::with(&[
        (
            "A.java",
            "class A { /*@ requires x >= 0; */ static int f(int x) { return x; } }",
        ),
        ("B.java", user),
    ]);
    kept.run(VERIFY).with(0);
    assert!(kept.knows(VERIFY, &["A.f", "B.g"]));
    kept.put(
        "A.java",
        "class A { /*@ requires x > 0; */ static int f(int x) { return x; } }",
    );
    kept.run(VERIFY).with(1).says("refuted  B.g (B.java:1)");
}

#[test]
fn only_the_routine_that_has_changed_is_done_again() {
    let guess = "/*@ assigns \\nothing; ensures \\result > 0; */ int dice(void) { return 6; }\n\
                 /*@ ensures \\result == 1; */ int guess(void) { return 7 / dice(); }\n";
    let pick = "int pick(int x) { return x > 0 ? 1 : 0; }\n";
    let user = "//@ ensures \\result == 3;\nint user(void) { return count(3); }\n";
    let text = |pick: &str| format!("{guess}{pick}{LOOP}{user}");
    let kept = Kept::with(&[("a.c", &text(pick))]);
    kept.run(VERIFY).with(1).says("open     guess");
    // what is not proved is known where it stands, and a proof wherever that is
    kept.put("a.c", &text(&pick.replace("> 0", "> 7\n")));
    assert!(!kept.knows(VERIFY, &["pick"]));
    assert!(kept.knows(VERIFY, &["guess", "count", "user"]));
    kept.put("a.c", &format!("\n\n{}", text(pick)));
    assert!(kept.knows(VERIFY, &["pick", "count", "user"]));
    assert_eq!(kept.run(VERIFY).out, kept.folder.abide(VERIFY).out);
    // a contract is of its callers, too
    kept.put("a.c", &text(pick).replace("\\result == n", "\\result >= n"));
    assert!(!kept.knows(VERIFY, &["user"]));
    assert!(kept.knows(VERIFY, &["guess", "pick"]));
    kept.run(VERIFY).with(1).says("open     user");
}

#[test]
fn what_is_found_again_is_what_would_be_found_out() {
    let folder = "class A { int x; /*@ ensures \\result >= 0; */ int f(int[] a) { int s = 0; \
                  for (int i = 0; i < a.length; i++) if (a[i] > s) s = a[i]; return s; }\n";
    let text = |more: &str| format!("class B {{ {more} }}\n{folder} int g(int y) {{ return 7 / y; }} }}\n");
    let kept = Kept::with(&[("A.java", &text(""))]);
    kept.run(VERIFY);
    for more in ["int y;", "int h() { return 3; }", "\n\nint h(int z) { return z; }"] {
        kept.put("A.java", &text(more));
        for args in [
            &["verify", "."][..],
            &["verify", ".", "--format", "sarif"],
            &["infer", "."],
        ] {
            let (known, anew) = (kept.run(args), kept.folder.abide(args));
            assert_eq!((known.status, known.out), (anew.status, anew.out), "{more} {args:?}");
        }
    }
}

#[test]
fn a_damaged_store_is_never_wrong() {
    let kept = Kept::with(&[("a.c", LOOP), ("b.c", "int f(int x) { return 1 / x; }\n")]);
    let first = kept.run(VERIFY).with(1);
    let entries = kept.entries();
    // what two files define, how long they took, two reports, and one of a routine whose report follows from itself
    assert_eq!(entries.len(), 7);
    for (number, entry) in entries.iter().enumerate() {
        let mut bytes = fs::read(entry).unwrap();
        let at = bytes.len() * (number + 1) / 8;
        match number % 2 {
            0 => bytes[at] ^= 0x10,
            _ => bytes.truncate(at),
        }
        fs::write(entry, bytes).unwrap();
    }
    assert!(!kept.knows(VERIFY, &["count"]));
    let again = kept.run(VERIFY);
    assert_eq!(
        (first.status, first.out, first.err),
        (again.status, again.out, again.err)
    );
    assert!(kept.knows(VERIFY, &["count", "f"]));
    // a store that is none
    let file = kept.folder.path("b.c");
    let output = kept.folder.command(VERIFY).env("ABIDE_CACHE", &file).output().unwrap();
    Ended::from(output).with(1).says("proved   count");
}

#[test]
fn runs_at_the_same_time_and_runs_that_are_killed_do_no_harm() {
    let kept = Kept::with(&[("a.c", LOOP), ("b.c", "int f(int x) { return 1 / x; }\n")]);
    let first = kept.folder.abide(VERIFY);
    for round in 0..12u64 {
        let start = || {
            kept.command(VERIFY)
                .stdout(Stdio::piped())
                .stderr(Stdio::piped())
                .spawn()
                .unwrap()
        };
        let (mut killed, other) = (start(), start());
        std::thread::sleep(Duration::from_millis(15 * round));
        killed.kill().unwrap();
        killed.wait().unwrap();
        let ended = Ended::from(other.wait_with_output().unwrap());
        assert_eq!((ended.status, &ended.out), (first.status, &first.out), "round {round}");
        if round % 4 == 3 {
            kept.run(&["cache", "clean"]).with(0);
        }
    }
}

#[test]
fn what_is_kept_is_told_and_thrown_away() {
    let kept = Kept::with(&[("a.c", LOOP)]);
    kept.run(&["cache", "stats"])
        .with(0)
        .says(": 0 results, 0.0 MB of at most 1024 MB");
    kept.run(VERIFY).with(0);
    kept.run(&["cache", "stats"]).with(0).says(": 3 results, ");
    kept.run(&["cache", "clean"]).with(0);
    kept.run(&["cache", "stats"]).with(0).says(": 0 results, ");
    kept.folder.abide(&["cache", "stats"]).with(2);
}

#[test]
fn proofs_are_made_again_from_what_was_found() {
    let kept = Kept::with(&[
        ("a.c", LOOP),
        ("b.c", "int half(int x) { return x / 0; }\n"),
        (
            "p.gcl",
            "procedure p(n: int) returns (i: int) requires 0 <= n; ensures i == n;\n{ i := 0; while (i < n) { i := i + 1; } }\n",
        ),
    ]);
    let recheck = ["verify", ".", "--recheck"];
    // nothing is known yet
    kept.run(&recheck)
        .complains("proved again from invariants of earlier runs: 0; verified anew: 3");
    let first = kept.run(VERIFY);
    let again = kept.run(&recheck);
    assert_eq!((&again.out, again.status), (&first.out, first.status));
    again.complains("proved again from invariants of earlier runs: 2; verified anew: 1");
    // they are worked on, and not believed
    assert!(!kept.knows(&recheck, &["count"]));
    assert!(kept.knows(VERIFY, &["count"]));
    Folder::with(&[])
        .abide(&["verify", ".", "--recheck", "--no-cache"])
        .with(2);
}
