//! The contracts of the C library against the machine's: functions are called with random inputs that satisfy their
//! preconditions, under the sanitizers, and what their contracts promise is evaluated.
//!
//! The C that evaluates a contract is made from its text. `ABIDE_LIBRARY_CALLS` is the number of calls of each function.

use abide_base::FileId;
use abide_c::library::{Function, HEADERS, functions};
use abide_c::syntax::ast::Unit;
use abide_c::witness::{ContractInC, contract_in_c};
use std::fmt::Write;
use std::path::Path;
use std::process::Command;

/// Shared by all functions.
const DRIVER: &str = include_str!("library/driver.c");

/// Functions that are not called, and why.
const LEFT_OUT: [(&str, &str); 10] = [
    ("system", "it runs programs"),
    ("popen", "it runs programs"),
    ("pclose", "it needs a program that runs"),
    ("nanosleep", "it takes its time"),
    ("fdopen", "it takes over files of the test"),
    ("freopen", "it closes what the test closes"),
    ("setbuf", "it keeps the memory it is given"),
    ("setvbuf", "it keeps the memory it is given"),
    ("strtok", "it goes on with a string of an earlier call"),
    ("fsetpos", "it needs a position that `fgetpos` gave"),
];

#[test]
fn contracts_hold_on_the_machine() {
    if !Command::new("cc")
        .arg("--version")
        .output()
        .is_ok_and(|o| o.status.success())
    {
        eprintln!("there is no C compiler");
        return;
    }
    let calls = std::env::var("ABIDE_LIBRARY_CALLS")
        .ok()
        .map_or(40, |n| n.parse().unwrap());
    let includes: String = HEADERS.iter().map(|(name, _)| format!("#include <{name}>\n")).collect();
    let text = format!("#define _GNU_SOURCE\n{includes}");
    let model = abide_c::types::DataModel::default();
    let parsed = abide_c::syntax::parse(FileId(0), Path::new("all.c"), &text, model);
    let all = HEADERS
        .iter()
        .flat_map(|(_, text)| functions(text))
        .filter(|f| f.has_contract);
    let mut program = Program::default();
    for function in all {
        program.add(&parsed.unit, &function);
    }
    let folder = tempfile::tempdir().unwrap();
    let source = folder.path().join("library.c");
    std::fs::write(&source, program.text(calls)).unwrap();
    let compiled = Command::new("cc")
        .args([
            "-w",
            "-O0",
            "-fno-builtin",
            "-fsanitize=address,undefined",
            "-fno-sanitize-recover=all",
        ])
        .args(["-o", "library", "library.c", "-lm"])
        .current_dir(folder.path())
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&compiled.stderr);
    assert!(compiled.status.success(), "{said}");
    let ran = Command::new("./library")
        .env("ASAN_OPTIONS", "detect_leaks=0,allocator_may_return_null=1")
        .env("LC_ALL", "C")
        .env("TZ", "UTC")
        .current_dir(folder.path())
        .output()
        .unwrap();
    let (out, err) = (
        String::from_utf8_lossy(&ran.stdout),
        String::from_utf8_lossy(&ran.stderr),
    );
    assert!(ran.status.success(), "{out}{err}");
    let counts = out.lines().filter_map(|line| line.split_once(' '));
    let counts: Vec<(&str, usize)> = counts.filter_map(|(name, n)| Some((name, n.parse().ok()?))).collect();
    let starved: Vec<_> = counts.iter().filter(|(_, n)| *n < calls).collect();
    eprintln!(
        "{} functions called {calls} times each; {} not called: {}; {} clauses not tested, or in part: {}",
        counts.len(),
        program.left_out.len(),
        program.left_out.join(", "),
        program.untested.iter().map(|(_, n)| n).sum::<usize>(),
        program
            .untested
            .iter()
            .map(|(f, _)| f.as_str())
            .collect::<Vec<_>>()
            .join(", "),
    );
    assert!(
        starved.is_empty(),
        "too few inputs satisfy the preconditions: {starved:?}"
    );
    assert_eq!(counts.len(), program.names.len());
    assert!(program.left_out.len() <= LEFT_OUT.len(), "{:?}", program.left_out);
}

/// A program that tests functions.
#[derive(Default)]
struct Program {
    definitions: Vec<String>,
    memory: String,
    tests: String,
    names: Vec<String>,
    left_out: Vec<String>,
    untested: Vec<(String, usize)>,
}

impl Program {
    fn add(&mut self, unit: &Unit, function: &Function) {
        let name = &function.name;
        let declared = function.text.lines().last().unwrap_or_default();
        let contract = contract_in_c(unit, name);
        let made = contract.filter(|_| LEFT_OUT.iter().all(|(n, _)| n != name));
        let Some((contract, test)) = made.and_then(|c| test(name, declared, &c).map(|t| (c, t))) else {
            self.left_out.push(name.clone());
            return;
        };
        let (static_, memory): (Vec<&str>, Vec<&str>) = contract
            .definitions
            .lines()
            .partition(|line| line.starts_with("static "));
        self.memory = memory.join("\n");
        for line in static_ {
            if !self.definitions.iter().any(|known| known == line) {
                self.definitions.push(line.to_string());
            }
        }
        if contract.untested > 0 {
            self.untested.push((name.clone(), contract.untested));
        }
        self.tests += &test;
        self.names.push(name.clone());
    }

    fn text(&self, calls: usize) -> String {
        let (heads, bodies): (Vec<&String>, Vec<&String>) = self.definitions.iter().partition(|d| d.ends_with(';'));
        let mut out = format!("{DRIVER}\n{}\n", self.memory);
        for line in heads.into_iter().chain(bodies) {
            let _ = writeln!(out, "{line}");
        }
        out += &self.tests;
        out += "int main(void) {\n";
        for name in &self.names {
            let _ = writeln!(out, "  abide_run(\"{name}\", test_{name}, {calls});");
        }
        out + "  return 0;\n}\n"
    }
}

/// A function of C that draws arguments, and calls the function if they satisfy its precondition; none if there are no
/// values for one of its parameters.
fn test(name: &str, declared: &str, contract: &ContractInC) -> Option<String> {
    let (head, rest) = declared.split_once('(')?;
    let result = head.strip_suffix(name)?.trim();
    let list = rest.strip_suffix(");")?;
    let mut out = format!("static int test_{name}(void) {{\n");
    let mut names = Vec::new();
    let any_memory = list.contains("void *");
    for param in list.split(", ").filter(|p| *p != "void") {
        if param.starts_with("int (*") || param == "const void *)" {
            // a comparison: its own parameters are split, too
            if param.starts_with("int (*") {
                names.push("abide_compare");
            }
            continue;
        }
        let at = param.rfind([' ', '*'])? + 1;
        let (ty, param) = (param[..at].trim(), &param[at..]);
        let _ = writeln!(out, "  {ty} {param} = {};", drawn(ty, param, any_memory)?);
        names.push(param);
    }
    for clause in &contract.requires {
        let _ = writeln!(out, "  if (!{clause}) return 0;");
    }
    for (kept, value) in &contract.kept {
        let _ = writeln!(out, "  __auto_type {kept} = {value};");
    }
    for (p, low, high) in contract.assigns.iter().flatten() {
        let _ = writeln!(out, "  abide_may_write({p}, {low}, {high})");
    }
    let call = format!("{name}({})", names.join(", "));
    let _ = match result {
        "void" => writeln!(out, "  abide_save();\n  {call};"),
        _ => writeln!(out, "  abide_save();\n  __auto_type abide_result = {call};"),
    };
    if name == "fclose" {
        out += "  abide_stream = 0;\n";
    }
    for (number, clause) in contract.ensures.iter().enumerate() {
        let _ = writeln!(
            out,
            "  if (!{clause}) return abide_wrong(\"ensures, number {}\");",
            number + 1
        );
    }
    if contract.assigns.is_some() {
        out += "  if (!abide_framed()) return abide_wrong(\"assigns\");\n";
    }
    if result == "FILE *" {
        out += "  if (abide_result) fclose(abide_result);\n";
    }
    Some(out + "  return 1;\n}\n")
}

/// A random value of a type.
fn drawn(ty: &str, param: &str, any_memory: bool) -> Option<String> {
    Some(match ty {
        "const char *" => "abide_text()".to_string(),
        "char *" => "abide_buffer()".to_string(),
        "size_t" if any_memory => "abide_below(17)".to_string(),
        "size_t" => "abide_size()".to_string(),
        "int" if param == "base" => "abide_below(40)".to_string(),
        "int" if param == "n" => "abide_below(2) ? abide_below(40) : abide_integer()".to_string(),
        "int" if param == "c" => "abide_below(4) ? abide_below(257) - 1 : abide_integer()".to_string(),
        "wint_t" => "abide_below(300)".to_string(),
        "int" | "long" | "long long" | "unsigned int" | "time_t" | "clockid_t" => "abide_integer()".to_string(),
        "float" | "double" | "long double" => "abide_real()".to_string(),
        "FILE *" => "abide_file()".to_string(),
        "void *" | "const void *" => "abide_room(4096)".to_string(),
        "struct tm *" | "const struct tm *" => "abide_date()".to_string(),
        "const time_t *" => "abide_moment()".to_string(),
        "char **" | "int *" | "float *" | "double *" | "long double *" | "struct timespec *" | "fpos_t *" => {
            let to = ty.strip_suffix('*')?;
            format!("abide_below(8) ? abide_room(sizeof({to})) : 0")
        }
        _ => return None,
    })
}
