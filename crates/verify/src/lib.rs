//! From a [`Request`] to a [`Report`].
//!
//! The stages of a file, in order ([`pipeline`]):
//!
//! 1. the [`Language`] loads it: a program, and diagnostics;
//! 2. for each routine the loops' invariants are inferred and cut down to what is needed;
//! 3. the candidates are printed into the source and the source is loaded again;
//! 4. the plain verifier ([`check`]) proves every check of the annotated routine, the
//!    printed invariants among them; only now are they invariants. What it leaves open about
//!    reachability along fields is asked of a second procedure, if there is one ([`second_prover`]);
//! 5. for what is not proved an input that fails is looked for ([`refute`]).
//!
//! This crate reads no files and prints nothing; it knows no concrete prover.

pub mod c;
pub mod check;
mod drawing;
mod identity;
pub mod java;
mod language;
pub mod library;
pub mod pipeline;
pub mod refute;
pub mod report;
mod second_prover;
pub mod vacuity;

pub use abide_c::expression::LoopInvariant;
pub use abide_c::lower::Options as COptions;
pub use abide_c::syntax::{Headers, encoding};
pub use abide_c::types::DataModel;
pub use abide_c::witness::{FAILS as C_TEST_FAILS, UNSEEN as C_TEST_UNSEEN};
pub use abide_ir::{Assumption, AssumptionKind, CheckKind, ContractClause, Grade, Granted, Keyword, Unsupported};
pub use abide_java::lower::{Bargains, Options as JavaOptions};
pub use abide_java::syntax::Dialect;
pub use abide_java::witness::UNBUILT as JAVA_TEST_UNBUILT;
pub use abide_shape::bohne::Options as BohneOptions;
pub use c::{C, as_c};
pub use java::Java;
pub use language::{Answer, ByName, Definitions, Gcl, Interface, Language, Loaded, View, When, Wording};
pub use pipeline::{
    Beforehand, Contracts, Coverage, Earlier, Event, FileCoverage, KeptRoutine, Mode, Project, Request, RoutineCache,
    Settings, Survey, UnsupportedRoutine, hold_callers, rely_on_unproved, verify,
};
pub use report::{
    Choice, Confirmation, Counterexample, FileReport, GraphReport, Invariant, LoopReport, Moment, Obligation, Report,
    RoutineReport, RoutineStats, Verdict,
};
