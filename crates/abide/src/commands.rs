//! What each command prints, and with which status it ends.

use crate::args::{Args, Command, Drawings, Format, Gate, Options, Paths, Tidy};
use crate::bench;
use crate::cache;
use crate::coverage;
use crate::editor;
use crate::export;
use crate::files;
use crate::gate;
use crate::how::complain;
use crate::isolate;
use crate::library;
use crate::output::{self, print, say};
use crate::paths::place as place_of;
use crate::playground;
use crate::project;
use crate::queue;
use crate::run::{Run, run as run_on, run_telling, run_with};
use crate::status::Status;
use crate::telling::Telling;
use crate::usage;
use crate::watch;
use crate::witness;
use abide_base::{Diagnostic, Severity, shown};
use abide_report::{self as show, Finding, Listing, Text};
use abide_verify::{FileReport, Mode, Report, encoding};
use std::ffi::OsString;
use std::path::Path;

/// Does what the command line asks.
pub fn run(args: &Args) -> Status {
    let done = match &args.command {
        Command::Verify {
            paths,
            witness,
            gate,
            options,
        } => verdicts(paths, Mode::Verify, witness.as_deref(), gate, options),
        Command::Check { paths, gate, options } => verdicts(paths, Mode::Check, None, gate, options),
        Command::Infer {
            paths,
            options,
            write: false,
            diff: false,
        } => invariants(paths, options),
        Command::Infer {
            paths,
            options,
            write: true,
            ..
        } => write(paths, options),
        Command::Infer {
            paths,
            options,
            diff: true,
            ..
        } => diff(paths, options),
        Command::Explain { place, graph, options } => explain(place, graph.as_deref(), options),
        Command::Coverage {
            paths,
            reading,
            format,
            jobs,
        } => coverage::coverage(paths, reading, *format, *jobs),
        Command::Export {
            path,
            reading,
            to,
            method,
            output,
        } => export::export(path, reading, *to, method.as_deref(), output.as_deref()),
        Command::Bench { paths, asked, options } => bench::bench(paths, asked, options),
        Command::Library { name } => library::show(name.as_deref()),
        Command::Watch { paths, options } => watch::watch(paths, options, |paths| {
            verdicts(&Paths::of(paths), Mode::Verify, None, &Gate::default(), options)
        }),
        Command::Lsp { options } => editor::serve(options),
        Command::Serve { place, options } => playground::serve(place, options),
        Command::Completions { shell } => Ok(usage::completions(*shell)),
        Command::Man { output } => Ok(usage::manual(output.as_deref())),
        Command::Init { schema } => Ok(project::init(&usage::whole(), *schema)),
        Command::Cache { what: Tidy::Stats } => cache::stats(),
        Command::Cache { what: Tidy::Clean } => cache::clean(),
        Command::Setup { offline } => Ok(setup(offline.as_deref())),
        Command::Worker { station, words } if words.is_empty() => Ok(queue::serve(station)),
        Command::Worker { words, .. } => Ok(work(words)),
    };
    done.unwrap_or_else(|status| status)
}

fn verdicts(
    paths: &Paths,
    mode: Mode,
    wanted: Option<&Path>,
    gate: &Gate,
    options: &Options,
) -> Result<Status, Status> {
    let listing = if options.quiet { Listing::Unproved } else { Listing::All };
    let drawings = match options.drawings {
        Drawings::Off => show::Drawings::Off,
        Drawings::Short => show::Drawings::Short,
        Drawings::Full => show::Drawings::Full,
    };
    let how = Text {
        color: output::color(options.color),
        listing,
        drawings,
    };
    // what the baseline knows is seen when all is there
    let run = run_telling(paths, mode, options, gate.baseline.is_none().then_some(how))?;
    if let Some(path) = wanted {
        witness::write(&run, path)?;
    }
    if let Some(folder) = &options.emit_test {
        tests(&run.report, folder)?;
    }
    let judged = gate::judge(&run, gate)?;
    let text = |_| {
        let all = judged.told(&run.report);
        let left = all.files.iter().filter(|file| !run.told.contains(&file.file));
        let left = left.map(|file| show::text::of_file(&all.sources, file, all.cancelled, &how));
        left.collect::<String>() + &show::text::end(&all, &how) + &tasks(&run) + &judged.tally()
    };
    let printed = present(&run, &judged.findings, options, text);
    for wrong in run.compared().filter(|c| c.right == Some(false)) {
        say(&format!("error: {wrong}"));
    }
    Ok(judged.status.max(printed))
}

/// What was expected of the tasks, and what came out.
fn tasks(run: &Run) -> String {
    run.compared().map(|c| format!("{c}\n")).collect()
}

/// Writes the programs that fail, each into a folder of its own, named after the routine.
fn tests(report: &Report, folder: &Path) -> Result<(), Status> {
    for file in &report.files {
        let name = report.sources.file(file.file).path().file_name().unwrap_or_default();
        for routine in &file.routines {
            let found = routine.obligations.iter().filter_map(|o| o.counterexample.as_ref());
            let plain = routine
                .name
                .replace(|c: char| !c.is_alphanumeric() && c != '.' && c != '_', "_");
            for (number, test) in found.filter_map(|c| c.test.as_ref()).enumerate() {
                // the first one of a routine has its name, the others a number
                let own = match number {
                    0 => folder.join(&plain),
                    n => folder.join(format!("{plain}.{}", n + 1)),
                };
                let written =
                    std::fs::create_dir_all(&own).and_then(|()| std::fs::write(own.join(name), encoding::encode(test)));
                if let Err(e) = written {
                    say(&format!("error: {} cannot be written: {e}", shown(&own.join(name))));
                    return Err(Status::Bad);
                }
                say(&format!("a program that fails is in {}", shown(&own.join(name))));
            }
        }
    }
    Ok(())
}

fn invariants(paths: &Paths, options: &Options) -> Result<Status, Status> {
    let run = run_on(paths, Mode::Infer, options)?;
    let printed = present(&run, &show::findings(&run.report, &run.unread), options, |color| {
        let tally = if options.quiet {
            String::new()
        } else {
            show::tally(&run.report)
        };
        messages(&run.report, color) + &show::invariants(&run.report, color) + &tally + cancelled(&run.report)
    });
    Ok(run.status.max(printed))
}

/// Prints the report in the form asked for, if there is anything to report on.
fn present(run: &Run, findings: &[Finding<'_>], options: &Options, text: impl FnOnce(show::Color) -> String) -> Status {
    let report = &run.report;
    match options.format {
        Format::Json => print(&show::json(report, &run.unread, &[])),
        Format::Jsonl => {
            let left = report.files.iter().filter(|file| !run.told.contains(&file.file));
            let lines: String = left.map(|file| show::json_line(&report.sources, file)).collect();
            print(&(lines + &show::json_end(report, &run.unread)))
        }
        Format::Html => print(&show::html(report, &run.unread)),
        Format::Sarif => print(&show::sarif(report, findings, run.loops)),
        Format::Github => print(&show::github(&report.sources, findings)),
        Format::Junit => print(&show::junit(report, &run.unread, findings)),
        Format::Text if report.files.is_empty() => Status::Proved,
        Format::Text => print(&(text(output::color(options.color)) + &counts(run, options))),
    }
}

fn counts(run: &Run, options: &Options) -> String {
    if options.stats {
        show::counts(&run.report)
    } else {
        String::new()
    }
}

fn messages(report: &Report, color: show::Color) -> String {
    report
        .files
        .iter()
        .map(|f| show::text::messages(&report.sources, f, color))
        .collect()
}

fn cancelled(report: &Report) -> &'static str {
    if report.cancelled { show::text::CANCELLED } else { "" }
}

/// Writes the invariants into the files, and says what was done.
fn write(paths: &Paths, options: &Options) -> Result<Status, Status> {
    let run = run_on(paths, Mode::Infer, options)?;
    let mut written = String::new();
    let mut status = run.status;
    for (file, new) in annotated(&run.report) {
        let source = run.report.sources.file(file.file);
        let path = shown(source.path());
        match files::write(source, new) {
            Ok(()) => written.push_str(&format!("{path} was changed\n")),
            Err(e) => {
                let diagnostic = Diagnostic::new(Severity::Error, format!("{path} cannot be written: {e}"));
                complain(&diagnostic, output::error_color(options.color));
                status = status.max(Status::Bad);
            }
        }
    }
    let text = |color| {
        let found = messages(&run.report, color) + &show::invariants(&run.report, color) + &written;
        let quiet = messages(&run.report, color);
        let text = if options.quiet {
            quiet
        } else {
            found + &show::tally(&run.report)
        };
        text + cancelled(&run.report)
    };
    let findings = show::findings(&run.report, &run.unread);
    Ok(status.max(present(&run, &findings, options, text)))
}

/// The files that invariants were found for, with the text that has them.
fn annotated(report: &Report) -> impl Iterator<Item = (&FileReport, &str)> {
    report.files.iter().filter_map(|f| Some((f, f.annotated.as_deref()?)))
}

/// Prints a patch, and nothing else to the same stream.
fn diff(paths: &Paths, options: &Options) -> Result<Status, Status> {
    if options.format != Format::Text {
        say("error: a patch has only one form; leave out `--format`");
        return Err(Status::Bad);
    }
    let run = run_on(paths, Mode::Infer, options)?;
    let color = output::error_color(options.color);
    let patch = annotated(&run.report).map(|(file, new)| {
        let source = run.report.sources.file(file.file);
        show::diff(source.path(), source.text(), new)
    });
    let printed = print(&patch.collect::<String>());
    let tally = if options.quiet || run.report.files.is_empty() {
        String::new()
    } else {
        show::tally(&run.report)
    };
    let rest = messages(&run.report, color) + &tally + &counts(&run, options) + cancelled(&run.report);
    if !rest.is_empty() {
        say(&rest);
    }
    Ok(run.status.max(printed))
}

/// Tells the story of the loop at a line, or of all loops of the file.
fn explain(place: &Path, graph: Option<&Path>, options: &Options) -> Result<Status, Status> {
    let (path, line) = place_of(place);
    if line.is_some() && path.is_dir() {
        say(&format!("error: {} is a folder: a line needs a file", shown(&path)));
        return Err(Status::Bad);
    }
    if !matches!(options.format, Format::Text | Format::Json | Format::Html) {
        say("error: an explanation is text, JSON or a page");
        return Err(Status::Bad);
    }
    let paths = Paths::of(vec![path]);
    let run = match graph {
        Some(_) => run_with(
            &paths,
            Mode::Explain,
            options,
            Some(options.cut),
            Telling::of(options, None),
        )?,
        None => run_on(&paths, Mode::Explain, options)?,
    };
    let chosen = show::select(&run.report, line);
    if chosen.is_empty() && !run.report.files.is_empty() {
        complain(&no_loop(&run.report, line), output::error_color(options.color));
        print(&messages(&run.report, output::color(options.color)));
        return Err(Status::Bad);
    }
    if let Some(file) = graph {
        draw(&chosen, file)?;
    }
    let printed = match options.format {
        Format::Json => print(&show::json(&run.report, &run.unread, &chosen)),
        Format::Html => print(&show::html(&run.report, &run.unread)),
        _ => {
            let color = output::color(options.color);
            let story = show::explain(&run.report.sources, &chosen, color);
            let text = messages(&run.report, color) + &story + &counts(&run, options) + cancelled(&run.report);
            print(&text)
        }
    };
    Ok(run.status.max(printed))
}

/// Writes the graphs of the routines of some loops.
fn draw(chosen: &[show::Selected<'_>], file: &Path) -> Result<(), Status> {
    let mut graphs: Vec<show::graph::Named> = Vec::new();
    for routine in chosen.iter().map(|s| s.routine) {
        if let Some(graph) = &routine.graph
            && !graphs.iter().any(|(_, known)| std::ptr::eq(*known, graph))
        {
            graphs.push((&routine.name, graph));
        }
    }
    let is_drawing = file.extension().is_some_and(|e| e.eq_ignore_ascii_case("svg"));
    let text = if is_drawing {
        show::graph::svg(&graphs)
    } else {
        show::graph::dot(&graphs)
    };
    std::fs::write(file, text).map_err(|e| {
        say(&format!("error: {} cannot be written: {e}", shown(file)));
        Status::Bad
    })
}

fn no_loop(report: &Report, line: Option<usize>) -> Diagnostic {
    let lines = show::select(report, None)
        .into_iter()
        .map(|s| report.sources.line(s.of_loop.span).to_string());
    let lines: Vec<String> = lines.collect();
    let none = match line {
        Some(line) => Diagnostic::new(Severity::Error, format!("there is no loop at line {line}")),
        None => Diagnostic::new(Severity::Error, "there are no loops to explain"),
    };
    match lines.is_empty() {
        true => none,
        false if lines.len() == 1 => none.help(format!("there is one at line {}", lines[0])),
        false => none.help(format!("there are loops at the lines {}", lines.join(", "))),
    }
}

/// Works for a process with this command line.
fn work(words: &[OsString]) -> Status {
    usage::options(words).map_or(Status::Bad, |options| isolate::serve(&options))
}

/// Brings Z3, and says which one will be used.
fn setup(wheel: Option<&Path>) -> Status {
    let installed = match wheel {
        Some(wheel) => abide_z3::setup::install_from(wheel, &mut say),
        None => abide_z3::setup::install(&mut say),
    };
    match installed {
        Ok(_) => Status::Proved,
        Err(e) => {
            say(&format!("error: {e}"));
            Status::Bad
        }
    }
}
