//! A state of which not everything is known, for the evaluation of terms.

use crate::state::{Here, Values};
use abide_logic::eval::{Definition, Definitions};
use abide_logic::{Env, Func, Sort, Value, Var};

/// No functions that are defined by themselves.
pub(crate) static NONE: Definitions = Definitions::new();

/// A state of which not everything is known, and what functions of the logic stand for.
pub(crate) struct Known<'a>(pub(crate) &'a Values, pub(crate) &'a Definitions);

impl Env for Known<'_> {
    fn var(&self, var: &Var) -> Option<Value> {
        self.0.get(var).cloned()
    }

    fn definition(&self, func: &Func) -> Option<&Definition> {
        self.1.get(&func.name)
    }

    fn is_partial(&self) -> bool {
        true
    }

    fn candidates(&self, sort: &Sort) -> Vec<Value> {
        Here(self.0).candidates(sort)
    }
}
