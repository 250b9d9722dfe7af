//! Discovery: an engine looks for invariants beyond the predicates of the source.

use super::batch::{Batch, Written, add};
use super::failing_inputs::Place;
use super::inferred::{Inferred, Open};
use super::missing;
use super::request::{Mode, Show};
use super::second_choice::Spare;
use abide_abstraction::{Precision, Predicate};
use abide_base::{Budget, Span};
use abide_infer::engine::{self, Discovery, EngineKind, Found, Workbench};
use abide_infer::symbolic::Symbolic;
use abide_ir::{Check, Routine};
use abide_logic::Term;
use abide_prover::{Limits, ProverError};
use abide_region::MAX_WIDTH;
use std::collections::BTreeMap;

/// Steps of discovery for one routine.
const MAX_STEPS: u64 = 30_000_000;

/// Steps of the last stage of discovery, which is left to itself.
const LAST_STEPS: u64 = 10_000_000;

/// Formulas tried for a loop that are reported, at the most.
const MAX_REPORTED: usize = 60;

impl Batch<'_> {
    /// Looks for more than is given, from facts that are known and the checks they leave open. There are
    /// limits for that and for cutting it down to what is needed.
    pub(super) fn discover(
        &self,
        routine: &Routine,
        result: &mut Inferred,
        (mut known, mut open): (Vec<Vec<Found>>, Open),
        (limits, rest): (&Limits, &Limits),
    ) -> Result<(), ProverError> {
        let last = limits.part(LAST_STEPS);
        let limits = &limits.part(MAX_STEPS);
        if limits.budget.check().is_err() {
            return Ok(());
        }
        let prover = &self.pool(result);
        let Inferred {
            cfg: Ok(cfg),
            vars,
            loops,
            stats,
            failing_inputs,
            ..
        } = result
        else {
            return Ok(());
        };
        let settings = &self.run.request.settings;
        let config = engine::Config {
            engine: settings.engine,
            sources: settings.sources.clone(),
            limits: limits.clone(),
            // whoever chooses sources wants no other one
            last: settings.sources.is_all().then_some(last),
        };
        let case = self.case(routine, cfg, vars);
        let mut refute = |open: &[Check]| {
            let places: Vec<Place> = open.iter().map(|c| (c.kind, c.span)).collect();
            failing_inputs.search(&case, &places, prover, limits)
        };
        if settings.engine == EngineKind::Auto
            && let Some(symbolic) = Symbolic::of(cfg)
        {
            let found = self.discover_generally(routine, (&symbolic, vars), &config, (prover, rest))?;
            add(&mut stats.checks_infer, &mut stats.instances, &found.discovery.stats);
            add(
                &mut stats.checks_minimise,
                &mut stats.instances,
                &found.discovery.stats_needed,
            );
            let failing = found.open.iter().map(|(_, check)| check);
            let failing: Vec<Check> = failing
                .filter(|c| found.failing.contains(&(c.kind, c.span)))
                .cloned()
                .collect();
            let refuted = if failing.is_empty() {
                Vec::new()
            } else {
                refute(&failing)?
            };
            let is_left = |(at, check): &&(usize, Check)| {
                open.as_ref().is_none_or(|open| open.contains(at)) && !refuted.contains(&(check.kind, check.span))
            };
            let left: Vec<usize> = found.open.iter().filter(is_left).map(|(at, _)| *at).collect();
            if left.is_empty() && known.iter().all(Vec::is_empty) {
                self.print_discovered(&found.discovery, result);
                self.drop_unreadable(routine, result, &rest.budget);
                return Ok(());
            }
            for (known, facts) in known.iter_mut().zip(found.facts()) {
                let new: Vec<Found> = facts.into_iter().filter(|f| !known.contains(f)).collect();
                known.extend(new);
            }
            open = Some(left);
        }
        let case = engine::Case {
            cfg,
            vars,
            inputs: &routine.inputs,
            is_expressible: &|formula| self.language.is_expressible(formula),
            known,
            open,
            refute: &mut refute,
            repair: &|input| self.view.repair(routine, input),
        };
        let mut bench = Workbench::new(case, prover, &config)?;
        if let Some(engine) = engine::build(settings.engine)
            && !bench.open().is_empty()
        {
            engine.run(&mut bench)?;
        }
        let missing = match self.run.request.mode {
            Mode::Explain => bench.missing()?,
            _ => Vec::new(),
        };
        for missing in &missing {
            let report = missing::report(missing, &|state| self.view.state(routine, state));
            loops[missing.l.index()].history.missing.push(report);
        }
        let found = bench.finish(rest)?;
        add(&mut stats.checks_infer, &mut stats.instances, &found.stats);
        add(&mut stats.checks_minimise, &mut stats.instances, &found.stats_needed);
        stats.unknown += found.stats.unknown;
        self.print_discovered(&found, result);
        self.drop_unreadable(routine, result, &rest.budget);
        Ok(())
    }

    fn drop_unreadable(&self, routine: &Routine, result: &mut Inferred, budget: &Budget) {
        let mut unreadable = self.unreadable(routine, &result.printed.texts, budget);
        if !unreadable.is_empty() && result.printed.fall_back() {
            unreadable = self.unreadable(routine, &result.printed.texts, budget);
        }
        result.drop_candidates(&unreadable);
    }

    /// Replaces the candidates by what was discovered, and reports what was tried.
    fn print_discovered(&self, found: &Discovery, result: &mut Inferred) {
        let Inferred {
            loops,
            precisions,
            printed,
            spare,
            style,
            stats,
            ..
        } = result;
        let show_all = self.run.request.settings.show == Show::All;
        printed.clear();
        let of_loop = |(index, facts): (usize, &Vec<(Found, bool)>)| {
            let formulas = facts.iter().map(|(found, _)| found.formula.clone());
            (loops[index].span, formulas.collect())
        };
        *spare = Spare::Unused(found.facts.iter().enumerate().map(of_loop).collect());
        for (index, facts) in found.facts.iter().enumerate() {
            let is_shown = |(_, needed): &&(Found, bool)| *needed || show_all;
            let show = |(found, _): &(Found, bool)| self.language.render(&found.formula);
            let shown: Vec<Term> = facts.iter().filter(is_shown).map(|(f, _)| f.formula.clone()).collect();
            self.print(printed, loops[index].span, &shown, style);
            if precisions[index].predicates.is_empty() {
                precisions[index] = over(facts.iter().filter(is_shown).map(|(f, _)| f));
            }
            let tried = &found.tried[index];
            stats.predicates += found.generated[index] as u64;
            let history = &mut loops[index].history;
            // the formulas that hold are reported below; of all that were tried, some
            let named = tried
                .iter()
                .take(MAX_REPORTED)
                .map(|f| (self.language.render(&f.formula), f.origin.to_string()));
            history.predicates.extend(named);
            history.not_needed = facts.iter().filter(|f| !is_shown(f)).map(show).collect();
            history.checks += found.stats.checks;
        }
    }

    /// Those of the formulas to be printed that the language cannot read at their places, and when the time is over
    /// those of which that is not known.
    fn unreadable(&self, routine: &Routine, printed: &BTreeMap<Span, Vec<String>>, budget: &Budget) -> Vec<String> {
        let text = self.run.sources.file(self.file).text();
        let reads = |some: &[(Span, &String)]| {
            let mut written: BTreeMap<Span, Vec<String>> = BTreeMap::new();
            for (span, text) in some {
                written.entry(*span).or_default().push(text.to_string());
            }
            let written: Written = written.into_iter().collect();
            let loaded = self.language.reload(self.file, &self.language.annotate(text, &written));
            loaded.program.routines.iter().any(|r| r.name == routine.name)
        };
        let each = printed
            .iter()
            .flat_map(|(span, texts)| texts.iter().map(|t| (*span, t)));
        let all: Vec<(Span, &String)> = each.collect();
        if all.is_empty() || reads(&all) {
            return Vec::new();
        }
        let mut unreadable = Vec::new();
        // lists with something unreadable in them
        let mut open = vec![all.as_slice()];
        while let Some(some) = open.pop() {
            if some.len() == 1 || budget.check().is_err() {
                unreadable.extend(some.iter().map(|(_, text)| text.to_string()));
                continue;
            }
            let (first, second) = some.split_at(some.len() / 2);
            open.extend([second, first].into_iter().filter(|half| !reads(half)));
        }
        unreadable
    }
}

/// Facts as predicates, as many as an abstraction can have.
fn over<'f>(facts: impl Iterator<Item = &'f Found>) -> Precision {
    let predicate = |f: &Found| Predicate {
        formula: f.formula.clone(),
        origin: f.origin,
        span: None,
    };
    Precision {
        predicates: facts.take(MAX_WIDTH).map(predicate).collect(),
        skolems: Vec::new(),
    }
}
