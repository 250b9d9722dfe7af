//! All exact abstractors compute the same region: the least fixpoint, found here by brute force. The others
//! compute the best of their kind.

mod common;

use std::collections::BTreeSet;

use abide_abstraction::Abstract;
use abide_region::{Clause, Literal, Region, Valuation};
use common::{EXACT, State, System, TableOracle, close, kind, out_of_patience};
use proptest::collection::{btree_set, vec};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

const STATES: usize = 9;

/// Up to 4 predicates, states with 1 to 3 valuations and 0 to 2 successors, 0 to 2 entry states.
fn systems() -> impl Strategy<Value = System> {
    (0..=4usize).prop_flat_map(|width| {
        let valuations = btree_set((0..1u64 << width).prop_map(Valuation), 1..=3.min(1 << width));
        let state = (valuations, vec(0..STATES, 0..=2)).prop_map(|(valuations, next)| State { valuations, next });
        (vec(state, STATES), vec(0..STATES, 0..=2)).prop_map(move |(states, entry)| System { width, states, entry })
    })
}

/// All clauses of the given sizes.
fn clauses(width: usize, sizes: &[usize]) -> Vec<Clause> {
    let mut all = vec![Clause::EMPTY];
    for i in 0..width {
        let longer = |c: &Clause| [c.with(Literal::negative(i)), c.with(Literal::positive(i))];
        all.extend(all.clone().iter().flat_map(longer));
    }
    all.retain(|c| sizes.contains(&c.len()));
    all
}

/// The strongest conjunction of clauses of these sizes that contains `r`.
fn hull(r: Region, sizes: &[usize]) -> Region {
    let implied = clauses(r.width(), sizes).into_iter().filter(|c| r.implies(*c));
    Region::from_clauses(r.width(), implied)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, rng_seed: RngSeed::Fixed(2002), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn exact_abstractors_agree(system in systems(), replay in 0..4usize) {
        let expected = system.exact();
        for name in EXACT {
            let mut oracle = TableOracle { replay, ..TableOracle::new(&system) };
            let mut r = Abstract::new(system.width);
            close(&kind(name), &mut r, &mut oracle).unwrap();
            prop_assert_eq!(&r.region, &expected, "{}", name);
            prop_assert!(kind(name).build().exact());
            prop_assert_eq!(&r.weakened, &None);
        }
    }

    #[test]
    fn seeds_that_are_reached_change_nothing(system in systems(), pick in vec(any::<bool>(), 16)) {
        let expected = system.exact();
        let seeds: Vec<Valuation> = expected.iter().zip(&pick).filter(|(_, p)| **p).map(|(v, _)| v).collect();
        for name in EXACT {
            let mut r = Abstract::new(system.width);
            r.seed(seeds.iter().copied());
            close(&kind(name), &mut r, &mut TableOracle::new(&system)).unwrap();
            prop_assert_eq!(&r.region, &expected, "{}", name);
        }
    }

    #[test]
    fn a_warm_start_is_exact(
        system in systems(), entry in vec(0..STATES, 0..=2), edges in vec((0..STATES, 0..STATES), 0..=3)
    ) {
        let mut larger = system.clone();
        larger.entry.extend(entry);
        for (from, to) in edges {
            larger.states[from].next.push(to);
        }
        for name in EXACT {
            let mut r = Abstract::new(system.width);
            close(&kind(name), &mut r, &mut TableOracle::new(&system)).unwrap();
            r.reopen();
            close(&kind(name), &mut r, &mut TableOracle::new(&larger)).unwrap();
            prop_assert_eq!(&r.region, &larger.exact(), "{}", name);
        }
    }

    #[test]
    fn cartesian_is_the_strongest_conjunction_of_literals(system in systems(), replay in 0..4usize) {
        let mut r = Abstract::new(system.width);
        let mut oracle = TableOracle { replay, ..TableOracle::new(&system) };
        let tally = close(&kind("cartesian"), &mut r, &mut oracle).unwrap();
        let smallest_cube = |r: Region| match r.hull() {
            None => r,
            Some(cube) => Region::of_cube(system.width, cube),
        };
        prop_assert_eq!(&r.region, &system.least_fixpoint(smallest_cube));
        prop_assert!(system.exact().is_subset(&r.region));
        prop_assert!(tally.tried <= system.width as u64 + 2);
    }

    #[test]
    fn ss_of_some_sizes_is_the_strongest_conjunction_of_them(system in systems(), some in btree_set(1..=4usize, 1..=3)) {
        let sizes: BTreeSet<usize> = some.iter().map(|s| *s.min(&system.width)).collect();
        let sizes: Vec<usize> = sizes.into_iter().collect();
        let name = format!("ss:{}", some.iter().map(usize::to_string).collect::<Vec<_>>().join(","));
        let mut r = Abstract::new(system.width);
        close(&kind(&name), &mut r, &mut TableOracle::new(&system)).unwrap();
        prop_assert_eq!(&r.region, &system.least_fixpoint(|r| hull(r, &sizes)));
        prop_assert!(system.is_invariant(&r.region));
    }

    #[test]
    fn nfindk_finds_the_short_clauses(system in systems(), k in 1..=4usize) {
        let sizes: Vec<usize> = (0..=k).collect();
        let mut r = Abstract::new(system.width);
        close(&kind(&format!("nfindk:{k}")), &mut r, &mut TableOracle::new(&system)).unwrap();
        prop_assert!(system.is_invariant(&r.region));
        prop_assert!(system.exact().is_subset(&r.region));
        prop_assert!(r.region.is_subset(&system.least_fixpoint(|r| hull(r, &sizes))));
    }

    #[test]
    fn undecided_clauses_only_weaken(system in systems()) {
        // the prover decides nothing about some of the clauses
        let undecided = |c: Clause| (31 * c.occurs() + 17 * c.positive()).is_multiple_of(3);
        for name in ["fq", "fq-linear", "ddp", "ss", "naive", "nfindk:2"] {
            let mut oracle = TableOracle { undecided, ..TableOracle::new(&system) };
            let mut r = Abstract::new(system.width);
            let tally = close(&kind(name), &mut r, &mut oracle).unwrap();
            prop_assert!(system.is_invariant(&r.region), "{}", name);
            prop_assert_eq!(tally.unknown > 0, r.weakened.is_some());
            if kind(name).build().exact() && r.weakened.is_none() {
                prop_assert_eq!(&r.region, &system.exact(), "{}", name);
            }
        }
    }

    #[test]
    fn everything_can_be_cancelled(system in systems(), patience in 0..6u64) {
        for name in EXACT.into_iter().chain(["cartesian", "nfindk:2", "ss:1,2"]) {
            let mut oracle = TableOracle { patience, ..TableOracle::new(&system) };
            let mut r = Abstract::new(system.width);
            match close(&kind(name), &mut r, &mut oracle) {
                Ok(_) => prop_assert!(oracle.asked <= patience, "{}", name),
                Err(reason) => prop_assert_eq!(reason, out_of_patience(), "{}", name),
            }
            prop_assert!(oracle.asked <= patience, "{}", name);
        }
    }
}
