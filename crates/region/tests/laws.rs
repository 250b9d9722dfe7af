//! Regions against an explicit model, and the laws they must keep.

use std::collections::BTreeSet;

use abide_region::{Clause, Cube, Literal, Region, Valuation};
use proptest::collection::{btree_set, vec};
use proptest::prelude::*;

type Model = BTreeSet<Valuation>;

/// A width up to 6 and some sets of valuations of that width.
fn models(count: usize) -> impl Strategy<Value = (usize, Vec<Model>)> {
    (0..=6usize).prop_flat_map(move |width| {
        let size = 1u64 << width;
        let model = btree_set((0..size).prop_map(Valuation), 0..=size as usize);
        (Just(width), vec(model, count))
    })
}

fn clause(width: usize) -> impl Strategy<Value = Clause> {
    vec(prop_oneof![Just(None), Just(Some(false)), Just(Some(true))], width).prop_map(|signs| {
        let literals = signs.into_iter().enumerate();
        literals
            .filter_map(|(i, s)| {
                s.map(|positive| Literal {
                    predicate: i as u8,
                    positive,
                })
            })
            .collect()
    })
}

fn region(width: usize, model: &Model) -> Region {
    Region::from_valuations(width, model.iter().copied())
}

fn all(width: usize) -> Model {
    (0..1u64 << width).map(Valuation).collect()
}

fn members(region: &Region) -> Model {
    region.iter().collect()
}

/// lower ⇒ ∧clauses ⇒ upper, every clause prime for `lower`, none to spare for `upper`.
fn check_clauses(clauses: &[Clause], lower: &Region, upper: &Region) -> Result<(), TestCaseError> {
    let width = lower.width();
    let meaning = Region::from_clauses(width, clauses.iter().copied());
    prop_assert!(lower.is_subset(&meaning) && meaning.is_subset(upper));
    prop_assert!(clauses.is_sorted());
    for (i, clause) in clauses.iter().enumerate() {
        for literal in clause.literals() {
            prop_assert!(
                !lower.implies(clause.without(literal.predicate.into())),
                "{clause} is not prime"
            );
        }
        let others = clauses.iter().enumerate().filter(|(j, _)| *j != i).map(|(_, c)| *c);
        prop_assert!(
            !Region::from_clauses(width, others).is_subset(upper),
            "{clause} is redundant"
        );
    }
    Ok(())
}

proptest! {
    #[test]
    fn operations_agree_with_sets((width, m) in models(2)) {
        let (a, b) = (region(width, &m[0]), region(width, &m[1]));
        prop_assert_eq!(members(&a), m[0].clone());
        prop_assert_eq!(members(&a.union(&b)), &m[0] | &m[1]);
        prop_assert_eq!(members(&a.intersection(&b)), &m[0] & &m[1]);
        prop_assert_eq!(members(&a.difference(&b)), &m[0] - &m[1]);
        prop_assert_eq!(members(&a.complement()), &all(width) - &m[0]);
        prop_assert_eq!(a.is_subset(&b), m[0].is_subset(&m[1]));
        prop_assert_eq!(a == b, m[0] == m[1]);
        prop_assert_eq!(a.is_empty(), m[0].is_empty());
        prop_assert_eq!(a.is_full(), m[0].len() == 1 << width);
        prop_assert_eq!(a.count(), m[0].len() as u128);
        prop_assert_eq!(a.pick(), m[0].first().copied());
        prop_assert!(a.iter().is_sorted());
        let mut grown = a.clone();
        prop_assert_eq!(grown.extend(m[1].iter().copied()), !m[1].is_subset(&m[0]));
        prop_assert_eq!(grown, a.union(&b));
        for v in all(width) {
            prop_assert_eq!(a.contains(v), m[0].contains(&v));
            prop_assert_eq!(a.clone().insert(v), !m[0].contains(&v));
        }
    }

    #[test]
    fn clauses_and_cubes_agree_with_sets(
        (width, m, c) in models(1).prop_flat_map(|(w, m)| (Just(w), Just(m), clause(w)))
    ) {
        let r = region(width, &m[0]);
        let holding: Model = all(width).into_iter().filter(|v| c.holds_in(*v)).collect();
        prop_assert_eq!(members(&Region::of_clause(width, c)), holding.clone());
        prop_assert_eq!(members(&Region::of_cube(width, !c)), &all(width) - &holding);
        prop_assert_eq!(r.implies(c), m[0].is_subset(&holding));
        prop_assert_eq!(r.meets(!c), !m[0].is_subset(&holding));
        for v in all(width) {
            prop_assert_eq!((!c).holds_in(v), !c.holds_in(v));
        }
    }

    #[test]
    fn lattice_laws((width, m) in models(3)) {
        let [a, b, c] = [0, 1, 2].map(|i| region(width, &m[i]));
        let (empty, full) = (Region::empty(width), Region::full(width));
        prop_assert_eq!(a.union(&b), b.union(&a));
        prop_assert_eq!(a.intersection(&b), b.intersection(&a));
        prop_assert_eq!(a.union(&b).union(&c), a.union(&b.union(&c)));
        prop_assert_eq!(a.intersection(&b).intersection(&c), a.intersection(&b.intersection(&c)));
        prop_assert_eq!(a.union(&a.intersection(&b)), a.clone());
        prop_assert_eq!(a.intersection(&a.union(&b)), a.clone());
        prop_assert_eq!(a.intersection(&b.union(&c)), a.intersection(&b).union(&a.intersection(&c)));
        prop_assert_eq!(a.union(&empty), a.clone());
        prop_assert_eq!(a.intersection(&full), a.clone());
        prop_assert_eq!(a.union(&a.complement()), full);
        prop_assert_eq!(a.intersection(&a.complement()), empty);
        prop_assert_eq!(a.complement().complement(), a.clone());
        prop_assert_eq!(a.union(&b).complement(), a.complement().intersection(&b.complement()));
        prop_assert_eq!(a.is_subset(&b), a.union(&b) == b);
    }

    #[test]
    fn cnf_is_the_region((width, m) in models(1)) {
        let r = region(width, &m[0]);
        check_clauses(&r.clauses(), &r, &r)?;
    }

    #[test]
    fn cnf_with_free_valuations((width, m) in models(2)) {
        let (r, free) = (region(width, &m[0]), region(width, &m[1]));
        check_clauses(&r.clauses_modulo(&free), &r.difference(&free), &r.union(&free))?;
    }

    #[test]
    fn hull_is_the_smallest_cube((width, m) in models(1)) {
        let r = region(width, &m[0]);
        let first = m[0].first().map(|v| Cube::exactly(*v, width));
        prop_assert_eq!(r.hull(), first.map(|cube| m[0].iter().fold(cube, |c, v| c.widened_to(*v))));
        if let Some(hull) = r.hull() {
            prop_assert!(r.is_subset(&Region::of_cube(width, hull)));
        }
    }

    #[test]
    fn clause_order_is_by_length_then_literals(
        (a, b) in (0..=6usize).prop_flat_map(|w| (clause(w), clause(w)))
    ) {
        let key = |c: Clause| (c.len(), c.literals().collect::<Vec<_>>());
        prop_assert_eq!(a.cmp(&b), key(a).cmp(&key(b)));
        prop_assert_eq!(a.literals().collect::<Clause>(), a);
        let subset = a.literals().all(|l| b.contains(l));
        prop_assert_eq!(a.is_subset(b), subset);
    }
}
