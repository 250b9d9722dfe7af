//! A loop put to the abstractors: one incremental session (reference §2.1.2).
//!
//! The session holds the passive form of everything that leads to the loop's head, over the
//! entry or over the back edges, joined in one point. For each predicate a Boolean tells its
//! truth there. What is assumed at the heads of this and of the other loops is switched on
//! clause by clause ([`Hypotheses`]).

use crate::hypotheses::Hypotheses;
use crate::replay;
use crate::Subject;
use abide_abstraction::{Post, Question, Style, Truth, Unknown, Witness};
use abide_exec::Values;
use abide_ir::cfg::LoopId;
use abide_logic::{Term, Value};
use abide_prover::{Answer, Instantiating, Limits, Prover, ProverError, Session, Stats};
use abide_region::{Clause, Region, Valuation};
use abide_vc::{Passive, Point};
use std::collections::HashMap;
use std::sync::Arc;

/// One loop and the session that answers questions about it.
pub struct LoopQuestion<'a> {
    subject: &'a Subject<'a>,
    id: LoopId,
    limits: Limits,
    session: Instantiating,
    passive: Passive,
    hypotheses: Hypotheses,
    /// The loop's head, entered or come back to.
    post: Point,
    by_entry: Term,
    by_back: Term,
    /// The truth of each predicate there.
    atoms: Vec<Term>,
    /// For a clause, a Boolean that implies that it is false there.
    violated: HashMap<Clause, Term>,
    /// What is assumed at the heads of the other loops.
    context: Vec<(LoopId, Vec<Clause>)>,
    /// Clauses of the region asked about last.
    last: Option<(Region, Vec<Clause>)>,
    /// Valuations found for other loops by replay, to be collected.
    elsewhere: Vec<(LoopId, Vec<Valuation>)>,
    /// The regions asked about, for explanations.
    trace: Vec<Region>,
    witnesses: u64,
}

impl<'a> LoopQuestion<'a> {
    /// Opens the session of a loop.
    pub fn open(
        subject: &'a Subject<'a>,
        id: LoopId,
        prover: &Arc<dyn Prover>,
        limits: &Limits,
    ) -> Result<LoopQuestion<'a>, ProverError> {
        let cut = subject.cut.loops[id.index()];
        let mut passive = Passive::leading_to(subject.cut, &[cut.entry, cut.back], subject.vars);
        let by_entry = passive.fresh_bool("entry");
        let by_back = passive.fresh_bool("back");
        let mut ways = Vec::new();
        for (way, block) in [(&by_entry, cut.entry), (&by_back, cut.back)] {
            let reached = passive.ends.get(&block).cloned();
            if let Some(point) = reached {
                passive.formulas.push(Term::implies(way.clone(), point.reached.clone()));
                ways.push(Point { reached: way.clone(), state: point.state });
            }
        }
        let post = passive.join(&ways);
        let mut session = Instantiating::open(prover, limits)?;
        let mut atoms = Vec::new();
        for predicate in &subject.precisions[id.index()].predicates {
            let atom = passive.fresh_bool("atom");
            passive.formulas.push(Term::eq(atom.clone(), post.at(&predicate.formula)));
            atoms.push(atom);
        }
        for formula in std::mem::take(&mut passive.formulas) {
            session.assert(&formula);
        }
        Ok(LoopQuestion {
            hypotheses: Hypotheses::of(subject, &passive),
            subject,
            id,
            limits: limits.clone(),
            session,
            passive,
            post,
            by_entry,
            by_back,
            atoms,
            violated: HashMap::new(),
            context: Vec::new(),
            last: None,
            elsewhere: Vec::new(),
            trace: Vec::new(),
            witnesses: 0,
        })
    }

    /// Sets what is assumed at the heads of other loops.
    pub fn set_context(&mut self, clauses: impl Fn(LoopId) -> Vec<Clause>) {
        let others = self.hypotheses.loops().into_iter().filter(|l| *l != self.id);
        self.context = others.map(|l| (l, clauses(l))).collect();
    }

    /// The loops whose heads matter for this one, besides itself.
    pub fn depends_on(&self) -> Vec<LoopId> {
        self.hypotheses.loops().into_iter().filter(|l| *l != self.id).collect()
    }

    /// Valuations that replays found at other loops.
    pub fn take_elsewhere(&mut self) -> Vec<(LoopId, Vec<Valuation>)> {
        std::mem::take(&mut self.elsewhere)
    }

    /// What the session did.
    pub fn stats(&self) -> Stats {
        self.session.stats()
    }

    /// The regions witnesses were asked outside of, in order, without repetitions.
    pub fn trace(&self) -> &[Region] {
        &self.trace
    }

    fn clauses(&mut self, region: &Region) -> Vec<Clause> {
        match &self.last {
            Some((known, clauses)) if known == region => clauses.clone(),
            _ => {
                let clauses = region.clauses();
                self.last = Some((region.clone(), clauses.clone()));
                clauses
            }
        }
    }

    /// The assumptions that make the post-state one of `post`.
    fn assumptions(&mut self, post: &Post) -> Vec<Term> {
        let mut assumed = vec![self.post.reached.clone()];
        let own = match post {
            Post::Entry => {
                assumed.push(Term::not(self.by_back.clone()));
                None
            }
            Post::Back { from } => {
                assumed.push(Term::not(self.by_entry.clone()));
                Some(*from)
            }
            Post::Head { from } => Some(*from),
        };
        let mut wanted: Vec<(LoopId, Clause)> = Vec::new();
        for (l, clauses) in &self.context {
            wanted.extend(clauses.iter().map(|c| (*l, *c)));
        }
        if let Some(region) = own
            && self.hypotheses.loops().contains(&self.id)
        {
            let clauses = self.clauses(region);
            wanted.extend(clauses.into_iter().map(|c| (self.id, c)));
        }
        for (l, clause) in wanted {
            let switch = self.hypotheses.switch(self.subject, &mut self.passive, &mut self.session, l, clause);
            assumed.push(switch);
        }
        assumed
    }

    /// A Boolean that implies that some clause of the region is false at the post-state.
    fn outside(&mut self, region: &Region) -> Term {
        let clauses = self.clauses(region);
        let mut ways = Vec::new();
        for clause in clauses {
            if !self.violated.contains_key(&clause) {
                let violated = self.passive.fresh_bool("violated");
                let cube = Term::and(self.falsified(clause));
                self.session.assert(&Term::implies(violated.clone(), cube));
                self.violated.insert(clause, violated);
            }
            ways.push(self.violated[&clause].clone());
        }
        let outside = self.passive.fresh_bool("outside");
        self.session.assert(&Term::implies(outside.clone(), Term::or(ways)));
        outside
    }

    /// The literals that make a clause false.
    fn falsified(&self, clause: Clause) -> Vec<Term> {
        let literal = |l: abide_region::Literal| {
            let atom = self.atoms[l.predicate as usize].clone();
            if l.positive { Term::not(atom) } else { atom }
        };
        clause.literals().map(literal).collect()
    }

    fn model_valuation(&mut self) -> Option<Valuation> {
        let mut bits = 0;
        for (number, atom) in self.atoms.clone().iter().enumerate() {
            match self.session.value(atom) {
                Some(Value::Bool(true)) => bits |= 1u64 << number,
                Some(Value::Bool(false)) => {}
                _ => return None,
            }
        }
        Some(Valuation(bits))
    }

    /// The post-state of the model, with the values of the loop's skolem constants.
    fn model_state(&mut self) -> Values {
        let mut state = Values::new();
        let versions: Vec<_> = self.post.state.iter().map(|(v, t)| (v.clone(), t.clone())).collect();
        for (var, version) in versions {
            if let Some(value) = self.session.value(&version) {
                state.insert(var, value);
            }
        }
        for skolem in self.subject.precisions[self.id.index()].skolems.clone() {
            if let Some(value) = self.session.value(&skolem.term()) {
                state.insert(skolem, value);
            }
        }
        state
    }
}

impl Question for LoopQuestion<'_> {
    fn width(&self) -> usize {
        self.atoms.len()
    }

    fn holds(&mut self, post: &Post, clause: Clause) -> Truth {
        let mut assumed = self.assumptions(post);
        assumed.extend(self.falsified(clause));
        match self.session.check(&assumed) {
            Answer::Unsat(_) => Truth::Yes,
            Answer::Sat => Truth::No,
            Answer::Unknown(why) => Truth::Unknown(Unknown(why.to_string())),
        }
    }

    fn witness(&mut self, post: &Post, known: &Region, style: Style) -> Witness {
        if self.trace.last() != Some(known) {
            self.trace.push(known.clone());
        }
        let outside = self.outside(known);
        let mut assumed = self.assumptions(post);
        assumed.push(outside);
        match self.session.check(&assumed) {
            Answer::Unsat(_) => Witness::None,
            Answer::Unknown(why) => Witness::Unknown(Unknown(why.to_string())),
            Answer::Sat => {
                let Some(own) = self.model_valuation() else {
                    return Witness::Unknown(Unknown("the solver's model has no value for a predicate".into()));
                };
                let mut found = vec![own];
                if style == Style::State {
                    let state = self.model_state();
                    self.witnesses += 1;
                    for (l, valuations) in replay::replay(self.subject, self.id, &state, self.witnesses) {
                        if l == self.id {
                            found.extend(valuations);
                        } else {
                            self.elsewhere.push((l, valuations));
                        }
                    }
                }
                Witness::Found(found)
            }
        }
    }

    fn cancelled(&self) -> bool {
        self.limits.budget.check().is_err()
    }
}
