//! Predicate abstraction of a loop head: several algorithms for the same set of valuations.
//!
//! An [`Abstractor`] makes the [`Abstract`] value of a loop grow, round by round, until it is closed under
//! the loop body. It sees the loop only as a [`Oracle`]: predicates are numbers, states are what they make
//! true. The algorithms:
//!
//! | name | file | queries | exact |
//! |---|---|---|---|
//! | `state-models` | [`state_models`] | states whose valuations cover the result, and one | yes |
//! | `allsmt` | [`allsmt`] | valuations of the result, and one per round | yes |
//! | `fq`, `fq-linear` | [`fq`] | O(n·2ⁿ); Flanagan & Qadeer | yes |
//! | `ddp` | [`ddp`] | O(2ⁿ⁺¹); Das, Dill & Park | yes |
//! | `ss`, `ss:1,2` | [`ss`] | O(3ⁿ); Saïdi & Shankar | with all sizes |
//! | `naive` | [`naive`] | 2ⁿ | yes |
//! | `nfindk:K` | [`nfindk`] | for clauses of at most K literals | no |
//! | `cartesian` | [`cartesian`] | at most n + 2; literals only | no |
//!
//! Exact abstractors agree: driven to the end they give the least set of valuations that contains those of
//! the entry states and is closed under the body. The others give a superset, still an invariant.
//!
//! The classic algorithms (`fq` to `nfindk`) search clauses and share [`union`](mod@union), which keeps what
//! is known of clauses and asks the prover only when that does not decide.

pub mod abstractor;
pub mod allsmt;
pub mod cartesian;
pub mod ddp;
pub mod fq;
pub mod kind;
mod maximal;
mod models;
pub mod naive;
pub mod nfindk;
pub mod oracle;
pub mod predicate;
mod sized;
pub mod ss;
pub mod state_models;
pub mod union;

pub use abstractor::{Abstract, Abstractor, Round, Tally};
pub use kind::{AbstractorKind, ParseKindError};
pub use oracle::{Oracle, Post, Style, Truth, Unknown, Witness};
pub use predicate::{Origin, Precision, Predicate};
