//! How long work may go on: a deadline and a cancellation that reaches into running solvers.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, Weak};
use std::time::{Duration, Instant};

/// Why work had to stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exhausted {
    /// The time given is over.
    Time,
    /// Somebody asked to stop.
    Cancelled,
}

impl fmt::Display for Exhausted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Exhausted::Time => "the time limit was reached",
            Exhausted::Cancelled => "the run was cancelled",
        })
    }
}

type Hook = dyn Fn() + Send + Sync;

/// A request to stop, shared by everything that runs.
///
/// A solver that is busy in foreign code registers a hook which interrupts it; the hook lives
/// as long as the handle returned by [`Cancel::on_cancel`].
#[derive(Clone, Default)]
pub struct Cancel(Arc<Shared>);

#[derive(Default)]
struct Shared {
    requested: AtomicBool,
    hooks: Mutex<Vec<Weak<Hook>>>,
}

impl Cancel {
    /// Asks everything to stop, now and once for all.
    pub fn request(&self) {
        self.0.requested.store(true, Ordering::SeqCst);
        let hooks = std::mem::take(&mut *self.0.hooks.lock().unwrap_or_else(|e| e.into_inner()));
        for hook in hooks.iter().filter_map(Weak::upgrade) {
            hook();
        }
    }

    /// Has a stop been asked for?
    pub fn requested(&self) -> bool {
        self.0.requested.load(Ordering::SeqCst)
    }

    /// Runs `hook` when a stop is asked for, at once if it already was. Keep the handle.
    pub fn on_cancel(&self, hook: impl Fn() + Send + Sync + 'static) -> Arc<Hook> {
        let hook: Arc<Hook> = Arc::new(hook);
        {
            let mut hooks = self.0.hooks.lock().unwrap_or_else(|e| e.into_inner());
            hooks.retain(|h| h.strong_count() > 0);
            hooks.push(Arc::downgrade(&hook));
        }
        if self.requested() {
            hook();
        }
        hook
    }
}

impl fmt::Debug for Cancel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Cancel({})", self.requested())
    }
}

/// The time a piece of work may take.
#[derive(Clone, Debug, Default)]
pub struct Budget {
    deadline: Option<Instant>,
    cancel: Cancel,
}

impl Budget {
    /// No limit but cancellation.
    pub fn unlimited(cancel: Cancel) -> Budget {
        Budget { deadline: None, cancel }
    }

    /// At most `time` from now.
    pub fn within(time: Duration, cancel: Cancel) -> Budget {
        Budget {
            deadline: Instant::now().checked_add(time),
            cancel,
        }
    }

    /// A part of this budget: at most `time` from now, and never longer than the whole.
    pub fn part(&self, time: Duration) -> Budget {
        let end = Instant::now().checked_add(time);
        Budget {
            deadline: match (self.deadline, end) {
                (Some(a), Some(b)) => Some(a.min(b)),
                (a, b) => a.or(b),
            },
            cancel: self.cancel.clone(),
        }
    }

    /// The cancellation this budget listens to.
    pub fn cancel(&self) -> &Cancel {
        &self.cancel
    }

    /// The time left; `None` when there is no limit.
    pub fn left(&self) -> Option<Duration> {
        self.deadline.map(|d| d.saturating_duration_since(Instant::now()))
    }

    /// May work go on?
    pub fn check(&self) -> Result<(), Exhausted> {
        if self.cancel.requested() {
            Err(Exhausted::Cancelled)
        } else if self.deadline.is_some_and(|d| Instant::now() >= d) {
            Err(Exhausted::Time)
        } else {
            Ok(())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicUsize;

    #[test]
    fn cancelling_runs_the_hooks_that_still_live() {
        let cancel = Cancel::default();
        let calls = Arc::new(AtomicUsize::new(0));
        let count = |calls: &Arc<AtomicUsize>| {
            let calls = calls.clone();
            move || {
                calls.fetch_add(1, Ordering::SeqCst);
            }
        };
        let kept = cancel.on_cancel(count(&calls));
        drop(cancel.on_cancel(count(&calls)));
        let budget = Budget::unlimited(cancel.clone());
        assert_eq!(budget.check(), Ok(()));
        cancel.request();
        assert_eq!(budget.check(), Err(Exhausted::Cancelled));
        assert_eq!(calls.load(Ordering::SeqCst), 1);
        let _late = cancel.on_cancel(count(&calls));
        assert_eq!(calls.load(Ordering::SeqCst), 2);
        drop(kept);
    }

    #[test]
    fn a_part_never_outlives_the_whole() {
        let whole = Budget::within(Duration::ZERO, Cancel::default());
        assert_eq!(whole.part(Duration::from_secs(5)).check(), Err(Exhausted::Time));
    }
}
