//! What happens when the prover does not answer, answers nonsense, or the time is up.

mod common;

use std::cell::Cell;

use abide_abstraction::{Abstract, Oracle, Post, Round, Style, Tally, Truth, Unknown, Witness};
use abide_region::{Clause, Region, Valuation};
use common::{EXACT, kind};

/// A loop of `width` predicates without any structure: the same answers to every query.
struct Mute {
    width: usize,
    truth: Truth,
    witness: Witness,
    /// How often it may still be asked whether to go on.
    patience: Cell<u64>,
}

impl Oracle for Mute {
    fn width(&self) -> usize {
        self.width
    }

    fn holds(&mut self, _post: &Post, _clause: Clause) -> Truth {
        self.truth.clone()
    }

    fn witness(&mut self, _post: &Post, _known: &Region, _style: Style) -> Witness {
        self.witness.clone()
    }

    fn stopped(&self) -> Option<Unknown> {
        self.patience.set(self.patience.get().saturating_sub(1));
        (self.patience.get() == 0).then(why)
    }
}

/// The first round of `name` on such a loop.
fn round(name: &str, mut q: Mute) -> (Result<Round, Unknown>, Abstract, Tally) {
    let mut r = Abstract::new(q.width);
    let mut tally = Tally::default();
    let result = kind(name).build().round(&mut r, &mut q, &mut tally);
    (result, r, tally)
}

fn mute(width: usize, truth: Truth, witness: Witness) -> Mute {
    Mute {
        width,
        truth,
        witness,
        patience: Cell::new(500),
    }
}

fn why() -> Unknown {
    Unknown("out of time".to_string())
}

#[test]
fn many_predicates_do_not_hang() {
    for name in ["fq", "fq-linear", "ddp", "ss", "ss:12", "naive", "nfindk:8"] {
        let (result, r, _) = round(name, mute(24, Truth::No, Witness::None));
        assert_eq!(result, Err(why()), "{name}");
        assert_eq!(r, Abstract::new(24), "{name}: an unfinished union leaves no trace");
    }
}

#[test]
fn an_unknown_model_is_an_error() {
    for name in ["state-models", "allsmt", "cartesian"] {
        let (result, _, tally) = round(name, mute(3, Truth::Yes, Witness::Unknown(why())));
        assert_eq!(result, Err(why()), "{name}");
        assert_eq!(
            tally,
            Tally {
                considered: 1,
                tried: 1,
                valid: 0,
                unknown: 1
            }
        );
    }
}

#[test]
fn an_old_valuation_is_no_witness() {
    for name in ["state-models", "allsmt", "cartesian"] {
        let (result, r, _) = round(name, mute(3, Truth::Yes, Witness::Found(vec![Valuation(5)])));
        assert_eq!(
            result,
            Err(Unknown("a witness without a new valuation".to_string())),
            "{name}"
        );
        assert_eq!(r.region.iter().collect::<Vec<_>>(), [Valuation(5)], "{name}");
    }
}

#[test]
fn an_unknown_clause_is_not_valid() {
    for name in ["fq", "fq-linear", "ddp", "ss", "naive", "nfindk:2"] {
        let (result, r, tally) = round(name, mute(3, Truth::Unknown(why()), Witness::None));
        assert_eq!(result, Ok(Round::Closed), "{name}");
        assert!(r.region.is_full(), "{name}");
        assert_eq!(r.weakened, Some(why()), "{name}");
        assert_eq!(tally.unknown, tally.tried, "{name}");
    }
}

#[test]
fn an_unreachable_loop_has_no_valuation() {
    for width in 0..=3 {
        for name in EXACT.into_iter().chain(["cartesian", "nfindk:2", "ss:1,2"]) {
            let (result, r, _) = round(name, mute(width, Truth::Yes, Witness::None));
            assert_eq!(result, Ok(Round::Closed), "{name}");
            assert!(r.region.is_empty(), "{name}");
            assert_eq!(Region::from_clauses(width, r.cnf()), r.region, "{name}");
        }
    }
}
