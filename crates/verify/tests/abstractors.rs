//! The abstractors on the corpus: all exact ones find the same valuations, and the numbers of
//! checks stay where they should.

mod support;

use abide_abstraction::AbstractorKind;
use support::*;

const EXACT: [&str; 5] = ["allsmt", "fq", "fq-linear", "ddp", "ss"];

/// Loops with more predicates are left to the benchmark for the clause-by-clause algorithms.
const WIDE: usize = 10;

#[test]
fn every_exact_abstractor_finds_the_same_valuations() {
    let prover = z3();
    let mut compared = 0;
    for path in corpus("proves").iter().chain(&corpus("refutes")) {
        let file = read(path);
        let reference = infer_file(&file, &prover, &AbstractorKind::StateModels);
        let widest = reference
            .iter()
            .flat_map(|(_, i)| &i.loops)
            .map(|l| l.region.width())
            .max()
            .unwrap_or(0);
        for name in EXACT {
            if widest > WIDE && name != "allsmt" && name != "fq" {
                continue;
            }
            let other = infer_file(&file, &prover, &name.parse().unwrap());
            for ((routine, a), (_, b)) in reference.iter().zip(&other) {
                for (x, y) in a.loops.iter().zip(&b.loops) {
                    assert_eq!(
                        (&x.weakened, &y.weakened),
                        (&None, &None),
                        "{}: {routine}",
                        path.display()
                    );
                    let (mine, theirs): (Vec<_>, Vec<_>) = (x.region.iter().collect(), y.region.iter().collect());
                    assert_eq!(
                        mine,
                        theirs,
                        "{}: {routine}: state-models against {name}",
                        path.display()
                    );
                    compared += 1;
                }
            }
        }
    }
    assert!(compared > 200, "only {compared} loops compared");
}

/// Checks of each loop of a corpus program.
fn checks(name: &str, abstractor: &str) -> Vec<u64> {
    let path = corpus("proves")
        .into_iter()
        .find(|p| p.ends_with(format!("{name}.gcl")))
        .expect("a corpus program");
    let found = infer_file(&read(&path), &z3(), &abstractor.parse().unwrap());
    found
        .iter()
        .flat_map(|(_, i)| &i.loops)
        .map(|l| l.stats.checks)
        .collect()
}

#[test]
fn state_models_need_few_checks() {
    for (name, limits) in [
        ("partition4", vec![9]),
        ("sort", vec![6, 3]),
        ("find", vec![10]),
        ("directory_scan", vec![34]),
    ] {
        let made = checks(name, "state-models");
        assert!(
            made.iter().zip(&limits).all(|(m, l)| m <= l),
            "{name}: {made:?} checks, at most {limits:?}"
        );
        assert_eq!(made.len(), limits.len(), "{name}");
    }
}

#[test]
fn fq_needs_about_as_many_queries_as_the_paper_says() {
    for (name, paper) in [("partition4", vec![27]), ("sort", vec![44, 37]), ("find", vec![111])] {
        let made = checks(name, "fq");
        for (m, p) in made.iter().zip(&paper) {
            let ratio = *m as f64 / *p as f64;
            assert!(
                (0.75..=1.25).contains(&ratio),
                "{name}: {made:?} checks, the paper has {paper:?}"
            );
        }
    }
}
