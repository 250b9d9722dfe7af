//! Other tools on the same programs: Spacer on the Horn clauses, Boogie on the Boogie program that
//! `abide export` writes.

use crate::files::Input;
use abide_base::{Cancel, Severity, Sources, process};
use abide_export::{Format, export_with};
use abide_verify::Verdict;
use std::io::Read;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// A tool that is installed, with the options it is run with.
pub struct Peer {
    /// Its name in tables.
    pub name: &'static str,
    program: PathBuf,
    options: &'static [&'static str],
    format: Format,
    reads: fn(&str) -> Verdict,
}

/// A tool that was found, what it is asked to do, and how its answer is read.
type Found<'k> = (Option<PathBuf>, &'k [Kind], fn(&str) -> Verdict);

/// The options of a tool: its name, what it is asked with, and what it is asked for.
type Kind = (&'static str, &'static [&'static str], Format);

/// Spacer, the solver of Horn clauses in Z3.
const SPACER: [Kind; 2] = [
    ("spacer", &[], Format::Chc),
    (
        "spacer-quantified",
        &[
            "fp.spacer.q3.use_qgen=true",
            "fp.spacer.ground_pobs=false",
            "fp.spacer.mbqi=false",
        ],
        Format::Chc,
    ),
];

/// Boogie's abstract Houdini over the predicates of the program, with two domains.
const BOOGIE: [Kind; 2] = [
    (
        "boogie:PredicateAbsFull",
        &["/noinfer", "/contractInfer", "/abstractHoudini:PredicateAbsFull"],
        Format::Boogie,
    ),
    (
        "boogie:PredicateAbs",
        &["/noinfer", "/contractInfer", "/abstractHoudini:PredicateAbs"],
        Format::Boogie,
    ),
];

/// The tools that are installed, and the names of those that are not.
pub fn find() -> (Vec<Peer>, Vec<String>) {
    let (mut found, mut absent) = (Vec::new(), Vec::new());
    let kinds: [Found; 2] = [
        (abide_z3::library::program(), &SPACER, spacer),
        (process::on_path("boogie"), &BOOGIE, summary),
    ];
    for (program, kinds, reads) in kinds {
        for (name, options, format) in kinds {
            match &program {
                Some(program) => found.push(Peer {
                    name,
                    program: program.clone(),
                    options,
                    format: *format,
                    reads,
                }),
                None => absent.push(name.to_string()),
            }
        }
    }
    (found, absent)
}

/// What Spacer's answer means.
fn spacer(output: &str) -> Verdict {
    match output.lines().next() {
        Some("sat") => Verdict::Proved,
        Some("unsat") => Verdict::Refuted,
        _ => Verdict::Open,
    }
}

/// What Boogie's summary means. Its errors are no refutations.
fn summary(output: &str) -> Verdict {
    let mut lines = output.lines();
    let last = lines.find_map(|l| l.strip_prefix("Boogie program verifier finished with "));
    match last.and_then(|l| l.split_once(" verified, ")) {
        Some((verified, "0 errors")) if verified != "0" => Verdict::Proved,
        _ => Verdict::Open,
    }
}

impl Peer {
    /// Runs the tool on a program: its verdict, and the milliseconds it took. A program that cannot
    /// be exported is unsupported.
    pub fn run(&self, input: &Input, limit: Duration, cancel: &Cancel) -> (Verdict, u64) {
        let Some(text) = self.exported(input) else {
            return (Verdict::Unsupported, 0);
        };
        let started = Instant::now();
        let verdict = self
            .output(&text, limit, cancel)
            .map_or(Verdict::Open, |o| (self.reads)(&o));
        (verdict, started.elapsed().as_millis() as u64)
    }

    fn exported(&self, input: &Input) -> Option<String> {
        let mut sources = Sources::default();
        let id = sources.add(input.source.clone());
        let loaded = input.language.load(id, input.source.text());
        let broken = loaded.diagnostics.iter().any(|d| d.severity == Severity::Error);
        if broken || !loaded.unsupported.is_empty() || loaded.program.routines.is_empty() {
            return None;
        }
        export_with(&loaded.program, &sources, self.format, None).ok()
    }

    /// What the tool prints within its time.
    fn output(&self, text: &str, limit: Duration, cancel: &Cancel) -> Option<String> {
        let folder = tempfile::tempdir().ok()?;
        let file = folder.path().join(format!("program.{}", self.format.extension()));
        std::fs::write(&file, text).ok()?;
        let mut child = Command::new(&self.program)
            .args(self.options)
            .arg(&file)
            .current_dir(folder.path())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .ok()?;
        let mut pipe = child.stdout.take()?;
        let reader = std::thread::spawn(move || {
            let mut bytes = Vec::new();
            pipe.read_to_end(&mut bytes).map(|_| bytes)
        });
        let started = Instant::now();
        process::wait_while(&mut child, || started.elapsed() < limit && !cancel.requested()).ok()??;
        let bytes = reader.join().ok()?.ok()?;
        Some(String::from_utf8_lossy(&bytes).into_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_of_other_tools() {
        assert_eq!(spacer("sat\n"), Verdict::Proved);
        assert_eq!(spacer("unsat\n"), Verdict::Refuted);
        assert_eq!(spacer("unknown\n"), Verdict::Open);
        assert_eq!(spacer("(error \"line 3: sat\")\nsat\n"), Verdict::Open);
        let boogie = |s: &str| summary(&format!("\nBoogie program verifier finished with {s}\n"));
        assert_eq!(boogie("1 verified, 0 errors"), Verdict::Proved);
        assert_eq!(boogie("0 verified, 0 errors"), Verdict::Open);
        assert_eq!(boogie("1 verified, 1 error"), Verdict::Open);
        assert_eq!(boogie("0 verified, 0 errors, 1 time out"), Verdict::Open);
        assert_eq!(summary("3 parse errors"), Verdict::Open);
    }

    #[test]
    fn absent_tools_are_named() {
        let (found, absent) = find();
        assert_eq!(found.len() + absent.len(), SPACER.len() + BOOGIE.len());
    }
}
