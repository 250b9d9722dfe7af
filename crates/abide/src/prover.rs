//! The provers by name.

use abide_base::process::on_path;
use abide_prover::{Decider, Prover, ProverError};
use abide_prover_mona::Mona;
use abide_prover_smtlib::SmtLib;
use abide_prover_z3::Z3;
use clap::ValueEnum;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Arc;

/// A prover as named on the command line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Choice {
    /// `z3`: Z3 in this process.
    Embedded,
    /// `z3-program`, `cvc5`, `yices`: a program of that name.
    Program(&'static str),
    /// `smtlib:COMMAND`: any solver that speaks SMT-LIB.
    Command(String),
}

/// Who is asked about reachability along fields where the prover leaves something open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Second {
    /// MONA, if it is installed
    Auto,
    /// MONA
    Mona,
    /// Nobody
    Off,
}

impl Second {
    /// The program, if it is asked and is there.
    pub fn program(self) -> Option<PathBuf> {
        match self {
            Second::Off => None,
            Second::Auto | Second::Mona => on_path("mona"),
        }
    }

    /// Finds it on this machine.
    pub fn find(self) -> Result<Option<Arc<dyn Decider>>, ProverError> {
        let found = Mona::find().map(|mona| Arc::new(mona) as Arc<dyn Decider>);
        match self {
            Second::Off => Ok(None),
            Second::Mona if found.is_none() => Err(ProverError {
                message: "there is no program `mona` on the path".into(),
                help: Some("install it (Debian has a package `mona`), or leave `--second-prover` out".into()),
            }),
            Second::Auto | Second::Mona => Ok(found),
        }
    }
}

impl Choice {
    /// Does it work in the process that asks?
    pub fn is_in_process(&self) -> bool {
        *self == Choice::Embedded
    }
}

impl FromStr for Choice {
    type Err = String;

    fn from_str(text: &str) -> Result<Choice, String> {
        match text {
            "z3" => Ok(Choice::Embedded),
            "z3-program" => Ok(Choice::Program("z3")),
            "cvc5" => Ok(Choice::Program("cvc5")),
            "yices" => Ok(Choice::Program("yices")),
            _ => match text.strip_prefix("smtlib:") {
                Some(command) if !command.trim().is_empty() => Ok(Choice::Command(command.to_string())),
                _ => Err(format!(
                    "no prover `{text}`; there are z3, z3-program, cvc5, yices, smtlib:COMMAND"
                )),
            },
        }
    }
}

impl Choice {
    /// Finds the prover on this machine.
    pub fn find(&self) -> Result<Arc<dyn Prover>, ProverError> {
        Ok(match self {
            Choice::Embedded => Arc::new(Z3::find()?),
            Choice::Program("z3") => {
                // where `abide setup` puts the program, together with the library
                let installed: Vec<_> = abide_z3::library::data_folder().into_iter().collect();
                Arc::new(SmtLib::find_in("z3", &installed)?)
            }
            Choice::Program(name) => Arc::new(SmtLib::find(name)?),
            Choice::Command(command) => Arc::new(SmtLib::command(command)?),
        })
    }
}
