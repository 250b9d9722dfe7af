//! One `Union(r, Q)` of FQ in progress (POPL 2002, §5): what the classic searches share.
//!
//! The result is a conjunction of clauses c with r ⇒ c and Q ⇒ γ(c). A [`Search`] chooses the clauses to
//! try; [`Union`] answers from what it knows and asks the prover only for the rest. The four shortcuts are
//! those of the released code (`GCProver.quickCheck`), on BDDs.
//!
//! A clause the prover cannot decide counts as not valid. The result is then weaker but still sound, since
//! only proved clauses enter it; the reason is recorded in [`Abstract::weakened`].

use abide_region::{Clause, Region};

use crate::abstractor::{Abstract, Abstractor, Round, Tally};
use crate::oracle::{Oracle, Post, Truth, Unknown};

/// An algorithm that finds clauses by validity queries.
pub trait Search: Send {
    /// See [`Abstractor::name`].
    fn name(&self) -> String;

    /// See [`Abstractor::exact`].
    fn exact(&self) -> bool;

    /// Finds and [keeps](Union::keep) the clauses. `old` are those of the last round. There is at least one
    /// predicate.
    fn search(&mut self, old: &[Clause], union: &mut Union) -> Result<(), Unknown>;
}

/// A search, as an abstractor.
pub struct Classic<S>(pub S);

impl<S: Search> Abstractor for Classic<S> {
    fn name(&self) -> String {
        self.0.name()
    }

    fn exact(&self) -> bool {
        self.0.exact()
    }

    fn round(&mut self, r: &mut Abstract, q: &mut dyn Oracle, tally: &mut Tally) -> Result<Round, Unknown> {
        r.advance(|r, post| {
            let before = r.region.clone();
            let mut union = Union::new(&before, post, q, tally);
            if !before.is_full() {
                match before.width() {
                    0 => union.keep_if_valid(Clause::EMPTY)?,
                    _ => self.0.search(&r.clauses, &mut union)?,
                }
            }
            let Union {
                valid, kept, weakened, ..
            } = union;
            r.region = valid;
            r.clauses = kept;
            r.weakened = r.weakened.take().or(weakened);
            Ok(())
        })
    }
}

/// The state of one union.
pub struct Union<'a> {
    /// r, the value before.
    r: &'a Region,
    post: Post<'a>,
    q: &'a mut dyn Oracle,
    tally: &'a mut Tally,
    /// The conjunction of all clauses found valid. It contains r.
    valid: Region,
    /// valid ∧ ¬r.
    open: Region,
    /// Clauses found not valid.
    invalid: Vec<Clause>,
    /// Whether some state of Q was seen: it falsified a clause.
    inhabited: bool,
    /// The clauses of the result.
    kept: Vec<Clause>,
    weakened: Option<Unknown>,
}

impl<'a> Union<'a> {
    fn new(r: &'a Region, post: Post<'a>, q: &'a mut dyn Oracle, tally: &'a mut Tally) -> Union<'a> {
        Union {
            r,
            post,
            q,
            tally,
            open: r.complement(),
            valid: Region::full(r.width()),
            invalid: Vec::new(),
            inhabited: false,
            kept: Vec::new(),
            weakened: None,
        }
    }

    /// The number of predicates.
    pub fn width(&self) -> usize {
        self.r.width()
    }

    /// valid ∧ ¬r: the valuations that further clauses may exclude. None are left once valid = r.
    pub fn open(&self) -> &Region {
        &self.open
    }

    /// Whether the clauses found imply this one.
    pub fn implies(&self, clause: Clause) -> bool {
        self.valid.implies(clause)
    }

    /// Is the clause valid: r ⇒ clause and Q ⇒ γ(clause)?
    pub fn check(&mut self, clause: Clause) -> Result<bool, Unknown> {
        self.go_on()?;
        self.tally.considered += 1;
        if let Some(answer) = self.known(clause) {
            return Ok(answer);
        }
        self.tally.tried += 1;
        match self.q.holds(&self.post, clause) {
            Truth::Yes => {
                self.tally.valid += 1;
                let holding = Region::of_clause(self.width(), clause);
                self.valid = self.valid.intersection(&holding);
                self.open = self.open.intersection(&holding);
                return Ok(true);
            }
            Truth::No => self.inhabited = true,
            Truth::Unknown(reason) => {
                self.tally.unknown += 1;
                self.weakened.get_or_insert(reason);
            }
        }
        self.invalid.push(clause);
        Ok(false)
    }

    /// Puts a clause that was found valid into the result.
    pub fn keep(&mut self, clause: Clause) {
        debug_assert!(self.valid.implies(clause));
        if !self.kept.contains(&clause) {
            self.kept.push(clause);
        }
    }

    /// Both steps for a clause that is taken as it is.
    pub fn keep_if_valid(&mut self, clause: Clause) -> Result<(), Unknown> {
        if self.check(clause)? {
            self.keep(clause);
        }
        Ok(())
    }

    /// Fails once the question is to be given up.
    pub fn go_on(&self) -> Result<(), Unknown> {
        self.q.stopped().map_or(Ok(()), Err)
    }

    /// What is known of a clause without a prover.
    pub fn known(&self, clause: Clause) -> Option<bool> {
        // r ⇏ c
        if !self.r.implies(clause) {
            return Some(false);
        }
        // valid ⇒ c
        if self.valid.implies(clause) {
            return Some(true);
        }
        // c ⊆ d, d not valid: the cheap case of the last rule
        if self.invalid.iter().any(|d| clause.is_subset(*d)) {
            return Some(false);
        }
        // valid ∧ c ⇒ false. This refutes c only if Q has a state: on an empty Q every clause is valid. The
        // released code forgets that, and leaves one valuation in the abstraction of an unreachable loop.
        let narrowed = self.valid.intersection(&Region::of_clause(self.width(), clause));
        if narrowed.is_empty() && self.inhabited {
            return Some(false);
        }
        // valid ∧ c ⇒ d, d not valid
        let refuted = self.invalid.iter().any(|d| narrowed.implies(*d));
        refuted.then_some(false)
    }
}
