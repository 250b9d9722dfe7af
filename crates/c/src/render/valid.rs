//! `\valid(p)`: the only way in which ACSL expresses facts about memory blocks.
//!
//! Validity is a conjunction (see [`crate::lower`]): the block is allocated, alive and writable, and the offset lies
//! within its bounds. No single conjunct is expressible in ACSL; all of them together are.

use super::names::is_whole;
use abide_logic::{Kind, Term};

/// A pointer that may be used.
pub struct Valid {
    /// May it be written through, too?
    pub write: bool,
    /// The block pointed into.
    pub block: Term,
    /// Where.
    pub offset: Term,
}

/// The pointers that some conjuncts say to be valid, and the other conjuncts.
pub fn taken_out(parts: &[Term]) -> (Vec<Valid>, Vec<Term>) {
    let mut rest = parts.to_vec();
    let mut found = Vec::new();
    for lives in parts {
        let Some(block) = known("\\alive", lives) else { continue };
        let exists = Term::ne(block.clone(), Term::null());
        let low = |t: &Term| match t.kind() {
            Kind::Le(a, b) if known("\\low", a) == Some(block) => Some(b.clone()),
            _ => None,
        };
        let high = |t: &Term| match t.kind() {
            Kind::Lt(a, b) if known("\\high", b) == Some(block) => Some(a.clone()),
            _ => None,
        };
        // a structure that stands alone has no bounds
        let whole = is_whole(block).then(|| Term::int(0));
        let bounded = |offset: &Term| rest.iter().any(|t| high(t).as_ref() == Some(offset));
        let offset = whole.or_else(|| rest.iter().find_map(low).filter(bounded));
        let Some(offset) = offset.filter(|_| rest.contains(&exists)) else {
            continue;
        };
        let writes = |t: &Term| known("\\writable", t) == Some(block);
        found.push(Valid {
            write: rest.iter().any(writes),
            block: block.clone(),
            offset: offset.clone(),
        });
        let is_bound = |t: &Term| [low(t), high(t)].into_iter().flatten().any(|o| o == offset);
        rest.retain(|t| t != lives && *t != exists && !writes(t) && !is_bound(t));
    }
    (found, rest)
}

/// The block that a fact is about.
fn known<'t>(what: &str, t: &'t Term) -> Option<&'t Term> {
    match t.kind() {
        Kind::Select(map, block) if map.as_var().is_some_and(|v| v.name() == what) => Some(block),
        _ => None,
    }
}
