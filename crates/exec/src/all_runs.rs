//! Routines that have few runs, such as a `main` that reads no input: to go through all of them is a proof.
//!
//! A run begins with nothing known, and what is arbitrary stays unknown in it; what is assumed is learned where it
//! determines a value. Where a branch is decided, all runs go that way; where it is not, each way is gone. If all end,
//! and every check on the way is true, none of the runs fails. At the first check that is not decided, nothing is
//! concluded; nor from one that is false, unless every decision before it was made: then all runs fail there.

mod possible;
mod told_apart;

use crate::calls::{Memory, Outcome};
use crate::facts::Facts;
use crate::known::Known;
use crate::leaps::Leaps;
use crate::learn::learn;
use crate::progression::{Here as Head, number};
use crate::state::{Here, Values, stored};
use abide_base::{Budget, Span};
use abide_ir::cfg::{BlockId, Cfg, Command, CommandKind};
use abide_ir::{Check, Subroutine, SubroutineCall};
use abide_logic::eval::Definitions;
use abide_logic::{Kind, Sort, Term, Value, Var, eval};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use told_apart::told_apart;

/// Objects that are made are numbered from here on.
const FIRST_OBJECT: i64 = 1 << 32;

/// Calls inside one another.
const DEPTH: usize = 2_000;

/// Ways that are gone, at the most.
const WAYS: usize = 256;

/// Places that are remembered of a way.
const PATH: usize = 400;

/// What all runs of a graph do.
#[derive(Clone, Debug)]
pub enum AllRuns {
    /// They come to an end, and no check fails.
    Pass {
        /// Every call on the way was run, too, and returned.
        with_calls: bool,
    },
    /// They come to a check that fails.
    Fail {
        /// The check; it may be one of a subroutine.
        check: Check,
        /// Where they have gone before.
        path: Vec<Span>,
        /// What is known there of the state.
        known: Values,
    },
}

/// What do all runs of a graph do, as far as it is seen by executing at most `steps` commands? What is assumed at one of
/// the `given` places can be true.
pub fn all_runs(
    cfg: &Cfg,
    vars: impl IntoIterator<Item = Var>,
    given: &BTreeSet<Span>,
    steps: usize,
    budget: &Budget,
) -> Option<AllRuns> {
    let known = vars.into_iter().map(|v| {
        let value = Value::unknown(v.sort());
        (v, value)
    });
    let code = Code::of(cfg);
    let mut first = Runs {
        known: known.collect(),
        facts: Facts::default(),
        logic: &cfg.calls.logic,
        given,
        objects: FIRST_OBJECT,
        at: Place::start(cfg),
        frames: Vec::new(),
        path: Some(Vec::new()),
        unlearned: None,
    };
    for (family, objects) in told_apart(cfg).into_iter().enumerate() {
        let is_one = objects.len() == 1;
        for (number, object) in objects.into_iter().enumerate() {
            first.objects += 1;
            let value = match is_one {
                true => Value::Ref(first.objects),
                false => Value::of_family(family as i64, number as i64),
            };
            first.known.insert(object, value);
        }
    }
    let mut with_calls = true;
    let mut left = vec![first];
    let mut steps = steps;
    let mut ways = WAYS;
    while let Some(mut runs) = left.pop() {
        let mut leaps = Leaps::new(cfg);
        loop {
            // of what subroutines do the commands of a round say nothing
            if code.subroutines.is_empty()
                && let Some(leap) = leaps.arrive(runs.at.block, &runs)
            {
                let after = leap.take(&runs)?;
                after.into_iter().for_each(|(var, value)| runs.set(&var, value));
            }
            let block = runs.at.cfg.block(runs.at.block);
            let needed = block.commands.len() - runs.at.next + 1;
            if steps < needed || budget.check().is_err() {
                return None;
            }
            steps -= needed;
            match runs.block(&code, &block.commands, &mut with_calls) {
                Step::Fail(check) => {
                    return Some(AllRuns::Fail {
                        check: check.clone(),
                        path: runs.path?,
                        known: runs.known,
                    });
                }
                Step::Next if runs.at.block != runs.at.cfg.exit => {}
                Step::Next if runs.returns() => continue,
                Step::Next | Step::End => break,
                Step::Call => continue,
                Step::Undecided => return None,
            }
            let open = block.edges.iter().filter_map(|e| match runs.truth(&e.guard) {
                Some(false) => None,
                decided => Some((e, decided.is_some())),
            });
            let mut open = open.collect::<Vec<_>>().into_iter();
            let (edge, decided) = open.next()?;
            for (other, _) in open {
                let fewer = ways.checked_sub(1)?;
                ways = fewer;
                runs.path = None;
                let mut others = runs.clone();
                others.learn(&other.guard);
                others.at.goes_to(other.to);
                left.push(others);
            }
            if !decided {
                runs.path = None;
                runs.learn(&edge.guard);
            }
            runs.at.goes_to(edge.to);
        }
    }
    Some(AllRuns::Pass { with_calls })
}

/// What is run.
struct Code<'c> {
    cfg: &'c Cfg,
    /// The graphs of subroutines, by name, each with what is its own.
    subroutines: BTreeMap<&'c str, (Cfg, &'c Subroutine)>,
    /// What calls of functions that only compute come to.
    calls: Memory,
}

impl<'c> Code<'c> {
    fn of(cfg: &'c Cfg) -> Code<'c> {
        let graph = |(name, subroutine): (&'c String, &'c Subroutine)| {
            let graph = Cfg::of(&subroutine.routine, &[]).ok()?;
            let is_bare = graph.loops.iter().all(|l| l.spec.is_bare());
            is_bare.then_some((name.as_str(), (graph, subroutine)))
        };
        Code {
            cfg,
            subroutines: cfg.calls.subroutines.iter().filter_map(graph).collect(),
            calls: Memory::default(),
        }
    }
}

/// A place in a graph.
#[derive(Clone, Copy)]
struct Place<'c> {
    cfg: &'c Cfg,
    block: BlockId,
    /// The next command.
    next: usize,
}

impl<'c> Place<'c> {
    fn start(cfg: &'c Cfg) -> Place<'c> {
        Place {
            cfg,
            block: cfg.entry,
            next: 0,
        }
    }

    fn goes_to(&mut self, block: BlockId) {
        (self.block, self.next) = (block, 0);
    }
}

/// A call of a subroutine that is under way.
#[derive(Clone)]
struct Frame<'c> {
    /// Where it goes on afterwards.
    back: Place<'c>,
    call: &'c SubroutineCall,
    subroutine: &'c Subroutine,
    /// What the variables of the subroutine held before.
    before: Vec<(Var, Option<Value>)>,
}

enum Step<'c> {
    Next,
    /// A subroutine is entered.
    Call,
    /// No run goes on: the program exits here.
    End,
    Fail(&'c Check),
    Undecided,
}

impl Head for Runs<'_> {
    fn number(&self, term: &Term) -> Option<i128> {
        number(&eval(term, &Known(&self.known, self.logic))?)
    }
}

/// Runs that go the same way.
#[derive(Clone)]
struct Runs<'c> {
    /// What is known of the state.
    known: Values,
    /// What else is known of it.
    facts: Facts,
    logic: &'c Definitions,
    given: &'c BTreeSet<Span>,
    /// The number of the next object that is made.
    objects: i64,
    at: Place<'c>,
    frames: Vec<Frame<'c>>,
    /// The way to here, if all runs go it.
    path: Option<Vec<Span>>,
    /// What was known before the assumptions that are being passed, if they say more.
    unlearned: Option<Values>,
}

impl<'c> Runs<'c> {
    fn truth(&self, formula: &Term) -> Option<bool> {
        self.facts.truth(formula, &self.known, self.logic)
    }

    /// Goes on where a formula is true.
    fn learn(&mut self, formula: &Term) {
        match formula.kind() {
            Kind::And(parts) if !formula.has_quantifier() => parts.iter().for_each(|p| self.learn(p)),
            Kind::Implies(guard, then) if self.truth(guard) == Some(true) => self.learn(then),
            Kind::Implies(guard, then) if self.truth(then) == Some(false) => self.learn(&Term::not(guard.clone())),
            _ => {
                learn(formula, &mut self.known, self.logic);
                self.facts.learn(formula, &self.known, self.logic);
            }
        }
    }

    fn passes(&mut self, place: Span) {
        if let Some(path) = &mut self.path
            && path.len() < PATH
            && path.last() != Some(&place)
        {
            path.push(place);
        }
    }

    fn set(&mut self, var: &Var, value: Value) {
        self.facts.forget(var);
        self.known.insert(var.clone(), value);
    }

    /// Runs commands; says where a call is not run.
    fn block(&mut self, code: &'c Code<'c>, commands: &'c [Command], with_calls: &mut bool) -> Step<'c> {
        while let Some(command) = commands.get(self.at.next) {
            self.at.next += 1;
            self.passes(command.span);
            if let Some(call) = code.cfg.subroutine_call(&command.kind) {
                let subroutine = code.subroutines.get(call.callee.as_str());
                if subroutine.is_some_and(|s| self.enter(call, s, &commands[self.at.next..])) {
                    return Step::Call;
                }
                *with_calls = false;
            }
            if let Some((call, returns)) = code.cfg.call(&command.kind) {
                let args: Option<Vec<Value>> = call
                    .args
                    .iter()
                    .map(|t| eval(t, &Known(&self.known, self.logic)))
                    .collect();
                let args = args.filter(|args| args.iter().all(Value::is_known));
                let outcome = args.map(|args| code.calls.call(&code.cfg.calls, &call.callee, args));
                if let Some(Outcome::Returns(value)) = outcome {
                    self.set(returns, Value::Bool(true));
                    call.result.iter().for_each(|var| self.set(var, value.clone()));
                    continue;
                }
                *with_calls = false;
            }
            match self.command(&commands[..self.at.next], commands.get(self.at.next)) {
                Step::Next => {}
                end => return end,
            }
        }
        Step::Next
    }

    /// Goes into a subroutine, if one command of those that follow is where its call is over.
    fn enter(
        &mut self,
        call: &'c SubroutineCall,
        (graph, subroutine): &'c (Cfg, &'c Subroutine),
        rest: &[Command],
    ) -> bool {
        let is_end = |c: &Command| matches!(&c.kind, CommandKind::Havoc(vars) if vars.first() == Some(&call.end));
        let Some(passed) = rest.iter().position(is_end) else {
            return false;
        };
        let params = &subroutine.routine.inputs;
        if params.len() != call.args.len() || self.frames.len() >= DEPTH {
            return false;
        }
        let value = |t: &Term| eval(t, &Known(&self.known, self.logic)).unwrap_or_else(|| Value::unknown(t.sort()));
        let args: Vec<Value> = call.args.iter().map(value).collect();
        let own = subroutine.own.iter().chain(params);
        let unknown = |var: &Var| {
            self.facts.forget(var);
            let before = self.known.insert(var.clone(), Value::unknown(var.sort()));
            (var.clone(), before)
        };
        let before = own.map(unknown).collect();
        params.iter().zip(args).for_each(|(var, value)| self.set(var, value));
        let mut back = self.at;
        back.next += passed + 1;
        self.frames.push(Frame {
            back,
            call,
            subroutine,
            before,
        });
        self.at = Place::start(graph);
        true
    }

    /// Goes back to where the subroutine was called that ends here, if one does.
    fn returns(&mut self) -> bool {
        let Some(frame) = self.frames.pop() else { return false };
        let value = |t: &Term| eval(t, &Known(&self.known, self.logic)).unwrap_or_else(|| Value::unknown(t.sort()));
        let values: Vec<Value> = frame.subroutine.results.iter().map(value).collect();
        for (var, before) in frame.before {
            self.facts.forget(&var);
            match before {
                Some(value) => drop(self.known.insert(var, value)),
                None => drop(self.known.remove(&var)),
            }
        }
        let results = frame.call.results.iter().zip(values);
        results.for_each(|(var, value)| self.set(var, value));
        self.at = frame.back;
        true
    }

    /// Executes the last of some commands.
    fn command(&mut self, commands: &'c [Command], next: Option<&Command>) -> Step<'c> {
        let Some(command) = commands.last() else {
            return Step::Next;
        };
        match &command.kind {
            CommandKind::Assign(pairs) => {
                if let [(var, term)] = pairs.as_slice()
                    && self.write(var, term)
                {
                    return Step::Next;
                }
                let value = |(var, term): &(Var, Term)| {
                    let value = eval(term, &Known(&self.known, self.logic));
                    (var.clone(), value.unwrap_or_else(|| Value::unknown(var.sort())))
                };
                let values: Vec<(Var, Value)> = pairs.iter().map(value).collect();
                values.into_iter().for_each(|(var, value)| self.set(&var, value));
                Step::Next
            }
            CommandKind::Havoc(vars) => {
                let object = self.new_object(vars, next);
                for var in vars {
                    let value = object.clone().unwrap_or_else(|| Value::unknown(var.sort()));
                    self.set(var, value);
                }
                Step::Next
            }
            CommandKind::Assume(formula) if formula.is_false() => Step::End,
            CommandKind::Assume(formula) => {
                match self.truth(formula) {
                    Some(true) => {}
                    // what is assumed contradicts itself: that is no proof to rely on
                    Some(false) => return Step::Undecided,
                    None => {
                        // another choice may have been made, such as whether a function returns
                        if formula.as_var().is_some() {
                            self.path = None;
                        }
                        if self.path.is_some() && self.unlearned.is_none() {
                            self.unlearned = Some(self.known.clone());
                        }
                        self.learn(formula);
                    }
                }
                let goes_on = next.is_some_and(|c| matches!(c.kind, CommandKind::Assume(_)));
                if !goes_on
                    && let Some(known) = self.unlearned.take()
                    && !self.is_possible(commands, &known)
                {
                    self.path = None;
                }
                Step::Next
            }
            CommandKind::Assert(check) => match self.truth(&check.formula) {
                Some(true) => Step::Next,
                Some(false) => Step::Fail(check),
                None => Step::Undecided,
            },
        }
    }

    /// The object that an arbitrary value is, if what is assumed next makes it a new one: it is not null, and not in a
    /// set (`!allocated[new]`) that all objects are in which are known here.
    fn new_object(&mut self, vars: &[Var], next: Option<&Command>) -> Option<Value> {
        let ([var], CommandKind::Assume(wanted)) = (vars, &next?.kind) else {
            return None;
        };
        let parts = wanted.conjuncts();
        let denied = parts.iter().find_map(|part| match part.kind() {
            Kind::Not(read) => match read.kind() {
                Kind::Select(set, key) if key.as_var() == Some(var) => set.as_var(),
                _ => None,
            },
            _ => None,
        });
        let is_object = *var.sort() == Sort::Ref && parts.contains(&Term::ne(var.term(), Term::null()));
        let set = self.known.get(denied.filter(|_| is_object)?)?.as_map()?;
        let objects = Here(&self.known).all(&Sort::Ref);
        let is_inside = |object: &Value| *object == Value::NULL || *set.get(object) == Value::Bool(true);
        if !objects.iter().all(is_inside) {
            return None;
        }
        self.objects += 1;
        Some(Value::Ref(self.objects))
    }

    /// Changes a map in place, if a map changed at one key is what is assigned to it.
    fn write(&mut self, var: &Var, term: &Term) -> bool {
        let Some((key, value)) = stored(var, term) else {
            return false;
        };
        let held = eval(value, &Known(&self.known, self.logic)).unwrap_or_else(|| Value::unknown(value.sort()));
        let key = eval(key, &Known(&self.known, self.logic)).filter(|key| key.family().is_none());
        let Some(key) = key else { return false };
        self.facts.forget(var);
        match self.known.get_mut(var) {
            Some(Value::Map(map)) => {
                Arc::make_mut(map).set(key, held);
                true
            }
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests;
