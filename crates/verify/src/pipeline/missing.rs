//! What a missing fact would have to speak of, in terms of the source.

use crate::check::Show;
use crate::report::MissingReport;
use abide_infer::engine::Missing;
use std::collections::BTreeSet;

/// A state as it is shown: names and values.
type Shown = Vec<(String, String)>;

/// Names whose values no run has seen together, at the most.
const TOGETHER: usize = 3;

/// What an open check lacks, with states as `show` shows them.
pub(super) fn told(missing: &Missing, show: &Show) -> MissingReport {
    let present = |state: &_| -> Shown {
        let all = show(state).into_iter();
        all.filter(|(name, _)| !name.starts_with("old(")).collect()
    };
    let broken = present(&missing.broken);
    let reached: Vec<Shown> = missing.reached.iter().map(present).collect();
    let names: Vec<&String> = broken.iter().map(|(name, _)| name).collect();
    MissingReport {
        check: missing.check.span,
        about: unseen(&broken, &reached, &names),
        reached: reached.into_iter().next().unwrap_or_default(),
        told_apart: missing.told_apart,
        broken,
    }
}

/// The fewest names whose values in a state are not those of any of the states seen, all together.
fn unseen(broken: &Shown, reached: &[Shown], names: &[&String]) -> Vec<String> {
    let is_seen = |some: &BTreeSet<usize>| {
        let wanted = |state: &Shown| some.iter().all(|i| state.contains(&broken[*i]));
        reached.iter().any(wanted)
    };
    let mut sets: Vec<BTreeSet<usize>> = vec![BTreeSet::new()];
    for _ in 0..TOGETHER {
        let larger = sets.iter().flat_map(|set| {
            let from = set.last().map_or(0, |last| last + 1);
            (from..names.len()).map(move |i| set.iter().copied().chain([i]).collect::<BTreeSet<usize>>())
        });
        sets = larger.collect();
        if let Some(new) = sets.iter().find(|set| !is_seen(set)) {
            return new.iter().map(|i| names[*i].clone()).collect();
        }
    }
    Vec::new()
}
