//! What a missing fact would have to speak of, in terms of the source.

use crate::report::MissingReport;
use abide_exec::Values;
use abide_infer::engine::Missing;
use std::collections::BTreeSet;

/// A state as it is shown: names and values.
type Shown = Vec<(String, String)>;

/// Names whose values no run has seen together, at the most.
const TOGETHER: usize = 3;

/// What an open check lacks, with states as `show` shows them.
pub(super) fn report(missing: &Missing, show: &dyn Fn(&Values) -> Shown) -> MissingReport {
    let present = |state: &Values| -> Shown {
        let all = show(state).into_iter();
        all.filter(|(name, _)| !name.starts_with("old(")).collect()
    };
    let broken = present(&missing.broken);
    let reached: Vec<Shown> = missing.reached.iter().map(present).collect();
    // what the loop changes first: it is what invariants are about
    let mut failing_inputs: Vec<&(String, String)> = broken.iter().collect();
    failing_inputs.sort_by_key(|(name, _)| !missing.changed.iter().any(|v| v.name() == name));
    MissingReport {
        check: missing.check.span,
        about: unseen(&failing_inputs, &reached),
        reached: reached.into_iter().next().unwrap_or_default(),
        distinguished: missing.distinguished,
        broken,
    }
}

/// The fewest names whose values are not those of any of the states seen, all together.
fn unseen(failing_inputs: &[&(String, String)], reached: &[Shown]) -> Vec<String> {
    let is_seen = |some: &BTreeSet<usize>| {
        let some: Vec<&(String, String)> = some.iter().map(|i| failing_inputs[*i]).collect();
        match some.as_slice() {
            [only] => is_within(only, reached),
            some => reached.iter().any(|state| some.iter().all(|s| state.contains(s))),
        }
    };
    let mut sets: Vec<BTreeSet<usize>> = vec![BTreeSet::new()];
    for _ in 0..TOGETHER {
        let larger = sets.iter().flat_map(|set| {
            let from = set.last().map_or(0, |last| last + 1);
            (from..failing_inputs.len()).map(move |i| set.iter().copied().chain([i]).collect::<BTreeSet<usize>>())
        });
        sets = larger.collect();
        if let Some(new) = sets.iter().find(|set| !is_seen(set)) {
            return new.iter().map(|i| failing_inputs[*i].0.clone()).collect();
        }
    }
    Vec::new()
}

/// Is a number between those seen of the same name? Of other values a single one tells nothing.
fn is_within((name, value): &(String, String), reached: &[Shown]) -> bool {
    let Ok(value) = value.parse::<i128>() else { return true };
    let seen = reached.iter().flatten().filter(|(n, _)| n == name);
    let seen: Vec<i128> = seen.filter_map(|(_, v)| v.parse().ok()).collect();
    seen.iter().any(|s| *s <= value) && seen.iter().any(|s| *s >= value)
}
