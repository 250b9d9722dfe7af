//! The counts of the routines as a table.

use abide_verify::{Report, RoutineStats};

const HEADS: [&str; 10] = [
    "predicates",
    "rounds",
    "infer",
    "minimise",
    "final",
    "refute",
    "vacuous",
    "instances",
    "unknown",
    "ms",
];

fn cells(stats: &RoutineStats) -> [u64; 10] {
    [
        stats.predicates,
        stats.rounds,
        stats.checks_infer,
        stats.checks_minimise,
        stats.checks_final,
        stats.checks_refute,
        stats.checks_vacuous,
        stats.instances,
        stats.unknown,
        stats.ms,
    ]
}

/// A table with one row per routine, and the sums below if there are several.
pub fn counts(report: &Report) -> String {
    let mut rows: Vec<(&str, [u64; 10])> = report.routines().map(|r| (r.name.as_str(), cells(&r.stats))).collect();
    let mut sum = [0; 10];
    for (_, row) in &rows {
        sum.iter_mut().zip(row).for_each(|(s, n)| *s += n);
    }
    if rows.len() > 1 {
        rows.push(("all", sum));
    }
    let name_width = rows
        .iter()
        .map(|(name, _)| name.chars().count())
        .max()
        .unwrap_or(0)
        .max("routine".len());
    let width = |column: usize| {
        let numbers = rows.iter().map(|(_, row)| row[column].to_string().len());
        numbers.max().unwrap_or(0).max(HEADS[column].len())
    };
    let widths: Vec<usize> = (0..HEADS.len()).map(width).collect();
    let mut table = format!("{:<name_width$}", "routine");
    for (head, width) in HEADS.iter().zip(&widths) {
        table.push_str(&format!("  {head:>width$}"));
    }
    for (name, row) in &rows {
        table.push_str(&format!("\n{name:<name_width$}"));
        for (cell, width) in row.iter().zip(&widths) {
            table.push_str(&format!("  {cell:>width$}"));
        }
    }
    table.push('\n');
    let all = report.routines().map(|r| (r.stats.entailments, r.stats.cache_hits));
    let (asked, known) = all.fold((0, 0), |(a, k), (asked, known)| (a + asked, k + known));
    if let Some(share) = (100 * known).checked_div(asked) {
        table.push_str(&format!(
            "entailments: {asked} asked, {known} ({share} %) known from others\n"
        ));
    }
    let second: u64 = report.routines().map(|r| r.stats.second).sum();
    if second > 0 {
        table.push_str(&format!(
            "second prover: {second} checks proved that the first left open\n"
        ));
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples;
    use insta::assert_snapshot;

    #[test]
    fn entailments_are_shown_with_their_hits() {
        let mut report = samples::proved();
        assert!(!counts(&report).contains("entailments"));
        let stats = &mut report.files[0].routines[0].stats;
        (stats.entailments, stats.cache_hits) = (40, 10);
        assert!(counts(&report).ends_with("\nentailments: 40 asked, 10 (25 %) known from others\n"));
    }

    #[test]
    fn what_the_second_prover_proved_is_shown() {
        let mut report = samples::proved();
        assert!(!counts(&report).contains("second"));
        report.files[0].routines[0].stats.second = 3;
        assert!(counts(&report).ends_with("\nsecond prover: 3 checks proved that the first left open\n"));
    }

    #[test]
    fn columns_are_as_wide_as_their_widest_cell() {
        assert_snapshot!(counts(&samples::proved()), @"
        routine  predicates  rounds          infer  minimise  final  refute  vacuous  instances  unknown  ms
        one               8       0  1234567890123         0      0       0        0          0        0   5
        two               0       0              0         0      0       0        0          0        0   0
        all               8       0  1234567890123         0      0       0        0          0        0   5
        ");
    }
}
