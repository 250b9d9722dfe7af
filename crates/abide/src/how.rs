//! How things are done, by the options.

use crate::args::{self, Checks, Ints, Model, Options, Reading};
use crate::dialect::bargains;
use crate::files::{Languages, excluded};
use crate::flags::Flags;
use crate::output::{error_color, say};
use crate::status::Status;
use crate::usage;
use abide_base::{Diagnostic, Severity, Sources};
use abide_prover::{Decider, Prover, ProverError};
use abide_report::{Color, message};
use abide_verify::pipeline::Show;
use abide_verify::{COptions, Contracts, DataModel, Java, JavaOptions, Settings};
use std::ffi::{OsStr, OsString};
use std::num::NonZeroUsize;
use std::sync::Arc;

/// How languages are read, by all options.
pub fn languages_for(options: &Options) -> Result<Languages, Status> {
    let mut languages = languages(&options.reading)?;
    languages.c.modular = options.contracts != args::Contracts::Off;
    let seconds = options.timeout.as_secs().max(1);
    languages.c.preprocessing = languages.c.preprocessing.min(seconds);
    Ok(languages)
}

/// How languages are read, by a command line without the program's name.
pub fn languages_of(words: &[impl AsRef<OsStr>]) -> Option<Languages> {
    let words: Vec<OsString> = words.iter().map(|word| word.as_ref().to_owned()).collect();
    languages_for(&usage::options(&words)?).ok()
}

/// How languages are read, by the options.
pub fn languages(reading: &Reading) -> Result<Languages, Status> {
    let wrong = |why: String| {
        say(&format!("error: {why}"));
        Status::Bad
    };
    let flags = Flags::new(reading).map_err(wrong)?;
    Ok(Languages {
        java: Java {
            options: JavaOptions {
                non_null_by_default: !reading.nullable_by_default,
                wrap: reading.ints == Ints::Machine,
                lenient: reading.lenient,
                dialect: reading.dialect.into(),
                bargains: bargains(&reading.bargains),
                ..JavaOptions::default()
            },
            ..Java::default()
        },
        c: COptions {
            model: match reading.data_model {
                Model::Ilp32 => DataModel::Ilp32,
                Model::Lp64 => DataModel::Lp64,
            },
            machine: reading.ints == Ints::Machine,
            run_time: reading.checks != Some(Checks::Stated),
            lenient: reading.lenient,
            modular: false,
            endless_memory: false,
            ..COptions::default()
        },
        flags,
        input: reading.language,
        entry: None,
        specs: false,
        excluded: excluded(&reading.exclude).map_err(wrong)?,
    })
}

/// How things are done, by the options.
pub fn settings(options: &Options) -> Settings {
    Settings {
        abstractor: options.abstractor.clone(),
        cut: options.cut,
        engine: options.engine,
        sources: options.sources.clone(),
        bohne: options.bohne.into(),
        timeout: options.timeout,
        jobs: jobs(options.jobs),
        show: if options.all_invariants {
            Show::All
        } else {
            Show::Needed
        },
        method: options.method.clone(),
        strict: options.strict,
        contracts: match options.contracts {
            args::Contracts::Off => Contracts::Off,
            args::Contracts::Infer => Contracts::Infer,
            args::Contracts::Strict => Contracts::Strict,
        },
        ..Settings::default()
    }
}

/// How many threads there are to be.
pub fn jobs(asked: Option<NonZeroUsize>) -> usize {
    let cores = || std::thread::available_parallelism().map_or(1, |n| n.get());
    asked.map_or_else(cores, |n| n.get())
}

/// The prover, or what to do to have one.
pub fn prover(options: &Options) -> Result<Arc<dyn Prover>, Status> {
    options.prover.find().map_err(|e| missing(e, options))
}

/// The second prover, if one is wanted and there is one.
pub fn second(options: &Options) -> Result<Option<Arc<dyn Decider>>, Status> {
    options.second_prover.find().map_err(|e| missing(e, options))
}

fn missing(e: ProverError, options: &Options) -> Status {
    complain(&missing_prover(e), error_color(options.color));
    Status::Bad
}

/// What is told of a prover that is not there.
pub fn missing_prover(e: ProverError) -> Diagnostic {
    let mut diagnostic = Diagnostic::new(Severity::Error, e.message);
    diagnostic.help.extend(e.help);
    diagnostic
}

/// Tells of a problem that has no place in a source.
pub fn complain(diagnostic: &Diagnostic, color: Color) {
    say(&message(&Sources::default(), diagnostic, color));
}
