//! What the notations of annotation languages write alike.

use abide_logic::number::as_truncated;
use abide_logic::print::{Level, Notation};
use abide_logic::{Quantifier, Term};

/// Division and remainder as C and Java round them, towards zero: `a / b` and `a % b`, if the term is one of them.
pub fn truncated(notation: &impl Notation, t: &Term) -> Option<(Level, String)> {
    let (symbol, a, b) = as_truncated(t)?;
    let left = notation.show(&a, Level::Product);
    let right = notation.show(&b, Level::Unary);
    Some((Level::Product, format!("{left} {symbol} {right}")))
}

/// The word of a quantifier.
pub fn quantifier_word(q: Quantifier) -> &'static str {
    match q {
        Quantifier::Forall => "\\forall",
        Quantifier::Exists => "\\exists",
    }
}
