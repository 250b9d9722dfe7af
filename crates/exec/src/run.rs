//! Runs through a control-flow graph.

use crate::calls::{Memory, Outcome};
use crate::draw::Draw;
use crate::past::Past;
use crate::shadow::Shadow;
use crate::state::{Here, Values, truth, write};
use abide_base::Span;
use abide_ir::Check;
use abide_ir::cfg::{BlockId, Cfg, CommandKind};
use abide_logic::heap::TYPE_OF;
use abide_logic::{Kind, Sort, Term, Value, Var, eval};
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
                match self.call(&command.kind, state) {
                    Some(Ok(())) => {
                        allocated = false;
                        continue;
                    }
                    Some(Err(failed)) => return failed,
                    None => {}
                }
                let next = block.commands.get(i + 1).map(|c| &c.kind);
                let assumed = || block.commands[i + 1..].iter().map_while(|c| as_assumed(&c.kind));
                let allocates = is_allocation(&command.kind, next);
                if let CommandKind::Havoc(_) = &command.kind {
                    past = Past::default();
                }
                let mut given = None;
                let step = match (&command.kind, next) {
                    (CommandKind::Havoc(vars), Some(CommandKind::Assume(wanted))) => {
                        if allocates {
                            given = new_object(self.cfg, &vars[0], wanted, state);
                        }
                        if given.is_none() {
                            self.arbitrary(vars, &assumed().collect::<Vec<_>>(), state);
                        }
                        None
                    }
                    (kind, _) => self.command(kind, state),
                };
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
const ATTEMPTS: usize = 8;

fn as_assumed(command: &CommandKind) -> Option<&Term> {
    match command {
        CommandKind::Assume(formula) => Some(formula),
        _ => None,
    }
}

/// Does the command choose an object of which the next one denies something (`!allocated[new]`), a new one? An object of
/// which nothing is assumed but its type and what maps hold of it may be a new one, too.
fn is_allocation(command: &CommandKind, next: Option<&CommandKind>) -> bool {
    let var = match command {
        CommandKind::Havoc(vars) => match vars.as_slice() {
            [var] => var,
            _ => return false,
        },
        CommandKind::Assign(pairs) => match pairs.as_slice() {
            [(var, value)] if value.as_var().is_some() => var,
            _ => return false,
        },
        _ => return false,
    };
    let Some(CommandKind::Assume(wanted)) = next else {
        return false;
    };
    let parts = wanted.conjuncts();
    let is_value = || {
        let is_type = |part: &Term| reads_equal(part, var).is_some_and(|map| map.name() == TYPE_OF);
        let mut others = parts.iter().filter(|part| reads_equal(part, var).is_none());
        parts.iter().any(is_type) && others.all(|part| *part == Term::ne(var.term(), Term::null()))
    };
    *var.sort() == Sort::Ref && (parts.iter().any(|part| is_denied(part, var)) || is_value())
}

/// The map that an equation says the value of at `var`.
fn reads_equal<'t>(part: &'t Term, var: &Var) -> Option<&'t Var> {
    let Kind::Eq(a, b) = part.kind() else { return None };
    read_at(a, var).or_else(|| read_at(b, var))
}

fn is_denied(part: &Term, var: &Var) -> bool {
    match part.kind() {
        Kind::Not(inner) => read_at(inner, var).is_some_and(|m| *m.sort() == Sort::map(Sort::Ref, Sort::Bool)),
        _ => false,
    }
}

/// Allocates an object: a fresh one, for which what the next command assumes is made true if it can be.
///
/// Where a map that is never written is assumed to hold a value at the object, or to be true of it, the map gets that
/// value: as it was never read there, it may have held it from the start. What is denied of the object
/// (`!allocated[new]`) is made false in all maps from objects to truth values that are only ever copied and changed
/// at single objects. This is how objects are allocated whose type and length never change. Returns the object and
/// the entries that maps were given, if it was possible.
fn new_object(cfg: &Cfg, var: &Var, wanted: &Term, state: &mut Values) -> Option<(Value, Vec<(Var, Value)>)> {
    let truths = Sort::map(Sort::Ref, Sort::Bool);
    let wanted = wanted.conjuncts();
    let refs = Here(state).all(&Sort::Ref);
    let last = refs.iter().filter_map(|v| match v {
        Value::Ref(r) => Some(*r),
        _ => None,
    });
    let next = last.max().unwrap_or(0).max(0).checked_add(1)?;
    let fresh = Value::Ref(next);
    let mut given: Vec<(Var, Value)> = Vec::new();
    for part in &wanted {
        let Kind::Eq(a, b) = part.kind() else { continue };
        for (read, term) in [(a, b), (b, a)] {
            let Some(map) = read_at(read, var) else { continue };
            let value = match term.as_var() == Some(var) {
                true => Some(fresh.clone()),
                false => eval(term, &Here(state)),
            };
            let value = value?;
            if writes(cfg, map).next().is_some() || is_in_general_fact(cfg, map) {
                return None;
            }
            given.push((map.clone(), value));
            break;
        }
    }
    let boolean: Vec<Var> = state.keys().filter(|v| *v.sort() == truths).cloned().collect();
    let pointwise = |v: &Var| writes(cfg, v).all(|term| term.is_none_or(is_pointwise));
    if !boolean.iter().all(pointwise) {
        return None;
    }
    given.extend(boolean.into_iter().map(|v| (v, Value::Bool(false))));
    for map in wanted.iter().filter_map(|part| read_at(part, var)) {
        if writes(cfg, map).next().is_some() || is_in_general_fact(cfg, map) {
            return None;
        }
        given.push((map.clone(), Value::Bool(true)));
    }
    for (map, value) in &given {
        if let Some(Value::Map(old)) = state.get(map) {
            let mut changed = old.as_ref().clone();
            changed.set(fresh.clone(), value.clone());
            state.insert(map.clone(), Value::map(changed));
        }
    }
    state.insert(var.clone(), fresh.clone());
    Some((fresh, given))
}

/// The map, if the term reads one at `var`.
fn read_at<'t>(term: &'t Term, var: &Var) -> Option<&'t Var> {
    match term.kind() {
        Kind::Select(map, key) if key.as_var() == Some(var) => map.as_var(),
        _ => None,
    }
}

/// What a variable is ever assigned; nothing where it is given an arbitrary value.
fn writes<'c>(cfg: &'c Cfg, var: &'c Var) -> impl Iterator<Item = Option<&'c Term>> {
    let commands = cfg.blocks.iter().flat_map(|b| &b.commands);
    commands.flat_map(move |c| -> Vec<Option<&'c Term>> {
        match &c.kind {
            CommandKind::Assign(pairs) => pairs.iter().filter(|(v, _)| v == var).map(|(_, t)| Some(t)).collect(),
            CommandKind::Havoc(vars) if vars.contains(var) => vec![None],
            _ => Vec::new(),
        }
    })
}

/// Is there an assumption about all values of a map? Then it may not be given one afterwards.
fn is_in_general_fact(cfg: &Cfg, map: &Var) -> bool {
    let commands = cfg.blocks.iter().flat_map(|b| &b.commands);
    let mut assumed = commands.filter_map(|c| match &c.kind {
        CommandKind::Assume(formula) => Some(formula),
        _ => None,
    });
    assumed.any(|f| is_general(f, map, &[]))
}

/// Does a formula read the map at a key that depends on these binders?
fn is_general(t: &Term, map: &Var, bound: &[Var]) -> bool {
    match t.kind() {
        Kind::Var(v) => v == map && !bound.is_empty(),
        Kind::Select(m, key) if m.as_var() == Some(map) => key.mentions_any(bound) || is_general(key, map, bound),
        Kind::Quant(_, vars, body) => is_general(body, map, &[bound, vars].concat()),
        kind => kind.children().any(|c| is_general(c, map, bound)),
    }
}

/// Is the map another one changed at single objects?
fn is_pointwise(map: &Term) -> bool {
    match map.kind() {
        Kind::Var(_) => true,
        Kind::Store(inner, _, _) => is_pointwise(inner),
        Kind::Ite(_, a, b) => is_pointwise(a) && is_pointwise(b),
        _ => false,
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
