//! Generators of random numbers: each gives the same numbers again where it gets the same seed.

use super::environment::Environment;
use crate::syntax::ast::{Expr, ExprKind as E};
use crate::syntax::walk;

/// Does a call return the next number of a sequence that a seed determines?
pub(super) fn is_random(name: &str) -> bool {
    matches!(name, "rand" | "random")
}

impl Environment<'_> {
    /// Does the file give a generator a seed that the program determines?
    pub fn seeds_are_known(&self) -> bool {
        let mut found = false;
        let mut see = |e: &Expr| {
            if let Some(("srand" | "srandom", args)) = call(e) {
                found |= !args.iter().any(is_arbitrary);
            }
        };
        for f in self.callees.values().filter_map(|c| c.function) {
            walk::each_expr(&f.body, &mut see);
        }
        found
    }
}

/// Is a seed some number that the program does not determine?
fn is_arbitrary(seed: &Expr) -> bool {
    let mut found = false;
    walk::each_part(seed, &mut |e| {
        found |=
            call(e).is_some_and(|(name, _)| matches!(name, "time" | "clock" | "getpid") || name.contains("nondet"));
    });
    found
}

/// The function that an expression calls by its name, and the arguments.
fn call(e: &Expr) -> Option<(&str, &[Expr])> {
    match &*e.kind {
        E::Call(f, _, args) => match &*f.kind {
            E::Name(name) => Some((&*name.text, args)),
            _ => None,
        },
        _ => None,
    }
}
