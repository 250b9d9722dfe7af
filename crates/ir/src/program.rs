//! The guarded-command program that every front end lowers to.
//!
//! Names are resolved, sorts are checked, and what a language checks at run time has become
//! an explicit [`Check`]. Loops, `break` and `goto` are still as the user wrote them; the
//! control-flow graph ([`crate::cfg`]) flattens them.

use crate::Assumption;
use abide_base::{Diagnostic, Span};
use abide_logic::eval::Definitions;
use abide_logic::{Func, Term, Var};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// All of one file.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// Uninterpreted functions.
    pub functions: Vec<Func>,
    /// Closed formulas assumed everywhere.
    pub axioms: Vec<Fact>,
    /// Routines, in source order.
    pub routines: Vec<Routine>,
}

/// A method or function with its body.
#[derive(Clone, Debug)]
pub struct Routine {
    /// Its name in the source.
    pub name: String,
    /// The name's place.
    pub span: Span,
    /// What the caller provides: parameters, then global variables and fields.
    pub inputs: Vec<Var>,
    /// What the body may read and write besides the inputs: results, locals, snapshots.
    pub locals: Vec<Var>,
    /// Assumed at the start.
    pub requires: Vec<Fact>,
    /// The body.
    pub body: Block,
    /// Checked wherever the body ends or returns.
    pub ensures: Vec<Check>,
    /// No variable of the routine, bound or free, has this tag or a higher one.
    pub next_tag: u32,
    /// How functions that are defined by themselves unfold where it applies them.
    pub definitions: Vec<Fact>,
    /// What its verdict rests on beyond the language.
    pub assumes: Vec<Assumption>,
    /// Clauses that were left out, as warnings at their places; only if that was allowed.
    pub unread: Vec<Diagnostic>,
    /// Which of its arbitrary values are in truth what functions return.
    pub calls: Calls,
}

/// Calls of functions that compute a number from numbers and touch nothing else. Provers know their results by what is
/// assumed of them; a run can compute them.
#[derive(Clone, Debug, Default)]
pub struct Calls {
    /// The calls, by the variable that says that they return.
    pub by_return: BTreeMap<Var, Call>,
    /// The functions that can be run, by name.
    pub code: Arc<BTreeMap<String, Function>>,
    /// Calls of functions that touch the memory of the routine, by the variable at whose change they begin.
    pub subroutine_calls: BTreeMap<Var, SubroutineCall>,
    /// These functions, by name.
    pub subroutines: BTreeMap<String, Subroutine>,
    /// The functions without contracts that are called in no other way than by these calls.
    pub followed: BTreeSet<String>,
    /// Functions of the logic that are defined by themselves.
    pub logic: Definitions,
}

/// A call: a command gives the variables arbitrary values, and stands for all of it.
#[derive(Clone, Debug)]
pub struct Call {
    /// Whom it calls.
    pub callee: String,
    /// With what.
    pub args: Vec<Term>,
    /// What it returns, unless it returns nothing.
    pub result: Option<Var>,
}

/// A call that a run can go through: it passes over the commands that stand for it.
#[derive(Clone, Debug)]
pub struct SubroutineCall {
    /// Whom it calls.
    pub callee: String,
    /// With what.
    pub args: Vec<Term>,
    /// The parts of what it returns.
    pub results: Vec<Var>,
    /// The variable at whose change it is over.
    pub end: Var,
}

/// A function as it runs inside of a routine, with the heap of that: its inputs are its parameters.
#[derive(Clone, Debug)]
pub struct Subroutine {
    /// What it does.
    pub routine: Routine,
    /// The parts of what it returns.
    pub results: Vec<Term>,
    /// What it assigns but the heap: each time that it is called these are others.
    pub own: BTreeSet<Var>,
}

impl Calls {
    /// A check in a function that can be run, like one that fails there.
    pub fn check(&self, function: &str, like: &Check) -> Option<&Check> {
        let is_it = |check: &&Check| check.kind == like.kind && check.span == like.span;
        self.code.get(function)?.routine.checks().into_iter().find(is_it)
    }

    /// All checks in functions that can be run.
    pub fn checks(&self) -> impl Iterator<Item = &Check> {
        self.code.values().flat_map(|function| function.routine.checks())
    }
}

impl Routine {
    /// The checks in its body, but for those of loops, and at its end.
    pub fn checks(&self) -> Vec<&Check> {
        let mut found = Vec::new();
        checks(&self.body, &mut found);
        found.extend(&self.ensures);
        found
    }
}

fn checks<'p>(block: &'p Block, found: &mut Vec<&'p Check>) {
    for stmt in block {
        match &stmt.kind {
            StmtKind::Assert(check) => found.push(check),
            StmtKind::If(_, yes, no) => [yes, no].iter().for_each(|b| checks(b, found)),
            StmtKind::Choice(blocks) => blocks.iter().for_each(|b| checks(b, found)),
            StmtKind::While(each) => [&each.prelude, &each.body].iter().for_each(|b| checks(b, found)),
            _ => {}
        }
    }
}

/// A function that can be run: its inputs are its parameters.
#[derive(Clone, Debug)]
pub struct Function {
    /// What it does.
    pub routine: Routine,
    /// The variable that holds what it returns, if it returns something.
    pub result: Option<Var>,
}

/// Statements in sequence.
pub type Block = Vec<Stmt>;

/// A statement and its place.
#[derive(Clone, Debug)]
pub struct Stmt {
    /// What it does.
    pub kind: StmtKind,
    /// Where it stands.
    pub span: Span,
}

/// What a statement does.
#[derive(Clone, Debug)]
pub enum StmtKind {
    /// Assigns all right-hand sides at once.
    Assign(Vec<(Var, Term)>),
    /// Gives the variables arbitrary values.
    Havoc(Vec<Var>),
    /// Cannot be executed where the formula is false.
    Assume(Term),
    /// Goes wrong where the formula is false.
    Assert(Check),
    /// Branches; without a condition, arbitrarily.
    If(Option<Term>, Block, Block),
    /// Executes one of the blocks, arbitrarily.
    Choice(Vec<Block>),
    /// Repeats.
    While(Loop),
    /// Leaves the loop with that label, or the innermost one.
    Break(Option<String>),
    /// Goes to the head of the loop with that label, or the innermost one.
    Continue(Option<String>),
    /// Leaves the routine.
    Return,
    /// A place to go to, and what is known of a loop whose head it is.
    Label(String, LoopSpec),
    /// Goes to one of the labels, arbitrarily.
    Goto(Vec<String>),
}

impl StmtKind {
    /// The same with other blocks inside.
    #[must_use]
    pub fn map_blocks(self, mut with: impl FnMut(Block) -> Block) -> StmtKind {
        match self {
            StmtKind::If(test, yes, no) => StmtKind::If(test, with(yes), with(no)),
            StmtKind::Choice(blocks) => StmtKind::Choice(blocks.into_iter().map(with).collect()),
            StmtKind::While(mut one) => {
                one.prelude = with(one.prelude);
                one.body = with(one.body);
                StmtKind::While(one)
            }
            kind => kind,
        }
    }
}

/// A loop. Each round runs the prelude, then tests the condition, then runs the body.
#[derive(Clone, Debug)]
pub struct Loop {
    /// The name `break` and `continue` use.
    pub label: Option<String>,
    /// What the source says about it.
    pub spec: LoopSpec,
    /// Run before each test of the condition; holds the checks the condition needs.
    pub prelude: Block,
    /// Goes on while true; without a condition, arbitrarily.
    pub condition: Option<Term>,
    /// The body.
    pub body: Block,
}

/// What the source says about a loop.
#[derive(Clone, Debug, Default)]
pub struct LoopSpec {
    /// The loop's keyword, or the label.
    pub span: Span,
    /// Must hold whenever control is at the head.
    pub invariants: Vec<Check>,
    /// Atoms for the abstraction; may mention skolems.
    pub predicates: Vec<Fact>,
    /// Constants of unknown value, over which what is inferred gets closed.
    pub skolems: Vec<Var>,
    /// The local variables that an annotation of the loop can name; inputs it can, but for some.
    pub scope: Vec<Var>,
    /// Inputs that it cannot name, as the loop stands in code that is read in place.
    pub hidden: Vec<Var>,
    /// Where the source says why the loop ends.
    pub measures: Vec<Span>,
}

impl LoopSpec {
    /// Does the source say nothing of what holds here, or why it ends?
    pub fn is_bare(&self) -> bool {
        self.invariants.is_empty() && self.measures.is_empty()
    }
}

/// A formula and where it stands in the source.
#[derive(Clone, Debug)]
pub struct Fact {
    /// The formula.
    pub formula: Term,
    /// Its place.
    pub span: Span,
}

/// A formula to be proved at a place.
#[derive(Clone, Debug)]
pub struct Check {
    /// The formula.
    pub formula: Term,
    /// The place a message should point at.
    pub span: Span,
    /// What goes wrong when it is false.
    pub kind: CheckKind,
    /// The place that makes the demand, if it is another: a postcondition, a precondition.
    pub demanded: Option<Span>,
}

/// What goes wrong when a check fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum CheckKind {
    /// An assertion written by the user.
    Assertion,
    /// A precondition at a call.
    Precondition,
    /// A postcondition at a return.
    Postcondition,
    /// A loop invariant on entry.
    InvariantEntry,
    /// A loop invariant after a round.
    InvariantPreserved,
    /// An index within bounds.
    Bounds,
    /// A reference that is dereferenced.
    Null,
    /// A divisor.
    Division,
    /// A write outside of what the contract allows.
    Frame,
    /// The size of a new array.
    NegativeSize,
    /// The type an object is cast to.
    Cast,
    /// The type of what an array is to hold.
    ArrayStore,
    /// An exception that leaves a routine.
    Uncaught,
    /// The invariant of an object.
    ClassInvariant,
    /// A measure that gets smaller in each round.
    Decreases,
    /// The result of signed arithmetic in C.
    Overflow,
    /// The distance of a shift in C.
    Shift,
    /// A variable that is read before it has a value.
    Uninitialised,
    /// Memory that has been given back.
    Lifetime,
    /// Memory that must not be written.
    ReadOnly,
    /// Pointers that are compared or subtracted.
    SameBlock,
    /// An expression whose parts may be evaluated in any order.
    Order,
    /// Something assumed that was not to be.
    Assumption,
}

impl CheckKind {
    /// The short tag of the JSON report.
    pub fn tag(self) -> &'static str {
        match self {
            CheckKind::Assertion => "assertion",
            CheckKind::Precondition => "precondition",
            CheckKind::Postcondition => "postcondition",
            CheckKind::InvariantEntry => "invariant-entry",
            CheckKind::InvariantPreserved => "invariant-preserved",
            CheckKind::Bounds => "bounds",
            CheckKind::Null => "null",
            CheckKind::Division => "division",
            CheckKind::Frame => "frame",
            CheckKind::NegativeSize => "negative-size",
            CheckKind::Cast => "cast",
            CheckKind::ArrayStore => "array-store",
            CheckKind::Uncaught => "uncaught",
            CheckKind::ClassInvariant => "class-invariant",
            CheckKind::Decreases => "decreases",
            CheckKind::Overflow => "overflow",
            CheckKind::Shift => "shift",
            CheckKind::Uninitialised => "uninitialised",
            CheckKind::Lifetime => "lifetime",
            CheckKind::ReadOnly => "read-only",
            CheckKind::SameBlock => "pointers",
            CheckKind::Order => "order",
            CheckKind::Assumption => "assumption",
        }
    }

    /// What is true when the check succeeds.
    pub fn success(self) -> &'static str {
        match self {
            CheckKind::Assertion => "the assertion holds",
            CheckKind::Precondition => "the precondition of the call holds",
            CheckKind::Postcondition => "the postcondition holds",
            CheckKind::InvariantEntry => "the invariant holds on entry",
            CheckKind::InvariantPreserved => "the invariant is preserved",
            CheckKind::Bounds => "the index is within bounds",
            CheckKind::Null => "the reference is not null",
            CheckKind::Division => "the divisor is not zero",
            CheckKind::Frame => "only what the contract names is modified",
            CheckKind::NegativeSize => "the size is not negative",
            CheckKind::Cast => "the object has the type of the cast",
            CheckKind::ArrayStore => "the array can hold the object",
            CheckKind::Uncaught => "no exception leaves that is not announced",
            CheckKind::ClassInvariant => "the invariant of the object holds",
            CheckKind::Decreases => "the measure decreases and is not negative",
            CheckKind::Overflow => "the arithmetic does not overflow",
            CheckKind::Shift => "the shift is defined",
            CheckKind::Uninitialised => "what is used here has a value",
            CheckKind::Lifetime => "the memory is alive",
            CheckKind::ReadOnly => "the memory may be written",
            CheckKind::SameBlock => "both pointers point into one block",
            CheckKind::Order => "the value does not depend on the order of evaluation",
            CheckKind::Assumption => "what is assumed is true",
        }
    }

    /// What may be wrong when it fails.
    pub fn failure(self) -> &'static str {
        match self {
            CheckKind::Assertion => "the assertion may fail",
            CheckKind::Precondition => "the precondition of the call may not hold",
            CheckKind::Postcondition => "the postcondition may not hold",
            CheckKind::InvariantEntry => "the loop invariant may not hold on entry",
            CheckKind::InvariantPreserved => "the loop invariant may not be preserved",
            CheckKind::Bounds => "the index may be out of bounds",
            CheckKind::Null => "the reference may be null",
            CheckKind::Division => "the divisor may be zero",
            CheckKind::Frame => "something the contract does not name may be modified",
            CheckKind::NegativeSize => "the size may be negative",
            CheckKind::Cast => "the object may not have the type of the cast",
            CheckKind::ArrayStore => "the array may not hold objects of this type",
            CheckKind::Uncaught => "an exception may leave that is not announced",
            CheckKind::ClassInvariant => "the invariant of the object may not hold",
            CheckKind::Decreases => "the measure may not decrease, or be negative",
            CheckKind::Overflow => "the arithmetic may overflow",
            CheckKind::Shift => "the shift may be undefined",
            CheckKind::Uninitialised => "what is used here may not have a value yet",
            CheckKind::Lifetime => "the memory may no longer be alive",
            CheckKind::ReadOnly => "the memory may be read-only",
            CheckKind::SameBlock => "the pointers may point into different blocks",
            CheckKind::Order => "the value may depend on the order of evaluation",
            CheckKind::Assumption => "what is assumed may be false",
        }
    }

    /// What is wrong when it was seen to fail.
    pub fn refutation(self) -> &'static str {
        match self {
            CheckKind::Assertion => "the assertion fails",
            CheckKind::Precondition => "the precondition of the call does not hold",
            CheckKind::Postcondition => "the postcondition does not hold",
            CheckKind::InvariantEntry => "the loop invariant does not hold on entry",
            CheckKind::InvariantPreserved => "the loop invariant is not preserved",
            CheckKind::Bounds => "the index is out of bounds",
            CheckKind::Null => "the reference is null",
            CheckKind::Division => "the divisor is zero",
            CheckKind::Frame => "something the contract does not name is modified",
            CheckKind::NegativeSize => "the size is negative",
            CheckKind::Cast => "the object does not have the type of the cast",
            CheckKind::ArrayStore => "the array does not hold objects of this type",
            CheckKind::Uncaught => "an exception leaves that is not announced",
            CheckKind::ClassInvariant => "the invariant of the object does not hold",
            CheckKind::Decreases => "the measure does not decrease, or is negative",
            CheckKind::Overflow => "the arithmetic overflows",
            CheckKind::Shift => "the shift is undefined",
            CheckKind::Uninitialised => "what is used here has no value yet",
            CheckKind::Lifetime => "the memory is not alive",
            CheckKind::ReadOnly => "the memory is read-only",
            CheckKind::SameBlock => "the pointers point into different blocks",
            CheckKind::Order => "the value depends on the order of evaluation",
            CheckKind::Assumption => "what is assumed is false",
        }
    }
}
