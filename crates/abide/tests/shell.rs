//! Abide in a shell: completions, manual pages, help, names of files, watching.

mod support;

use std::io::{BufRead, BufReader, Read};
use std::process::Stdio;
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;
use support::Folder;

const FINE: &str = "procedure p(x: int) { assert x == x; }\n";
const WRONG: &str = "procedure p(x: int) { assert x == 7; }\n";

#[test]
fn shells_and_manuals_know_the_commands() {
    let folder = Folder::with(&[]);
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        folder
            .abide(&["completions", shell])
            .with(0)
            .says("coverage")
            .says("baseline");
    }
    folder.abide(&["completions", "csh"]).with(2);
    folder.abide(&["man"]).with(0).says(".TH abide 1");
    folder.abide(&["man", "--output", "pages"]).with(0);
    assert!(folder.text("pages/abide-verify.1").contains("baseline"));
    assert!(folder.path("pages/abide.1").exists());
}

#[test]
fn help_has_two_lengths() {
    let folder = Folder::with(&[]);
    let short = folder
        .abide(&["verify", "--help"])
        .with(0)
        .says("--timeout")
        .says("--help-all");
    assert!(
        !short.out.contains("--cube-length") && !short.out.contains("--abstractor"),
        "{}",
        short.out
    );
    folder
        .abide(&["verify", "--help-all"])
        .with(0)
        .says("--cube-length")
        .says("--abstractor");
    folder
        .abide(&["verify", "--engine", "bohne", "--help"])
        .with(0)
        .says("--cube-length");
    folder.abide(&["--help"]).with(0).says("watch").says("Exit status");
}

#[test]
fn what_stands_in_the_way_of_other_routines_is_their_business() {
    let text = "int odd(void) { asm(\"nop\"); return 1; }\nint one(void) { return 1; }\n";
    let folder = Folder::with(&[("odd.c", text)]);
    let only = |name: &str| folder.abide(&["verify", "odd.c", "--method", name]);
    assert!(only("one").with(0).out.starts_with("proved   one"));
    only("odd").with(2).says("`asm`");
    only("two").with(2).complains("there are `odd`, `one`");
    let calls = "static int one(void) { return 1; }\nint two(void) { return one() + 1; }\n";
    folder.put("odd.c", calls.as_bytes());
    only("one").with(2).complains("`--contracts infer`");
}

#[test]
fn a_line_after_the_last_has_no_loop() {
    let text = "procedure p(n: int) {\n  var i: int := 0;\n  while (i < n) { i := i + 1; }\n}\n";
    let folder = Folder::with(&[("p.gcl", text)]);
    folder.abide(&["explain", "p.gcl:4"]).with(0).says("loop at p.gcl:3");
    folder
        .abide(&["explain", "p.gcl:999"])
        .with(2)
        .complains("there is no loop at line 999");
}

#[cfg(unix)]
#[test]
fn names_of_files_do_not_act_on_the_terminal() {
    let folder = Folder::with(&[("a\u{1b}[31m\n.gcl", WRONG)]);
    for words in [
        &["verify", "."][..],
        &["infer", "--write", "."],
        &["verify", "a\u{1b}[31m\n.txt"],
    ] {
        let ended = folder.abide(words);
        assert!(
            !ended.out.contains('\u{1b}') && !ended.err.contains('\u{1b}'),
            "{}{}",
            ended.out,
            ended.err
        );
    }
    folder.abide(&["verify", "."]).with(1).says("(a\\u{1b}[31m\\n.gcl:1)");
}

/// What a stream says, line by line.
struct Lines(Receiver<String>);

impl Lines {
    fn of(stream: impl Read + Send + 'static) -> Lines {
        let (tell, lines) = channel();
        std::thread::spawn(move || {
            for line in BufReader::new(stream).lines().map_while(Result::ok) {
                let _ = tell.send(line);
            }
        });
        Lines(lines)
    }

    fn until(&self, text: &str) {
        while !self
            .0
            .recv_timeout(Duration::from_secs(60))
            .expect("a line")
            .contains(text)
        {}
    }
}

#[test]
fn a_file_that_changes_is_verified_again_and_no_other() {
    let folder = Folder::with(&[("src/one.gcl", FINE), ("src/two.gcl", &FINE.replace(" p", " q"))]);
    let mut child = folder
        .command(&["watch", "src"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let out = Lines::of(child.stdout.take().unwrap());
    let err = Lines::of(child.stderr.take().unwrap());
    out.until("2 routines: 2 proved");
    err.until("watching");
    folder.put("src/one.gcl", WRONG.as_bytes());
    out.until("refuted  p (src/one.gcl:1)");
    out.until("1 routine: 1 refuted");
    folder.put("src/new.gcl", FINE.as_bytes());
    out.until("proved   p (src/new.gcl:1)");
    child.kill().unwrap();
    child.wait().unwrap();
    // a name that is misspelt is not waited for
    folder
        .abide(&["watch", "source"])
        .with(2)
        .complains("source cannot be read");
}
