//! Growing a region by models: the one step of the abstractors that ask for states, not for clauses.

use crate::abstractor::{Abstract, Tally};
use crate::oracle::{Oracle, Post, Style, Unknown, Witness};

/// What a model query brought.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Growth {
    /// New valuations; there may be more.
    Some,
    /// Nothing: all is known.
    None,
}

/// Adds the valuations of one state of `post` that the region does not cover yet.
pub(crate) fn grow(
    r: &mut Abstract,
    post: &Post,
    style: Style,
    q: &mut dyn Oracle,
    tally: &mut Tally,
) -> Result<Growth, Unknown> {
    // nothing is missing from a full region
    if r.region.is_full() {
        return Ok(Growth::None);
    }
    if let Some(why) = q.stopped() {
        return Err(why);
    }
    tally.considered += 1;
    tally.tried += 1;
    match q.witness(post, &r.region, style) {
        Witness::None => {
            tally.valid += 1;
            Ok(Growth::None)
        }
        // a prover at odds with the evaluation of its own models would keep us here for ever
        Witness::Found(valuations) if !r.seed(valuations.iter().copied()) => {
            Err(Unknown("a witness without a new valuation".to_string()))
        }
        Witness::Found(_) => Ok(Growth::Some),
        Witness::Unknown(reason) => {
            tally.unknown += 1;
            Err(reason)
        }
    }
}
