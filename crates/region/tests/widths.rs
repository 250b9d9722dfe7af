//! The narrowest and the widest regions, and how the words print.

use abide_region::{Clause, Cube, Literal, MAX_WIDTH, Region, Stopped, Valuation};

fn clause(text: &str) -> Clause {
    let literal = |l: &str| match l.strip_prefix('!') {
        Some(n) => Literal::negative(n.parse().unwrap()),
        None => Literal::positive(l.parse().unwrap()),
    };
    text.split(" | ").map(literal).collect()
}

#[test]
fn width_zero_has_one_valuation() {
    let (empty, full) = (Region::empty(0), Region::full(0));
    assert_ne!(empty, full);
    assert_eq!((empty.count(), full.count()), (0, 1));
    assert_eq!(full.iter().collect::<Vec<_>>(), [Valuation(0)]);
    assert_eq!(empty.iter().next(), None);
    assert_eq!(empty.complement(), full);
    assert_eq!(empty.clauses(), [Clause::EMPTY]);
    assert_eq!(full.clauses(), []);
    assert!(empty.implies(Clause::EMPTY) && !full.implies(Clause::EMPTY));
    assert!(!empty.meets(Cube::EMPTY) && full.meets(Cube::EMPTY));
    assert_eq!((empty.hull(), full.hull()), (None, Some(Cube::EMPTY)));
    let mut grown = empty;
    assert!(grown.insert(Valuation(0)));
    assert!(!grown.insert(Valuation(0)));
    assert_eq!(grown, full);
}

#[test]
fn width_one() {
    let mut r = Region::empty(1);
    assert!(r.insert(Valuation(1)));
    assert_eq!(r.clauses(), [clause("0")]);
    assert_eq!(r.complement().clauses(), [clause("!0")]);
    assert_eq!(r.hull(), Some(Cube::from(Literal::positive(0))));
    assert!(r.insert(Valuation(0)));
    assert!(r.is_full());
    assert_eq!(r.iter().collect::<Vec<_>>(), [Valuation(0), Valuation(1)]);
}

#[test]
fn width_sixty_four() {
    let full = Region::full(MAX_WIDTH);
    assert_eq!(full.count(), 1 << 64);
    assert_eq!(full.iter().nth(1000), Some(Valuation(1000)));
    let ends = [Valuation(0), Valuation(u64::MAX)];
    let r = Region::from_valuations(MAX_WIDTH, ends);
    assert_eq!(r.iter().collect::<Vec<_>>(), ends);
    assert_eq!(r.complement().count(), (1 << 64) - 2);
    // all equal: one predicate equivalent to each of the 63 others (irredundant; a cycle of 64 would do)
    assert_eq!(r.clauses().len(), 126);
    assert_eq!(Region::from_clauses(MAX_WIDTH, r.clauses()), r);
    let top = Literal::positive(63);
    assert_eq!(Region::of_cube(MAX_WIDTH, top.into()).count(), 1 << 63);
    assert_eq!(Region::of_cube(MAX_WIDTH, top.into()).pick(), Some(Valuation(1 << 63)));
    let maximal = Clause::excluding(Valuation(5), MAX_WIDTH);
    assert_eq!(maximal.len(), 64);
    assert_eq!(
        Region::of_clause(MAX_WIDTH, maximal).complement().pick(),
        Some(Valuation(5))
    );
}

#[test]
fn the_paper_s_invariant_of_partition() {
    // predicates: prev == null, prev.val > v
    let r = Region::from_valuations(2, [0b00, 0b01, 0b11].map(Valuation));
    assert_eq!(r.clauses(), [clause("0 | !1")]);
}

#[test]
fn short_clauses_come_first() {
    let r = Region::from_clauses(4, ["!0 | 2 | 3", "2 | !3", "!1", "0 | !2 | 3"].map(clause));
    assert_eq!(r.clauses(), ["!1", "!0 | 2", "2 | !3", "0 | !2 | 3"].map(clause));
}

#[test]
fn a_long_search_can_be_stopped() {
    let r = Region::from_valuations(8, [1, 2, 4, 8, 16].map(Valuation));
    assert_eq!(r.clauses_unless(&Region::empty(8), &|| true), Err(Stopped));
}

#[test]
fn words_print() {
    assert_eq!(clause("!0 | 3").to_string(), "!0 | 3");
    assert_eq!((!clause("!0 | 3")).to_string(), "0 & !3");
    assert_eq!(
        (Clause::EMPTY.to_string(), Cube::EMPTY.to_string()),
        ("false".into(), "true".into())
    );
    let r = Region::from_valuations(3, [0b001, 0b100].map(Valuation));
    assert_eq!(format!("{r:?}"), "Region(2 of 2^3: 100 001)");
}

#[test]
#[should_panic(expected = "contradict")]
fn a_predicate_occurs_once() {
    let _ = clause("1").with(Literal::negative(1));
}

#[test]
#[should_panic(expected = "wider")]
fn a_valuation_stays_within_the_width() {
    Region::empty(2).insert(Valuation(4));
}
