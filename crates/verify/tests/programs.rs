//! Whole programs in C against the machine. They have no input, so one run under the compiler's sanitizers tells all
//! there is to know: with its values asserted a program is true, with one of them changed it is false. `main` of a
//! true one may not be refuted, and of a false or undefined one not be proved.
//!
//! Functions with contracts are called with many inputs. One that is proved never fails; one that is refuted fails
//! for the input that it is refuted with.
//!
//! `ABIDE_PROGRAMS_SEED` and `ABIDE_PROGRAMS` choose other programs and more of them for the long run, which begins
//! with program `ABIDE_PROGRAMS_FIRST`. The files stay in the target folder.

#[path = "programs/body.rs"]
mod body;
#[path = "programs/contract.rs"]
mod contract;
#[path = "programs/control.rs"]
mod control;
#[path = "programs/expr.rs"]
mod expr;
#[path = "programs/gen.rs"]
mod gen_;
#[path = "programs/native.rs"]
mod native;
mod support;
#[path = "programs/types.rs"]
mod types;

use abide_base::SourceFile;
use abide_prover::Prover;
use abide_verify::{C_TEST_UNSEEN, RoutineReport, Settings, Verdict};
use contract::Chosen;
use fastrand::Rng;
use gen_::{As, HEAD, Program};
use native::Run;
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use support::z3;

/// Programs that are compiled together.
const BATCH: usize = 50;

/// For one routine: what takes longer is open.
const TIMEOUT: Duration = Duration::from_secs(1);

/// How many mistakes are shown.
const SHOWN: usize = 40;

/// What came of programs: how often each thing happened, and what must not.
#[derive(Default)]
struct Outcome {
    counts: BTreeMap<String, usize>,
    wrong: Vec<String>,
}

impl Outcome {
    fn count(&mut self, what: String) {
        *self.counts.entry(what).or_default() += 1;
    }

    fn add(&mut self, other: Outcome) {
        for (what, count) in other.counts {
            *self.counts.entry(what).or_default() += count;
        }
        self.wrong.extend(other.wrong);
    }
}

/// A program in the form that Abide is given.
struct Trial<'a> {
    program: &'a Program,
    run: &'a Run,
    path: PathBuf,
    /// Is `main` as it was observed?
    is_true: bool,
    contracts: Vec<Chosen>,
}

impl Trial<'_> {
    fn judge(&self, text: String, prover: &Arc<dyn Prover>, timeout: Duration) -> Outcome {
        let settings = Settings {
            jobs: 1,
            timeout,
            ..Settings::default()
        };
        let report = support::run(vec![SourceFile::new(&self.path, text)], prover.clone(), settings);
        let mut outcome = Outcome::default();
        if report.bugs > 0 {
            outcome
                .wrong
                .push(format!("an error of our own: {}", self.path.display()));
        }
        for (n, function) in self.program.contracted.iter().enumerate() {
            let name = function.name.trim_start_matches('@');
            if let Some(routine) = report.routines().find(|r| r.name == name) {
                self.judge_function(n, routine, &mut outcome);
            }
        }
        // what is known of a contract that does not hold is nothing
        let called = self.program.contracted.iter().filter(|f| self.program.calls(&f.name));
        let relies = called.map(|f| f.name.trim_start_matches('@'));
        let is_proved = |name: &str| {
            report
                .routines()
                .any(|r| r.name == name && r.verdict == Verdict::Proved)
        };
        if relies.into_iter().any(|name| !is_proved(name)) {
            outcome.count("main, by a contract that is not proved".into());
            return outcome;
        }
        let main = report.routines().find(|r| r.name == "main");
        let verdict = main.map_or(Verdict::Unsupported, |r| r.verdict);
        let kind = if self.is_true { "true" } else { "false" };
        outcome.count(format!("main, {kind}: {}", verdict.word()));
        let name = self.path.display();
        match (self.is_true, verdict) {
            (true, Verdict::Refuted) => outcome.wrong.push(format!("main is refuted, but it runs: {name}")),
            (false, Verdict::Proved) => outcome.wrong.push(format!("main is proved, but it fails: {name}")),
            _ => {}
        }
        outcome
    }

    fn judge_function(&self, number: usize, routine: &RoutineReport, outcome: &mut Outcome) {
        let (chosen, driven) = (&self.contracts[number], &self.run.driven[number]);
        let kind = match (driven.calls, chosen.holds) {
            (0, _) => "never called",
            (_, true) => "held",
            (_, false) => "failed",
        };
        outcome.count(format!("function, {kind}: {}", routine.verdict.word()));
        let name = format!("{} of {}", routine.name, self.path.display());
        if routine.verdict == Verdict::Proved && kind == "failed" {
            outcome.wrong.push(format!("proved, but a call fails: {name}"));
        }
        let refuted = routine.obligations.iter().filter(|o| o.verdict == Verdict::Refuted);
        for (n, obligation) in refuted.enumerate() {
            let test = obligation.counterexample.as_ref().and_then(|c| c.test.as_ref());
            let said = match test {
                None => "no program",
                Some(test) => {
                    let source = self.path.with_extension(format!("{}.{n}.c", routine.name));
                    let program = source.with_extension("out");
                    std::fs::write(&source, test).expect("a file can be written");
                    match native::compile(&source, &program) {
                        Err(_) => "does not compile",
                        Ok(()) if !native::start(&program, &[]).status.success() => "fails",
                        Ok(()) if test.lines().next().is_some_and(|l| l.contains(C_TEST_UNSEEN)) => "not seen",
                        Ok(()) => {
                            outcome
                                .wrong
                                .push(format!("refuted, but its call passes: {name}, test {n}"));
                            "passes"
                        }
                    }
                }
            };
            outcome.count(format!("refuted check, {:?}: {said}", obligation.kind));
        }
    }
}

/// Judges programs with these numbers.
fn batch(numbers: Range<usize>, seed: u64, root: &Path, prover: &Arc<dyn Prover>, timeout: Duration) -> Outcome {
    let folder = root.join(numbers.start.to_string());
    let programs: Vec<Program> = numbers.clone().map(|n| Program::generate(seed, n)).collect();
    let runs = native::runs(&folder, &programs);
    let all = numbers.into_par_iter().zip(&programs).zip(&runs);
    let outcomes: Vec<Outcome> = all
        .map(|((n, program), run)| {
            let mut rng = Rng::with_seed(seed ^ n as u64);
            let plain: Vec<usize> = run.values.keys().copied().collect();
            let changes = run.is_defined && !plain.is_empty() && rng.u32(..5) < 2;
            let changed = changes.then(|| plain[rng.usize(..plain.len())]);
            let all = program.contracted.iter().zip(&run.driven);
            let contracts: Vec<Chosen> = all.map(|(f, driven)| f.choose(&mut rng, driven)).collect();
            let written: Vec<String> = contracts.iter().map(|c| c.text.clone()).collect();
            let text = program.text("", &As::Asserted(&run.values, changed), &written);
            let text = format!("{HEAD}{text}");
            let path = folder.join(format!("p{n}.c"));
            std::fs::write(&path, &text).expect("a file can be written");
            let trial = Trial {
                program,
                run,
                path,
                is_true: run.is_defined && changed.is_none(),
                contracts,
            };
            trial.judge(text, prover, timeout)
        })
        .collect();
    let mut sum = Outcome::default();
    outcomes.into_iter().for_each(|o| sum.add(o));
    sum
}

fn judge(seed: u64, numbers: Range<usize>, timeout: Duration) {
    if !support::is_installed("cc") {
        eprintln!("there is no C compiler: nothing is compared");
        return;
    }
    let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("programs-{seed}"));
    let prover = z3();
    let mut outcome = Outcome::default();
    for first in numbers.clone().step_by(BATCH) {
        let found = batch(first..numbers.end.min(first + BATCH), seed, &root, &prover, timeout);
        found.wrong.iter().for_each(|line| eprintln!("{line}"));
        outcome.add(found);
    }
    eprintln!("programs {numbers:?} of seed {seed}:");
    for (what, count) in &outcome.counts {
        eprintln!("{count:6} {what}");
    }
    let wrong = &outcome.wrong;
    wrong.iter().take(SHOWN).for_each(|line| eprintln!("{line}"));
    assert!(wrong.is_empty(), "{} wrong verdicts", wrong.len());
}

#[test]
fn whole_programs_are_as_the_machine_has_them() {
    judge(1, 0..300, TIMEOUT);
}

#[test]
#[ignore = "takes as long as it is told to"]
fn many_whole_programs_are_as_the_machine_has_them() {
    let first = support::setting("ABIDE_PROGRAMS_FIRST", 0) as usize;
    let count = support::setting("ABIDE_PROGRAMS", 20_000) as usize;
    judge(
        support::setting("ABIDE_PROGRAMS_SEED", 2),
        first..first + count,
        TIMEOUT,
    );
}
