//! Messages about what is not proved: the obligation at its place, with the failing input or the state that breaks the
//! proof.

use crate::Color;
use crate::heap;
use crate::message::headed;
use abide_base::{Diagnostic, Exhausted, Severity, Sources};
use abide_verify::{Confirmation, Counterexample, Moment, Obligation, RoutineReport, Verdict};
use std::collections::BTreeSet;

/// Lines of a counterexample's path that are shown at each end of a long one.
const PATH_END: usize = 12;

/// A message for each obligation that is not proved, if there is anything to say about it.
pub(crate) fn unproved(sources: &Sources, routine: &RoutineReport, color: Color) -> String {
    let mut out = String::new();
    let mut shown = BTreeSet::new();
    let reported = routine.obligations.iter();
    for obligation in reported.filter(|o| o.verdict != Verdict::Proved && !unfinished(o)) {
        let mut diagnostic = diagnostic(obligation);
        diagnostic.notes.extend(drawings(obligation));
        // what holds of the whole routine is shown once
        let general = weakened(sources, routine, obligation).into_iter();
        diagnostic.notes.extend(general.filter(|n| shown.insert(n.clone())));
        diagnostic.help.retain(|h| shown.insert(h.clone()));
        out.push_str(&headed(sources, &diagnostic, obligation.verdict.word(), color));
        out.push('\n');
    }
    out
}

/// What is to be said of an obligation that is not proved, without drawings.
pub(crate) fn diagnostic(obligation: &Obligation) -> Diagnostic {
    let severity = match obligation.verdict {
        Verdict::Proved | Verdict::Given | Verdict::Open => Severity::Warning,
        Verdict::Refuted | Verdict::Unsupported => Severity::Error,
    };
    let mut diagnostic = Diagnostic::new(severity, &obligation.message).at(obligation.span, "");
    diagnostic
        .notes
        .extend(refutation(obligation).into_iter().flat_map(replay));
    diagnostic.notes.extend(without_repetition(&obligation.details));
    diagnostic.help.extend(help(obligation).map(String::from));
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

/// The failing input, and the way the run goes.
fn replay(counterexample: &Counterexample) -> Vec<String> {
    let inputs: Vec<String> = counterexample
        .inputs
        .iter()
        .map(|(name, value)| format!("{name} = {value}"))
        .collect();
    let mut notes = vec![match inputs.is_empty() {
        true => "it fails without any input".to_string(),
        false => format!("it fails for {}", inputs.join(", ")),
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
fn weakened(sources: &Sources, routine: &RoutineReport, obligation: &Obligation) -> Vec<String> {
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

fn help(obligation: &Obligation) -> Option<&'static str> {
    let says = |text: &str| obligation.details.iter().any(|d| d == text);
    if obligation.verdict != Verdict::Open {
        None
    } else if says(&Exhausted::Time.to_string()) {
        Some("allow more time with `--timeout`")
    } else if obligation
        .details
        .iter()
        .any(|d| d.starts_with("at the head of the loop"))
    {
        Some("a fact that excludes this state is missing: give the loop an invariant, or predicates to find one")
    } else {
        None
    }
}

/// Is it open only because the run was cancelled? There is nothing to say about it then.
pub(crate) fn unfinished(obligation: &Obligation) -> bool {
    obligation.verdict == Verdict::Open && obligation.details == [Exhausted::Cancelled.to_string()]
}

#[cfg(test)]
mod tests {
    use super::*;

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
