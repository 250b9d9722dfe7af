//! Runs through a control-flow graph.

use crate::allocation::{is_allocation, new_object};
use crate::calls::{Memory, Outcome};
use crate::draw::Draw;
use crate::past::Past;
use crate::shadow::Shadow;
use crate::state::{Here, Values, truth, write};
use abide_base::Span;
use abide_ir::Check;
use abide_ir::cfg::{BlockId, Cfg, Command, CommandKind};
use abide_logic::{Kind, Term, Value, Var, eval};
use std::rc::Rc;

/// Why a run stopped.
#[derive(Clone, Debug)]
pub enum Stop<'a> {
    /// The routine came to its end.
    End,
    /// A check failed.
    Failed(&'a Check),
    /// An assumption was false, or no edge could be taken: no such run exists.
    Blocked,
    /// Something could not be evaluated.
    Unknown,
    /// The steps given were used up.
    Steps,
}

/// An object that was allocated, and the entries that maps were given for it.
type Object = (Value, Vec<(Var, Value)>);

/// Callbacks of a run.
pub trait Observer {
    /// A block is entered; on `false` the run stops as if its steps were used up.
    fn arrive(&mut self, block: BlockId, state: &Values) -> bool;

    /// A check is about to be evaluated.
    fn check(&mut self, _check: &Check, _state: &Values) {}
}

/// An observer of block entries only.
struct Arrivals<'w>(&'w mut dyn FnMut(BlockId, &Values) -> bool);

impl Observer for Arrivals<'_> {
    fn arrive(&mut self, block: BlockId, state: &Values) -> bool {
        (self.0)(block, state)
    }
}

/// A graph and the source of what is arbitrary in its runs.
pub struct Machine<'a> {
    cfg: &'a Cfg,
    draw: Draw,
    steps: usize,
    shadow: Option<Shadow<'a>>,
    calls: Rc<Memory>,
}

impl<'a> Machine<'a> {
    /// A machine for `cfg` that executes at most `steps` commands and jumps in all.
    pub fn new(cfg: &'a Cfg, draw: Draw, steps: usize) -> Machine<'a> {
        Machine {
            cfg,
            draw: draw.meeting(cfg),
            steps,
            shadow: None,
            calls: Rc::default(),
        }
    }

    /// The same machine, which knows what calls have returned in other runs.
    pub fn remembering(self, calls: &Rc<Memory>) -> Machine<'a> {
        let calls = calls.clone();
        Machine { calls, ..self }
    }

    /// The same machine, with a shadow beside its run.
    pub fn with(self, shadow: Shadow<'a>) -> Machine<'a> {
        let shadow = Some(shadow);
        Machine { shadow, ..self }
    }

    /// Where an unknown value came up that may make the run infeasible in the source, by its shadow.
    pub fn doubt(&self) -> Option<Span> {
        self.shadow.as_ref()?.doubt()
    }

    /// Runs from the start of `block` in `state`, which is left as the run left it. `arrive`
    /// sees every block that is entered with the state there; on `false` the run stops as if
    /// its steps were used up.
    pub fn run(
        &mut self,
        block: BlockId,
        state: &mut Values,
        arrive: &mut dyn FnMut(BlockId, &Values) -> bool,
    ) -> Stop<'a> {
        self.observed(block, state, &mut Arrivals(arrive))
    }

    /// As [`Machine::run`], with an observer that also sees the checks.
    pub fn observed(&mut self, block: BlockId, state: &mut Values, observer: &mut dyn Observer) -> Stop<'a> {
        let mut at = block;
        if let Some(shadow) = &mut self.shadow {
            shadow.begin(state);
        }
        // did the last command allocate an object?
        let mut allocated = false;
        let mut past = Past::default();
        loop {
            if past.is_repeated(at, state) || !observer.arrive(at, state) {
                return Stop::Steps;
            }
            let block = self.cfg.block(at);
            for (i, command) in block.commands.iter().enumerate() {
                if let Some(stop) = self.spend() {
                    return stop;
                }
                if let CommandKind::Assert(check) = &command.kind {
                    observer.check(check, state);
                }
                let (step, given) = match self.call(&command.kind, state) {
                    Some(Ok(())) => {
                        allocated = false;
                        continue;
                    }
                    Some(Err(failed)) => return failed,
                    None => self.execute(&block.commands, i, state),
                };
                let next = block.commands.get(i + 1).map(|c| &c.kind);
                let allocates = is_allocation(&command.kind, next);
                if let CommandKind::Havoc(_) = &command.kind {
                    past = Past::default();
                }
                if let Some(shadow) = &mut self.shadow {
                    match (&command.kind, &step) {
                        (CommandKind::Assert(check), None) => shadow.check(check, true),
                        (CommandKind::Assert(check), Some(Stop::Failed(_))) => shadow.check(check, false),
                        (CommandKind::Assume(formula), None) => shadow.assume(formula, command.span, allocated),
                        (_, None) => shadow.follow(command, allocates, state),
                        _ => {}
                    }
                    if let Some((object, given)) = &given {
                        shadow.allocate(object, given);
                    }
                }
                allocated = allocates;
                if let Some(stop) = step {
                    return stop;
                }
            }
            if at == self.cfg.exit {
                return Stop::End;
            }
            let mut open = Vec::new();
            for edge in &block.edges {
                let Some(is_open) = truth(&edge.guard, state) else {
                    return Stop::Unknown;
                };
                if is_open {
                    open.push(edge.to);
                }
                if let Some(shadow) = &mut self.shadow {
                    shadow.decide(&edge.guard, is_open);
                }
            }
            if let Some(stop) = self.spend() {
                return stop;
            }
            at = match open.len() {
                0 => return Stop::Blocked,
                1 => open[0],
                n => {
                    past = Past::default();
                    open[self.draw.below(n)]
                }
            };
        }
    }

    /// Executes a command of a block that is no call. Tells of the object that it allocated, and the entries that maps
    /// were given for it.
    fn execute(
        &mut self,
        commands: &'a [Command],
        at: usize,
        state: &mut Values,
    ) -> (Option<Stop<'a>>, Option<Object>) {
        let (command, next) = (&commands[at].kind, commands.get(at + 1).map(|c| &c.kind));
        let (CommandKind::Havoc(vars), Some(CommandKind::Assume(wanted))) = (command, next) else {
            return (self.command(command, state), None);
        };
        let mut given = None;
        if is_allocation(command, next) {
            given = new_object(self.cfg, &vars[0], wanted, state);
        }
        if given.is_none() {
            let assumed = commands[at + 1..].iter().map_while(|c| as_assumed(&c.kind));
            self.arbitrary(vars, &assumed.collect::<Vec<_>>(), state);
        }
        (None, given)
    }

    /// Executes a command of a block that is no call.
    pub(crate) fn step(&mut self, block: BlockId, at: usize, state: &mut Values) -> Option<Stop<'a>> {
        let cfg = self.cfg;
        self.execute(&cfg.block(block).commands, at, state).0
    }

    /// The source of what is arbitrary.
    pub(crate) fn draw(&mut self) -> &mut Draw {
        &mut self.draw
    }

    /// Runs a call, if that is what a command stands for. Says whether it returns, if that is known; if it fails, the run
    /// does.
    fn call(&mut self, command: &CommandKind, state: &mut Values) -> Option<Result<(), Stop<'a>>> {
        let cfg = self.cfg;
        let (call, returns) = cfg.call(command)?;
        let args: Option<Vec<Value>> = call.args.iter().map(|t| eval(t, &Here(state))).collect();
        let value = match self.calls.call(&cfg.calls, &call.callee, args?) {
            Outcome::Returns(value) => value,
            Outcome::Fails(callee, check) => {
                if let Some(shadow) = &mut self.shadow {
                    shadow.depend_on(&call.args);
                }
                let check = cfg.calls.check(&callee, &check);
                return check.map(|check| Err(Stop::Failed(check)));
            }
            Outcome::Unknown => return None,
        };
        let mut returned = vec![(returns.clone(), Value::Bool(true))];
        returned.extend(call.result.clone().map(|var| (var, value)));
        if let Some(shadow) = &mut self.shadow {
            shadow.returned(&call.args, &returned);
        }
        state.extend(returned);
        Some(Ok(()))
    }

    fn spend(&mut self) -> Option<Stop<'a>> {
        match self.steps.checked_sub(1) {
            Some(left) => {
                self.steps = left;
                None
            }
            None => Some(Stop::Steps),
        }
    }

    /// Arbitrary values about which something is assumed next: values for which it is true, if equations
    /// determine them or a few attempts find them.
    fn arbitrary(&mut self, vars: &[Var], assumed: &[&Term], state: &mut Values) {
        let parts: Vec<Term> = assumed.iter().flat_map(|f| f.conjuncts()).collect();
        for _ in 0..ATTEMPTS {
            for var in vars {
                let value = self.draw.value(var.sort());
                state.insert(var.clone(), value);
            }
            let mut open: Vec<&Var> = vars.iter().collect();
            for part in &parts {
                let Kind::Eq(a, b) = part.kind() else { continue };
                for (side, other) in [(a, b), (b, a)] {
                    let defined = side.as_var().filter(|v| open.contains(v));
                    let free = other.free_vars();
                    if let Some(var) = defined
                        && !open.iter().any(|v| free.contains(v))
                        && let Some(value) = eval(other, &Here(state))
                    {
                        open.retain(|v| *v != var);
                        state.insert(var.clone(), value);
                        break;
                    }
                }
            }
            if open.is_empty() || assumed.iter().all(|f| truth(f, state) != Some(false)) {
                return;
            }
        }
    }

    fn command(&mut self, command: &'a CommandKind, state: &mut Values) -> Option<Stop<'a>> {
        match command {
            CommandKind::Assign(pairs) => {
                if let [(var, term)] = pairs.as_slice()
                    && let Some(written) = write(var, term, state)
                {
                    return if written { None } else { Some(Stop::Unknown) };
                }
                let values: Option<Vec<Value>> = pairs.iter().map(|(_, t)| eval(t, &Here(state))).collect();
                let Some(values) = values else {
                    return Some(Stop::Unknown);
                };
                for ((var, _), value) in pairs.iter().zip(values) {
                    state.insert(var.clone(), value);
                }
                None
            }
            CommandKind::Havoc(vars) => {
                for var in vars {
                    let value = self.draw.value(var.sort());
                    state.insert(var.clone(), value);
                }
                None
            }
            CommandKind::Assume(formula) => match truth(formula, state) {
                Some(true) => None,
                Some(false) => Some(Stop::Blocked),
                None => Some(Stop::Unknown),
            },
            CommandKind::Assert(check) => match truth(&check.formula, state) {
                Some(true) => None,
                Some(false) => Some(Stop::Failed(check)),
                None => Some(Stop::Unknown),
            },
        }
    }
}

/// Attempts to find arbitrary values that satisfy an assumption.
pub(crate) const ATTEMPTS: usize = 8;

pub(crate) fn as_assumed(command: &CommandKind) -> Option<&Term> {
    match command {
        CommandKind::Assume(formula) => Some(formula),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use abide_ir::gcl;

    /// Why the first procedure of a text stops when all is zero, and how many blocks it enters.
    fn run(text: &str) -> (bool, usize) {
        let program = gcl::lower(gcl::parse(Default::default(), text)).program;
        let routine = &program.routines[0];
        let cfg = Cfg::of(routine, &program.axioms).expect("a graph");
        let vars = routine.inputs.iter().chain(&routine.locals);
        let mut state: Values = vars.map(|v| (v.clone(), Value::zero(v.sort()))).collect();
        let mut entered = 0;
        let stop = Machine::new(&cfg, Draw::seeded(1), 10_000).run(cfg.entry, &mut state, &mut |_, _| {
            entered += 1;
            true
        });
        (matches!(stop, Stop::End), entered)
    }

    #[test]
    fn a_run_that_repeats_a_state_is_given_up() {
        let (ends, entered) = run("procedure p(x: int) { var i: int; i := x; while (i < 3) { i := 1 - i; } }");
        assert!(!ends && entered < 100, "{entered} blocks");
    }

    #[test]
    fn a_run_with_choices_is_not() {
        let text = "procedure p(x: int) { var i: int; i := x; while (i < 3) { havoc i; assume i == 0; } }";
        let (ends, entered) = run(text);
        assert!(!ends && entered > 1000, "{entered} blocks");
    }

    #[test]
    fn a_run_that_ends_goes_to_its_end() {
        let (ends, _) = run("procedure p(x: int) { var i: int; i := x; while (i < 300) { i := i + 1; } }");
        assert!(ends);
    }
}
