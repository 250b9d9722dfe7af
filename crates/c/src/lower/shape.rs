//! Options of lowering and its result: routines, and the shape of each, by which its states are shown.

use super::state::Leaf;
use crate::syntax::PREPROCESSING;
use crate::types::{DataModel, Type};
use abide_base::{Diagnostic, Span};
use abide_ir::{Grant, Program, Unsupported};
use abide_logic::{Term, Var};
use std::collections::{BTreeMap, BTreeSet};

/// How C is to be read.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// The sizes of the integer types.
    pub model: DataModel,
    /// Integers are those of the machine; otherwise they are mathematical.
    pub machine: bool,
    /// Run-time errors are checked. Without, programs are taken to have none, as in tasks that
    /// ask for nothing but an assertion: what has no value yet is arbitrary.
    pub run_time: bool,
    /// Clauses that cannot be read are left out; otherwise whoever relies on one cannot be verified.
    pub lenient: bool,
    /// Each function is verified by itself, also where its calls are read in place.
    pub modular: bool,
    /// Memory is taken never to run out, which is told.
    pub endless_memory: bool,
    /// What `scanf` asks for is taken to be there where nobody looks whether it was, which is told.
    pub obliging_input: bool,
    /// How many seconds the preprocessor may work.
    pub preprocessing: u64,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            model: DataModel::default(),
            machine: true,
            run_time: true,
            lenient: false,
            modular: false,
            endless_memory: false,
            obliging_input: false,
            preprocessing: PREPROCESSING,
        }
    }
}

/// A file lowered.
#[derive(Default)]
pub struct Lowered {
    /// The routines that can be verified.
    pub program: Program,
    /// Errors and warnings.
    pub diagnostics: Vec<Diagnostic>,
    /// Routines that cannot be verified.
    pub unsupported: Vec<Unsupported>,
    /// What the variables of each routine mean.
    pub shapes: Vec<Shape>,
    /// For each routine, the functions of the file that it relies on without having read their bodies.
    pub relies: BTreeMap<String, BTreeSet<String>>,
    /// For each routine, the functions whose bodies were read in place of calls.
    pub read: BTreeMap<String, BTreeSet<String>>,
    /// Functions that may be called through pointers, or by the machine.
    pub escaped: BTreeSet<String>,
    /// Functions whose contracts say from where they may be called.
    pub specified: BTreeSet<String>,
}

/// What a routine's variables mean, for showing states and making tests.
#[derive(Clone, Debug, Default)]
pub struct Shape {
    /// Are members of structures kept apart from the rest, as they are pointed to?
    pub has_parts: bool,
    /// The routine.
    pub routine: String,
    /// Parameters: name, type, parts.
    pub params: Vec<(String, Type, Vec<Term>)>,
    /// Global variables that are read or written, likewise.
    pub globals: Vec<(String, Type, Vec<Term>)>,
    /// Global variables that are in memory: name, type, block.
    pub placed: Vec<(String, Type, Term)>,
    /// Local variables, likewise.
    pub locals: Vec<(String, Type, Vec<Term>)>,
    /// Maps of memory: what the block consists of, the path to the scalar, the part of it.
    pub cells: Vec<(Type, Leaf, Var)>,
    /// The first offset of a block, and one past the last.
    pub bounds: Option<(Var, Var)>,
    /// Which blocks are alive.
    pub alive: Option<Var>,
    /// Which blocks may be written.
    pub writable: Option<Var>,
    /// What is returned.
    pub result: Option<Type>,
    /// Does every run of the routine stand for one of the source? Not where an unknown function
    /// changes memory that it cannot know.
    pub exact: bool,
    /// What callers promise by `restrict`, `[static n]` and the attribute `nonnull`: other inputs are no fault of the
    /// routine's.
    pub promised: Vec<Term>,
    /// Where an arbitrary value stands for one that C determines: a call of a function with a body by
    /// its contract, a function of a library, a comparison of floating values.
    pub guesses: BTreeSet<Span>,
    /// Inputs whose values C or the system determines, though they are not known.
    pub determined: Vec<Var>,
    /// Maps of memory, each with a block in which it holds such values.
    pub determined_entries: Vec<(Var, Var)>,
    /// The functions that it relies on without having read their bodies.
    pub relies: BTreeSet<String>,
    /// The preconditions that the function is given.
    pub granted: Vec<Grant>,
}
