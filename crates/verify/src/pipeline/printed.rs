//! What is printed into the source: the candidates of the loops, as a person would write them, and as they were found for
//! the case that these are not proved.

use super::batch::Batch;
use crate::language::Wording;
use abide_base::Span;
use abide_infer::readable::{Context, Spoken, bounds_together, readable};
use abide_ir::Routine;
use abide_ir::cfg::{Cfg, CommandKind};
use abide_logic::Term;
use std::collections::{BTreeMap, BTreeSet};

/// The candidates to print, by the place of the loop.
#[derive(Clone, Debug, Default)]
pub(super) struct Printed {
    /// The candidates.
    pub(super) texts: BTreeMap<Span, Vec<String>>,
    /// The same as they were found; nothing once they are printed so.
    as_found: BTreeMap<Span, Vec<String>>,
    /// What the loops assign at the most: clauses that are proved with the candidates and taken back alone.
    frames: BTreeMap<Span, String>,
}

impl Printed {
    /// Those of a loop.
    pub(super) fn at(&self, span: Span) -> &[String] {
        self.texts.get(&span).map_or(&[], Vec::as_slice)
    }

    /// Notes what is to be printed at a loop, once. A loop that was copied has one place in the source: what
    /// is written there must hold for every copy.
    pub(super) fn write(&mut self, span: Span, readable: &[String], as_found: &[String]) {
        for (printed, texts) in [(&mut self.texts, readable), (&mut self.as_found, as_found)] {
            match printed.get_mut(&span) {
                Some(known) => known.retain(|t| texts.contains(t)),
                None => {
                    let mut seen = BTreeSet::new();
                    let new = texts.iter().filter(|t| seen.insert(*t)).cloned();
                    printed.insert(span, new.collect());
                }
            }
        }
    }

    /// Forgets all.
    pub(super) fn clear(&mut self) {
        *self = Printed::default();
    }

    /// Forgets all candidates; frames stay.
    pub(super) fn without_candidates(&mut self) {
        self.texts.clear();
        self.as_found.clear();
    }

    /// All clauses to print, by the place of the loop.
    pub(super) fn clauses(&self) -> BTreeMap<Span, Vec<String>> {
        let mut all = self.texts.clone();
        for (span, frame) in &self.frames {
            all.entry(*span).or_default().push(frame.clone());
        }
        all.retain(|_, texts| !texts.is_empty());
        all
    }

    /// Is a clause a frame?
    pub(super) fn is_frame(&self, text: &str) -> bool {
        self.frames.values().any(|frame| frame == text)
    }

    /// Adds the frame of a loop, which stands in the language's annotations.
    pub(super) fn frame(&mut self, span: Span, frame: &str) {
        self.frames.insert(span, frame.to_string());
    }

    /// Takes back clauses.
    pub(super) fn remove(&mut self, texts: &[String]) {
        for printed in self.texts.values_mut().chain(self.as_found.values_mut()) {
            printed.retain(|t| !texts.contains(t));
        }
        self.frames.retain(|_, frame| !texts.contains(frame));
    }

    /// Does what can be done where clauses were not proved, or could not be read; gives the candidates that have to go.
    pub(super) fn failed(&mut self, texts: &[String]) -> Vec<String> {
        let (frames, others): (Vec<String>, Vec<String>) = texts.iter().cloned().partition(|t| self.is_frame(t));
        // where nothing could be read it may be a frame that was in the way
        let everything = self.clauses().values().flatten().all(|t| texts.contains(t));
        self.remove(&frames);
        if others.is_empty() || (everything && !frames.is_empty()) || self.fall_back() {
            return Vec::new();
        }
        others
    }

    /// Prints the candidates as they were found from now on; says whether that is anything else.
    pub(super) fn fall_back(&mut self) -> bool {
        let as_found = std::mem::take(&mut self.as_found);
        let differs = as_found.iter().any(|(span, texts)| {
            let [mut before, mut after] = [texts.clone(), self.at(*span).to_vec()];
            before.sort();
            after.sort();
            before != after
        });
        if differs {
            self.texts = as_found;
        }
        differs
    }
}

/// How the source of a routine speaks.
#[derive(Default)]
pub(super) struct Style {
    wording: Wording,
    spoken: Spoken,
    /// What the routine requires of what it does not write.
    given: Vec<Term>,
}

impl Batch<'_> {
    /// How the source of a routine speaks.
    pub(super) fn style(&self, routine: &Routine, cfg: &Cfg) -> Style {
        let commands = || cfg.blocks.iter().flat_map(|b| &b.commands);
        let spans = commands().map(|c| c.span).chain(cfg.loops.iter().map(|l| l.spec.span));
        let own = spans.filter(|span| span.file == routine.span.file);
        let last = own.max_by_key(|span| span.end).unwrap_or(routine.span);
        // where it branches, and what it demands
        let demanded = commands().filter_map(|c| match &c.kind {
            CommandKind::Assert(check) => Some(&check.formula),
            _ => None,
        });
        let required = routine.requires.iter().flat_map(|fact| fact.formula.conjuncts());
        let written = cfg.written();
        let stays = |fact: &Term| !fact.mentions_any(&written);
        let guards = cfg.blocks.iter().flat_map(|b| &b.edges).map(|e| &e.guard);
        Style {
            wording: Wording::of(routine, self.run.sources.file(self.file).text(), last),
            spoken: Spoken::of(guards.chain(demanded)),
            given: required.filter(stays).collect(),
        }
    }

    /// Notes the facts to be printed at a loop.
    pub(super) fn print(&self, printed: &mut Printed, span: Span, facts: &[Term], style: &Style) {
        let context = Context {
            given: &style.given,
            spoken: &style.spoken,
            is_expressible: &|t| self.language.is_expressible(t),
            has_arrays: self.language.has_arrays(),
        };
        let mut idiomatic = readable(facts, &context);
        if self.language.chains_comparisons() {
            idiomatic = bounds_together(idiomatic);
        }
        let idiomatic = idiomatic.iter().map(|t| self.language.render_as(t, &style.wording));
        let as_found = facts.iter().map(|t| self.language.render(t));
        printed.write(span, &idiomatic.collect::<Vec<_>>(), &as_found.collect::<Vec<_>>());
    }
}
