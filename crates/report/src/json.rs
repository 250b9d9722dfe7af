//! The report as one JSON object. Its keys and their order are an interface; new ones are
//! only ever appended. `docs/abide.schema.json` is its schema, `docs/json.md` its page; one file because the types below are that
//! schema.

use crate::heap::named;
use crate::identity::names;
use crate::text::distinct_loops;
use crate::{Selected, Unread};
use abide_base::heap::{Object as HeapObject, Target};
use abide_base::{Diagnostic, FileId, Sources};

use abide_verify::report::RoundReport;
use abide_verify::{
    Assumption, Confirmation, Counterexample, FileReport, LoopReport, Moment, Obligation, Report, RoutineReport,
    RoutineStats, Verdict,
};
use serde::{Serialize, Serializer};

/// The report as an indented object that ends in a newline. Files that could not be read
/// come after the others; loops in `histories` tell how they came about.
pub fn json(report: &Report, unread: &[Unread], histories: &[Selected<'_>]) -> String {
    let show = Show {
        sources: &report.sources,
        histories,
    };
    let read = report.files.iter().map(|f| show.file(f));
    let object = Object {
        tool: "abide",
        version: env!("CARGO_PKG_VERSION"),
        summary: summary(report),
        files: read.chain(unread.iter().map(|u| show.unread(u))).collect(),
        schema: SCHEMA,
    };
    let mut text = serde_json::to_string_pretty(&object).expect("strings and numbers are always JSON");
    text.push('\n');
    text
}

fn summary(report: &Report) -> Summary {
    Summary {
        routines: report.routines().count(),
        proved: report.count(Verdict::Proved),
        refuted: report.count(Verdict::Refuted),
        open: report.count(Verdict::Open),
        unsupported: report.count(Verdict::Unsupported),
        given: report.count(Verdict::Given),
        but_for_overflow: report.count_but_for_overflow(),
    }
}

/// What was found out of a file, as an object on one line: what `files` has in the whole report.
pub fn json_line(sources: &Sources, file: &FileReport) -> String {
    let show = Show {
        sources,
        histories: &[],
    };
    line(&show.file(file))
}

/// The last lines: files that could not be read, and the summary.
pub fn json_end(report: &Report, unread: &[Unread]) -> String {
    let show = Show {
        sources: &report.sources,
        histories: &[],
    };
    let unread: String = unread.iter().map(|u| line(&show.unread(u))).collect();
    let end = End {
        tool: "abide",
        version: env!("CARGO_PKG_VERSION"),
        cancelled: report.cancelled,
        summary: summary(report),
    };
    unread + &line(&end)
}

fn line(object: &impl Serialize) -> String {
    serde_json::to_string(object).expect("strings and numbers are always JSON") + "\n"
}

#[derive(Serialize)]
struct End {
    tool: &'static str,
    version: &'static str,
    cancelled: bool,
    summary: Summary,
}

#[derive(Serialize)]
struct Object<'a> {
    tool: &'static str,
    version: &'static str,
    summary: Summary,
    files: Vec<File<'a>>,
    schema: &'static str,
}

/// The version of the schema. The second number grows with new keys, the first one where a key goes or means something else.
const SCHEMA: &str = "1.1";

#[derive(Serialize)]
struct Summary {
    routines: usize,
    proved: usize,
    refuted: usize,
    open: usize,
    unsupported: usize,
    /// Proved for callers that keep to preconditions which nobody wrote.
    given: usize,
    /// Of those that are open or refuted, how many are proved but for overflow.
    but_for_overflow: usize,
}

#[derive(Serialize)]
struct File<'a> {
    path: String,
    language: Option<&'a str>,
    mode: Option<&'a str>,
    diagnostics: Vec<Message<'a>>,
    routines: Vec<Routine<'a>>,
}

#[derive(Serialize)]
struct Message<'a> {
    severity: &'static str,
    line: Option<usize>,
    column: Option<usize>,
    message: &'a str,
    help: &'a [String],
    /// Where it is not about the file it is told of.
    #[serde(skip_serializing_if = "Option::is_none")]
    path: Option<String>,
}

#[derive(Serialize)]
struct Routine<'a> {
    name: &'a str,
    line: usize,
    verdict: &'static str,
    obligations: Vec<Proof<'a>>,
    loops: Vec<Loop<'a>>,
    counterexample: Option<Map<&'a str, &'a str>>,
    stats: Stats,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    heaps: Vec<Drawn<'a>>,
    assumes: Vec<Assumed<'a>>,
    /// Clauses that were left out.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    unread: Vec<Message<'a>>,
    /// How many these are.
    #[serde(skip_serializing_if = "Option::is_none")]
    without: Option<usize>,
    /// What stands in the way.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    why: Vec<Message<'a>>,
    /// The contract that nobody wrote.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    given: Vec<Given<'a>>,
}

/// A clause of a contract that nobody wrote.
#[derive(Serialize)]
struct Given<'a> {
    clause: &'static str,
    grade: &'static str,
    text: &'a str,
}

/// Something that the verdict rests on.
#[derive(Serialize)]
struct Assumed<'a> {
    kind: &'static str,
    line: usize,
    text: &'a str,
}

/// Linked objects of the counterexample.
#[derive(Serialize)]
struct Drawn<'a> {
    when: &'a str,
    variables: Map<&'a str, &'a str>,
    objects: Vec<Node<'a>>,
}

#[derive(Serialize)]
struct Node<'a> {
    name: &'a str,
    data: Map<&'a str, &'a str>,
    links: Map<&'a str, &'a str>,
}

/// Pairs as an object, in their order.
struct Map<K, V>(Vec<(K, V)>);

impl<K: Serialize, V: Serialize> Serialize for Map<K, V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(k, v)| (k, v)))
    }
}

impl<'a> Drawn<'a> {
    fn of(moment: &'a Moment) -> Drawn<'a> {
        let heap = &moment.heap;
        let links = |links: &'a [(String, Target)]| {
            let named = links.iter().map(|(field, to)| (field.as_str(), named(heap, *to)));
            Map(named.collect())
        };
        let node = |object: &'a HeapObject| Node {
            name: &object.name,
            data: Map(object.data.iter().map(|(n, v)| (n.as_str(), v.as_str())).collect()),
            links: links(&object.links),
        };
        Drawn {
            when: &moment.when,
            variables: links(&heap.variables),
            objects: heap.objects.iter().map(node).collect(),
        }
    }
}

#[derive(Serialize)]
struct Proof<'a> {
    kind: &'static str,
    line: usize,
    /// `conditional` for a proof that rests on an earlier check which is not proved.
    verdict: &'static str,
    message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    counterexample: Option<Map<&'a str, &'a str>>,
    /// Of a counterexample: what the machine says of it, if it was asked and could be.
    #[serde(skip_serializing_if = "Option::is_none")]
    confirmed: Option<Option<bool>>,
    /// The same from run to run, and different for each obligation of a file.
    id: String,
    column: usize,
    /// Where it does not stand in the file of its routine.
    #[serde(skip_serializing_if = "Option::is_none")]
    path: Option<String>,
    /// Why no program that was run confirms it, if one was to.
    #[serde(skip_serializing_if = "Option::is_none")]
    unconfirmed: Option<&'a str>,
}

#[derive(Serialize)]
struct Loop<'a> {
    line: usize,
    invariants: Vec<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    measure: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    history: Option<Story<'a>>,
}

#[derive(Serialize)]
struct Story<'a> {
    predicates: Vec<Predicate<'a>>,
    rounds: Vec<Round<'a>>,
    weakened: Option<&'a str>,
    not_needed: &'a [String],
    dropped: &'a [String],
    checks: u64,
    queries: u64,
}

#[derive(Serialize)]
struct Predicate<'a> {
    text: &'a str,
    origin: &'a str,
}

#[derive(Serialize)]
struct Round<'a> {
    count: u128,
    valuations: &'a [String],
    came: &'a [String],
    went: &'a [String],
}

#[derive(Serialize)]
struct Stats {
    predicates: u64,
    checks_infer: u64,
    checks_minimise: u64,
    checks_final: u64,
    rounds: u64,
    ms: u64,
    checks_refute: u64,
    checks_vacuous: u64,
    instances: u64,
    unknown: u64,
    /// Checks that the second prover proved.
    #[serde(skip_serializing_if = "is_zero")]
    second: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    entailments: Option<Entailments>,
}

/// Of Bohne's analysis.
#[derive(Serialize)]
struct Entailments {
    asked: u64,
    known: u64,
}

fn is_zero(number: &u64) -> bool {
    *number == 0
}

impl From<RoutineStats> for Stats {
    fn from(stats: RoutineStats) -> Stats {
        Stats {
            predicates: stats.predicates,
            checks_infer: stats.checks_infer,
            checks_minimise: stats.checks_minimise,
            checks_final: stats.checks_final,
            rounds: stats.rounds,
            ms: stats.ms,
            checks_refute: stats.checks_refute,
            checks_vacuous: stats.checks_vacuous,
            instances: stats.instances,
            unknown: stats.unknown,
            second: stats.second,
            entailments: (stats.entailments > 0).then_some(Entailments {
                asked: stats.entailments,
                known: stats.cache_hits,
            }),
        }
    }
}

struct Show<'a> {
    sources: &'a Sources,
    histories: &'a [Selected<'a>],
}

impl<'a> Show<'a> {
    fn file(&self, file: &'a FileReport) -> File<'a> {
        File {
            path: self.sources.file(file.file).path().display().to_string(),
            language: Some(file.language),
            mode: Some(file.mode),
            diagnostics: file.diagnostics.iter().map(|d| self.message_in(file.file, d)).collect(),
            routines: file
                .routines
                .iter()
                .zip(names(self.sources, file))
                .map(|(r, ids)| self.routine(file.file, r, ids))
                .collect(),
        }
    }

    /// A message that is told of a file.
    fn message_in(&self, file: FileId, diagnostic: &'a Diagnostic) -> Message<'a> {
        let elsewhere = diagnostic.span.filter(|s| s.file != file);
        let path = elsewhere.map(|s| self.sources.file(s.file).path().display().to_string());
        Message {
            path,
            ..self.message(diagnostic)
        }
    }

    fn unread(&self, unread: &'a Unread) -> File<'a> {
        File {
            path: unread.path.display().to_string(),
            language: None,
            mode: None,
            diagnostics: vec![self.message(&unread.diagnostic)],
            routines: Vec::new(),
        }
    }

    fn message(&self, diagnostic: &'a Diagnostic) -> Message<'a> {
        let place = diagnostic.span.map(|span| (self.sources.file(span.file), span.start));
        Message {
            severity: diagnostic.severity.word(),
            line: place.map(|(file, start)| file.line(start)),
            column: place.map(|(file, start)| file.column(start)),
            message: &diagnostic.message,
            help: &diagnostic.help,
            path: None,
        }
    }

    fn routine(&self, file: FileId, routine: &'a RoutineReport, ids: Vec<String>) -> Routine<'a> {
        let counterexample = routine.counterexample.as_ref();
        Routine {
            name: &routine.name,
            line: self.sources.line(routine.span),
            verdict: routine.verdict.word(),
            obligations: routine
                .obligations
                .iter()
                .zip(ids)
                .map(|(o, id)| self.obligation(file, o, id))
                .collect(),
            loops: distinct_loops(routine).map(|l| self.of_loop(l)).collect(),
            counterexample: counterexample.map(inputs),
            stats: routine.stats.into(),
            heaps: counterexample
                .into_iter()
                .flat_map(|c| &c.heaps)
                .map(Drawn::of)
                .collect(),
            assumes: routine.assumes.iter().map(|a| self.assumed(a)).collect(),
            unread: routine.unread.iter().map(|d| self.message_in(file, d)).collect(),
            without: Some(routine.unread.len()).filter(|n| *n > 0),
            given: routine
                .given
                .iter()
                .map(|p| Given {
                    clause: p.keyword.word(),
                    grade: p.grade.word(),
                    text: &p.text,
                })
                .collect(),
            why: routine.why.iter().map(|d| self.message_in(file, d)).collect(),
        }
    }

    fn assumed(&self, assumption: &'a Assumption) -> Assumed<'a> {
        Assumed {
            kind: assumption.kind.word(),
            line: self.sources.line(assumption.span),
            text: &assumption.text,
        }
    }

    /// The message, and below it why the obligation is open.
    fn obligation(&self, file: FileId, obligation: &'a Obligation, id: String) -> Proof<'a> {
        let source = self.sources.file(obligation.span.file);
        let is_elsewhere = obligation.span.file != file;
        let lines: Vec<&str> = [obligation.message.as_str()]
            .into_iter()
            .chain(obligation.details.iter().map(String::as_str))
            .collect();
        Proof {
            kind: obligation.kind.tag(),
            line: self.sources.line(obligation.span),
            verdict: match obligation.conditional {
                true => "conditional",
                false => obligation.verdict.word(),
            },
            message: lines.join("\n"),
            counterexample: obligation.counterexample.as_ref().map(inputs),
            confirmed: obligation.counterexample.as_ref().map(confirmed),
            id,
            column: source.column(obligation.span.start),
            path: is_elsewhere.then(|| source.path().display().to_string()),
            unconfirmed: obligation.counterexample.as_ref().and_then(unconfirmed),
        }
    }

    fn of_loop(&self, l: &'a LoopReport) -> Loop<'a> {
        let has_history = self.histories.iter().any(|s| std::ptr::eq(s.of_loop, l));
        Loop {
            line: self.sources.line(l.span),
            invariants: l.invariants.iter().map(|i| i.text()).collect(),
            measure: l.measure.as_deref(),
            history: has_history.then(|| Story {
                predicates: l
                    .history
                    .predicates
                    .iter()
                    .map(|(text, origin)| Predicate { text, origin })
                    .collect(),
                rounds: l.history.rounds.iter().map(round).collect(),
                weakened: l.history.weakened.as_deref(),
                not_needed: &l.history.not_needed,
                dropped: &l.history.dropped,
                checks: l.history.checks,
                queries: l.history.queries,
            }),
        }
    }
}

/// The inputs by name.
fn inputs(counterexample: &Counterexample) -> Map<&str, &str> {
    let pairs = counterexample.inputs.iter();
    Map(pairs.map(|(n, v)| (n.as_str(), v.as_str())).collect())
}

fn confirmed(counterexample: &Counterexample) -> Option<bool> {
    match counterexample.confirmation {
        Confirmation::Fails => Some(true),
        Confirmation::Passes => Some(false),
        Confirmation::NotAsked | Confirmation::Impossible(_) => None,
    }
}

/// Why there is no run on the machine that tells.
fn unconfirmed(counterexample: &Counterexample) -> Option<&str> {
    match &counterexample.confirmation {
        Confirmation::Impossible(why) => Some(why),
        Confirmation::NotAsked | Confirmation::Fails | Confirmation::Passes => None,
    }
}

fn round(round: &RoundReport) -> Round<'_> {
    Round {
        count: round.count,
        valuations: &round.valuations,
        came: &round.came,
        went: &round.went,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{samples, select};
    use insta::assert_snapshot;

    /// Snapshots outlive versions.
    fn show(report: &Report, unread: &[Unread]) -> String {
        json(report, unread, &[]).replace(env!("CARGO_PKG_VERSION"), "VERSION")
    }

    #[test]
    fn the_object_has_the_promised_keys_in_order() {
        assert_snapshot!(show(&samples::mixed(), &[]));
    }

    #[test]
    fn diagnostics_have_places_and_unread_files_have_none() {
        let unread = Unread {
            path: "gone.gcl".into(),
            diagnostic: Diagnostic::new(abide_base::Severity::Error, "gone.gcl cannot be read"),
        };
        assert_snapshot!(show(&samples::malformed(), &[unread]));
    }

    #[test]
    fn entailments_are_shown_where_there_are_any() {
        let mut report = samples::proved();
        assert!(!show(&report, &[]).contains("entailments"));
        let stats = &mut report.files[0].routines[0].stats;
        (stats.entailments, stats.cache_hits) = (40, 10);
        let text = show(&report, &[]);
        let flat: String = text.split_whitespace().collect();
        assert!(flat.contains(r#""entailments":{"asked":40,"known":10}"#), "{text}");
    }

    #[test]
    fn an_explained_loop_tells_its_history() {
        let report = samples::mixed();
        let text = json(&report, &[], &select(&report, Some(11)));
        assert_eq!(text.matches("\"history\"").count(), 1);
        assert!(text.contains("\"valuations\""));
    }
}
