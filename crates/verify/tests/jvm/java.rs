//! The Java side: compiles the classes once and calls all methods in one process.

use crate::gen_::Class;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// Options for machines that do not live long.
const QUICK: [&str; 2] = ["-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"];

/// Compiles the classes; methods that javac does not accept are dropped. Says how many.
pub fn compile(folder: &Path, classes: &mut [Class]) -> usize {
    let _ = std::fs::remove_dir_all(folder);
    std::fs::create_dir_all(folder).expect("the folder can be made");
    std::fs::write(folder.join("Driver.java"), include_str!("Driver.java")).expect("a file can be written");
    let mut dropped = 0;
    // dropping a method may bring to light what is wrong with another
    for _ in 0..5 {
        let mut javac = Command::new("javac");
        javac.current_dir(folder).args(QUICK.map(|o| format!("-J{o}"))).args([
            "-proc:none",
            "-nowarn",
            "-Xmaxerrs",
            "100000",
            "Driver.java",
        ]);
        for class in classes.iter() {
            let name = format!("{}.java", class.name);
            std::fs::write(folder.join(&name), class.text()).expect("a file can be written");
            javac.arg(name);
        }
        let output = done(javac.output(), "javac");
        if output.status.success() {
            return dropped;
        }
        let errors = String::from_utf8_lossy(&output.stderr);
        let before = dropped;
        for class in classes.iter_mut() {
            let prefix = format!("{}.java:", class.name);
            let places = errors
                .lines()
                .filter_map(|l| l.strip_prefix(&prefix)?.split_once(": error"));
            let lines = places.filter_map(|(line, _)| line.parse().ok());
            let mut bad: Vec<usize> = lines.filter_map(|l| class.method_at(l)).collect();
            bad.sort_unstable();
            bad.dedup();
            for at in bad.into_iter().rev() {
                class.methods.remove(at);
                dropped += 1;
            }
        }
        assert!(dropped > before, "javac rejects what belongs to no method:\n{errors}");
        if dropped - before > 0 {
            eprintln!("javac rejects {} methods:\n{}", dropped - before, first_lines(&errors));
        }
    }
    panic!("javac goes on finding errors");
}

fn first_lines(text: &str) -> String {
    text.lines().take(30).collect::<Vec<_>>().join("\n")
}

/// What the driver says about each of the calls.
pub fn run(folder: &Path, header: &str, calls: &[String]) -> Vec<String> {
    let mut java = Command::new("java");
    java.current_dir(folder)
        .args(QUICK)
        .args(["-ea", "-cp", ".", "Driver"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = java.spawn().unwrap_or_else(|e| missing("java", &e));
    let mut stdin = child.stdin.take().expect("it is piped");
    let text = format!("{header}{}\n", calls.join("\n"));
    let writer = std::thread::spawn(move || stdin.write_all(text.as_bytes()));
    let output = done(child.wait_with_output(), "java");
    writer.join().expect("the writer ends").expect("java reads its input");
    assert!(
        output.status.success(),
        "the driver failed:\n{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let text = String::from_utf8(output.stdout).expect("the driver writes ASCII");
    text.lines().map(str::to_string).collect()
}

fn done(output: std::io::Result<Output>, program: &str) -> Output {
    output.unwrap_or_else(|e| missing(program, &e))
}

fn missing(program: &str, error: &std::io::Error) -> ! {
    panic!("this test needs a JDK (17 or newer): `{program}` cannot be run: {error}")
}
