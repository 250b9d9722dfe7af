//! The parts of the state of lowering: the heap, frames, dirty objects, targets of jumps.

use super::value::Val;
use crate::syntax::ast;
use crate::types::{ClassId, MethodRef, Type};
use abide_base::Span;
use abide_logic::{Term, Var};
use std::collections::{BTreeMap, BTreeSet};

/// A part of the heap.
pub(super) type HeapVar = abide_frontend::heap::HeapVar<HeapKind>;

/// What a heap variable holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum HeapKind {
    /// An instance field: class, name, type.
    Field(ClassId, String, Type),
    /// A static field.
    Static(ClassId, String, Type),
    /// Contents of arrays with that element type; `Object` for all references.
    Elements(Type),
    /// Which objects have been allocated.
    Allocated,
    /// Never changes: lengths, types, facts about strings.
    Fixed,
    /// An enum constant or another constant object: never changes.
    Constant(String),
}

/// What a method or a loop may write, in the state in which it began.
#[derive(Clone, Debug)]
pub(super) struct Frame {
    pub places: Vec<Cell>,
    /// The snapshot of that state: what has been made since may be written, too.
    pub since: usize,
    pub span: Span,
    /// How much had been written when it was entered, if no object may be made.
    pub strict: Option<usize>,
}

impl Frame {
    /// What the method being verified may write.
    pub fn of_method(places: Vec<Cell>, span: Span) -> Frame {
        Frame {
            places,
            since: 0,
            span,
            strict: None,
        }
    }
}

/// A set of heap locations.
#[derive(Clone, Debug)]
pub(super) enum Cell {
    /// A static field.
    Static(Var),
    /// A field of an object, or all elements of an array.
    At(Var, Term),
    /// A field of all objects.
    Everywhere(Var),
    /// Elements of an array, from and to, both included.
    Elements(Var, Term, Term, Term),
    /// All fields of an object.
    Fields(Term),
}

/// A clause of an invariant, of a class that the files give.
#[derive(Clone, Copy, Debug)]
pub(super) struct Clause<'a> {
    /// The class that states it.
    pub class: ClassId,
    /// The clause.
    pub invariant: &'a ast::Invariant,
}

/// How a clause reads a part of the heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Reads {
    /// Of the object itself only.
    Own,
    /// Of objects and arrays that it refers to, or for all objects of the class alike.
    Peers,
    /// Of any number of objects: along paths, or quantified.
    Wide,
}

/// Who reads a part of the heap.
#[derive(Clone, Debug)]
pub(super) struct Reader<'a> {
    pub clause: Clause<'a>,
    pub how: Reads,
    /// Of which arrays it reads elements.
    pub arrays: Arrays,
    /// The fields of the object itself by which alone it comes to what it reads of others, if there are such.
    pub paths: Vec<Var>,
}

/// How a part of the heap is written.
#[derive(Clone, Debug, Default)]
pub(super) struct Touched {
    /// Of which arrays.
    pub arrays: Arrays,
    /// Those of them that are written by other ways than through a field of their owner.
    pub stray: Arrays,
    /// The fields of owners through which it is written.
    pub through: BTreeSet<Var>,
}

/// Arrays by the declared types of their elements.
#[derive(Clone, Debug)]
pub(super) enum Arrays {
    Any,
    Of(Vec<Type>),
}

impl Default for Arrays {
    fn default() -> Arrays {
        Arrays::Of(Vec::new())
    }
}

/// What may be dirty in a routine.
#[derive(Default)]
pub(super) struct Dirty<'a> {
    /// The parts of the heap that the code writes, with the arrays it writes elements of; all of them in the second pass.
    pub(super) touched: BTreeMap<Var, Touched>,
    /// Has a first pass found out all that is touched?
    pub(super) settled: bool,
    /// Fields that may lead to what their object does not own, for they are written.
    pub(super) loose: BTreeSet<Var>,
    /// The ghost by which what a field leads to belongs to its object, if an invariant says that it does.
    pub(super) owners: BTreeMap<Var, Option<Var>>,
    /// All writes in order, and those of each loop, by the place of its keyword.
    pub(super) log: Vec<(Var, Touched)>,
    pub(super) in_loops: BTreeMap<Span, BTreeMap<Var, Touched>>,
    /// What has been written where the routine ends.
    pub(super) at_exits: BTreeMap<Var, Touched>,
    /// Who reads the parts of the heap.
    pub(super) readers: BTreeMap<Var, Vec<Reader<'a>>>,
    /// The parameters that hold objects.
    pub params: Vec<Val>,
    /// Parameters whose own fields are written.
    pub(super) written_params: BTreeSet<usize>,
    pub slots: Vec<Slot>,
    /// The slots that have been used, in order.
    pub used: Vec<usize>,
    /// The method that is verified.
    pub routine: Option<MethodRef<'a>>,
    /// Is the next call one of a method above, by `super`?
    pub above: bool,
    /// Is `this` out of order from the beginning?
    pub helper: bool,
    /// Raw objects, with their types.
    pub raw: Vec<Val>,
    /// May others have seen a raw object?
    pub escaped: bool,
    /// May others see a raw object at some time?
    pub leaks: bool,
    /// A truth value that nobody knows, for what is owed at the end and cannot be refuted.
    pub(super) doubt: Option<Var>,
}

/// An object that was written under a name which may come to mean another one.
#[derive(Clone, Debug)]
pub(super) struct Slot {
    /// How it was called.
    pub name: Term,
    pub ty: Type,
    pub object: Var,
    pub live: Var,
}

/// Something around the present place that jumps end at or pass through.
#[derive(Clone, Debug)]
pub(super) enum JumpTarget {
    /// `break` goes to the label; without a name, if `plain`.
    Break {
        names: Vec<String>,
        plain: bool,
        label: String,
        used: bool,
    },
    /// `continue` goes to the label.
    Continue {
        names: Vec<String>,
        label: String,
        used: bool,
    },
    /// `yield` sets the variable and goes to the label.
    Yield { result: Var, ty: Type, label: String },
    /// Exceptions of these types go to the label.
    Catch {
        types: Vec<Type>,
        label: String,
        used: bool,
    },
    /// Everything passes through here, unless it `swallows` what is on its way.
    Finally {
        swallows: Option<Swallows>,
        label: String,
        how: Var,
        pending: Vec<Goal>,
    },
    /// The end of an inlined body: `return` goes to the label.
    Inlined { label: String, used: bool },
}

/// How a `finally` block swallows the exception that is on its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Swallows {
    /// It jumps elsewhere.
    ByJump,
    /// What it calls may throw another exception, which is caught or announced.
    ByException,
}

/// Where a jump goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Goal {
    /// A frame, by its place on the stack.
    Frame(usize),
    /// The end of the method.
    Return,
    /// Whoever catches what is thrown.
    Throw,
}

/// The measure of a case of a contract.
#[derive(Clone, Debug)]
pub(super) struct Measure {
    /// The precondition of the case.
    pub(super) guard: Term,
    pub(super) value: Term,
    pub(super) span: Span,
}

/// A condition under which a part of a formula is defined.
#[derive(Clone, Debug)]
pub(super) struct Defined {
    /// It counts for invariants of loops below quantifiers too.
    pub(super) always: bool,
    /// It is needed for each value of a bound variable.
    pub(super) each: bool,
    /// Where the part is evaluated.
    pub(super) when: Vec<Term>,
    pub(super) holds: Term,
}
