//! What the user sees of a panic: it is a bug of ours, and says so.

use crate::output::say;
use crate::status::Status;
use std::backtrace::{Backtrace, BacktraceStatus};
use std::panic::{self, AssertUnwindSafe, PanicHookInfo};
use std::sync::atomic::{AtomicBool, Ordering};

/// Runs the program. A panic anywhere in it is reported once, and ends with
/// [`Status::Bug`].
pub fn guard(program: impl FnOnce() -> Status) -> Status {
    static REPORTED: AtomicBool = AtomicBool::new(false);
    panic::set_hook(Box::new(|info| {
        if !REPORTED.swap(true, Ordering::SeqCst) {
            say(&describe(info));
        }
    }));
    panic::catch_unwind(AssertUnwindSafe(program)).unwrap_or(Status::Bug)
}

fn describe(info: &PanicHookInfo<'_>) -> String {
    let payload = info.payload();
    let message = match (payload.downcast_ref::<&str>(), payload.downcast_ref::<String>()) {
        (Some(text), _) => text,
        (_, Some(text)) => text.as_str(),
        _ => "a panic without a message",
    };
    let mut text = format!("internal error: {message}");
    if let Some(location) = info.location() {
        text.push_str(&format!("\n  at {location}"));
    }
    text.push_str("\nthis is a bug in Abide; please report it with the input that shows it");
    let trace = Backtrace::capture();
    if trace.status() == BacktraceStatus::Captured {
        text.push_str(&format!("\n{trace}"));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_in_any_thread_that_is_joined_is_a_bug() {
        let thread = || {
            std::thread::spawn(|| panic!("told in a test"))
                .join()
                .map_err(panic::resume_unwind)
        };
        assert_eq!(
            guard(|| thread().map_or(Status::Proved, |()| Status::Proved)),
            Status::Bug
        );
        assert_eq!(guard(|| Status::Unproved), Status::Unproved);
        // the tests after this one panic as tests do
        let _ = panic::take_hook();
    }
}
