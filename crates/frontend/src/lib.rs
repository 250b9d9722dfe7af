//! What the front ends for annotated languages have in common.
//!
//! * [`draft`]: a routine that a front end is writing, with the [`heap`] it speaks of, the [`writes`] to it and
//!   the [`snapshot`]s of earlier states; [`failure`] says why it cannot be written.
//! * [`insert`]: annotations put into the text of a program.

pub mod draft;
pub mod failure;
pub mod heap;
pub mod insert;
pub mod snapshot;
pub mod writes;
