//! Calls that are run: functions that compute a number from numbers and touch nothing else.
//!
//! The frames of functions that call each other are kept in a list, not on the stack of the machine, so that recursion may
//! go deep. What is arbitrary stays unknown; of a run that depends on it, or takes too long, nothing is concluded.

use crate::state::{Here, Values, truth};
use abide_ir::cfg::{BlockId, Cfg, CommandKind};
use abide_ir::{Calls, Check};
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

/// What a call comes to.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// It returns a value; zero if it returns nothing.
    Returns(Value),
    /// A check fails in a function that is called.
    Fails(String, Box<Check>),
    /// It was not found out.
    Unknown,
}

/// What calls have come to.
#[derive(Default)]
pub struct Memory {
    known: RefCell<BTreeMap<Asked, Outcome>>,
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
    /// A check fails.
    Fail(Check),
    /// It ends the program, or depends on what is not known.
    Stop,
}

impl Memory {
    /// What a call comes to.
    pub fn call(&self, calls: &Calls, callee: &str, args: Vec<Value>) -> Outcome {
        let first = (callee.to_string(), args);
        if let Some(known) = self.known.borrow().get(&first) {
            return known.clone();
        }
        let Some(frame) = self.frame(calls, first) else {
            return Outcome::Unknown;
        };
        let mut frames = vec![frame];
        let outcome = self.run(calls, &mut frames);
        if let Outcome::Returns(_) = outcome {
            return outcome;
        }
        // of those that are at the end of a deep recursion it may be found out another time
        let lost = match outcome {
            Outcome::Unknown => frames.len().div_ceil(2),
            _ => frames.len(),
        };
        let lost = frames.into_iter().take(lost).map(|f| (f.asked, outcome.clone()));
        self.known.borrow_mut().extend(lost);
        outcome
    }

    /// Runs until the first of some frames returns, or one of them does not go on.
    fn run(&self, calls: &Calls, frames: &mut Vec<Frame>) -> Outcome {
        let mut steps = STEPS;
        while let (Some(frame), Some(fewer)) = (frames.last_mut(), steps.checked_sub(1)) {
            steps = fewer;
            match frame.step() {
                Step::On => {}
                Step::Stop => break,
                Step::Fail(check) => return Outcome::Fails(frame.asked.0.clone(), Box::new(check)),
                Step::Return(value) => {
                    let asked = frame.asked.clone();
                    self.known.borrow_mut().insert(asked, Outcome::Returns(value.clone()));
                    frames.pop();
                    match frames.last_mut() {
                        Some(caller) => caller.resume(value),
                        None => return Outcome::Returns(value),
                    }
                }
                Step::Call(asked) => {
                    let known = self.known.borrow().get(&asked).cloned();
                    match known {
                        Some(Outcome::Returns(value)) => frame.resume(value),
                        Some(outcome) => return outcome,
                        None if frames.len() >= DEPTH => break,
                        None => match self.frame(calls, asked) {
                            Some(frame) => frames.push(frame),
                            None => break,
                        },
                    }
                }
            }
        }
        Outcome::Unknown
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
            CommandKind::Assert(check) => match truth(&check.formula, &self.state) {
                Some(false) => return Step::Fail(check.clone()),
                decided => decided.is_some(),
            },
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

#[cfg(test)]
mod tests {
    use super::*;
    use abide_ir::{Call, Function, gcl};
    use abide_logic::Sort;
    use std::sync::Arc;

    /// A procedure `f` that calls itself where it gives `back` and `again` arbitrary values, with this argument.
    fn recursive(text: &str, arg: impl Fn(Term) -> Term) -> Calls {
        let mut routine = gcl::lower(gcl::parse(Default::default(), text))
            .program
            .routines
            .remove(0);
        let find = |name: &str| {
            let vars = routine.inputs.iter().chain(&routine.locals);
            vars.clone().find(|v| v.name() == name).cloned()
        };
        let (n, r) = (find("n").unwrap(), find("r"));
        let call = Call {
            callee: "f".to_string(),
            args: vec![arg(n.term())],
            result: find("back"),
        };
        assert_eq!(*n.sort(), Sort::Int);
        routine.calls.by_return = find("again").into_iter().map(|again| (again, call.clone())).collect();
        let function = Function { routine, result: r };
        Calls {
            code: Arc::new([("f".to_string(), function)].into()),
            ..Calls::default()
        }
    }

    fn returned(calls: &Calls, n: i64) -> Option<Value> {
        match Memory::default().call(calls, "f", vec![Value::int(n)]) {
            Outcome::Returns(value) => Some(value),
            _ => None,
        }
    }

    const STEPS: &str = "procedure f(n: int) returns (r: int) { var back: int; var again: bool; \
        if (n <= 0) { r := 0; } else { havoc back, again; assume again; r := back + 1; } }";

    fn less(n: Term) -> Term {
        Term::sub(n, Term::int(1))
    }

    #[test]
    fn a_call_is_run() {
        let calls = recursive(STEPS, less);
        assert_eq!(returned(&calls, 0), Some(Value::int(0)));
        assert_eq!(returned(&calls, 700), Some(Value::int(700)));
    }

    #[test]
    fn of_a_call_without_end_nothing_is_known() {
        let calls = recursive(STEPS, |n| Term::add(n, Term::int(1)));
        assert_eq!(returned(&calls, 0), Some(Value::int(0)));
        assert_eq!(returned(&calls, 1), None);
        assert_eq!(returned(&recursive(STEPS, |n| n), 1), None);
    }

    #[test]
    fn nothing_is_known_of_what_depends_on_arbitrary_values() {
        let text = "procedure f(n: int) returns (r: int) { var x: int; havoc x; r := 1; if (n > 0) { r := x; } }";
        let calls = recursive(text, less);
        assert_eq!(returned(&calls, 0), Some(Value::int(1)));
        assert_eq!(returned(&calls, 1), None);
        let text = "procedure f(n: int) returns (r: int) { r := 1; if (n > 0) { havoc r; } }";
        assert_eq!(returned(&recursive(text, less), 1), None);
    }

    #[test]
    fn a_check_that_fails_inside_is_told() {
        let text = STEPS.replace("r := back + 1;", "r := back + 1; assert r < 5;");
        let calls = recursive(&text, less);
        assert_eq!(returned(&calls, 4), Some(Value::int(4)));
        let memory = Memory::default();
        for n in [9, 8] {
            let outcome = memory.call(&calls, "f", vec![Value::int(n)]);
            assert!(matches!(outcome, Outcome::Fails(name, _) if name == "f"));
        }
    }
}
