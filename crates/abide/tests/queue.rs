//! Files verified by workers that take them from a queue: the same results, each once, whoever is killed.
#![cfg(target_os = "linux")]

mod support;

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use support::nats::{Certificates, Running, Server};
use support::{Ended, Folder};

const LOOP: &str = "int two(void) { int i = 0; while (i < 10) i++; return i; }\n\
                    int three(int x) { return x / x; }\n";

/// Some files of all languages, of which one has a header beside it, and one is known only.
fn project() -> Folder {
    Folder::with(&[
        (
            "src/a.c",
            "#include \"own.h\"\n#include <limits.h>\nint one(int x) { return TWICE(x % 8); }\nint m(void) { return INT_MAX; }\n",
        ),
        ("include/own.h", "#define TWICE(x) (2 * (x))\n"),
        ("src/b.c", LOOP),
        (
            "src/c.gcl",
            "procedure p(n: int) returns (i: int) requires 0 <= n; ensures i == n;\n{ i := 0; while (i < n) { i := i + 1; } }\n",
        ),
        (
            "src/A.java",
            "class A { /*@ requires x > 0; ensures \\result > 0; */ static int f(int x) { return x; } }",
        ),
        (
            "src/B.java",
            "class B { int g(int[] a) { int s = 0; for (int i = 0; i < a.length; i++) s += A.f(K.K); return s; } }",
        ),
        ("known/K.java", "class K { static final int K = 3; }"),
        ("src/bad.gcl", "procedure p( {"),
    ])
}

const ALL: [&str; 6] = ["verify", "src", "--context", "known", "-I", "include"];

/// Without times.
fn timeless(text: &str) -> String {
    let lines = text.lines().filter(|line| !line.trim_start().starts_with("\"ms\""));
    lines.map(|line| format!("{line}\n")).collect()
}

fn with_queue(folder: &Folder, server: &Server, more: &[&str]) -> Command {
    let mut command = folder.command(&[&ALL[..], more].concat());
    command.env("ABIDE_QUEUE", server.address());
    command
}

fn ended(command: &mut Command) -> Ended {
    Ended::from(command.output().unwrap())
}

#[test]
fn results_are_those_of_one_machine() {
    let Some(server) = Server::start(&[]) else { return };
    let (folder, elsewhere) = (project(), Folder::with(&[]));
    let _worker = server.worker(&elsewhere, &[]);
    for more in [
        &["--format", "json"][..],
        &["--format", "text", "--strict"],
        &["--contracts", "infer"],
    ] {
        let here = folder.abide(&[&ALL[..], more].concat());
        let there = ended(&mut with_queue(&folder, &server, more));
        assert_eq!(timeless(&there.out), timeless(&here.out), "{more:?}\n{}", there.err);
        assert_eq!((there.status, there.err), (here.status, here.err), "{more:?}");
    }
}

#[test]
fn what_was_found_out_is_known_without_workers() {
    let Some(server) = Server::start(&[]) else { return };
    let folder = project();
    let mut worker = server.worker(&folder, &[]);
    let first = ended(&mut with_queue(&folder, &server, &[]));
    worker.kill();
    // no worker is there, and nothing is kept on this machine
    let again = ended(&mut with_queue(&folder, &server, &[]));
    assert_eq!((&again.out, again.status), (&first.out, first.status));
    // a result of a changed file is not
    folder.put("include/own.h", b"#define TWICE(x) (3 * (x))\n");
    let mut child = with_queue(&folder, &server, &[])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    std::thread::sleep(Duration::from_secs(3));
    assert!(child.try_wait().unwrap().is_none());
    child.kill().unwrap();
    child.wait().unwrap();
}

/// Many files, so that workers are killed while they work.
fn many(count: usize) -> Folder {
    let folder = Folder::with(&[]);
    for n in 0..count {
        let text = LOOP.replace("10", &format!("{}", 10 + n));
        folder.put(&format!("src/f{n}.c"), text.as_bytes());
    }
    folder.put("known/K.java", b"class K { }");
    folder
}

#[test]
fn killed_workers_lose_nothing() {
    let Some(server) = Server::start(&[]) else { return };
    let folder = many(12);
    let here = folder.abide(&ALL);
    let mut workers: Vec<Running> = (0..2).map(|_| server.worker(&folder, &[])).collect();
    let mut client = with_queue(&folder, &server, &["--no-cache"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    for round in 0.. {
        std::thread::sleep(Duration::from_millis(700));
        if client.try_wait().unwrap().is_some() {
            break;
        }
        if round < 8 {
            workers[round % 2].kill();
            workers[round % 2] = server.worker(&folder, &[]);
        }
        assert!(round < 200, "the run does not end");
    }
    let there = Ended::from(client.wait_with_output().unwrap());
    assert_eq!((there.out, there.status), (here.out, here.status), "{}", there.err);
}

#[test]
fn a_killed_server_loses_nothing() {
    let Some(mut server) = Server::start(&[]) else { return };
    let folder = many(8);
    let here = folder.abide(&ALL);
    let _worker = server.worker(&folder, &[]);
    let mut client = with_queue(&folder, &server, &["--no-cache"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    for _ in 0..3 {
        std::thread::sleep(Duration::from_millis(900));
        if client.try_wait().unwrap().is_none() {
            server.kill_and_start();
        }
    }
    let there = Ended::from(client.wait_with_output().unwrap());
    assert_eq!((there.out, there.status), (here.out, here.status), "{}", there.err);
}

#[test]
fn a_job_that_kills_workers_is_given_up() {
    let Some(server) = Server::start(&[]) else { return };
    let folder = Folder::with(&[
        ("src/a.c", LOOP),
        ("src/b.c", "int good(int x) { return x; }\n"),
        ("known/K.java", "class K { }"),
    ]);
    let fault = [("ABIDE_FAULT", "two=parent")];
    let mut worker = server.worker(&folder, &fault);
    let mut client = with_queue(&folder, &server, &[])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let (mut deaths, started) = (0, Instant::now());
    while client.try_wait().unwrap().is_none() {
        if worker.has_ended() {
            deaths += 1;
            worker = server.worker(&folder, &fault);
        }
        assert!(
            started.elapsed() < Duration::from_secs(120),
            "the run does not end after {deaths} deaths"
        );
        std::thread::sleep(Duration::from_millis(50));
    }
    let there = Ended::from(client.wait_with_output().unwrap());
    assert_eq!(deaths, 3);
    there
        .with(2)
        .says("proved   good (src/b.c:1)")
        .says("src/a.c was given up: 3 workers ended while they were at it");
}

#[test]
fn a_run_without_workers_ends_when_it_is_asked_to() {
    let Some(server) = Server::start(&[]) else { return };
    let folder = many(3);
    let client = with_queue(&folder, &server, &[])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(Duration::from_secs(3));
    let asked = Instant::now();
    let killed = Command::new("kill").args(["-INT", &client.id().to_string()]).status();
    assert!(killed.unwrap().success());
    let there = Ended::from(client.wait_with_output().unwrap()).with(1);
    assert!(asked.elapsed() < Duration::from_secs(3), "{:?}", asked.elapsed());
    there.says("src/f0.c was not verified: the run was cancelled");
}

#[test]
fn other_versions_do_not_work_for_each_other() {
    let Some(server) = Server::start(&[]) else { return };
    let folder = many(1);
    let _worker = server.worker(&folder, &[("CC", "cc -DOTHER")]);
    let client = with_queue(&folder, &server, &[])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(Duration::from_secs(20));
    let _ = Command::new("kill").args(["-INT", &client.id().to_string()]).status();
    Ended::from(client.wait_with_output().unwrap())
        .with(1)
        .complains("1 files are in the queue, and no worker is there for them")
        .complains("compiler of C: cc");
}

#[test]
fn only_those_are_let_in_who_have_the_password() {
    let Some(server) = Server::start(&["--user", "me", "--pass", "secret"]) else {
        return;
    };
    let folder = Folder::with(&[("src/a.c", LOOP), ("known/K.java", "class K { }")]);
    ended(&mut with_queue(&folder, &server, &[]))
        .with(2)
        .complains("the queue cannot be used");
    let let_in = [("NATS_USER", "me"), ("NATS_PASSWORD", "secret")];
    let _worker = server.worker(&folder, &let_in);
    let mut command = with_queue(&folder, &server, &[]);
    ended(command.envs(let_in)).with(1).says("proved   two (src/a.c:1)");
    // or in the address
    let address = server.address().replace("nats://", "nats://me:secret@");
    ended(with_queue(&folder, &server, &[]).env("ABIDE_QUEUE", address)).with(1);
}

/// Who has these variables is let in, by the server and as a worker; who has fewer of them is not.
fn only_with(server: &Server, variables: &[(&str, &str)]) {
    let folder = Folder::with(&[("src/a.c", LOOP), ("known/K.java", "class K { }")]);
    for few in 0..variables.len() {
        ended(with_queue(&folder, server, &[]).envs(variables[..few].iter().copied()))
            .with(2)
            .complains("the queue cannot be used");
    }
    let _worker = server.worker(&folder, variables);
    ended(with_queue(&folder, server, &[]).envs(variables.iter().copied()))
        .with(1)
        .says("proved   two (src/a.c:1)");
}

/// A file of keys for tests.
fn key(name: &str) -> String {
    format!("{}/tests/keys/{name}", env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn keys_let_in() {
    let Some(server) = Server::start(&["-c", &key("nkey.conf")]) else {
        return;
    };
    only_with(&server, &[("NATS_NKEY", &key("user.nk"))]);
}

#[test]
fn credentials_let_in() {
    let Some(server) = Server::start(&["-c", &key("creds.conf")]) else {
        return;
    };
    only_with(&server, &[("NATS_CREDS", &key("user.creds"))]);
}

#[test]
fn certificates_let_in() {
    let Some(made) = Certificates::new() else { return };
    let (ca, cert, own) = (made.path("ca.pem"), made.path("server.pem"), made.path("server.key"));
    let words = ["--tlsverify", "--tlscacert", &ca, "--tlscert", &cert, "--tlskey", &own];
    let Some(server) = Server::start(&words) else { return };
    let (cert, own) = (made.path("client.pem"), made.path("client.key"));
    only_with(&server, &[("NATS_CA", &ca), ("NATS_CERT", &cert), ("NATS_KEY", &own)]);
}

#[test]
fn a_queue_that_is_not_there_is_an_error() {
    let folder = Folder::with(&[("a.c", LOOP)]);
    folder
        .abide(&["verify", "a.c", "--queue", "nats://127.0.0.1:9"])
        .with(2)
        .complains("the queue cannot be used");
    folder.abide(&["worker"]).with(2).complains("no queue is named");
}
