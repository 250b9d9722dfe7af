//! Guarded commands.
//!
//! * [`program`]: the typed program every front end lowers to, all of it in one file.
//! * [`gcl`]: the text form `.gcl`: syntax tree, parser, printer, and lowering to [`program`].
//! * [`assumption`]: what a verdict rests on beyond the language.
//! * [`unsupported`]: routines that cannot be verified, and why.
//! * [`mod@cfg`]: the control-flow graph with its natural loops.

pub mod assumption;
pub mod cfg;
pub mod contract;
pub mod gcl;
pub mod program;
pub mod unsupported;

pub use assumption::{Assumption, AssumptionKind};
pub use contract::{ContractClause, Grade, Grant, Granted, Keyword, Summaries};
pub use program::{
    Block, Call, Calls, Check, CheckKind, Fact, Function, Loop, LoopSpec, Program, Routine, Stmt, StmtKind, Subroutine,
    SubroutineCall,
};
pub use unsupported::Unsupported;
