//! Java's integer types, over [`abide_logic::number`].

use crate::types::IntKind;
use abide_logic::number::Range;
pub use abide_logic::number::{Number, bits, bitwise, masked, quotient, remainder};
use abide_logic::{Int, Kind, Term};

/// The values of a type; none for `\bigint`.
pub fn range(kind: IntKind) -> Option<Range> {
    match kind {
        IntKind::Byte => Some(Range::of_bits(8, true)),
        IntKind::Short => Some(Range::of_bits(16, true)),
        IntKind::Char => Some(Range::of_bits(16, false)),
        IntKind::Int => Some(Range::of_bits(32, true)),
        IntKind::Long => Some(Range::of_bits(64, true)),
        IntKind::Big => None,
    }
}

/// A value of a type.
pub fn typed(term: Term, kind: IntKind) -> Number {
    match range(kind) {
        Some(range) => Number::within(term, &range),
        None => Number::new(term),
    }
}

/// The term without the wrapping around of its parts: what a person would write.
pub fn unwrapped(t: &Term) -> Term {
    let inside = match t.kind() {
        Kind::Ite(test, ..) => kept_in_range(test),
        _ => None,
    };
    match inside {
        Some(x) => unwrapped(&x),
        None => t.map_children(&mut |c| unwrapped(c)),
    }
}

/// What [`Number::wrap`] tests, if this is such a test: a term compared with an end of a type.
fn kept_in_range(test: &Term) -> Option<Term> {
    let is_end = |i: &Int| {
        let kinds = [
            IntKind::Byte,
            IntKind::Short,
            IntKind::Char,
            IntKind::Int,
            IntKind::Long,
        ];
        let mut ends = kinds.into_iter().filter_map(range);
        *i != Int::ZERO && ends.any(|r| *i == r.low || *i == r.high)
    };
    let first = test.conjuncts().into_iter().next()?;
    let (Kind::Lt(a, b) | Kind::Le(a, b)) = first.kind() else {
        return None;
    };
    match (a.kind(), b.kind()) {
        (Kind::Int(i), _) if is_end(i) => Some(b.clone()),
        (_, Kind::Int(i)) if is_end(i) => Some(a.clone()),
        _ => None,
    }
}

/// Brought into the range of a type, as Java does it.
pub fn wrap(number: Number, kind: IntKind) -> Number {
    match range(kind) {
        Some(range) => number.wrap(&range),
        None => number,
    }
}

/// The value lies in the range of the type.
pub fn in_range(term: &Term, kind: IntKind) -> Term {
    range(kind).map_or_else(Term::tt, |r| r.holds(term))
}
