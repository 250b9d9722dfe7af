//! The program `abide`.
//!
//! | module | what it does |
//! |---|---|
//! | [`args`] | the command line as types |
//! | [`station`] | the same, of a machine that works for others |
//! | [`files`] | from paths to texts, and back when invariants are written |
//! | [`project`] | the file of a project, and what is found out without one |
//! | [`parts`] | files that are verified by the same options |
//! | [`paths`] | by which files are told apart |
//! | [`changed`] | which files changed, by git |
//! | [`tasks`] | programs with an expected verdict |
//! | [`prover`] | from a name to a prover |
//! | [`how`] | from options to settings, languages, provers |
//! | [`run`] | from options to a report: request, cancellation, progress |
//! | [`mod@cache`] | results of earlier runs |
//! | [`isolate`] | the work on files in processes of their own |
//! | [`queue`] | the work on files on other machines |
//! | [`telling`] | what is told of files as soon as they are done |
//! | [`commands`] | what each command prints, and with which status it ends |
//! | [`gate`] | what makes a run fail: baselines, denied warnings |
//! | [`mod@bench`], [`peers`] | folders of tasks, by us and by other tools |
//! | [`witness`] | verdicts for other tools to check |
//! | [`confirm`] | refutations put to the machine |
//! | [`coverage`] | how much of a code base can be read |
//! | [`export`] | programs written for other tools |
//! | [`library`] | what is known of the libraries of the languages |
//! | [`usage`] | help, completions, manual pages |
//! | [`mod@watch`] | files verified whenever they change |
//! | [`editor`] | files verified for editors |
//! | [`playground`] | texts verified for a page on this machine |
//! | [`output`] | the two streams, and colours |
//! | [`bug`] | what a panic looks like to the user |
//!
//! Everything that can be said without arguments, streams and files is in the library
//! crates; nothing is proved or laid out here.

mod args;
mod bench;
mod bohne;
mod bug;
mod cache;
mod changed;
mod commands;
mod confirm;
mod context;
mod coverage;
mod dialect;
mod editor;
mod export;
mod files;
mod flags;
mod gate;
mod how;
mod isolate;
mod library;
mod output;
mod parts;
mod paths;
mod peers;
mod playground;
mod progress;
mod project;
mod prover;
mod queue;
mod run;
mod station;
mod status;
mod tasks;
mod telling;
mod usage;
mod watch;
mod witness;

use std::process::ExitCode;

fn main() -> ExitCode {
    let args = usage::parse();
    bug::guard(|| commands::run(&args)).into()
}
