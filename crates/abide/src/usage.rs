//! The command line as people are told of it: help that fits a screen, completions, manual pages.

use crate::args::{self, Args, Options};
use crate::bohne;
use crate::files::excluded;
use crate::output::{print, say};
use crate::project;
use crate::status::Status;
use clap::{Arg, ArgAction, Command, CommandFactory, FromArgMatches};
use clap_complete::Shell;
use globset::GlobSet;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// The command line, with what the project says.
static LINE: OnceLock<Line> = OnceLock::new();

/// A command line, without the program's name.
#[derive(Debug, Default)]
struct Line {
    /// The command, and options of the project.
    head: Vec<OsString>,
    /// What the user wrote, and paths of the project.
    tail: Vec<OsString>,
    /// Options of some files, which come in between.
    overrides: Vec<(GlobSet, Vec<OsString>)>,
}

/// Reads the command line with what the project says, or ends the program with help or a complaint.
pub fn parse() -> Args {
    let mut words: Vec<OsString> = std::env::args_os().collect();
    let line = with_project(&words).unwrap_or_else(|why| {
        say(&format!("error: {why}"));
        std::process::exit(Status::Bad as i32)
    });
    let line = LINE.get_or_init(|| line);
    words.truncate(1);
    words.extend(line.head.iter().chain(&line.tail).cloned());
    parse_words(words)
}

/// Which of the project's overrides are about a file.
pub fn overrides(path: &Path) -> Vec<usize> {
    let all = LINE.get().map(|line| line.overrides.as_slice()).unwrap_or_default();
    let whole = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let about = |at: &usize| all[*at].0.is_match(&whole);
    (0..all.len()).filter(about).collect()
}

/// The words that were read, with these overrides, without the program's name.
pub fn words(overrides: &[usize]) -> Vec<OsString> {
    let Some(line) = LINE.get() else { return Vec::new() };
    let between = overrides.iter().flat_map(|at| &line.overrides[*at].1);
    line.head.iter().chain(between).chain(&line.tail).cloned().collect()
}

/// The words without some options that have a value.
pub fn without(words: Vec<OsString>, options: &[&str]) -> Vec<OsString> {
    let mut kept = Vec::new();
    let mut words = words.into_iter();
    while let Some(word) = words.next() {
        let text = word.to_string_lossy();
        let is_joined = |option: &&str| text.strip_prefix(*option).is_some_and(|rest| rest.starts_with('='));
        if options.contains(&&*text) {
            words.next();
        } else if !options.iter().any(is_joined) {
            kept.push(word);
        }
    }
    kept
}

/// The options of a command line without the program's name, if it reads files.
pub fn options(words: &[OsString]) -> Option<Options> {
    let all: Vec<OsString> = std::iter::once("abide".into()).chain(words.iter().cloned()).collect();
    let matches = command(chooses_engine(&all)).try_get_matches_from(all).ok()?;
    match Args::from_arg_matches(&matches).ok()?.command {
        args::Command::Coverage { reading, jobs, .. } => Some(Options {
            reading,
            jobs,
            ..defaults()
        }),
        other => other.into_options(),
    }
}

/// The options if none is named.
pub fn defaults() -> Options {
    let words = ["verify", "."].map(OsString::from);
    options(&words).unwrap_or_else(|| unreachable!("a command line without options can be read"))
}

/// Reads a command line, the program's name included.
pub fn parse_words(words: Vec<OsString>) -> Args {
    let matches = command(chooses_engine(&words)).get_matches_from(words);
    Args::from_arg_matches(&matches).unwrap_or_else(|e| e.exit())
}

/// The words with what the project says of the command. What is on the command line comes last.
fn with_project(words: &[OsString]) -> Result<Line, String> {
    let all = command(false);
    let name = words.get(1).and_then(|word| word.to_str()).unwrap_or_default();
    let mut chosen = all.get_subcommands().filter(|c| project::reads(c.get_name()));
    let Some(chosen) = chosen.find(|c| c.get_name() == name) else {
        return Ok(Line {
            tail: words.iter().skip(1).cloned().collect(),
            ..Line::default()
        });
    };
    let project = project::load(chosen, &all)?;
    let (before, rest) = words.split_at(2);
    let with = [before, &project.words, rest].concat();
    let mut tail = rest.to_vec();
    if !names_paths(&with) {
        tail.extend(project.with_paths);
        tail.extend(project.paths.into_iter().map(PathBuf::into_os_string));
    }
    let set = |one: project::Override| Ok((excluded(&one.patterns)?, one.words));
    Ok(Line {
        head: with[1..with.len() - rest.len()].to_vec(),
        tail,
        overrides: project.overrides.into_iter().map(set).collect::<Result<_, String>>()?,
    })
}

/// Does the command line say what to look at? One that cannot be read says so later.
fn names_paths(words: &[OsString]) -> bool {
    let lenient = command(chooses_engine(words)).ignore_errors(true);
    let Ok(matches) = lenient.try_get_matches_from(words) else {
        return true;
    };
    let given = matches.subcommand().map(|(_, own)| own.try_contains_id(project::PATHS));
    !matches!(given, Some(Ok(false)))
}

/// The command line, for those that tell of it.
pub fn whole() -> Command {
    command(true)
}

/// Is the engine chosen that has switches of its own?
fn chooses_engine(words: &[OsString]) -> bool {
    let follows = |pair: &[OsString]| pair[0] == "--engine" && pair[1] == "bohne";
    words.windows(2).any(follows) || words.iter().any(|w| w == "--engine=bohne")
}

/// The command line with help in two lengths: what is rarely needed is in the longer one, and switches of an engine are
/// in the shorter one only if they are asked for.
fn command(with_engine: bool) -> Command {
    lengths(Args::command(), with_engine)
}

fn lengths(command: Command, with_engine: bool) -> Command {
    let help = Arg::new("help")
        .long("help")
        .short('h')
        .action(ArgAction::HelpShort)
        .help("Print help");
    let all = Arg::new("help-all")
        .long("help-all")
        .action(ArgAction::HelpLong)
        .help("Print help with what is rarely needed");
    let of_engine = |arg: &Arg| arg.get_help_heading() == Some(bohne::HEADING);
    let hide = |arg: Arg| match of_engine(&arg) {
        true => arg.hide_short_help(!with_engine),
        false => arg,
    };
    command
        .mut_args(hide)
        .disable_help_flag(true)
        .next_help_heading(None::<&str>)
        .arg(help)
        .arg(all)
        .disable_help_subcommand(true)
        // the command line comes after the project, and wins
        .args_override_self(true)
        .mut_subcommands(|c| lengths(c, with_engine))
}

/// Prints what a shell is to be told.
pub fn completions(shell: Shell) -> Status {
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut command(false), "abide", &mut text);
    print(&String::from_utf8_lossy(&text))
}

/// Prints the manual page of the program, or writes those of all commands into a folder.
pub fn manual(folder: Option<&Path>) -> Status {
    let told = |text: &mut Vec<u8>| clap_mangen::Man::new(command(true)).render(text);
    let done = match folder {
        Some(folder) => std::fs::create_dir_all(folder).and_then(|()| clap_mangen::generate_to(command(true), folder)),
        None => {
            let mut text = Vec::new();
            return match told(&mut text) {
                Ok(()) => print(&String::from_utf8_lossy(&text)),
                Err(e) => refuse(&e),
            };
        }
    };
    done.map_or_else(|e| refuse(&e), |()| Status::Proved)
}

fn refuse(e: &std::io::Error) -> Status {
    say(&format!("error: the manual cannot be written: {e}"));
    Status::Bad
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        command(false).debug_assert();
    }

    #[test]
    fn help_fits_a_screen_and_all_of_it_is_to_be_had() {
        let of = |with_engine: bool, name: &str, all: bool| {
            let mut command = command(with_engine).term_width(100);
            command.build();
            let one = command.find_subcommand_mut(name).expect("there");
            match all {
                true => one.render_long_help().to_string(),
                false => one.render_help().to_string(),
            }
        };
        for name in ["verify", "infer", "check", "explain", "bench", "coverage", "export"] {
            let help = of(false, name, false);
            assert!(
                help.lines().count() <= 48,
                "{name}: {} lines\n{help}",
                help.lines().count()
            );
            assert!(!help.contains("--cube-length"), "{name}");
        }
        assert!(of(true, "verify", false).contains("--cube-length"));
        assert!(of(false, "verify", true).contains("--cube-length"));
        assert!(of(false, "verify", true).contains("--abstractor"));
    }

    #[test]
    fn an_engine_is_chosen_in_two_ways() {
        let words = |line: &str| line.split(' ').map(OsString::from).collect::<Vec<_>>();
        assert!(chooses_engine(&words("abide verify --engine bohne --help")));
        assert!(chooses_engine(&words("abide verify --engine=bohne --help")));
        assert!(!chooses_engine(&words("abide verify --engine off bohne")));
    }
}
