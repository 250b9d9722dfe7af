//! A file as the templates see it: its source, and what was found out of each routine.

use super::clean::clean;
use super::listing::{Line, facts, lines};
use crate::text::{assumptions, distinct_loops, given_clauses, without};
use crate::unproved::{also, importance, told, unfinished};
use crate::{graph, heap};
use abide_base::{Diagnostic, Sources};
use abide_verify::{Counterexample, FileReport, Moment, Obligation, RoutineReport, Verdict};

/// States of a graph that fit a drawing; larger graphs are not drawn.
const DRAWN: usize = 200;

/// A verdict, severity or language as a word.
pub(super) type Word = &'static str;

/// A file.
pub(super) struct File {
    pub id: String,
    pub path: String,
    pub language: Word,
    pub mode: Word,
    pub messages: Vec<Message>,
    /// Those first that matter most.
    pub routines: Vec<Routine>,
    pub lines: Vec<Line>,
}

pub(super) struct Message {
    pub word: Word,
    pub line: Option<usize>,
    pub anchor: String,
    pub text: String,
    pub notes: Vec<String>,
    pub failure: Option<Failure>,
    pub drawings: Vec<Drawing>,
}

pub(super) struct Routine {
    pub id: String,
    pub name: String,
    pub line: usize,
    pub anchor: String,
    pub verdict: Word,
    pub proved: usize,
    pub conditional: usize,
    pub given_for: Word,
    pub given: Vec<String>,
    pub assumes: Vec<String>,
    pub without: Option<String>,
    pub messages: Vec<Message>,
    pub loops: Vec<Loop>,
    pub graph: Option<String>,
    /// The states of a graph that is too large to be drawn.
    pub too_large: Option<usize>,
}

pub(super) struct Loop {
    pub line: usize,
    pub anchor: String,
    pub facts: Vec<String>,
}

/// The input on which a check fails, and the way of the run.
pub(super) struct Failure {
    pub inputs: Vec<(String, String)>,
    pub path: Vec<(usize, String)>,
}

/// A drawing, and what it shows.
pub(super) struct Drawing {
    pub title: String,
    pub svg: String,
}

impl File {
    /// A file of a report, by its number among those of the page.
    pub(super) fn of(sources: &Sources, file: &FileReport, number: usize) -> File {
        let source = sources.file(file.file);
        let places = Places {
            sources,
            file: number,
            last: source.text().lines().count(),
        };
        let mut routines: Vec<(usize, &RoutineReport)> = file.routines.iter().enumerate().collect();
        routines.sort_by_key(|(_, r)| importance(r.verdict));
        File {
            id: format!("f{number}"),
            path: clean(&source.path().display().to_string()),
            language: file.language,
            mode: file.mode,
            messages: file.diagnostics.iter().map(|d| places.diagnostic(d)).collect(),
            routines: routines.into_iter().map(|(i, r)| places.routine(r, i)).collect(),
            lines: lines(source, file, &|line| places.anchor(line)),
        }
    }
}

/// Where the lines of a file are in the page.
struct Places<'a> {
    sources: &'a Sources,
    file: usize,
    last: usize,
}

impl Places<'_> {
    /// The anchor of a line. A place behind the last line is at the last.
    fn anchor(&self, line: usize) -> String {
        format!("f{}l{}", self.file, line.min(self.last))
    }

    fn diagnostic(&self, diagnostic: &Diagnostic) -> Message {
        let line = diagnostic.span.map(|span| self.sources.line(span));
        let notes = diagnostic.notes.iter().chain(&diagnostic.help);
        Message {
            word: diagnostic.severity.word(),
            line,
            anchor: line.map_or(String::new(), |l| self.anchor(l)),
            text: clean(&diagnostic.message),
            notes: notes.map(|n| clean(n)).collect(),
            failure: None,
            drawings: Vec::new(),
        }
    }

    fn routine(&self, routine: &RoutineReport, number: usize) -> Routine {
        let line = self.sources.line(routine.span);
        let left = routine.obligations.iter().filter(|o| o.verdict != Verdict::Proved);
        let untouched = left.clone().filter(|o| unfinished(o)).map(|o| self.obligation(o, &[]));
        let causes = told(routine);
        let causes = causes.iter().map(|c| self.obligation(c.first, &c.others));
        let conditional = routine.obligations.iter().filter(|o| o.conditional).count();
        let graph = |small: bool| routine.graph.as_ref().filter(|g| (g.states.len() <= DRAWN) == small);
        let why = routine.why.iter().map(|d| self.diagnostic(d));
        Routine {
            id: format!("f{}r{number}", self.file),
            name: clean(&routine.name),
            line,
            anchor: self.anchor(line),
            verdict: routine.verdict.word(),
            proved: routine.obligations.len() - left.count() - conditional,
            conditional,
            given_for: match routine.verdict {
                Verdict::Given => "It is proved for callers that keep to",
                _ => "It would be proved for callers that keep to",
            },
            given: given_clauses(routine).map(|clause| clean(&clause)).collect(),
            assumes: self.assumes(routine),
            without: without(routine),
            messages: why.chain(causes).chain(untouched).collect(),
            loops: distinct_loops(routine)
                .map(|l| Loop {
                    line: self.sources.line(l.span),
                    anchor: self.anchor(self.sources.line(l.span)),
                    facts: facts(l),
                })
                .filter(|l| !l.facts.is_empty())
                .collect(),
            graph: graph(true).map(|g| graph::inline_svg(&routine.name, g)),
            too_large: graph(false).map(|g| g.states.len()),
        }
    }

    fn assumes(&self, routine: &RoutineReport) -> Vec<String> {
        let told = assumptions(self.sources, routine);
        told.into_iter()
            .map(|(kind, text, lines)| {
                let lines: Vec<String> = lines.iter().map(usize::to_string).collect();
                format!("{kind}: {} (line {})", clean(text), lines.join(", "))
            })
            .collect()
    }

    /// A message about something that is not proved, with what fails for the same cause.
    fn obligation(&self, obligation: &Obligation, others: &[&Obligation]) -> Message {
        let line = self.sources.line(obligation.span);
        let counterexample = obligation.counterexample.as_ref();
        let moments = counterexample.into_iter().flat_map(|c| &c.heaps);
        Message {
            word: obligation.verdict.word(),
            line: Some(line),
            anchor: self.anchor(line),
            text: clean(&obligation.message),
            notes: obligation
                .details
                .iter()
                .map(|d| clean(d))
                .chain(others.iter().map(|o| clean(&also(o))))
                .collect(),
            failure: counterexample
                .filter(|_| obligation.verdict == Verdict::Refuted)
                .map(|c| self.failure(c)),
            drawings: moments.chain(&obligation.heaps).map(drawing).collect(),
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
