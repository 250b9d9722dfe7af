//! What the front ends for annotated languages have in common.
//!
//! * [`draft`]: a routine that a front end is writing, with the [`heap`] it speaks of, the [`writes`] to it and
//!   the [`snapshot`]s of earlier states; [`failure`] says why it cannot be written.
//! * [`token`]: tokens that languages write alike.
//! * [`tree`]: names in syntax trees, and how deep these may go.
//! * [`operator`]: operators of programs and formulas, with their precedence.
//! * [`fold`]: sums and their like over ranges of integers.
//! * [`notation`]: terms as annotations, as far as these agree; [`insert`]: annotations put into the text of a program.

pub mod draft;
pub mod failure;
pub mod fold;
pub mod heap;
pub mod insert;
pub mod notation;
pub mod operator;
pub mod snapshot;
pub mod token;
pub mod tree;
pub mod writes;
