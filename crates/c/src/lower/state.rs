//! The parts of the state of lowering: memory, places and regions in it, which memory is initialized, jumps.

use super::address_taken::AddressTaken;
use super::value::Object;
use crate::syntax::ast::{self, Decl, Expr, Stmt};
use crate::types::Type;
use abide_base::Span;
use abide_logic::{Func, Term, Var};
use std::collections::{BTreeMap, BTreeSet};

/// A part of memory, or a global variable.
pub(in crate::lower) type HeapVar = abide_frontend::heap::HeapVar<HeapKind>;

/// What a heap variable holds.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::lower) enum HeapKind {
    /// Cells of blocks that consist of that type.
    Cells(Type, Leaf),
    /// A part of a global variable.
    Global(String, Leaf),
    /// Which blocks have ever been made.
    Allocated,
    /// Which blocks are alive.
    Alive,
    /// Which cells have been given a value.
    Initialized,
    /// Never changes.
    Fixed,
}

/// A string in the source.
#[derive(Clone, Debug)]
pub struct StringBlock {
    pub block: Term,
    /// Its characters, without the zero at its end.
    pub text: Vec<u8>,
}

/// A scalar inside a type, or half of a pointer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leaf {
    /// The way to it: `.x`, `.rows[].y`; empty for a scalar itself.
    pub path: String,
    /// Its type.
    pub ty: Type,
    /// Which part of it.
    pub part: Part,
    /// Array steps on the way.
    pub depth: usize,
    /// Does the way lead through a union, so that others lie in the same bytes?
    pub shared: bool,
}

/// What part of a scalar a variable or map holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    /// An integer.
    Int,
    /// The block of a pointer.
    Block,
    /// The offset of a pointer.
    Offset,
    /// A pointer to a structure that stands alone: its block.
    Whole,
    /// A floating-point number.
    Float,
}

/// Where a place begins.
#[derive(Clone, Debug)]
pub(in crate::lower) enum Base {
    /// A variable that does not live in memory.
    Object(Box<Object>),
    /// A global variable that does not live in memory.
    Global(String, Type),
    /// An element of a block.
    Cell { root: Type, block: Term, offset: Term },
    /// An array that is a whole block.
    Block { root: Type, block: Term },
    /// A volatile variable: every read gives another value, what is written is forgotten. Of one of the library, such as
    /// `errno`, the value is some value, which is not known.
    Volatile { library: bool },
}

/// A place.
#[derive(Clone, Debug)]
pub(in crate::lower) struct Place {
    pub base: Base,
    /// The way from the base, as in [`Leaf::path`].
    pub path: String,
    /// The indices on that way. Fewer than there are arrays: all elements at once.
    pub indices: Vec<Term>,
    pub ty: Type,
}

/// What may be written in a function or a statement.
#[derive(Clone, Debug)]
pub(in crate::lower) struct Frame {
    /// When it applies.
    pub guard: Term,
    pub regions: Vec<Region>,
    /// The state at the beginning: what was made later may be written.
    pub since: usize,
    /// Variables of the function that were there at the beginning of a statement.
    pub visible: Vec<Var>,
}

/// One or several keys of a map.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::lower) enum Key {
    Is(Term),
    In(Option<Term>, Option<Term>),
}

/// A set of places.
#[derive(Clone, Debug)]
pub(in crate::lower) struct Region {
    /// Where they begin; the offset of a cell is in the keys.
    pub base: Base,
    pub path: String,
    /// What leads to them, after the block: the offset in a block, then indices.
    pub keys: Vec<Key>,
    pub ty: Type,
}

/// What is found out about maps, by their names.
#[derive(Debug, Default)]
pub(in crate::lower) struct Initialized {
    /// Some elements are made without a value.
    pub(in crate::lower) made: BTreeSet<String>,
    /// Elements have to have one.
    pub(in crate::lower) used: BTreeSet<String>,
    /// The maps that are followed.
    pub(in crate::lower) followed: BTreeSet<String>,
    /// The shadows of the variables of the function.
    pub(in crate::lower) locals: BTreeMap<Var, Var>,
    /// The shadows of memory that is copied: a copy may take values away.
    pub(in crate::lower) copied: BTreeSet<Var>,
    /// Does the function's own contract speak of values?
    pub speaks: bool,
    /// What blocks made by `malloc` consist of.
    pub roots: BTreeSet<Type>,
    /// Nobody reads what the function leaves without a value.
    pub(in crate::lower) spared: Option<Var>,
}

/// A place that a pointer may lead to.
#[derive(Clone, Debug)]
pub(in crate::lower) struct PossibleAlias {
    /// What must be in memory for that.
    pub address_taken: AddressTaken,
    /// The type it has, and the one that it is pointed to as: they differ at most by their sign.
    pub(in crate::lower) kinds: Vec<ast::IntType>,
    /// What is assumed without.
    pub(in crate::lower) assumption: String,
    pub(in crate::lower) span: Span,
}

/// The jumps of one function.
#[derive(Default)]
pub(in crate::lower) struct Jumps<'a> {
    /// May anything be passed over?
    pub active: bool,
    /// For each `goto`: the number of scopes that stay open, and the declarations it passes over.
    pub(in crate::lower) gotos: BTreeMap<*const Stmt, (usize, Vec<&'a Decl>)>,
    /// For each `goto`: the declarations behind its label that it comes from behind of, in the same block or inside of it.
    pub(in crate::lower) repeated: BTreeMap<*const Stmt, Vec<&'a Decl>>,
    /// The bodies of loops that are jumped into from outside.
    pub entered: BTreeSet<*const Stmt>,
    /// Declarations that a jump back leads to once more.
    pub(in crate::lower) again: BTreeSet<*const Decl>,
    /// The blocks of variables whose declarations may be passed over.
    pub(in crate::lower) blocks: BTreeMap<*const Decl, Var>,
    /// Compound literals that may be evaluated again before their block ends.
    pub(in crate::lower) recurring: BTreeSet<*const Expr>,
    /// The blocks of compound literals.
    pub(in crate::lower) literals: BTreeMap<*const Expr, Var>,
    /// Blocks that are null until they are made.
    pub voided: BTreeSet<Var>,
}

/// A function left in the logic, and the maps it reads.
#[derive(Clone, Debug)]
pub(in crate::lower) struct Symbol {
    pub(in crate::lower) func: Func,
    /// Each with the number of the label in whose state it is read.
    pub(in crate::lower) maps: Vec<(usize, Var)>,
}

/// Pointers to one block.
#[derive(Clone, Debug)]
pub(in crate::lower) struct Pointers {
    pub block: Term,
    pub offset: Key,
    /// What they point to.
    pub ty: Type,
    /// Under a cast, where from there, in bytes, something of another type is pointed to.
    pub cast: Option<Cast>,
}

/// Bytes of memory that is taken for something else.
#[derive(Clone, Debug)]
pub(in crate::lower) struct Cast {
    pub to: Type,
    /// How many bytes it has.
    pub size: u64,
    /// Where it begins, counted from the element that is pointed to.
    pub from: Key,
}
