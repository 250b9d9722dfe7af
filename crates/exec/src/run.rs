//! Runs through a control-flow graph.

use crate::Draw;
use abide_ir::Check;
use abide_ir::cfg::{BlockId, Cfg, CommandKind};
use abide_logic::eval::holds;
use abide_logic::{Env, Sort, Term, Value, Var, eval};
use std::collections::BTreeMap;

/// A state: the value of every variable that has one.
pub type Values = BTreeMap<Var, Value>;

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

/// A graph and the source of what is arbitrary in its runs.
pub struct Machine<'a> {
    cfg: &'a Cfg,
    draw: Draw,
    steps: usize,
}

impl<'a> Machine<'a> {
    /// A machine for `cfg` that executes at most `steps` commands and jumps in all.
    pub fn new(cfg: &'a Cfg, draw: Draw, steps: usize) -> Machine<'a> {
        Machine { cfg, draw, steps }
    }

    /// Runs from the start of `block` in `state`, which is left as the run left it. `arrive`
    /// sees every block that is entered with the state there; where it says `false`, the
    /// run stops as if its steps were used up.
    pub fn run(
        &mut self,
        block: BlockId,
        state: &mut Values,
        arrive: &mut dyn FnMut(BlockId, &Values) -> bool,
    ) -> Stop<'a> {
        let mut at = block;
        loop {
            if !arrive(at, state) {
                return Stop::Steps;
            }
            let block = self.cfg.block(at);
            for command in &block.commands {
                if let Some(stop) = self.spend().or_else(|| self.command(&command.kind, state)) {
                    return stop;
                }
            }
            if at == self.cfg.exit {
                return Stop::End;
            }
            let mut open = Vec::new();
            for edge in &block.edges {
                match truth(&edge.guard, state) {
                    Some(true) => open.push(edge.to),
                    Some(false) => {}
                    None => return Stop::Unknown,
                }
            }
            if let Some(stop) = self.spend() {
                return stop;
            }
            at = match open.len() {
                0 => return Stop::Blocked,
                1 => open[0],
                n => open[self.draw.below(n)],
            };
        }
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

    fn command(&mut self, command: &'a CommandKind, state: &mut Values) -> Option<Stop<'a>> {
        match command {
            CommandKind::Assign(pairs) => {
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

/// The truth of a formula in a state, if it can be found out.
pub fn truth(formula: &Term, state: &Values) -> Option<bool> {
    holds(formula, &Here(state))
}

/// A state as an environment. Unbounded quantifiers are tried on what occurs in the state.
pub struct Here<'a>(pub &'a Values);

impl Env for Here<'_> {
    fn var(&self, var: &Var) -> Option<Value> {
        self.0.get(var).cloned()
    }

    fn candidates(&self, sort: &Sort) -> Vec<Value> {
        let mut found = std::collections::BTreeSet::new();
        for value in self.0.values() {
            collect(value, sort, &mut found);
        }
        found.into_iter().take(64).collect()
    }
}

fn collect(value: &Value, sort: &Sort, found: &mut std::collections::BTreeSet<Value>) {
    match (value, sort) {
        (Value::Int(_), Sort::Int) | (Value::Ref(_), Sort::Ref) => {
            found.insert(value.clone());
        }
        (Value::Map(map), _) => {
            for (k, v) in map.entries() {
                collect(k, sort, found);
                collect(v, sort, found);
            }
            collect(map.default(), sort, found);
        }
        _ => {}
    }
}
