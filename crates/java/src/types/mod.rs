//! The types files speak of: classes with their members, and who is a subtype of whom.
//!
//! Classes are numbered so that the subclasses of a class form an interval. The dynamic type
//! of an object is such a number, and `instanceof` a pair of comparisons. Every class that is
//! not final keeps one number for the subclasses that were not given.

mod build;
mod classes;
mod exceptions;
mod members;
mod names;
mod parameters;

pub(crate) use build::library_names;
pub use classes::{ClassId, ClassInfo, Classes, DIMENSION, FieldRef, IntKind, MethodRef, Type};
