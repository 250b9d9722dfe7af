//! What every layer shares: source files and spans, diagnostics and heaps as data, budgets, and
//! running other programs.
//!
//! Nothing here knows of routines, terms or provers, and nothing here prints.

pub mod budget;
pub mod diagnostic;
pub mod heap;
pub mod process;
pub mod source;
pub mod stopwatch;
pub mod suggest;

pub use budget::{Budget, Cancel, Exhausted};
pub use diagnostic::{Diagnostic, Severity};
pub use heap::Heap;
pub use source::{FileId, SourceFile, Sources, Span, add_built_in, shown};
pub use stopwatch::Stopwatch;
pub use suggest::suggest;
