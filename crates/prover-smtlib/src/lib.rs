//! Any solver that speaks SMT-LIB 2.6 over a pipe, as a [`Prover`].
//!
//! ```text
//! terms ── print ──▶ process ──▶ solver
//! values ◀── model ◀── sexp ◀── process ◀──┘
//! ```
//!
//! * [`mod@print`] writes terms; it knows no solver and serves exports as well.
//! * [`dialect`] has everything in which solvers differ, as data.
//! * `process` runs the solver. It never blocks longer than the budget allows, and it
//!   believes an answer only when the mark that was asked for right after it follows.
//! * [`sexp`] and [`model`] read what comes back, and refuse what they do not understand.
//! * `session` puts these together.
//!
//! What goes wrong in a solver ends as [`Reason::Failed`](abide_prover::Reason::Failed): a
//! solver that dies, hangs or prints nonsense never makes anything proved. Nothing here
//! links a solver or knows where a set-up step puts one; callers pass folders.

pub mod dialect;
mod locate;
pub mod model;
pub mod print;
mod process;
mod session;
pub mod sexp;

pub use dialect::Dialect;

use abide_base::{Budget, Cancel};
use abide_prover::{Limits, Prover, ProverError, Session};
use process::Solver;
use session::SmtSession;
use sexp::Sexp;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How long a solver may take to tell its name.
const PROBE: Duration = Duration::from_secs(20);

/// A solver program. Every session runs a process of its own.
#[derive(Clone, Debug)]
pub struct SmtLib {
    dialect: Dialect,
    command: PathBuf,
    args: Vec<OsString>,
    name: String,
    version: String,
}

impl SmtLib {
    /// Finds the solver called `name` (`z3`, `cvc5`, `cvc4` or `yices`) on the `PATH`.
    pub fn find(name: &str) -> Result<SmtLib, ProverError> {
        SmtLib::find_in(name, &[])
    }

    /// Finds the solver called `name` in one of the folders, else on the `PATH`: the first
    /// that runs and is not too old.
    pub fn find_in(name: &str, folders: &[PathBuf]) -> Result<SmtLib, ProverError> {
        let Some(dialect) = Dialect::named(name) else {
            let known: Vec<&str> = dialect::KNOWN.iter().map(|d| d.name).collect();
            return Err(ProverError {
                message: format!("no solver called `{name}` is known"),
                help: Some(format!("say one of {}, or the command of a solver", known.join(", "))),
            });
        };
        let places = locate::places(folders);
        let mut tried = Vec::new();
        for program in locate::programs(dialect.programs, &places) {
            let args = dialect.args.iter().map(OsString::from);
            match SmtLib::new(dialect.clone(), &program, args).probe() {
                Ok(found) => match dialect.too_old(found.version()) {
                    None => return Ok(found),
                    Some(why) => tried.push(format!("{}: {why}", program.display())),
                },
                Err(why) => tried.push(format!("{}: {}", program.display(), why.message)),
            }
        }
        Err(locate::missing(dialect, &places, &tried))
    }

    /// The solver run by a command line, `cvc5 --incremental` say; words are parted by blanks,
    /// quotes keep one together. Where the program is one that [`dialect`] knows, its quirks
    /// are heeded, and a command without arguments gets the usual ones. Any version will do.
    pub fn command(line: &str) -> Result<SmtLib, ProverError> {
        let mut words = locate::words(line).into_iter();
        let Some(program) = words.next() else {
            return Err(ProverError {
                message: "the command of the solver is empty".to_string(),
                help: Some("write the program and its arguments, as in `cvc5 --incremental`".to_string()),
            });
        };
        let dialect = Dialect::of_program(Path::new(&program)).clone();
        let mut args: Vec<OsString> = words.map(OsString::from).collect();
        if args.is_empty() {
            args = dialect.args.iter().map(OsString::from).collect();
        }
        SmtLib::new(dialect, program, args).probe()
    }

    /// A solver that is not looked at before the first session.
    pub fn new(
        dialect: Dialect,
        command: impl Into<PathBuf>,
        args: impl IntoIterator<Item = impl Into<OsString>>,
    ) -> SmtLib {
        let command = command.into();
        let name = command
            .file_stem()
            .map_or(dialect.name.into(), |stem| stem.to_string_lossy());
        SmtLib {
            name: name.into_owned(),
            version: String::new(),
            dialect,
            args: args.into_iter().map(Into::into).collect(),
            command,
        }
    }

    /// Runs the solver once, to learn its name and version.
    pub fn probe(mut self) -> Result<SmtLib, ProverError> {
        let budget = Budget::within(PROBE, Cancel::default());
        let mut solver = self.spawn(&budget)?;
        let answers = solver
            .query("(get-info :name)\n(get-info :version)\n")
            .map_err(|why| ProverError {
                message: format!("`{}` does not answer as a solver: {why}", self.command.display()),
                help: Some(self.dialect.install.to_string()),
            })?;
        let info = |key: &str| answers.iter().find_map(|text| info_text(&Sexp::parse(text).ok()?, key));
        self.version = info(":version").unwrap_or_default();
        if let Some(name) = info(":name") {
            self.name = name;
        }
        Ok(self)
    }

    /// The version, as the solver tells it; empty when it was not asked or does not say.
    pub fn version(&self) -> &str {
        &self.version
    }

    /// The program that is run.
    pub fn program(&self) -> &Path {
        &self.command
    }

    /// What is known of the solver.
    pub fn dialect(&self) -> &Dialect {
        &self.dialect
    }

    fn spawn(&self, budget: &Budget) -> Result<Solver, ProverError> {
        Solver::spawn(&self.command, &self.args, budget).map_err(|e| ProverError {
            message: format!("`{}` cannot be run: {e}", self.command.display()),
            help: Some(self.dialect.install.to_string()),
        })
    }
}

impl Prover for SmtLib {
    fn name(&self) -> String {
        match self.version.as_str() {
            "" => format!("{} (process)", self.name),
            version => format!("{} {version} (process)", self.name),
        }
    }

    fn open(&self, limits: &Limits) -> Result<Box<dyn Session>, ProverError> {
        let solver = self.spawn(&limits.budget)?;
        Ok(Box::new(SmtSession::new(solver, self.dialect.clone(), limits)))
    }
}

/// The text in `(:key "text")`.
fn info_text(answer: &Sexp, key: &str) -> Option<String> {
    match answer.list()? {
        [k, Sexp::Text(text) | Sexp::Word(text) | Sexp::Quoted(text)] if k.word() == Some(key) => Some(text.clone()),
        _ => None,
    }
}
