//! The report as the template sees it.

use super::clean::clean;
use super::listing::{Line, facts, lines};
use crate::text::{assumptions, distinct_loops, without};
use crate::{Unread, graph, heap};
use abide_base::{Diagnostic, Sources};
use abide_verify::{Counterexample, FileReport, Moment, Obligation, Report, RoutineReport, Verdict};
use askama::Template;

/// States of a graph that fit a drawing; larger graphs are not drawn.
const DRAWN: usize = 200;

/// The page.
#[derive(Template)]
#[template(path = "report.html")]
pub(super) struct Page {
    version: &'static str,
    prover: String,
    cancelled: bool,
    routines: usize,
    counts: Vec<(Word, usize)>,
    unread: Vec<String>,
    files: Vec<File>,
    drawing_style: &'static str,
    tip: &'static str,
}

/// A verdict or severity as a word.
type Word = &'static str;

pub(super) struct File {
    path: String,
    mode: Word,
    messages: Vec<Message>,
    routines: Vec<Routine>,
    lines: Vec<Line>,
}

struct Message {
    word: Word,
    line: Option<usize>,
    anchor: String,
    text: String,
    notes: Vec<String>,
}

struct Routine {
    id: String,
    name: String,
    line: usize,
    anchor: String,
    verdict: Word,
    proved: usize,
    conditional: usize,
    assumes: Vec<String>,
    without: Option<String>,
    messages: Vec<Message>,
    loops: Vec<Loop>,
    failure: Option<Failure>,
    drawings: Vec<Drawing>,
    graph: Option<String>,
    /// The states of a graph that is too large to be drawn.
    too_large: Option<usize>,
}

struct Loop {
    line: usize,
    anchor: String,
    facts: Vec<String>,
}

/// The input on which a check fails, and the way of the run.
struct Failure {
    inputs: Vec<(String, String)>,
    path: Vec<(usize, String)>,
}

/// A drawing, and what it shows.
struct Drawing {
    title: String,
    svg: String,
}

impl Page {
    pub(super) fn of(report: &Report, unread: &[Unread]) -> Page {
        let verdicts = [
            Verdict::Proved,
            Verdict::Given,
            Verdict::Refuted,
            Verdict::Open,
            Verdict::Unsupported,
        ];
        let counts = verdicts.map(|v| (v.word(), report.count(v)));
        Page {
            version: env!("CARGO_PKG_VERSION"),
            prover: clean(&report.prover),
            cancelled: report.cancelled,
            routines: report.routines().count(),
            counts: counts.into_iter().filter(|(_, n)| *n > 0).collect(),
            unread: unread.iter().map(|u| clean(&u.diagnostic.message)).collect(),
            files: report
                .files
                .iter()
                .enumerate()
                .map(|(i, f)| Places::of(report, f, i).file(f))
                .collect(),
            drawing_style: crate::drawing::STYLE,
            tip: crate::drawing::TIP,
        }
    }
}

/// Where the lines of a file are in the page.
struct Places<'a> {
    sources: &'a Sources,
    file: usize,
    last: usize,
}

impl<'a> Places<'a> {
    fn of(report: &'a Report, file: &FileReport, number: usize) -> Places<'a> {
        Places {
            sources: &report.sources,
            file: number,
            last: report.sources.file(file.file).text().lines().count(),
        }
    }

    /// The anchor of a line. A place behind the last line is at the last.
    fn anchor(&self, line: usize) -> String {
        format!("f{}l{}", self.file, line.min(self.last))
    }

    fn file(&self, file: &FileReport) -> File {
        let source = self.sources.file(file.file);
        File {
            path: clean(&source.path().display().to_string()),
            mode: file.mode,
            messages: file.diagnostics.iter().map(|d| self.diagnostic(d)).collect(),
            routines: file
                .routines
                .iter()
                .enumerate()
                .map(|(i, r)| self.routine(r, i))
                .collect(),
            lines: lines(source, file, &|line| self.anchor(line)),
        }
    }

    fn diagnostic(&self, diagnostic: &Diagnostic) -> Message {
        let line = diagnostic.span.map(|span| self.sources.line(span));
        Message {
            word: diagnostic.severity.word(),
            line,
            anchor: line.map_or(String::new(), |l| self.anchor(l)),
            text: clean(&diagnostic.message),
            notes: diagnostic
                .notes
                .iter()
                .chain(&diagnostic.help)
                .map(|n| clean(n))
                .collect(),
        }
    }

    fn routine(&self, routine: &RoutineReport, number: usize) -> Routine {
        let line = self.sources.line(routine.span);
        let open = || routine.obligations.iter().filter(|o| o.verdict != Verdict::Proved);
        let conditional = routine.obligations.iter().filter(|o| o.conditional).count();
        let counterexample = routine.counterexample.as_ref();
        let graph = |small: bool| routine.graph.as_ref().filter(|g| (g.states.len() <= DRAWN) == small);
        let moments = counterexample.into_iter().flat_map(|c| &c.heaps);
        Routine {
            id: format!("f{}r{number}", self.file),
            name: clean(&routine.name),
            line,
            anchor: self.anchor(line),
            verdict: routine.verdict.word(),
            proved: routine.obligations.len() - open().count() - conditional,
            conditional,
            assumes: assumptions(self.sources, routine)
                .into_iter()
                .map(|(kind, text, lines)| {
                    let lines: Vec<String> = lines.iter().map(usize::to_string).collect();
                    format!("{kind}: {} (line {})", clean(text), lines.join(", "))
                })
                .collect(),
            without: without(routine),
            messages: open().map(|o| self.obligation(o)).collect(),
            loops: distinct_loops(routine)
                .map(|l| Loop {
                    line: self.sources.line(l.span),
                    anchor: self.anchor(self.sources.line(l.span)),
                    facts: facts(l),
                })
                .filter(|l| !l.facts.is_empty())
                .collect(),
            failure: counterexample.map(|c| self.failure(c)),
            drawings: moments.chain(open().flat_map(|o| &o.heaps)).map(drawing).collect(),
            graph: graph(true).map(|g| graph::inline_svg(&routine.name, g)),
            too_large: graph(false).map(|g| g.states.len()),
        }
    }

    fn obligation(&self, obligation: &Obligation) -> Message {
        let line = self.sources.line(obligation.span);
        Message {
            word: obligation.verdict.word(),
            line: Some(line),
            anchor: self.anchor(line),
            text: clean(&obligation.message),
            notes: obligation.details.iter().map(|d| clean(d)).collect(),
        }
    }

    fn failure(&self, counterexample: &Counterexample) -> Failure {
        let inputs = counterexample.inputs.iter();
        let path = counterexample.path.iter();
        Failure {
            inputs: inputs.map(|(name, value)| (clean(name), clean(value))).collect(),
            path: path.map(|line| (*line, self.anchor(*line))).collect(),
        }
    }
}

fn drawing(moment: &Moment) -> Drawing {
    let title = format!("the heap {}", clean(&moment.when));
    Drawing {
        svg: heap::svg(&title, &moment.heap),
        title,
    }
}
