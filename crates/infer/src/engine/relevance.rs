//! Which atoms to combine: at most a dozen per loop.
//!
//! Atoms that never change their truth in the runs tell no states apart; of atoms that always agree, or
//! always disagree, one is enough. The rest is taken by weight. Bounds of skolem constants are only
//! worth something together with a property of the elements there.

use crate::runs::Runs;
use crate::sources::{Proposal, Use};
use abide_exec::state::truth;
use abide_logic::{Kind, Term};
use std::collections::BTreeSet;

/// The atoms worth combining at a loop, at the most `width`.
pub fn choose(l: usize, proposals: &[Proposal], runs: &Runs, width: usize) -> Vec<Proposal> {
    let mut atoms: Vec<&Proposal> = proposals.iter().filter(|p| p.role == Use::Atom).collect();
    atoms.sort_by_key(|p| -p.weight);
    let speaks = |p: &Proposal| p.skolems.iter().all(|s| reads(&p.formula, s));
    let elements = atoms.iter().any(|p| !p.skolems.is_empty() && speaks(p));
    let mut chosen: Vec<Proposal> = Vec::new();
    let mut profiles: BTreeSet<Vec<Option<bool>>> = BTreeSet::new();
    for p in atoms {
        if chosen.len() == width {
            break;
        }
        if chosen
            .iter()
            .any(|c| c.formula == p.formula || c.formula == Term::not(p.formula.clone()))
        {
            continue;
        }
        if !p.skolems.is_empty() {
            if elements {
                chosen.push(p.clone());
            }
            continue;
        }
        let profile: Vec<Option<bool>> = runs.heads[l].iter().map(|s| truth(&p.formula, s)).collect();
        let opposite: Vec<Option<bool>> = profile.iter().map(|t| t.map(|t| !t)).collect();
        let changes = profile.contains(&Some(true)) && profile.contains(&Some(false));
        if runs.heads[l].len() > 8 && (!changes || profiles.contains(&profile) || profiles.contains(&opposite)) {
            continue;
        }
        profiles.insert(profile);
        chosen.push(p.clone());
    }
    chosen
}

/// Is a map read at the skolem constant?
fn reads(formula: &Term, skolem: &abide_logic::Var) -> bool {
    formula.has(|t| matches!(t.kind(), Kind::Select(_, key) if key.mentions(skolem)))
}
