//! Messages about what is not proved: the obligation at its place, with the failing input or the state that breaks the
//! proof.

use crate::Color;
use crate::heap;
use crate::message::headed;
use abide_base::{Diagnostic, Exhausted, Severity, Sources};
use abide_verify::{
    CheckKind, Confirmation, Counterexample, Keyword, LoopReport, Moment, Obligation, RoutineReport, Verdict,
};
use std::collections::BTreeSet;

/// Lines of a counterexample's path that are shown at each end of a long one.
const PATH_END: usize = 12;

/// How much of linked objects is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Drawings {
    /// Nothing.
    Off,
    /// One drawing for each message, cut off where it gets long; no drawing twice in a routine.
    #[default]
    Short,
    /// Everything.
    Full,
}

/// Lines of a short drawing.
const DRAWN_LINES: usize = 12;

/// A message for each cause why something is not proved, if there is anything to say about it; what is refuted comes first.
pub(crate) fn unproved(sources: &Sources, routine: &RoutineReport, color: Color, drawings: Drawings) -> String {
    let mut out = String::new();
    let mut shown = BTreeSet::new();
    for cause in told(routine) {
        let obligation = cause.first;
        let mut diagnostic = diagnostic(routine, obligation);
        diagnostic.notes.extend(cause.others.iter().map(|o| also(o)));
        diagnostic.notes.extend(drawn_for(obligation, drawings, &mut shown));
        // what holds of the whole routine is shown once
        let general = weakened(sources, routine, obligation).into_iter();
        diagnostic.notes.extend(general.filter(|n| shown.insert(n.clone())));
        diagnostic.help.retain(|h| shown.insert(h.clone()));
        out.push_str(&headed(sources, &diagnostic, obligation.verdict.word(), color));
        out.push('\n');
    }
    out
}

/// What fails at one place for one reason: a pointer that leads nowhere fails several checks.
pub(crate) struct Cause<'a> {
    pub first: &'a Obligation,
    pub others: Vec<&'a Obligation>,
}

/// Why something is not proved, what is refuted first, as far as there is anything to say about it.
pub(crate) fn told(routine: &RoutineReport) -> Vec<Cause<'_>> {
    let mut told = causes(routine);
    told.retain(|cause| !unfinished(cause.first));
    told
}

/// Why something is not proved, what is refuted first.
pub(crate) fn causes(routine: &RoutineReport) -> Vec<Cause<'_>> {
    let told = routine.obligations.iter();
    let mut told: Vec<&Obligation> = told.filter(|o| o.verdict > Verdict::Given).collect();
    told.sort_by_key(|o| (importance(o.verdict), o.span, unfinished(o), about_memory(o.kind)));
    let mut causes: Vec<Cause<'_>> = Vec::new();
    for obligation in told {
        let place = |o: &Obligation| (o.span, o.verdict, unfinished(o));
        match causes.last_mut() {
            Some(cause)
                if place(cause.first) == place(obligation)
                    && about_memory(cause.first.kind).is_some()
                    && about_memory(obligation.kind).is_some() =>
            {
                cause.others.push(obligation);
            }
            _ => causes.push(Cause {
                first: obligation,
                others: Vec::new(),
            }),
        }
    }
    causes
}

/// What matters most comes first.
pub(crate) fn importance(verdict: Verdict) -> usize {
    match verdict {
        Verdict::Refuted => 0,
        Verdict::Open => 1,
        Verdict::Unsupported => 2,
        Verdict::Given => 3,
        Verdict::Proved => 4,
    }
}

/// The rank of checks that fail together where a pointer leads nowhere.
fn about_memory(kind: CheckKind) -> Option<usize> {
    let kinds = [
        CheckKind::Null,
        CheckKind::Bounds,
        CheckKind::Lifetime,
        CheckKind::ReadOnly,
    ];
    kinds.iter().position(|k| *k == kind)
}

/// Another check that fails for the same reason.
pub(crate) fn also(obligation: &Obligation) -> String {
    match refutation(obligation) {
        Some(found) if !found.inputs.is_empty() => format!("{} for {}", obligation.message, inputs(found)),
        _ => format!("{}, too", obligation.message),
    }
}

/// The drawings for an obligation; those in `shown` are known already.
fn drawn_for(obligation: &Obligation, how: Drawings, shown: &mut BTreeSet<String>) -> Vec<String> {
    match how {
        Drawings::Off => Vec::new(),
        Drawings::Full => drawings(obligation).collect(),
        Drawings::Short => {
            let new = drawings(obligation)
                .last()
                .filter(|drawing| shown.insert(drawing.clone()));
            new.into_iter().map(|drawing| cut_off(&drawing)).collect()
        }
    }
}

/// The first lines of a drawing.
fn cut_off(drawing: &str) -> String {
    let lines: Vec<&str> = drawing.lines().collect();
    match lines.len() {
        n if n <= DRAWN_LINES + 1 => drawing.to_string(),
        n => {
            let left = n - DRAWN_LINES;
            format!(
                "{}\n\u{2026} {left} lines more with `--drawings full`",
                lines[..DRAWN_LINES].join("\n")
            )
        }
    }
}

/// What is to be said of an obligation that is not proved, without drawings.
pub(crate) fn diagnostic(routine: &RoutineReport, obligation: &Obligation) -> Diagnostic {
    let severity = match obligation.verdict {
        Verdict::Proved | Verdict::Given | Verdict::Open => Severity::Warning,
        Verdict::Refuted | Verdict::Unsupported => Severity::Error,
    };
    let mut diagnostic = Diagnostic::new(severity, &obligation.message).at(obligation.span, "");
    diagnostic
        .notes
        .extend(refutation(obligation).into_iter().flat_map(replay));
    diagnostic.notes.extend(without_repetition(&obligation.details));
    diagnostic.help.extend(help(routine, obligation).map(String::from));
    diagnostic.help.extend(precondition(routine, obligation));
    match obligation.demanded {
        Some(place) if place != obligation.span => diagnostic.related(place, "demanded here"),
        _ => diagnostic,
    }
}

/// The input on which a check fails; not one on which it only seemed to.
pub(crate) fn refutation(obligation: &Obligation) -> Option<&Counterexample> {
    let found = obligation.counterexample.as_ref();
    found.filter(|_| obligation.verdict == Verdict::Refuted)
}

/// Linked objects of the failing input and of the state that breaks the proof, in plain characters.
pub fn drawings(obligation: &Obligation) -> impl Iterator<Item = String> {
    let failing = refutation(obligation).into_iter().flat_map(|found| &found.heaps);
    failing.chain(&obligation.heaps).map(drawn)
}

/// Linked objects, below the words that tell when.
fn drawn(moment: &Moment) -> String {
    let lines = heap::text(&moment.heap);
    format!("the heap {}:\n{}", moment.when, lines.trim_end())
}

/// The details, less the states that are the same as the one before: `at PLACE: STATE`.
fn without_repetition(details: &[String]) -> Vec<String> {
    let state = |detail: &str| detail.split_once(": ").map(|(_, state)| state.to_string());
    let mut kept: Vec<String> = details.to_vec();
    kept.dedup_by(|next, before| state(next).is_some() && state(next) == state(before));
    kept
}

fn inputs(counterexample: &Counterexample) -> String {
    let pairs = counterexample.inputs.iter();
    let pairs: Vec<String> = pairs.map(|(name, value)| format!("{name} = {value}")).collect();
    pairs.join(", ")
}

/// The failing input, and the way the run goes.
fn replay(counterexample: &Counterexample) -> Vec<String> {
    let mut notes = vec![match counterexample.inputs.is_empty() {
        true => "it fails without any input".to_string(),
        false => format!("it fails for {}", inputs(counterexample)),
    }];
    let path: Vec<String> = counterexample.path.iter().map(usize::to_string).collect();
    match path.len() {
        0 => {}
        n if n > 2 * PATH_END + 1 => {
            let (start, end) = (&path[..PATH_END], &path[n - PATH_END..]);
            notes.push(format!(
                "the run passes the lines {}, \u{2026}, {}",
                start.join(", "),
                end.join(", ")
            ));
        }
        1 => notes.push(format!("the run passes line {}", path[0])),
        _ => notes.push(format!("the run passes the lines {}", path.join(", "))),
    }
    match &counterexample.confirmation {
        Confirmation::Fails => notes.push("confirmed by a run on the machine".to_string()),
        Confirmation::Impossible(why) => notes.push(format!("not confirmed: {why}")),
        Confirmation::NotAsked | Confirmation::Passes => {}
    }
    notes
}

/// Why more is perhaps true of the loops than was found.
pub(crate) fn weakened(sources: &Sources, routine: &RoutineReport, obligation: &Obligation) -> Vec<String> {
    if obligation.verdict != Verdict::Open {
        return Vec::new();
    }
    let found = routine.loops.iter().filter_map(|l| {
        let why = l.history.weakened.as_ref()?;
        Some(format!(
            "what was inferred for the loop at line {} may be too weak: {why}",
            sources.line(l.span)
        ))
    });
    found.collect::<BTreeSet<_>>().into_iter().collect()
}

fn help(routine: &RoutineReport, obligation: &Obligation) -> Option<&'static str> {
    let time = Exhausted::Time.to_string();
    let cut_short = |l: &LoopReport| l.history.weakened.as_ref().is_some_and(|why| why.contains(&time));
    if obligation.verdict != Verdict::Open {
        None
    } else if obligation.details.contains(&time) || routine.loops.iter().any(cut_short) {
        Some("allow more time with `--timeout`")
    } else if obligation
        .details
        .iter()
        .any(|d| d.starts_with("at the head of the loop"))
    {
        Some(match obligation.kind {
            // bounds of what is computed follow from those of the inputs
            CheckKind::Overflow => {
                "nothing excludes this state: bound the inputs with a precondition, or give the loop an invariant"
            }
            _ => "a fact that excludes this state is missing: give the loop an invariant, or predicates to find one",
        })
    } else {
        None
    }
}

/// The precondition under which a routine that nobody wrote a contract for is safe from this.
fn precondition(routine: &RoutineReport, obligation: &Obligation) -> Option<String> {
    let fails = matches!(routine.verdict, Verdict::Open | Verdict::Refuted) && obligation.kind != CheckKind::Overflow;
    let required = routine.given.iter().filter(|c| c.keyword == Keyword::Requires);
    let clauses: Vec<String> = required.map(|c| format!("`requires {};`", c.text)).collect();
    (fails && !clauses.is_empty()).then(|| format!("it cannot fail with {}", clauses.join(", ")))
}

/// Is it open only because the run was cancelled? There is nothing to say about it then.
pub(crate) fn unfinished(obligation: &Obligation) -> bool {
    obligation.verdict == Verdict::Open && obligation.details == [Exhausted::Cancelled.to_string()]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An obligation that is refuted for an input.
    fn refuted(kind: CheckKind, start: usize, input: &str) -> Obligation {
        let span = abide_base::Span::new(abide_base::FileId(0), start, start + 1);
        Obligation {
            kind,
            span,
            demanded: None,
            verdict: Verdict::Refuted,
            message: kind.refutation().to_string(),
            details: Vec::new(),
            heaps: Vec::new(),
            counterexample: Some(Counterexample {
                inputs: vec![("p".to_string(), input.to_string())],
                span,
                path: Vec::new(),
                choices: Vec::new(),
                test: None,
                confirmation: Confirmation::NotAsked,
                heaps: Vec::new(),
            }),
            conditional: false,
        }
    }

    #[test]
    fn a_pointer_that_leads_nowhere_is_one_cause_and_refuted_comes_first() {
        let mut routine = RoutineReport::bare("f", Default::default(), Verdict::Refuted);
        let open = Obligation {
            verdict: Verdict::Open,
            counterexample: None,
            ..refuted(CheckKind::Assertion, 0, "")
        };
        routine.obligations = vec![
            open,
            refuted(CheckKind::Bounds, 5, "empty"),
            refuted(CheckKind::Null, 5, "NULL"),
            refuted(CheckKind::Overflow, 5, "7"),
            refuted(CheckKind::Bounds, 9, "short"),
        ];
        let causes = causes(&routine);
        let kinds: Vec<CheckKind> = causes.iter().map(|c| c.first.kind).collect();
        use CheckKind::{Assertion, Bounds, Null, Overflow};
        assert_eq!(kinds, [Overflow, Null, Bounds, Assertion]);
        let others: Vec<String> = causes[1].others.iter().map(|o| also(o)).collect();
        assert_eq!(others, ["the index is out of bounds for p = empty"]);
    }

    #[test]
    fn a_long_drawing_is_cut_off() {
        let drawing = |lines: usize| vec!["x"; lines].join("\n");
        assert_eq!(cut_off(&drawing(DRAWN_LINES + 1)), drawing(DRAWN_LINES + 1));
        assert!(cut_off(&drawing(40)).ends_with("28 lines more with `--drawings full`"));
    }

    #[test]
    fn equal_states_in_a_row_are_shown_once() {
        let details = [
            "at the head: i = 0",
            "at the check: i = 0",
            "at the end: i = 1",
            "the time limit",
        ];
        let details: Vec<String> = details.map(String::from).into();
        assert_eq!(without_repetition(&details), [&details[..1], &details[2..]].concat());
    }
}
