//! Programs of the corpus with one operator changed: nothing is proved that a run contradicts.
//!
//! A mutant whose contract still holds may be proved. All others must not be: what is proved is run on
//! many inputs, those of the prover among them, and no check may fail on the way.

mod support;

use abide_base::SourceFile;
use abide_infer::engine::EngineKind;
use abide_infer::runs::{Executable, Runs};
use abide_ir::cfg::Cfg;
use abide_logic::Var;
use abide_prover::{Limits, Prover};
use abide_vc::CutGraph;
use abide_verify::{Report, Settings, Verdict};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;
use support::mutate::mutants;
use support::strip::stripped;
use support::*;

/// Every so many mutants of a language, for a short test.
const SAMPLE: [(&str, usize); 3] = [("gcl", 24), ("java", 40), ("c", 60)];

/// What became of mutants.
#[derive(Default, Debug)]
struct Tally {
    /// Mutants of which something is not proved.
    noticed: usize,
    /// Checks that are proved and fail in a run.
    wrong: Vec<String>,
}

/// Verifies mutants and runs those that are proved.
fn judge(files: &[(usize, SourceFile)], settings: &Settings, prover: &Arc<dyn Prover>) -> Tally {
    let mut tally = Tally::default();
    let report = run(
        files.iter().map(|(_, f)| f.clone()).collect(),
        prover.clone(),
        settings.clone(),
    );
    for (number, (line, file)) in files.iter().enumerate() {
        let proved = proved(&report, number);
        tally.noticed += usize::from(proved.len() < report.files[number].routines.len());
        let loaded = language(file).load(Default::default(), file.text());
        for routine in loaded.program.routines.iter().filter(|r| proved.contains(&r.name)) {
            let Ok(cfg) = Cfg::of(routine, &loaded.program.axioms) else {
                continue;
            };
            let vars: BTreeSet<Var> = routine.inputs.iter().chain(&routine.locals).cloned().collect();
            let stage = Executable {
                cfg: &cfg,
                cut: &CutGraph::of(&cfg),
                vars: &vars,
                repair: &|input| loaded.view.repair(routine, input),
            };
            let runs = Runs::of(&stage, prover, &Limits::default()).expect("the prover works");
            if !runs.failed.is_empty() {
                let path = file.path().display();
                tally
                    .wrong
                    .push(format!("{path}:{line}: {}: {:?}", routine.name, runs.failed.keys()));
            }
        }
    }
    tally
}

/// The routines of a file that are proved.
fn proved(report: &Report, number: usize) -> BTreeSet<String> {
    let routines = report.files[number].routines.iter();
    let proved = routines.filter(|r| r.verdict == Verdict::Proved);
    proved.map(|r| r.name.clone()).collect()
}

fn all_mutants(name: &str, read: impl Fn(&std::path::Path) -> SourceFile) -> Vec<(usize, SourceFile)> {
    let programs = corpus_of(name, "proves");
    programs.iter().flat_map(|p| mutants(&read(p))).collect()
}

#[test]
fn no_mutant_of_a_sample_is_wrongly_proved() {
    // what is proved wrongly is proved soon; a search for a failing input may take as long as it is given
    let settings = Settings {
        engine: EngineKind::Off,
        timeout: Duration::from_secs(5),
        ..settings()
    };
    for (name, step) in SAMPLE {
        let some: Vec<(usize, SourceFile)> = all_mutants(name, read).into_iter().step_by(step).collect();
        let tally = judge(&some, &settings, &z3());
        assert!(tally.wrong.is_empty(), "{tally:#?}");
        assert!(tally.noticed > 0, "{name}: no change is noticed");
    }
}

/// All of them, with and without what is said of their loops: hours.
#[test]
#[ignore = "takes hours; run it with --ignored"]
fn no_mutant_is_wrongly_proved() {
    for (name, _) in SAMPLE {
        for all in [all_mutants(name, read), all_mutants(name, stripped)] {
            let tallies = all.chunks(32).map(|some| judge(some, &settings(), &z3()));
            let wrong: Vec<String> = tallies.flat_map(|t| t.wrong).collect();
            assert!(wrong.is_empty(), "{wrong:#?}");
        }
    }
}
