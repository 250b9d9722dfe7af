//! Clauses of two or three atoms that hold in all states of the runs.
//!
//! A table of the truth of every atom in every state tells at once which clauses no run contradicts.
//! Those that have no smaller one inside of them are candidates for Houdini: a cheap way to invariants
//! with disjunctions, before the exact abstraction is tried.

use crate::runs::Runs;
use crate::sources::{Proposal, Use};
use abide_exec::state::truth;
use abide_logic::Term;

/// Atoms in clauses of two and of three, and clauses kept.
const PAIRED: usize = 48;
const TRIPLED: usize = 16;
const KEPT: usize = 240;

/// Clauses of `size` (2 or 3) atoms about the head of a loop.
pub fn of(l: usize, proposals: &[Proposal], runs: &Runs, size: usize) -> Vec<Proposal> {
    let mut rows = table(l, proposals, runs, if size == 2 { PAIRED } else { TRIPLED });
    let full = Profile::full(runs.heads[l].len());
    // the negations, at the same places
    let negated: Vec<Row> = rows.iter().map(Row::negated).collect();
    rows.extend(negated);
    let count = rows.len() / 2;
    let mut pairs = Vec::new();
    let mut found: Vec<(i32, Vec<usize>)> = Vec::new();
    for a in 0..rows.len() {
        for b in (a + 1..rows.len()).filter(|b| b % count != a % count) {
            if rows[a].truth.or(&rows[b].truth) == full {
                pairs.push((a, b));
                found.push((rows[a].weight + rows[b].weight, vec![a, b]));
            }
        }
    }
    if size == 3 {
        found.clear();
        let has = |a: usize, b: usize| pairs.contains(&(a.min(b), a.max(b)));
        for a in 0..rows.len() {
            for b in (a + 1..rows.len()).filter(|b| b % count != a % count && !has(a, *b)) {
                let two = rows[a].truth.or(&rows[b].truth);
                for c in (b + 1..rows.len()).filter(|c| c % count != a % count && c % count != b % count) {
                    if two.or(&rows[c].truth) == full && !has(a, c) && !has(b, c) {
                        let weight = rows[a].weight + rows[b].weight + rows[c].weight;
                        found.push((weight, vec![a, b, c]));
                    }
                }
            }
        }
    }
    found.sort_by_key(|(weight, _)| -weight);
    found.truncate(KEPT);
    let made = found.into_iter().map(|(weight, parts)| {
        let literals: Vec<Term> = parts.iter().map(|i| rows[*i].atom.clone()).collect();
        Proposal::candidate(written(literals), "a clause over conditions, seen in runs").weighing(weight)
    });
    made.collect()
}

/// `a ==> b` reads better than `!a || b`.
fn written(mut literals: Vec<Term>) -> Term {
    let conclusion = literals.pop().unwrap_or_else(Term::ff);
    let premises = literals.into_iter().map(Term::not);
    Term::implies(Term::and(premises), conclusion)
}

struct Row {
    atom: Term,
    truth: Profile,
    weight: i32,
}

impl Row {
    fn negated(&self) -> Row {
        Row {
            atom: Term::not(self.atom.clone()),
            truth: self.truth.not(),
            weight: self.weight,
        }
    }
}

/// The atoms that are true in some states and false in others, by weight.
fn table(l: usize, proposals: &[Proposal], runs: &Runs, width: usize) -> Vec<Row> {
    let usable = |p: &&Proposal| p.role == Use::Atom && p.skolems.is_empty();
    let mut atoms: Vec<&Proposal> = proposals.iter().filter(usable).collect();
    atoms.sort_by_key(|p| -p.weight);
    let full = Profile::full(runs.heads[l].len());
    let mut rows: Vec<Row> = Vec::new();
    for p in atoms {
        let known = |r: &Row| r.atom == p.formula || r.atom == Term::not(p.formula.clone());
        if rows.len() == width || rows.iter().any(known) {
            continue;
        }
        let Some(truth) = Profile::of(runs.heads[l].iter().map(|s| truth(&p.formula, s))) else {
            continue;
        };
        if truth != full && truth.not() != full {
            rows.push(Row {
                atom: p.formula.clone(),
                truth,
                weight: p.weight,
            });
        }
    }
    rows
}

/// The truth of something in every state, as bits.
#[derive(Clone, PartialEq, Eq)]
struct Profile {
    bits: Vec<u64>,
    len: usize,
}

impl Profile {
    fn full(len: usize) -> Profile {
        Profile {
            bits: vec![0; len.div_ceil(64)],
            len,
        }
        .not()
    }

    fn of(truths: impl Iterator<Item = Option<bool>>) -> Option<Profile> {
        let mut profile = Profile {
            bits: Vec::new(),
            len: 0,
        };
        for truth in truths {
            if profile.len.is_multiple_of(64) {
                profile.bits.push(0);
            }
            let last = profile.bits.last_mut()?;
            *last |= u64::from(truth?) << (profile.len % 64);
            profile.len += 1;
        }
        Some(profile)
    }

    fn or(&self, other: &Profile) -> Profile {
        let both = self.bits.iter().zip(&other.bits);
        Profile {
            bits: both.map(|(a, b)| a | b).collect(),
            len: self.len,
        }
    }

    fn not(&self) -> Profile {
        let mut bits: Vec<u64> = self.bits.iter().map(|b| !b).collect();
        if let Some(last) = bits.last_mut()
            && !self.len.is_multiple_of(64)
        {
            *last &= (1 << (self.len % 64)) - 1;
        }
        Profile { bits, len: self.len }
    }
}
