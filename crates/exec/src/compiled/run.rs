//! Runs of a compiled graph.

use super::scalar::{Memory, Place, Scalar};
use super::table::{Table, of_number};
use super::{Choose, Compiled, Op, Part};
use crate::calls::{Memory as Calls, Outcome};
use crate::draw::Draw;
use crate::leaps::Leaps;
use crate::progression::{Here, Leap, number};
use crate::run::{ATTEMPTS, Machine, Stop};
use crate::state::Values;
use abide_base::Span;
use abide_ir::Call;
use abide_ir::cfg::BlockId;
use abide_logic::{Int, Sort, Term, Value, Var};
use std::rc::Rc;

/// What a command costs that is left to the interpreter, in commands.
const SLOW: usize = 2_000;

/// Entries of a table that are gone through in the time of one command.
const PER_STEP: usize = 8;

/// How a long run ended.
pub struct Ended<'a> {
    /// Why.
    pub stop: Stop<'a>,
    /// In which state, if a check failed.
    pub state: Values,
    /// The numbers that were chosen.
    pub choices: Vec<(Span, Int)>,
    /// Commands and jumps that it took.
    pub steps: usize,
}

/// Choices of a run that are told, at the most: a run with more is none that could be repeated.
const CHOICES: usize = 1 << 20;

impl<'a> Compiled<'a> {
    /// Runs from a state, for so many commands and jumps at the most; `calls` is what is known of calls, and `arrive` sees
    /// the blocks that are entered.
    pub fn run(
        &self,
        (state, draw, steps): (&Values, Draw, usize),
        calls: &Rc<Calls>,
        arrive: &mut dyn FnMut(BlockId),
    ) -> Ended<'a> {
        let mut run = Run {
            program: self,
            memory: Memory {
                numbers: vec![0; self.places.len()],
                tables: Vec::new(),
            },
            machine: Machine::new(self.cfg, draw, usize::MAX),
            calls: calls.clone(),
            choices: Vec::new(),
            left: steps,
        };
        let stop = match run.load(state) {
            Some(()) => run.start(arrive),
            None => Stop::Unknown,
        };
        let is_failure = matches!(stop, Stop::Failed(_));
        Ended {
            stop,
            state: is_failure.then(|| run.values()).flatten().unwrap_or_default(),
            choices: run.choices,
            steps: steps - run.left,
        }
    }
}

/// A run.
struct Run<'p, 'a> {
    program: &'p Compiled<'a>,
    memory: Memory,
    /// For what is drawn, and for commands that are not compiled.
    machine: Machine<'a>,
    /// What calls have returned in other runs.
    calls: Rc<Calls>,
    choices: Vec<(Span, Int)>,
    left: usize,
}

impl<'a> Run<'_, 'a> {
    /// Takes over a state.
    fn load(&mut self, state: &Values) -> Option<()> {
        let places = &self.program.places;
        self.memory.tables.clear();
        for (var, place) in places {
            match place {
                Place::Number(at) => self.memory.numbers[*at] = number(state.get(var)?)?,
                // tables are numbered as they come here
                Place::Table(at) => {
                    debug_assert_eq!(*at, self.memory.tables.len());
                    self.memory.tables.push(Table::of(state.get(var)?, var.sort())?);
                }
            }
        }
        Some(())
    }

    /// The state.
    fn values(&self) -> Option<Values> {
        let value = |(var, place): (&Var, &Place)| {
            let value = match place {
                Place::Number(at) => of_number(self.memory.numbers[*at], var.sort())?,
                Place::Table(at) => self.memory.tables.get(*at)?.value(var.sort())?,
            };
            Some((var.clone(), value))
        };
        self.program.places.iter().map(value).collect()
    }

    fn spend(&mut self, steps: usize) -> Option<Stop<'a>> {
        match self.left.checked_sub(steps) {
            Some(left) => {
                self.left = left;
                None
            }
            None => Some(Stop::Steps),
        }
    }

    fn start(&mut self, arrive: &mut dyn FnMut(BlockId)) -> Stop<'a> {
        let program = self.program;
        let mut at = program.cfg.entry;
        let mut leaps = Leaps::new(program.cfg);
        loop {
            arrive(at);
            if let Some(leap) = leaps.arrive(at, self) {
                self.leap(&leap);
            }
            let block = &program.blocks[at.index()];
            if let Some(stop) = self.spend(block.commands.len() + 1) {
                return stop;
            }
            for command in &block.commands {
                if let Some(stop) = self.command(at, command) {
                    return stop;
                }
            }
            if at == program.cfg.exit {
                return Stop::End;
            }
            let (mut open, mut others) = (None, 0);
            for (guard, to) in &block.edges {
                match guard.as_ref().and_then(|g| g.eval(&self.memory)) {
                    Some(0) => {}
                    Some(_) if open.is_none() => open = Some(*to),
                    Some(_) => {
                        // as the interpreter does
                        others += 1;
                    }
                    None => return Stop::Unknown,
                }
            }
            at = match (open, others) {
                (None, _) => return Stop::Blocked,
                (Some(to), 0) => to,
                (Some(_), others) => {
                    let chosen = self.machine.draw().below(others + 1);
                    let is_open = |g: &Option<Scalar>| g.as_ref().and_then(|g| g.eval(&self.memory)) != Some(0);
                    match block.edges.iter().filter(|(g, _)| is_open(g)).nth(chosen) {
                        Some((_, to)) => *to,
                        None => return Stop::Unknown,
                    }
                }
            };
        }
    }

    fn leap(&mut self, leap: &Leap) {
        let Some(after) = leap.after(self) else { return };
        for (var, number) in after {
            if let Some(Place::Number(at)) = self.program.places.get(&var) {
                self.memory.numbers[*at] = number;
            }
        }
    }

    fn command(&mut self, block: BlockId, command: &Op<'a>) -> Option<Stop<'a>> {
        match command {
            Op::Set(at, term) => match term.eval(&self.memory) {
                Some(number) => self.memory.numbers[*at] = number,
                None => return Some(Stop::Unknown),
            },
            Op::Write(at, keys, value) => {
                let number = value.eval(&self.memory);
                let keys: Option<Vec<i128>> = match keys.as_slice() {
                    [key] => {
                        let key = key.eval(&self.memory);
                        let (Some(key), Some(number)) = (key, number) else {
                            return Some(Stop::Unknown);
                        };
                        return match self.memory.tables[*at].write(&[key], number) {
                            Some(()) => None,
                            None => Some(Stop::Unknown),
                        };
                    }
                    keys => keys.iter().map(|k| k.eval(&self.memory)).collect(),
                };
                let written = keys.zip(number);
                let written = written.and_then(|(keys, number)| self.memory.tables[*at].write(&keys, number));
                if written.is_none() {
                    return Some(Stop::Unknown);
                }
            }
            Op::Copy(to, from) => {
                if let Some(numbers) = self.memory.tables[*from].numbers() {
                    let stop = self.spend(numbers.len() / PER_STEP);
                    if stop.is_some() {
                        return stop;
                    }
                }
                self.memory.tables[*to] = self.memory.tables[*from].clone();
            }
            Op::Fill(table, value) => match value.eval(&self.memory) {
                Some(number) => self.memory.tables[*table] = Table::constant(number),
                None => return Some(Stop::Unknown),
            },
            Op::Within(inner, outer) => {
                let tables = [inner, outer].map(|at| self.memory.tables[*at].numbers());
                let [Some(inner), Some(outer)] = tables else {
                    return Some(Stop::Unknown);
                };
                let (is_within, cost) = (inner.is_within(outer), inner.len() / PER_STEP);
                return match is_within {
                    true => self.spend(cost),
                    false => Some(Stop::Blocked),
                };
            }
            Op::Together(parts) => {
                if self.together(parts).is_none() {
                    return Some(Stop::Unknown);
                }
            }
            Op::Assume(formula) => match formula.eval(&self.memory) {
                Some(0) => return Some(Stop::Blocked),
                Some(_) => {}
                None => return Some(Stop::Unknown),
            },
            Op::Assert(formula, check) => match formula.eval(&self.memory) {
                Some(0) => return Some(Stop::Failed(check)),
                Some(_) => {}
                None => return Some(Stop::Unknown),
            },
            Op::Choose(choose) => return self.choose(choose),
            Op::Call { call, returns, args } => return self.call((call, returns), args),
            Op::Other(at) => return self.other(block, *at),
            Op::Unknown => return Some(Stop::Unknown),
        }
        None
    }

    /// All keys and numbers are those from before.
    fn together(&mut self, parts: &[Part]) -> Option<()> {
        let eval = |s: &Scalar| s.eval(&self.memory);
        let value = |part: &Part| {
            let keys = match &part.keys {
                Some(keys) => Some(keys.iter().map(eval).collect::<Option<Vec<i128>>>()?),
                None => None,
            };
            Some((part.place, keys, eval(&part.value)?))
        };
        let values: Vec<_> = parts.iter().map(value).collect::<Option<_>>()?;
        for (place, keys, number) in values {
            match keys {
                Some(keys) => self.memory.tables[place].write(&keys, number)?,
                None => self.memory.numbers[place] = number,
            }
        }
        Some(())
    }

    /// As [`Machine`] draws arbitrary values.
    fn choose(&mut self, choose: &Choose) -> Option<Stop<'a>> {
        for _ in 0..ATTEMPTS {
            for (at, sort) in &choose.vars {
                let drawn = self.machine.draw().value(sort);
                match number(&drawn) {
                    Some(number) => self.memory.numbers[*at] = number,
                    None => return Some(Stop::Unknown),
                }
            }
            let mut open: Vec<usize> = choose.vars.iter().map(|(at, _)| *at).collect();
            for (at, term, needs) in &choose.defined {
                if open.contains(at)
                    && !needs.iter().any(|n| open.contains(n))
                    && let Some(number) = term.eval(&self.memory)
                {
                    open.retain(|o| o != at);
                    self.memory.numbers[*at] = number;
                }
            }
            let fails = |f: &Scalar| f.eval(&self.memory) == Some(0);
            if choose.assumed.is_empty() || open.is_empty() || !choose.assumed.iter().any(fails) {
                break;
            }
        }
        if let (Some(span), [(at, _)]) = (choose.told, choose.vars.as_slice()) {
            if self.choices.len() >= CHOICES {
                return Some(Stop::Steps);
            }
            self.choices.push((span, Int::from(self.memory.numbers[*at])));
        }
        None
    }

    /// Runs a call; nothing follows where it is not known what it comes to.
    fn call(&mut self, (call, returns): (&Call, &Var), args: &[(Scalar, &Sort)]) -> Option<Stop<'a>> {
        let cfg = self.program.cfg;
        let value = |(arg, sort): &(Scalar, &Sort)| of_number(arg.eval(&self.memory)?, sort);
        let args: Option<Vec<Value>> = args.iter().map(value).collect();
        let outcome = args.map_or(Outcome::Unknown, |args| self.calls.call(&cfg.calls, &call.callee, args));
        let result = match &outcome {
            Outcome::Returns(value) => number(value),
            Outcome::Fails(callee, check) => {
                let check = cfg.calls.check(callee, check);
                return Some(check.map_or(Stop::Unknown, Stop::Failed));
            }
            Outcome::Unknown => None,
        };
        let Some(result) = result else {
            return Some(Stop::Unknown);
        };
        let written = call.result.iter().map(|var| (var, result)).chain([(returns, 1)]);
        for (var, number) in written {
            match self.program.places.get(var) {
                Some(Place::Number(at)) => self.memory.numbers[*at] = number,
                _ => return Some(Stop::Unknown),
            }
        }
        None
    }

    /// Leaves a command to the interpreter.
    fn other(&mut self, block: BlockId, at: usize) -> Option<Stop<'a>> {
        if let Some(stop) = self.spend(SLOW) {
            return Some(stop);
        }
        let Some(mut state) = self.values() else {
            return Some(Stop::Unknown);
        };
        let stop = self.machine.step(block, at, &mut state);
        if stop.is_none() && self.load(&state).is_none() {
            return Some(Stop::Unknown);
        }
        stop
    }
}

impl Here for Run<'_, '_> {
    fn number(&self, term: &Term) -> Option<i128> {
        match term.as_var().and_then(|v| self.program.places.get(v)) {
            Some(Place::Number(at)) => Some(self.memory.numbers[*at]),
            Some(Place::Table(_)) => None,
            None => Scalar::of(term, &self.program.places)?.eval(&self.memory),
        }
    }
}
