//! How long work may go on: a deadline, steps, and a cancellation that reaches into running solvers.
//!
//! Only what the user asks for is measured in seconds, and these by the time that the work takes and not by the clock: how
//! busy the machine is with other things does not change what is found out. Parts of the work are measured in steps, which
//! are the same on every machine: a step is one unit of a solver's own count of its resources, or as
//! much work of ours as takes about as long.

use crate::stopwatch::Stopwatch;
use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, Weak};
use std::time::Duration;

/// Why work had to stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exhausted {
    /// The time given is over.
    Time,
    /// The steps given to a part of the work are used up.
    Steps,
    /// Somebody asked to stop.
    Cancelled,
}

impl fmt::Display for Exhausted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Exhausted::Time => "the time limit was reached",
            Exhausted::Steps => "the step limit was reached",
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

/// What a piece of work may take.
#[derive(Clone, Debug, Default)]
pub struct Budget {
    /// How long it may take, and the stopwatch.
    time: Option<(Duration, Stopwatch)>,
    cancel: Cancel,
    /// The steps left to this work and to each larger one that it is a part of.
    steps: Vec<Arc<AtomicU64>>,
}

impl Budget {
    /// No limit but cancellation.
    pub fn unlimited(cancel: Cancel) -> Budget {
        Budget {
            cancel,
            ..Budget::default()
        }
    }

    /// At most `time` of this thread's work from now on.
    pub fn within(time: Duration, cancel: Cancel) -> Budget {
        Budget {
            time: Some((time, Stopwatch::start())),
            cancel,
            steps: Vec::new(),
        }
    }

    /// A part of this budget: at most `steps`, and never more than the whole has left.
    pub fn part(&self, steps: u64) -> Budget {
        let mut part = self.clone();
        part.steps.push(Arc::new(AtomicU64::new(steps)));
        part
    }

    /// The same with a part of the time that is left: a half, a third.
    pub fn earlier(&self, part: u32) -> Budget {
        let sooner = |(most, watch): (Duration, Stopwatch)| {
            let elapsed = watch.elapsed();
            (elapsed + most.saturating_sub(elapsed) / part, watch)
        };
        Budget {
            time: self.time.map(sooner),
            ..self.clone()
        }
    }

    /// Takes steps from this budget and from all that it is a part of.
    pub fn spend(&self, steps: u64) {
        for left in &self.steps {
            let less = |left: u64| Some(left.saturating_sub(steps));
            let _ = left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, less);
        }
    }

    /// The steps left; `None` when they are not limited.
    pub fn steps(&self) -> Option<u64> {
        self.steps.iter().map(|left| left.load(Ordering::Relaxed)).min()
    }

    /// The cancellation this budget listens to.
    pub fn cancel(&self) -> &Cancel {
        &self.cancel
    }

    /// The time left; `None` when there is no limit.
    pub fn left(&self) -> Option<Duration> {
        self.time.map(|(most, watch)| most.saturating_sub(watch.elapsed()))
    }

    /// How long that will take by the clock, if the machine stays as busy with other things as it was; `None` when there
    /// is no limit.
    pub fn left_by_the_clock(&self) -> Option<Duration> {
        let (most, watch) = self.time?;
        let (elapsed, passed) = (watch.elapsed() + A_MOMENT, watch.passed() + A_MOMENT);
        let left = most.saturating_add(A_MOMENT).saturating_sub(elapsed);
        let by_the_clock = left.as_secs_f64() * passed.as_secs_f64() / elapsed.as_secs_f64();
        Some(Duration::try_from_secs_f64(by_the_clock).unwrap_or(Duration::MAX))
    }

    /// May work go on?
    pub fn check(&self) -> Result<(), Exhausted> {
        if self.cancel.requested() {
            Err(Exhausted::Cancelled)
        } else if self.time.is_some_and(|(most, watch)| is_over(most, &watch)) {
            Err(Exhausted::Time)
        } else if self.steps() == Some(0) {
            Err(Exhausted::Steps)
        } else {
            Ok(())
        }
    }
}

/// So much of what was seen of a machine tells nothing about it.
const A_MOMENT: Duration = Duration::from_millis(5);

/// Has the work taken as long as it may? The clock is asked first, which is cheap.
fn is_over(most: Duration, watch: &Stopwatch) -> bool {
    watch.passed() >= most && watch.elapsed() >= most
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
    fn time_may_be_as_long_as_there_is() {
        let budget = Budget::within(Duration::MAX, Cancel::default());
        assert_eq!(budget.check(), Ok(()));
        assert!(budget.left_by_the_clock() > Some(Duration::from_secs(1 << 40)));
    }

    #[test]
    fn a_part_never_outlives_the_whole() {
        let whole = Budget::within(Duration::ZERO, Cancel::default());
        assert_eq!(whole.part(5).check(), Err(Exhausted::Time));
        let (left, half) = {
            let whole = Budget::within(Duration::from_secs(1000), Cancel::default());
            let half = whole.left().unwrap() / 2;
            // time goes on between the two
            (whole.earlier(2).left().unwrap(), half)
        };
        assert!(
            left <= half && left + Duration::from_secs(1) > half,
            "{left:?} {half:?}"
        );
        let whole = Budget::default().part(10);
        let (first, second) = (whole.part(8), whole.part(8));
        first.spend(7);
        assert_eq!(
            (first.steps(), second.steps(), whole.steps()),
            (Some(1), Some(3), Some(3))
        );
        second.spend(5);
        assert_eq!(first.check(), Err(Exhausted::Steps));
        assert_eq!(whole.check(), Err(Exhausted::Steps));
    }
}
