//! The command line.

use crate::bohne::Switches;
use crate::dialect::{Bargain, DialectName};
use crate::playground::place::Place;
use crate::prover::{Choice, Second};
use crate::station::{Station, seconds, threads};
use abide_abstraction::AbstractorKind;
use abide_infer::Cut;
use abide_infer::engine::EngineKind;
use abide_infer::sources::Chosen;
use clap::{Args as Group, Parser, Subcommand, ValueEnum};
use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

/// Proves loops: finds the invariants nobody wrote, proves the rest, and refutes or explains
/// what it cannot prove.
#[derive(Debug, Parser)]
#[command(name = "abide", version, arg_required_else_help = true, after_help = STATUS)]
pub struct Args {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

const STATUS: &str = "\
Exit status: 0 all proved; 1 something is refuted or open; 2 bad usage, unreadable or \
malformed input, or something unsupported; 3 an internal error";

/// What to do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Infer what is missing, and prove everything
    Verify {
        #[command(flatten)]
        paths: Paths,
        /// Write a witness for other tools (SV-COMP's format 2.0), for one program in C
        #[arg(hide_short_help = true, long, value_name = "FILE")]
        witness: Option<PathBuf>,
        #[command(flatten)]
        gate: Gate,
        #[command(flatten)]
        options: Options,
    },
    /// Print the invariants found, or put them into the files
    Infer {
        #[command(flatten)]
        paths: Paths,
        /// Write the invariants into the files
        #[arg(long, conflicts_with = "diff")]
        write: bool,
        /// Print a patch instead of the invariants
        #[arg(long)]
        diff: bool,
        #[command(flatten)]
        options: Options,
    },
    /// Prove with the annotations as they stand, and infer nothing
    Check {
        #[command(flatten)]
        paths: Paths,
        #[command(flatten)]
        gate: Gate,
        #[command(flatten)]
        options: Options,
    },
    /// Tell how a loop's invariant came about, or what is missing
    Explain {
        /// The file, and a line of the loop; all loops without a line
        #[arg(value_name = "PATH[:LINE]")]
        place: PathBuf,
        /// Write the abstract control-flow graph into this file: a drawing if it ends in .svg,
        /// else for Graphviz
        #[arg(long, value_name = "FILE")]
        graph: Option<PathBuf>,
        #[command(flatten)]
        options: Options,
    },
    /// Run a folder of tasks, and compare the verdicts with the expected ones
    Bench {
        /// Programs, task definitions of SV-COMP (.yml), or folders with such files
        #[arg(value_name = "PATH", required = true)]
        paths: Vec<PathBuf>,
        #[command(flatten)]
        asked: Asked,
        #[command(flatten)]
        options: Options,
    },
    /// Tell how much can be read, and what stands in the way, without proving anything
    Coverage {
        /// Files (.java, .c, .i, .gcl) or folders with such files
        #[arg(value_name = "PATH", required = true)]
        paths: Vec<PathBuf>,
        #[command(flatten)]
        reading: Reading,
        /// The form of the report
        #[arg(long, value_enum, default_value_t = Plain::Text)]
        format: Plain,
        /// Threads [default: one for each core]
        #[arg(long, value_name = "N", value_parser = threads, allow_negative_numbers = true)]
        jobs: Option<NonZeroUsize>,
    },
    /// Write a program for other tools
    Export {
        /// The file
        #[arg(value_name = "PATH")]
        path: PathBuf,
        #[command(flatten)]
        reading: Reading,
        /// chc (Horn clauses), boogie, or smt2 (SMT-LIB obligations)
        #[arg(long, value_name = "FORMAT")]
        to: abide_export::Format,
        /// Only the routine with this name
        #[arg(long, value_name = "NAME")]
        method: Option<String>,
        /// Write into this file instead of standard output
        #[arg(long, short, value_name = "FILE")]
        output: Option<PathBuf>,
    },
    /// Print the contracts of the libraries: names, or the text of a header, class or function
    Library {
        /// A header (`string.h`), a class (`java.util.List`), a function (`strcmp`) or a method (`List.get`)
        #[arg(value_name = "NAME")]
        name: Option<String>,
    },
    /// Verify files again whenever they change
    Watch {
        /// Files (.java, .c, .i, .gcl) or folders with such files
        #[arg(value_name = "PATH", required = true)]
        paths: Vec<PathBuf>,
        #[command(flatten)]
        options: Options,
    },
    /// Serve an editor, over standard input and output (docs/editors.md)
    Lsp {
        #[command(flatten)]
        options: Options,
    },
    /// Serve a page on this machine in which texts are edited and verified (docs/page.md)
    Serve {
        #[command(flatten)]
        place: Place,
        #[command(flatten)]
        options: Options,
    },
    /// Print what a shell needs to complete the command line
    Completions {
        /// The shell
        #[arg(value_enum)]
        shell: clap_complete::Shell,
    },
    /// Print the manual page
    Man {
        /// Write the pages of all commands into this folder instead
        #[arg(long, value_name = "FOLDER")]
        output: Option<PathBuf>,
    },
    /// Write a file abide.toml for the project in this folder (docs/projects.md)
    Init {
        /// Print what may be in such files instead, as a JSON schema
        #[arg(long)]
        schema: bool,
    },
    /// Tell of the results of earlier runs that are kept, or throw them away
    Cache {
        /// What to do
        #[arg(value_enum)]
        what: Tidy,
    },
    /// Bring Z3 for this user, if there is none
    Setup {
        /// Take it from this wheel of z3-solver instead of the network
        #[arg(long, value_name = "FILE")]
        offline: Option<PathBuf>,
    },
    /// Work on files that other machines put into a queue (docs/cluster.md)
    Worker {
        #[command(flatten)]
        station: Station,
        /// The command line of the process that this one works for, if it is no machine
        #[arg(last = true, hide = true)]
        words: Vec<OsString>,
    },
}

impl Command {
    /// How files are verified, by the commands that do so.
    pub fn into_options(self) -> Option<Options> {
        match self {
            Command::Verify { options, .. }
            | Command::Check { options, .. }
            | Command::Infer { options, .. }
            | Command::Explain { options, .. }
            | Command::Watch { options, .. }
            | Command::Bench { options, .. }
            | Command::Lsp { options }
            | Command::Serve { options, .. } => Some(options),
            _ => None,
        }
    }
}

/// Arguments of `bench`.
#[derive(Debug, Group)]
pub struct Asked {
    /// A list of expected verdicts: lines `path true` or `path false`
    #[arg(long, value_name = "FILE")]
    pub expected: Option<PathBuf>,
    /// Write the results into this file, as JSON
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Run Spacer and Boogie on the same programs, where they are installed
    #[arg(long)]
    pub peers: bool,
}

/// What to look at.
#[derive(Debug, Group)]
pub struct Paths {
    /// Files (.java, .c, .i, .gcl), task definitions of SV-COMP (.yml), or folders with such files; - is standard input
    #[arg(value_name = "PATH", required_unless_present = "changed")]
    pub paths: Vec<PathBuf>,
    /// Only files that changed since a revision of git, or that speak of what did; the others are known to them
    /// [without REV: HEAD]
    #[arg(long, value_name = "REV", num_args = 0..=1, require_equals = true, default_missing_value = "HEAD")]
    pub changed: Option<String>,
}

impl Paths {
    /// All of these.
    pub fn of(paths: Vec<PathBuf>) -> Paths {
        Paths { paths, changed: None }
    }
}

/// What makes a run fail.
#[derive(Debug, Default, Group)]
pub struct Gate {
    /// What else is to fail
    #[arg(long, value_enum, value_name = "WHAT")]
    pub deny: Option<Deny>,
    /// Known findings: only new ones are told, and only they fail
    #[arg(long, value_name = "FILE")]
    pub baseline: Option<PathBuf>,
    /// Write all findings into this file, for --baseline
    #[arg(hide_short_help = true, long, value_name = "FILE", conflicts_with = "baseline")]
    pub write_baseline: Option<PathBuf>,
}

/// What else is to fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Deny {
    /// Warnings about the sources, such as proofs of what no run comes to
    Warnings,
}

/// How to do it.
#[derive(Clone, Debug, Group)]
pub struct Options {
    /// Only routines with this name; a method's class may be left out
    #[arg(long, value_name = "NAME")]
    pub method: Option<String>,
    #[command(flatten)]
    pub reading: Reading,
    /// Whatever a verdict assumes is open
    #[arg(long, conflicts_with = "lenient")]
    pub strict: bool,
    /// What is done about routines without a contract
    #[arg(long, value_enum, value_name = "HOW", default_value_t = Contracts::Off)]
    pub contracts: Contracts,
    /// Write a program that fails into this folder for each refuted check
    #[arg(hide_short_help = true, long, value_name = "FOLDER")]
    pub emit_test: Option<PathBuf>,
    /// Run a program that fails on this machine for each refuted check, with javac and java or cc: what it does not
    /// confirm is open
    #[arg(long)]
    pub confirm: bool,
    /// The form of the report
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
    /// Threads [default: one for each core]
    #[arg(long, value_name = "N", value_parser = threads, allow_negative_numbers = true)]
    pub jobs: Option<NonZeroUsize>,
    /// Time for one routine
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = seconds, allow_negative_numbers = true)]
    pub timeout: Duration,
    /// Memory for one process, in megabytes; files are verified in processes of their own
    #[arg(hide_short_help = true, long, value_name = "MB", default_value = "4096", value_parser = clap::value_parser!(u64).range(64..))]
    pub memory: u64,
    /// Do not use results of earlier runs, and keep none
    #[arg(hide_short_help = true, long)]
    pub no_cache: bool,
    /// Prove again what earlier runs have proved, from the invariants that they found
    #[arg(hide_short_help = true, long, conflicts_with_all = ["no_cache", "in_process"])]
    pub recheck: bool,
    /// Have files verified by workers that take them from this queue, nats://HOST (docs/cluster.md)
    #[arg(hide_short_help = true, long, value_name = "URL", conflicts_with = "in_process")]
    pub queue: Option<String>,
    /// Verify in this process, without limits that hold whatever happens
    #[arg(hide_short_help = true, long)]
    pub in_process: bool,
    /// How the abstraction is computed
    #[arg(hide_short_help = true, long, value_name = "NAME", default_value = "state-models")]
    pub abstractor: AbstractorKind,
    /// Where the abstraction takes place: loop-heads, or points (joins too)
    #[arg(hide_short_help = true, long, value_name = "WHERE", default_value = "loop-heads")]
    pub cut: Cut,
    /// Who looks for predicates where those of the source are not enough: auto, fq, km, houdini,
    /// janota, wei, bohne, spacer, or off
    #[arg(long, value_name = "NAME", default_value = "auto")]
    pub engine: EngineKind,
    /// Where to look for predicates: all, or names with commas between them
    #[arg(hide_short_help = true, long, value_name = "NAMES", default_value = "all")]
    pub sources: Chosen,
    /// Show the strongest invariants found, not only those needed
    #[arg(hide_short_help = true, long)]
    pub all_invariants: bool,
    /// z3 (in process), z3-program, cvc5, yices, or smtlib:COMMAND
    #[arg(hide_short_help = true, long, value_name = "NAME", default_value = "z3")]
    pub prover: Choice,
    /// Who is asked about linked structures where the prover leaves something open
    #[arg(hide_short_help = true, long, value_enum, value_name = "NAME", default_value_t = Second::Auto)]
    pub second_prover: Second,
    /// Add a table of counts for each routine
    #[arg(hide_short_help = true, long)]
    pub stats: bool,
    /// When to colour
    #[arg(long, value_enum, value_name = "WHEN", default_value_t = When::Auto)]
    pub color: When,
    /// How much of linked objects is drawn
    #[arg(long, value_enum, value_name = "HOW", default_value_t = Drawings::Short)]
    pub drawings: Drawings,
    /// Print only what is not proved, and no progress
    #[arg(long, short)]
    pub quiet: bool,
    #[command(flatten)]
    pub bohne: Switches,
}

/// What to do with results that are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Tidy {
    /// Tell where they are, and how many
    Stats,
    /// Throw them away
    Clean,
}

/// What is done about routines without a contract.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Contracts {
    /// They are verified for every input
    Off,
    /// The preconditions they need are inferred, and granted: each routine has a verdict of its own
    Infer,
    /// The same, and the verdicts are about every input
    Strict,
}

/// How programs are read.
#[derive(Clone, Debug, Group)]
pub struct Reading {
    /// The language of standard input
    #[arg(hide_short_help = true, long, value_enum)]
    pub language: Option<Tongue>,
    /// How integers are read
    #[arg(long, value_enum, default_value_t = Ints::Machine)]
    pub ints: Ints,
    /// What is proved of C: everything, or what the source states, in programs taken to be
    /// without run-time errors [default: all; of tasks, what is stated]
    #[arg(hide_short_help = true, long, value_enum)]
    pub checks: Option<Checks>,
    /// The sizes of C's integers; a task definition tells its own
    #[arg(hide_short_help = true, long, value_enum, default_value_t = Model::Lp64)]
    pub data_model: Model,
    /// A folder in which headers of C are looked for
    #[arg(short = 'I', value_name = "FOLDER")]
    pub include: Vec<PathBuf>,
    /// A macro of C, as if it were defined at the beginning of each file
    #[arg(hide_short_help = true, short = 'D', value_name = "NAME[=VALUE]")]
    pub define: Vec<String>,
    /// A compilation database (`compile_commands.json`) that tells how the preprocessor is called for
    /// each file of C
    #[arg(hide_short_help = true, long, value_name = "FILE")]
    pub compile_commands: Option<PathBuf>,
    /// A file or folder with sources that are known to those that are verified, and not verified themselves
    #[arg(long, value_name = "PATH")]
    pub context: Vec<PathBuf>,
    /// A folder with contracts of libraries: `.jml`, `.spec` and `.java` files, and headers of C
    #[arg(hide_short_help = true, long, value_name = "FOLDER")]
    pub specs: Vec<PathBuf>,
    /// A pattern of files that are left out of folders, such as **/generated/**
    #[arg(hide_short_help = true, long, value_name = "PATTERN")]
    pub exclude: Vec<String>,
    /// References in Java may be null unless declared non_null, as in ESC/Java
    #[arg(hide_short_help = true, long)]
    pub nullable_by_default: bool,
    /// Leave out clauses that cannot be read; whoever relies on one is unsupported otherwise
    #[arg(hide_short_help = true, long)]
    pub lenient: bool,
    /// In which dialect the annotations of Java are written
    #[arg(hide_short_help = true, long, value_enum, default_value_t = DialectName::Auto)]
    pub dialect: DialectName,
    /// What is believed of Java though it could be checked, as ESC/Java does; whatever rests on it says so
    #[arg(hide_short_help = true, long, value_enum, value_delimiter = ',', value_name = "WHAT")]
    pub bargains: Vec<Bargain>,
}

/// A language.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Tongue {
    /// Java with JML
    Java,
    /// C with ACSL
    C,
    /// Guarded commands
    Gcl,
}

/// How integers are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Ints {
    /// As the machine has them: Java's wrap around, C's signed ones must not overflow
    Machine,
    /// Of any size, as in textbooks
    Math,
}

/// What is proved of C.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Checks {
    /// The absence of run-time errors, assertions and contracts
    All,
    /// Assertions and contracts
    Stated,
}

/// The sizes of C's integers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Model {
    /// `int`, `long` and pointers have 32 bits
    Ilp32,
    /// `long` and pointers have 64 bits
    Lp64,
}

/// The form of the report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people
    Text,
    /// One object, for tools
    Json,
    /// An object for each file as soon as it is done, each on a line, and a summary
    Jsonl,
    /// One page, for browsers
    Html,
    /// A log in the Static Analysis Results Interchange Format 2.1.0
    Sarif,
    /// Annotations, for workflows of GitHub
    Github,
    /// Tests, for services that run them
    Junit,
}

/// The form of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Plain {
    /// For people
    Text,
    /// One object, for tools
    Json,
}

/// How much of linked objects is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Drawings {
    /// Nothing
    Off,
    /// One drawing for each message, cut off where it gets long
    Short,
    /// Everything
    Full,
}

/// When to colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum When {
    /// On a terminal, unless NO_COLOR is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}
