//! The shadow of a run: what holds whatever the unknown values turn out to be.
//!
//! Some arbitrary values stand for values that the source determines, such as the result of a call known only
//! by its contract, or of a library. The run takes some value and goes on; its shadow keeps the value unknown and
//! evaluates everything with three truth values. As long as every decision of the run is also decided in the
//! shadow, all runs of the source go this way; after the first one that is not, nothing follows from the run.
//!
//! What is assumed where an unknown value comes up (a postcondition of the callee) holds of the real value. It is
//! not a decision: where it is an equation, the value is [learned](crate::learn) from it; otherwise it is skipped.

use crate::known::{Known, NONE};
use crate::learn::{learn, learn_plainly};
use crate::state::Values;
use abide_base::Span;
use abide_ir::Check;
use abide_ir::cfg::{Command, CommandKind};
use abide_logic::eval::holds;
use abide_logic::{MapValue, Term, Value, Var, eval};
use std::collections::BTreeSet;

/// What is not known of the runs of a routine, though the source determines it.
#[derive(Clone, Debug, Default)]
pub struct Unknown {
    /// Where arbitrary values stand for it.
    pub guesses: BTreeSet<Span>,
    /// Variables whose first values are such.
    pub inputs: Vec<Var>,
    /// Maps, each with the variable that holds a key whose first value is such.
    pub entries: Vec<(Var, Var)>,
    /// Variables of which, or of whose entries, only these first values are known.
    pub hidden: Vec<(Var, Vec<Value>)>,
    /// Where the routine begins.
    pub start: Span,
}

/// The shadow of a run.
pub struct Shadow<'a> {
    unknown: &'a Unknown,
    /// The variables that stand for arbitrary values in a determined graph.
    choices: &'a [Var],
    /// What is known; nothing as long as that is everything.
    known: Option<Values>,
    /// Where something unknown came up last.
    last: Span,
    doubt: Option<Span>,
}

impl<'a> Shadow<'a> {
    /// The shadow of a run that begins.
    pub fn new(unknown: &'a Unknown, choices: &'a [Var]) -> Shadow<'a> {
        Shadow {
            unknown,
            choices,
            known: None,
            last: unknown.start,
            doubt: None,
        }
    }

    /// Where the unknown value came up that may make the run infeasible in the source.
    pub fn doubt(&self) -> Option<Span> {
        self.doubt
    }

    /// The run begins in a state.
    pub(crate) fn begin(&mut self, state: &Values) {
        let Unknown {
            inputs,
            entries,
            hidden,
            ..
        } = self.unknown;
        if inputs.is_empty() && entries.is_empty() && hidden.is_empty() {
            return;
        }
        let mut known = state.clone();
        for (var, values) in hidden {
            let seen = known.get(var).map(|held| among(held, values));
            seen.into_iter().for_each(|v| drop(known.insert(var.clone(), v)));
        }
        for (map, key) in entries {
            if let (Some(held), Some(key), Some((_, entry))) = (known.get(map), state.get(key), map.sort().as_map()) {
                let held = held.written(std::slice::from_ref(key), Value::unknown(entry));
                known.insert(map.clone(), held);
            }
        }
        for var in inputs {
            known.insert(var.clone(), Value::unknown(var.sort()));
        }
        self.known = Some(known);
    }

    /// Does the command give the variables arbitrary values?
    pub(crate) fn is_arbitrary(&self, command: &CommandKind) -> bool {
        match command {
            CommandKind::Havoc(_) => true,
            CommandKind::Assign(pairs) => pairs
                .iter()
                .all(|(_, value)| value.as_var().is_some_and(|v| self.choices.contains(v))),
            _ => false,
        }
    }

    /// A command was executed and led to `state`; `allocates` says that it allocates an object.
    pub(crate) fn follow(&mut self, command: &Command, allocates: bool, state: &Values) {
        if self.doubt.is_some() {
            return;
        }
        if self.is_arbitrary(&command.kind) {
            let vars = targets(&command.kind);
            let guessed = !allocates && self.unknown.guesses.contains(&command.span);
            if guessed {
                self.last = command.span;
                self.known.get_or_insert_with(|| state.clone());
            }
            let Some(known) = &mut self.known else { return };
            for var in vars {
                let value = match guessed {
                    true => Some(Value::unknown(var.sort())),
                    false => state.get(&var).cloned(),
                };
                value.into_iter().for_each(|v| drop(known.insert(var.clone(), v)));
            }
            return;
        }
        let Some(known) = &mut self.known else { return };
        if let CommandKind::Assign(pairs) = &command.kind {
            let values: Vec<Value> = pairs
                .iter()
                .map(|(var, term)| eval(term, &Known(known, &NONE)).unwrap_or_else(|| Value::unknown(var.sort())))
                .collect();
            let vars = pairs.iter().map(|(var, _)| var.clone());
            known.extend(vars.zip(values));
        }
    }

    /// A call has returned these values; they are known if its arguments are.
    pub(crate) fn returned(&mut self, args: &[Term], values: &[(Var, Value)]) {
        let (None, Some(known)) = (self.doubt, &mut self.known) else {
            return;
        };
        let is_known = args
            .iter()
            .all(|t| eval(t, &Known(known, &NONE)).is_some_and(|v| v.is_known()));
        for (var, value) in values {
            let value = if is_known {
                value.clone()
            } else {
                Value::unknown(var.sort())
            };
            known.insert(var.clone(), value);
        }
    }

    /// What happens next depends on these terms.
    pub(crate) fn depend_on(&mut self, terms: &[Term]) {
        if let (None, Some(known)) = (self.doubt, &self.known)
            && !terms
                .iter()
                .all(|t| eval(t, &Known(known, &NONE)).is_some_and(|v| v.is_known()))
        {
            self.doubt = Some(self.last);
        }
    }

    /// An object was allocated and given these entries of maps, which were never read before.
    pub(crate) fn allocate(&mut self, object: &Value, given: &[(Var, Value)]) {
        let Some(known) = &mut self.known else { return };
        for (map, value) in given {
            if let Some(old) = known.get(map) {
                let new = old.written(std::slice::from_ref(object), value.clone());
                known.insert(map.clone(), new);
            }
        }
    }

    /// The run has passed an assumption; `allocated` says that it is about an object that was just allocated.
    pub(crate) fn assume(&mut self, formula: &Term, span: Span, allocated: bool) {
        let (None, Some(known)) = (self.doubt, &mut self.known) else {
            return;
        };
        match holds(formula, &Known(known, &NONE)) {
            Some(true) => {}
            Some(false) => self.doubt = Some(self.last),
            None => {
                let learnable = allocated || self.unknown.guesses.contains(&span);
                // a choice that is not ours
                let is_choice = formula.as_var().is_some();
                if is_choice || !learnable {
                    self.doubt = Some(self.last);
                } else if span != self.unknown.start {
                    learn(formula, known, &NONE);
                } else {
                    learn_plainly(formula, known, &NONE);
                }
            }
        }
    }

    /// A branch or a check was decided by this truth value.
    pub(crate) fn decide(&mut self, formula: &Term, truth: bool) {
        if let (None, Some(known)) = (self.doubt, &self.known)
            && holds(formula, &Known(known, &NONE)) != Some(truth)
        {
            self.doubt = Some(self.last);
        }
    }

    pub(crate) fn check(&mut self, check: &Check, truth: bool) {
        self.decide(&check.formula, truth);
    }
}

/// The variables that a command gives values.
fn targets(command: &CommandKind) -> Vec<Var> {
    match command {
        CommandKind::Havoc(vars) => vars.clone(),
        CommandKind::Assign(pairs) => pairs.iter().map(|(v, _)| v.clone()).collect(),
        _ => Vec::new(),
    }
}

/// What is known of a value, or of what a map holds, if only some values are.
fn among(held: &Value, values: &[Value]) -> Value {
    match held {
        Value::Map(map) => {
            let mut kept = MapValue::constant(among(map.default(), values));
            for (key, value) in map.entries() {
                kept.set(key.clone(), among(value, values));
            }
            Value::map(kept)
        }
        _ if values.contains(held) => held.clone(),
        _ => Value::Unknown,
    }
}
