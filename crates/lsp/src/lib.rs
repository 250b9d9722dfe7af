//! Verification for editors, by the Language Server Protocol.
//!
//! | module | what it does |
//! |---|---|
//! | [`server`] | the conversation: messages in and out, and one run at a time |
//! | [`document`] | an open file: its text, and what is known of it |
//! | [`shift`] | where the lines of a verified text are in the present one |
//! | [`lines`] | places as the protocol counts them |
//! | [`present`] | what was found out, at its present places |
//! | [`views`] | what is known as diagnostics, hints, lenses and hovers |
//! | [`actions`] | what can be done at a place |
//! | [`marks`] | what is known as marks of lines and drawings, for editors that ask for them |
//!
//! Who verifies is handed in ([`Verifier`]): arguments, files and provers are somebody else's business. A file is verified
//! when it is opened, when it is saved or when that is asked for; an edit ends the run that is under way. What was known of a
//! routine is shown until the routine is edited, at the place to which it has moved.

pub mod actions;
pub mod document;
pub mod lines;
pub mod marks;
pub mod present;
pub mod server;
pub mod shift;
pub mod views;

pub use server::{Verifier, serve};
