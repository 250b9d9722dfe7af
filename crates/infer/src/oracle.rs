//! A loop as an oracle for the abstractors: one incremental session.
//!
//! The session holds the passive form of everything that leads to the loop's head, over the entry or over the back
//! edges, joined in one point. For each predicate a Boolean holds its truth there. What is assumed at the heads of this
//! and of the other loops is switched on clause by clause ([`Hypotheses`]).

use crate::Subject;
use crate::hypotheses::Hypotheses;
use crate::replay::{self, Start, Window};
use abide_abstraction::{Oracle, Post, Style, Truth, Unknown, Witness};
use abide_exec::Values;
use abide_exec::state::truth;
use abide_ir::cfg::{CommandKind, LoopId};
use abide_logic::{Term, Value};
use abide_prover::{Answer, Instantiating, Limits, Prover, ProverError, Session, Stats};
use abide_region::{Clause, Region, Valuation};
use abide_vc::{Passive, Point};
use std::collections::HashMap;
use std::sync::Arc;

/// One loop and the session that answers questions about it.
pub struct LoopOracle<'a> {
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

impl<'a> LoopOracle<'a> {
    /// Opens the session of a loop.
    pub fn open(
        subject: &'a Subject<'a>,
        id: LoopId,
        prover: &Arc<dyn Prover>,
        limits: &Limits,
    ) -> Result<LoopOracle<'a>, ProverError> {
        let cut = subject.cut.loops[id.index()];
        let mut passive = Passive::leading_to(subject.cut, &[cut.entry, cut.back], subject.vars);
        let by_entry = passive.fresh_bool("entry");
        let by_back = passive.fresh_bool("back");
        let mut ways = Vec::new();
        for (way, block) in [(&by_entry, cut.entry), (&by_back, cut.back)] {
            let reached = passive.ends.get(&block).cloned();
            if let Some(point) = reached {
                passive.formulas.push(Term::implies(way.clone(), point.reached.clone()));
                ways.push(Point {
                    reached: way.clone(),
                    state: point.state,
                });
            }
        }
        let post = passive.join(&ways);
        let mut session = Instantiating::open(prover, limits)?;
        let mut atoms = Vec::new();
        for predicate in &subject.precisions[id.index()].predicates {
            let atom = passive.fresh_bool("atom");
            passive
                .formulas
                .push(Term::eq(atom.clone(), post.at(&predicate.formula)));
            atoms.push(atom);
        }
        for formula in std::mem::take(&mut passive.formulas) {
            session.assert(&formula);
        }
        Ok(LoopOracle {
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
            let fact = self.subject.precisions[l.index()].closed(clause);
            let switch = self.hypotheses.switch(&mut self.passive, &mut self.session, l, &fact);
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

    /// Valuations the model's run witnesses at this and at other loops.
    ///
    /// Without quantified facts the post-state of the model is a state like any other and is
    /// run on. With them the solver's maps are arbitrary where no instance speaks of them, so
    /// the run starts at the last cut on the model's way (the routine's start or a loop head),
    /// with the maps completed there, and only if that state satisfies what is assumed of it.
    fn run_on(&mut self, known: &Region, found: &mut Vec<Valuation>) {
        let Some((start, state)) = self.start(known) else {
            return;
        };
        let reached = replay::replay(self.subject, start, &state, self.witnesses);
        self.sort_in(reached, found);
        // the model's input with small changes, from the start
        let entry = Point {
            reached: Term::tt(),
            state: self.subject.vars.iter().map(|v| (v.clone(), v.term())).collect(),
        };
        let input = self.state_at(&entry);
        let mut region = known.clone();
        region.extend(found.iter().copied());
        let near = replay::vary(
            self.subject,
            Start::Entry,
            self.id,
            &input,
            &region,
            self.witnesses,
            &self.limits.budget,
        );
        self.sort_in(near, found);
        // the state at the head with other values for the targets
        if let Some(base) = replay::first_visit(self.subject, start, &state, self.witnesses, self.id) {
            region.extend(found.iter().copied());
            let near = replay::vary(
                self.subject,
                Start::Head(self.id),
                self.id,
                &base,
                &region,
                self.witnesses,
                &self.limits.budget,
            );
            self.sort_in(near, found);
        }
    }

    fn sort_in(&mut self, reached: Vec<(LoopId, Vec<Valuation>)>, found: &mut Vec<Valuation>) {
        for (l, valuations) in reached {
            if l == self.id {
                found.extend(valuations);
            } else {
                self.elsewhere.push((l, valuations));
            }
        }
    }

    /// Where a run on from the model may start, and its state there.
    fn start(&mut self, known: &Region) -> Option<(Start, Values)> {
        let skolems = self.subject.precisions[self.id.index()].skolems.clone();
        if !self.session.is_quantified() {
            let mut state = self.state_at(&self.post.clone());
            self.add_values(&mut state, &skolems);
            return Some((Start::Head(self.id), state));
        }
        let start = self.last_cut();
        let point = match start {
            Start::Head(l) => self.hypotheses.head(l).expect("the head was reached").clone(),
            Start::Entry => Point {
                reached: Term::tt(),
                state: self.subject.vars.iter().map(|v| (v.clone(), v.term())).collect(),
            },
        };
        let mut state = self.state_at(&point);
        self.add_values(&mut state, &skolems);
        if let Start::Head(l) = start {
            let assumed = if l == self.id {
                known.clone()
            } else {
                let clauses = self.context.iter().find(|(m, _)| *m == l).map(|(_, c)| c.clone());
                let width = self.subject.precisions[l.index()].width();
                Region::from_clauses(width, clauses.unwrap_or_default())
            };
            let (there, window) = replay::valuations_known(self.subject, l, &state);
            if window == Window::Cut || there.iter().any(|v| !assumed.contains(*v)) || self.breaks_context(l, &state) {
                return None;
            }
        }
        Some((start, state))
    }

    /// Does a state at a loop's head, with its maps completed, break what was assumed at the start?
    /// Only facts about what has not been changed since can tell.
    fn breaks_context(&self, l: LoopId, state: &Values) -> bool {
        let cfg = self.subject.cfg;
        let before = self.subject.cut.leading_to(&[self.subject.cut.loops[l.index()].entry]);
        let mut changed = cfg.natural_loop(l).targets.clone();
        let mut assumed = Vec::new();
        for block in before {
            for command in &self.subject.cut.blocks[block.index()].commands {
                match &command.kind {
                    CommandKind::Assign(pairs) => changed.extend(pairs.iter().map(|(v, _)| v.clone())),
                    CommandKind::Havoc(vars) => changed.extend(vars.iter().cloned()),
                    CommandKind::Assume(fact) if block == cfg.entry => assumed.push(fact),
                    _ => {}
                }
            }
        }
        let kept = |f: &&Term| f.free_vars().iter().all(|v| !changed.contains(v));
        assumed.into_iter().filter(kept).any(|f| truth(f, state) == Some(false))
    }

    /// The last place on the model's way where the run was cut.
    fn last_cut(&mut self) -> Start {
        let by_back = self.session.value(&self.by_back) == Some(Value::Bool(true));
        let reached = |l: &LoopId| (*l != self.id) || by_back;
        let loops: Vec<LoopId> = self.hypotheses.loops().into_iter().filter(reached).collect();
        let mut last = (0, Start::Entry);
        for l in loops {
            let block = self.subject.cut.loops[l.index()].head;
            let place = self.subject.cut.order.iter().position(|b| *b == block).unwrap_or(0);
            let at = self.hypotheses.head(l).expect("it is among the loops").reached.clone();
            if place >= last.0 && self.session.value(&at) == Some(Value::Bool(true)) {
                last = (place, Start::Head(l));
            }
        }
        last.1
    }

    /// The values of the variables at a point, maps completed.
    fn state_at(&mut self, point: &Point) -> Values {
        let mut state = Values::new();
        let (mut vars, mut versions) = (Vec::new(), Vec::new());
        for (var, version) in &point.state {
            match version.as_var() {
                Some(v) => {
                    vars.push(var.clone());
                    versions.push(v.clone());
                }
                None => {
                    if let Some(value) = self.session.value(version) {
                        state.insert(var.clone(), value);
                    }
                }
            }
        }
        let values = self.session.completed(&versions);
        state.extend(
            vars.into_iter()
                .zip(values)
                .filter_map(|(var, value)| Some((var, value?))),
        );
        state
    }

    fn add_values(&mut self, state: &mut Values, constants: &[abide_logic::Var]) {
        for constant in constants {
            if let Some(value) = self.session.value(&constant.term()) {
                state.insert(constant.clone(), value);
            }
        }
    }
}

impl Oracle for LoopOracle<'_> {
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
                    self.witnesses += 1;
                    self.run_on(known, &mut found);
                }
                Witness::Found(found)
            }
        }
    }

    fn stopped(&self) -> Option<Unknown> {
        let exhausted = self.limits.budget.check().err()?;
        Some(Unknown(exhausted.to_string()))
    }
}
