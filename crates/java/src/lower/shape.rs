//! Options of lowering and its result: routines, and the shape of each, by which its states are shown.

use crate::syntax::Dialect;
use abide_base::{Diagnostic, Span};
use abide_frontend::snapshot::{Past, state_of};
use abide_ir::{Grant, Program, Unsupported};
use abide_logic::number::Range;
use abide_logic::{Value, Var};
use std::collections::BTreeSet;

/// How Java is to be read.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Declarations of reference type are non-null unless they say otherwise (JML), rather
    /// than the other way round (ESC/Java).
    pub non_null_by_default: bool,
    /// Integers wrap around, as in Java; otherwise they are mathematical.
    pub wrap: bool,
    /// Every run-time error is an exception that leaves the method; nothing is checked. For
    /// comparing runs with those of a Java machine.
    pub throwing: bool,
    /// Clauses that cannot be read are left out; otherwise whoever relies on one cannot be verified.
    pub lenient: bool,
    /// In which dialect annotations are written.
    pub dialect: Dialect,
    /// What is believed that could be checked.
    pub bargains: Bargains,
}

/// What is believed though it could be checked, as ESC/Java does to have fewer warnings. Whatever rests on one of them says so.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bargains {
    /// A method that does not say what it modifies modifies nothing.
    pub modifies: bool,
    /// Methods keep to what they say they modify.
    pub frames: bool,
    /// Code that is not given changes no object of the program.
    pub library: bool,
    /// Methods keep the invariants of classes that their file does not name.
    pub invariants: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            non_null_by_default: true,
            wrap: true,
            throwing: false,
            lenient: false,
            dialect: Dialect::Auto,
            bargains: Bargains::default(),
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
    /// What the heap variables of each routine mean, by routine.
    pub shapes: Vec<Shape>,
}

/// What a routine takes, for showing inputs and making tests.
#[derive(Clone, Debug, Default)]
pub struct Shape {
    /// The routine.
    pub routine: String,
    /// The class's path, the method's name.
    pub class: String,
    /// The method's name.
    pub method: String,
    /// Is it static?
    pub is_static: bool,
    /// Is it a constructor?
    pub constructor: bool,
    /// Parameters: variable and type as Java writes it.
    pub params: Vec<(Var, String)>,
    /// Local variables of the source: variable and type.
    pub locals: Vec<(Var, String)>,
    /// `this`, with the name of its class.
    pub this: Option<(Var, String)>,
    /// Instance fields: the map, the class and name, the type.
    pub fields: Vec<(Var, String, String, String)>,
    /// Static fields: the variable, the class and name, the type.
    pub statics: Vec<(Var, String, String, String)>,
    /// Arrays: the map from references to contents, by element type (`Object` for all
    /// references).
    pub arrays: Vec<(Var, String)>,
    /// Arrays of integers: the range of the elements.
    pub numbers: Vec<(Var, Range)>,
    /// Lengths of arrays.
    pub lengths: Option<Var>,
    /// Dynamic types.
    pub types: Option<Var>,
    /// Numbers of concrete classes and array types, with their names.
    pub classes: Vec<(i64, String)>,
    /// The numbers of each class and the classes below it.
    pub ranges: Vec<(i64, i64)>,
    /// What the routine is given: parameters, `this` and static fields that hold references, with the numbers
    /// of their types.
    pub roots: Vec<(Var, (i64, i64))>,
    /// Whose the fields are, and what types references in them have.
    pub links: Vec<Link>,
    /// Which objects there are.
    pub allocated: Option<Var>,
    /// Does the routine make objects?
    pub makes: bool,
    /// Trees whose fields have a ghost field that leads up.
    pub trees: Vec<Tree>,
    /// Enum constants: the variable and the constant as Java writes it.
    pub constants: Vec<(Var, String)>,
    /// Where an arbitrary value stands for one that is not known.
    pub guesses: BTreeSet<Span>,
    /// Inputs whose values the source determines, though they are not known.
    pub determined: Vec<Var>,
    /// Fields that callers cannot set as they like, and the values they are known to have at times.
    pub hidden: Vec<(Var, Vec<Value>)>,
    /// The fields along which no object leads back to itself.
    pub well_founded: Vec<Var>,
    /// The methods that it calls by their contracts, by routine.
    pub relies: BTreeSet<String>,
    /// The preconditions that the method is granted.
    pub granted: Vec<Grant>,
}

impl Shape {
    /// The name of a parameter in the source; one that the body assigns to is the `old` value of its copy.
    pub fn parameter(var: &Var) -> &str {
        match state_of(var.name()) {
            (name, Some(Past::Old)) => name,
            _ => var.name(),
        }
    }
}

/// A field: for objects of one range of dynamic types, references to objects of another, or data.
#[derive(Clone, Debug)]
pub struct Link {
    /// The field.
    pub field: Var,
    /// Numbers of the types of objects that have it.
    pub owner: (i64, i64),
    /// Numbers of the types of what it holds, if it holds references.
    pub value: Option<(i64, i64)>,
}

/// A tree along several fields.
#[derive(Clone, Debug)]
pub struct Tree {
    /// The ghost field that leads up: it stands for the only value it can have.
    pub up: Var,
    /// The fields that lead down.
    pub down: Vec<Var>,
    /// Where the source says that it is a tree.
    pub span: Span,
}
