//! The machine's side: many programs compiled together, each run in a process of its own under the sanitizers.

use super::contract::{Driven, SUPPORT};
use super::gen_::{As, HEAD, Program, Values};
use std::fmt::Write as _;
use std::path::Path;
use std::process::{Command, Output};

/// What one run of a program found out.
pub struct Run {
    pub values: Values,
    /// Did it come to its end, and nothing failed?
    pub is_defined: bool,
    /// Of each function with a contract.
    pub driven: Vec<Driven>,
}

const FLAGS: [&str; 6] = [
    "-std=gnu17",
    "-O0",
    "-w",
    "-fsanitize=address,undefined",
    "-fno-sanitize-recover=all",
    "-o",
];

/// Of the processor, for one run: on a busy machine a clock on the wall would end programs that are fine.
const SECONDS: u32 = 5;

/// Compiles a file with the sanitizers; what the compiler says if it cannot.
pub fn compile(source: &Path, program: &Path) -> Result<(), String> {
    let compiled = Command::new("cc").args(FLAGS).arg(program).arg(source).output();
    let compiled = compiled.expect("the compiler can be run");
    match compiled.status.success() {
        true => Ok(()),
        false => Err(String::from_utf8_lossy(&compiled.stderr).into_owned()),
    }
}

/// Runs a compiled program.
pub fn start(program: &Path, arguments: &[String]) -> Output {
    let mut command = Command::new(program);
    command.args(arguments).env(
        "ASAN_OPTIONS",
        "detect_leaks=0:detect_stack_use_after_return=1:symbolize=0",
    );
    command.output().expect("it can be run")
}

/// Runs programs and the drivers of their functions.
pub fn runs(folder: &Path, programs: &[Program]) -> Vec<Run> {
    std::fs::create_dir_all(folder).expect("the folder can be made");
    let mut text = format!("{HEAD}#include <sys/resource.h>\n{SUPPORT}");
    let mut calls = String::new();
    for (n, program) in programs.iter().enumerate() {
        let prefix = format!("x{n}_");
        text.push_str(&program.text(&prefix, &As::Observed, &[]));
        let _ = writeln!(calls, "  if (n == {n} && k < 0) return {prefix}main();");
        for (k, function) in program.contracted.iter().enumerate() {
            text.push_str(&function.driver_text(&prefix));
            let _ = writeln!(calls, "  if (n == {n} && k == {k}) return {prefix}drive{k}();");
        }
    }
    let _ = writeln!(
        text,
        "int main(int argc, char **argv) {{\n  setvbuf(stdout, 0, _IONBF, 0);\n  \
         struct rlimit limit = {{ {SECONDS}, {SECONDS} }}; setrlimit(RLIMIT_CPU, &limit);\n  \
         int n = atoi(argv[1]), k = argc > 2 ? atoi(argv[2]) : -1;\n{calls}  return 9;\n}}"
    );
    let (source, program) = (folder.join("all.c"), folder.join("all"));
    std::fs::write(&source, text).expect("a file can be written");
    compile(&source, &program).unwrap_or_else(|errors| panic!("{errors}"));
    let all = programs.iter().enumerate();
    let all = all.map(|(n, p)| {
        let mut run = whole(&start(&program, &[n.to_string()]));
        let drives = 0..p.contracted.len();
        run.driven = drives
            .map(|k| driven(&start(&program, &[n.to_string(), k.to_string()])))
            .collect();
        run
    });
    all.collect()
}

fn whole(output: &Output) -> Run {
    let mut values = Values::new();
    for line in String::from_utf8_lossy(&output.stdout).lines() {
        let words: Option<(&str, &str)> = line.split_once(' ');
        let Some((number, value)) = words.and_then(|(n, v)| Some((n.parse().ok()?, v.parse().ok()?))) else {
            continue;
        };
        let value: i64 = value;
        let (least, greatest) = values.entry(number).or_insert((value, value));
        (*least, *greatest) = ((*least).min(value), (*greatest).max(value));
    }
    Run {
        values,
        is_defined: output.status.success(),
        driven: Vec::new(),
    }
}

fn driven(output: &Output) -> Driven {
    let mut driven = Driven {
        is_defined: output.status.success(),
        ..Driven::default()
    };
    for line in String::from_utf8_lossy(&output.stdout).lines() {
        match line.split_once(' ') {
            None => driven.calls += usize::from(line == "call"),
            Some(("failed", n)) => driven.failed.extend(n.parse::<usize>()),
            Some(("changed", mask)) => driven.changed.extend(mask.parse::<u64>()),
            Some(_) => {}
        }
    }
    driven
}
