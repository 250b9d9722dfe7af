//! Panics and other obstacles: what ends the work on one routine and not the run.

use crate::report::{RoutineReport, Verdict};
use abide_base::{Diagnostic, Severity};
use abide_ir::Routine;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Why nothing more is done about a routine.
pub(super) struct Obstacle {
    /// What the routine is reported as.
    pub(super) verdict: Verdict,
    /// What is reported.
    pub(super) diagnostic: Option<Box<Diagnostic>>,
}

impl Obstacle {
    /// The run was cancelled; that is reported once for all.
    pub(super) fn unfinished() -> Obstacle {
        Obstacle {
            verdict: Verdict::Open,
            diagnostic: None,
        }
    }

    /// The report of a routine that was not verified any further.
    pub(super) fn report(self, routine: &Routine) -> (RoutineReport, Vec<Diagnostic>) {
        let report = RoutineReport::bare(&routine.name, routine.span, self.verdict);
        (report, self.diagnostic.into_iter().map(|d| *d).collect())
    }
}

/// Does some work. A panic in it is reported as a bug in what is called `name`; what the work had
/// in its hands is not used any more.
pub(super) fn guarded<T>(name: &str, work: impl FnOnce() -> T) -> Result<T, Box<Diagnostic>> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|payload| {
        let message = match (payload.downcast_ref::<&str>(), payload.downcast_ref::<String>()) {
            (Some(text), _) => text,
            (_, Some(text)) => text.as_str(),
            _ => "a panic without a message",
        };
        Box::new(bug(name, message))
    })
}

/// The message about an error of our own.
pub(super) fn bug(name: &str, message: &str) -> Diagnostic {
    Diagnostic::new(Severity::Error, format!("internal error in `{name}`: {message}"))
        .note("this is a bug in Abide; nothing is concluded here")
}
