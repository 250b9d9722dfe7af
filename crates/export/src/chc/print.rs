//! Clauses in the format of the competition of Horn solvers (CHC-COMP).
//!
//! ```text
//!   (assert (forall ((x Int) …) (=> (and (R x …) formula …) (S y …))))
//! ```
//!
//! At least one variable is bound.

use abide_logic::{Kind, Sort, Term, Var};
use abide_prover_smtlib::print::Printer;
use abide_vc::horn::Clause;
use std::collections::BTreeSet;

/// The command that asserts a clause; the relations in it are declared before.
pub(super) fn assert(clause: &Clause, printer: &mut Printer, declarations: &mut String) -> String {
    let all = clause.tail.iter().chain([&clause.head]);
    let mut vars: BTreeSet<Var> = all.clone().flat_map(Term::free_vars).collect();
    if vars.is_empty() {
        vars.insert(Var::new("unused", 0, Sort::Int));
    }
    for relation in all.filter(|t| matches!(t.kind(), Kind::Apply(..))) {
        // without its arguments, which the clause binds
        let Kind::Apply(func, _) = relation.kind() else {
            continue;
        };
        printer.declare_function(func, declarations);
    }
    let tail: Vec<String> = clause.tail.iter().map(|t| printer.inline(t)).collect();
    let tail = match tail.as_slice() {
        [] => "true".to_string(),
        [only] => only.clone(),
        _ => format!("(and {})", tail.join(" ")),
    };
    let (vars, head) = (printer.typed(&vars), printer.inline(&clause.head));
    format!("(assert (forall ({vars}) (=> {tail} {head})))\n")
}
