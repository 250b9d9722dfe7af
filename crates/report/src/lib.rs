//! A [`Report`](abide_verify::Report) in the forms people and tools read.
//!
//! | module | form |
//! |---|---|
//! | [`mod@text`] | the ordinary report: verdicts, invariants, messages with their places |
//! | [`mod@invariants`] | only the invariants, loop by loop |
//! | [`mod@explain`] | how the invariants of a loop came about |
//! | [`graph`] | its abstract control-flow graph, for Graphviz or as a drawing |
//! | [`heap`] | linked objects of a state, in plain characters or as a drawing |
//! | [`mod@html`] | one page with everything, for browsers |
//! | [`mod@json`] | one object, for tools |
//! | [`mod@sarif`], [`mod@github`], [`mod@junit`] | what was found fault with, for services that show it |
//! | [`baseline`] | findings that are known, so that only new ones count |
//! | [`mod@diff`] | a patch that puts the invariants into the source |
//! | [`mod@bench`] | a run over a folder of tasks |
//! | [`mod@coverage`] | how much of a code base can be read |
//! | [`mod@witness`] | for tools that check verdicts |
//!
//! Everything here is a function from data to a string: nothing is read, written or proved,
//! and whether there is a terminal is the caller's business ([`Color`]). The only thing in a
//! report that differs from run to run is the time it took.

pub mod baseline;
pub mod bench;
pub mod coverage;
pub mod diff;
mod drawing;
pub mod edits;
pub mod explain;
pub mod finding;
pub mod github;
pub mod graph;
pub mod heap;
pub mod html;
mod identity;
pub mod invariants;
pub mod json;
pub mod junit;
mod message;
mod paint;
pub mod sarif;
mod stats;
pub mod text;
mod unproved;
mod unread;
pub mod uri;
pub mod witness;

pub use baseline::Baseline;
pub use bench::{How, PeerRow, Row, bench, bench_json};
pub use coverage::{coverage, coverage_json};
pub use diff::diff;
pub use explain::{Selected, explain, select};
pub use finding::{Finding, findings};
pub use github::github;
pub use html::html;
pub use invariants::{invariants, tally};
pub use json::{json, json_end, json_line};
pub use junit::junit;
pub use message::message;
pub use paint::Color;
pub use sarif::sarif;
pub use stats::counts;
pub use text::{Listing, Text, text};
pub use unproved::{Drawings, drawings};
pub use unread::Unread;
pub use witness::witness;

#[cfg(test)]
mod samples;
