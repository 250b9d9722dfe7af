//! Boogie programs.
//!
//! Control flow is written as labelled blocks, as our graph has it; the contract of a routine
//! is the contract of a procedure. Loop annotations stand as assertions at the start of a
//! loop's head, which is where Boogie looks for the invariants of a loop made of jumps.
//!
//! The predicates of a loop are the arguments of a function that Boogie is to find (Boogie's
//! *abstract Houdini*): `assert inv(p, q);` where `inv` is `{:existential true}`. Its domain
//! `PredicateAbs` then computes what our abstraction does, from counterexamples, as clauses of
//! up to three literals.
//!
//! * `names` and `expr` write names and expressions.
//! * `procedure` writes a routine.
//! * `triggers` chooses what a quantified predicate is instantiated by.

mod expr;
mod names;
mod procedure;
mod triggers;

use crate::error::ExportError;
use crate::meaning;
use crate::subject::Subject;
use abide_logic::{Func, Term, Var};
use expr::Scope;
use names::{Globals, sort};

const HEADER: &str = "\
// Boogie program written by Abide. The user's invariants are assertions at the loop heads.
//
//   boogie /noinfer file.bpl                                    where no loop has predicates
//   boogie /noinfer /contractInfer /printAssignment /abstractHoudini:PredicateAbs file.bpl
//
// The second one finds the functions marked {:existential true}, one for each loop with
// predicates, as clauses of at most three of them. Instead of PredicateAbs:
//   PredicateAbsFull    clauses of any length
//   IA[HoudiniConst]    no clauses, just the predicates that hold: plain Houdini
// This is for Boogie 2.4 and 2.5 (what they say of `model_compress` means nothing); from 2.6 on
// leave out /noinfer, which is the default. After 2.7.7 there is no /abstractHoudini.
//
// A predicate with skolem constants is asserted at a loop head twice: for all values, which is
// how Abide reads it, and for a variable that is never assigned, so that the parts without
// skolem constants can be used where nothing triggers the quantifier.
// Division is Euclidean; x / 0 is 0 and x % 0 is x.

type Ref;
const null: Ref;
";

/// The program of the routines.
pub(crate) fn write(subject: &Subject<'_>) -> Result<String, ExportError> {
    let program = subject.program;
    let builtins = meaning::builtins(subject)?;
    let mut globals = Globals::of(program);
    let mut text: String = builtins.iter().map(|func| definition(&mut globals, func)).collect();
    for axiom in &program.axioms {
        let mut scope = Scope::new(&mut globals, axiom.formula.free_tag());
        let formula = scope.expr(&axiom.formula);
        text.push_str(&format!("axiom {formula}; // {}\n", subject.place(axiom.span)));
    }
    for (name, routine) in &subject.routines {
        text.push_str(&procedure::write(subject, &mut globals, name, routine)?);
    }
    let functions: String = globals
        .functions()
        .map(|(func, name)| declaration(func, name))
        .collect();
    Ok(format!("{HEADER}{functions}{text}{}", globals.constant_maps()))
}

/// The declaration of a function.
fn declaration(func: &Func, name: &str) -> String {
    let params: Vec<String> = func.params.iter().map(sort).collect();
    format!("function {name}({}): {};\n", params.join(", "), sort(&func.result))
}

/// What a built-in function means.
fn definition(globals: &mut Globals, func: &Func) -> String {
    let (params, body) = meaning::definition(func);
    let applied = Term::apply(func.clone(), params.iter().map(Var::term).collect());
    let formula = Term::forall(params, Term::eq(applied, body));
    let mut scope = Scope::new(globals, formula.free_tag().max(2));
    format!("axiom {};\n", scope.expr(&formula))
}
