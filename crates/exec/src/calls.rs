//! Calls that are run: functions that compute a number from numbers and touch nothing else.
//!
//! The frames of functions that call each other are kept in a list, not on the stack of the machine, so that recursion may
//! go deep. What is arbitrary stays unknown; a run that depends on it, fails, or takes too long has no result, and nothing
//! is concluded from it.

use crate::state::{Here, Values, truth};
use abide_ir::Calls;
use abide_ir::cfg::{BlockId, Cfg, CommandKind};
use abide_logic::{Term, Value, Var, eval};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

/// Commands and jumps of one call and all that it calls.
const STEPS: usize = 60_000;

/// Calls inside one another.
const DEPTH: usize = 1_500;

/// A function and what it is given.
type Asked = (String, Vec<Value>);

/// What calls have returned.
#[derive(Default)]
pub struct Memory {
    /// What each call returns: nothing for one of which it was not found out.
    known: RefCell<BTreeMap<Asked, Option<Value>>>,
    graphs: RefCell<BTreeMap<String, Rc<Graph>>>,
}

/// A function that is run.
struct Graph {
    cfg: Cfg,
    params: Vec<Var>,
    result: Option<Var>,
}

/// A call under way.
struct Frame {
    asked: Asked,
    graph: Rc<Graph>,
    state: Values,
    block: BlockId,
    /// The next command of the block.
    next: usize,
}

/// What the next command of a frame leads to.
enum Step {
    /// It goes on.
    On,
    /// It calls another function.
    Call(Asked),
    /// It returns.
    Return(Value),
    /// It fails, or depends on what is not known.
    Stop,
}

impl Memory {
    /// What a call returns; zero for a function that returns nothing. None if it may not return.
    pub fn call(&self, calls: &Calls, callee: &str, args: Vec<Value>) -> Option<Value> {
        let first = (callee.to_string(), args);
        if let Some(known) = self.known.borrow().get(&first) {
            return known.clone();
        }
        let mut frames = vec![self.frame(calls, first.clone())?];
        let mut steps = STEPS;
        while let Some(frame) = frames.last_mut() {
            let Some(fewer) = steps.checked_sub(1) else { break };
            steps = fewer;
            match frame.step() {
                Step::On => {}
                Step::Stop => break,
                Step::Return(value) => {
                    let asked = frame.asked.clone();
                    self.known.borrow_mut().insert(asked, Some(value.clone()));
                    frames.pop();
                    match frames.last_mut() {
                        Some(caller) => caller.resume(value),
                        None => return Some(value),
                    }
                }
                Step::Call(asked) => {
                    let known = self.known.borrow().get(&asked).cloned();
                    match known {
                        Some(Some(value)) => frame.resume(value),
                        Some(None) => break,
                        None if frames.len() >= DEPTH => break,
                        None => match self.frame(calls, asked) {
                            Some(frame) => frames.push(frame),
                            None => break,
                        },
                    }
                }
            }
        }
        // of those that are at the end of a deep recursion it may be found out another time
        let lost = frames.len().div_ceil(2);
        let lost = frames.into_iter().take(lost).map(|f| (f.asked, None));
        self.known.borrow_mut().extend(lost);
        None
    }

    fn frame(&self, calls: &Calls, asked: Asked) -> Option<Frame> {
        let graph = self.graph(calls, &asked.0)?;
        if graph.params.len() != asked.1.len() {
            return None;
        }
        let state = graph.params.iter().cloned().zip(asked.1.iter().cloned()).collect();
        Some(Frame {
            block: graph.cfg.entry,
            next: 0,
            asked,
            graph,
            state,
        })
    }

    fn graph(&self, calls: &Calls, name: &str) -> Option<Rc<Graph>> {
        if let Some(known) = self.graphs.borrow().get(name) {
            return Some(known.clone());
        }
        let function = calls.code.get(name)?;
        let graph = Rc::new(Graph {
            cfg: Cfg::of(&function.routine, &[]).ok()?,
            params: function.routine.inputs.clone(),
            result: function.result.clone(),
        });
        self.graphs.borrow_mut().insert(name.to_string(), graph.clone());
        Some(graph)
    }
}

impl Frame {
    fn step(&mut self) -> Step {
        let block = self.graph.cfg.block(self.block);
        let Some(command) = block.commands.get(self.next) else {
            return self.jump();
        };
        if let Some((call, _)) = self.graph.cfg.call(&command.kind) {
            return match values(&call.args, &self.state) {
                Some(args) => Step::Call((call.callee.clone(), args)),
                None => Step::Stop,
            };
        }
        let fine = match &command.kind {
            CommandKind::Assign(pairs) => {
                let terms: Vec<Term> = pairs.iter().map(|(_, term)| term.clone()).collect();
                let values = values(&terms, &self.state);
                let fine = values.is_some();
                let vars = pairs.iter().map(|(var, _)| var.clone());
                self.state.extend(vars.zip(values.into_iter().flatten()));
                fine
            }
            CommandKind::Havoc(vars) => {
                vars.iter().for_each(|var| drop(self.state.remove(var)));
                true
            }
            CommandKind::Assume(formula) => {
                truth(formula, &self.state).unwrap_or_else(|| self.is_of_unknown(formula, self.next))
            }
            CommandKind::Assert(check) => truth(&check.formula, &self.state) == Some(true),
        };
        self.next += 1;
        if fine { Step::On } else { Step::Stop }
    }

    /// Says an assumption only what values are like that were made unknown by the command before it?
    fn is_of_unknown(&self, formula: &Term, at: usize) -> bool {
        let before = at
            .checked_sub(1)
            .map(|i| &self.graph.cfg.block(self.block).commands[i].kind);
        match before {
            Some(CommandKind::Havoc(vars)) => formula.free_vars().iter().all(|v| vars.contains(v)),
            _ => false,
        }
    }

    fn jump(&mut self) -> Step {
        let cfg = &self.graph.cfg;
        if self.block == cfg.exit {
            let value = match &self.graph.result {
                Some(var) => self.state.get(var).cloned(),
                None => Some(Value::int(0)),
            };
            return value.map_or(Step::Stop, Step::Return);
        }
        let mut to = None;
        for edge in &cfg.block(self.block).edges {
            match (truth(&edge.guard, &self.state), to) {
                (Some(false), _) => {}
                (Some(true), None) => to = Some(edge.to),
                _ => return Step::Stop,
            }
        }
        let Some(to) = to else { return Step::Stop };
        (self.block, self.next) = (to, 0);
        Step::On
    }

    /// The call that it waits for has returned.
    fn resume(&mut self, value: Value) {
        let graph = self.graph.clone();
        let command = &graph.cfg.block(self.block).commands[self.next];
        if let Some((call, returns)) = graph.cfg.call(&command.kind) {
            self.state.extend(call.result.clone().map(|var| (var, value)));
            self.state.insert(returns.clone(), Value::Bool(true));
        }
        self.next += 1;
    }
}

fn values(terms: &[Term], state: &Values) -> Option<Vec<Value>> {
    terms.iter().map(|t| eval(t, &Here(state))).collect()
}
