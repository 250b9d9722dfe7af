//! What the work of a worker is for.

use crate::args::{Checks, Options};
use crate::files::Languages;
use crate::how::{languages_for, settings};
use crate::usage;
use abide_verify::{Contracts, Settings};
use serde::{Deserialize, Serialize};
use std::ffi::OsString;

/// What the work is for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Purpose {
    /// A report.
    #[default]
    Report,
    /// An editor.
    Editor,
    /// A task: a whole program, of which what it states is to be proved.
    Task,
    /// To see what can be read; nothing is verified.
    Survey,
}

impl Purpose {
    /// How languages are read, by a command line without the program's name.
    pub fn languages(self, words: &[OsString]) -> Option<Languages> {
        let mut options = usage::options(words)?;
        if self == Purpose::Task {
            options.reading.checks.get_or_insert(Checks::Stated);
        }
        let mut languages = languages_for(&options).ok()?;
        if self == Purpose::Task {
            languages.entry = Some("main");
        }
        Some(languages)
    }

    /// How things are done, by the options. Editors have files verified with frames for what may be inserted, and with
    /// what routines without a contract need, which is offered; the verdict is about every input.
    pub fn settings(self, options: &Options) -> Settings {
        let asked = settings(options);
        match self {
            Purpose::Editor => Settings {
                frames: true,
                contracts: match asked.contracts {
                    Contracts::Off => Contracts::Strict,
                    chosen => chosen,
                },
                ..asked
            },
            _ => asked,
        }
    }

    /// By what results are told from those for other purposes, beside the prover; none if they are not kept.
    pub fn kept_as(self, prover: &str) -> Option<String> {
        match self {
            Purpose::Report => Some(prover.to_string()),
            Purpose::Editor => Some(format!("{prover} for editors")),
            // tasks are measured
            Purpose::Task | Purpose::Survey => None,
        }
    }
}
