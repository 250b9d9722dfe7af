//! Time that work takes, whatever else the machine does.

use std::cell::Cell;
use std::thread::ThreadId;
use std::time::{Duration, Instant};

/// How many times longer work may take than the processor is busy with it, before that counts, too. That it has to wait for
/// a processor does not count where the system tells.
pub const OVERLOAD: u32 = 8;

thread_local! {
    /// How long this thread has waited for processes that compute for it.
    static WAITED: Cell<Duration> = const { Cell::new(Duration::ZERO) };
}

/// A stopwatch that runs while its thread computes, or waits for a process that computes for it.
#[derive(Clone, Copy, Debug)]
pub struct Stopwatch {
    thread: ThreadId,
    started: Instant,
    used: Duration,
    queued: Duration,
}

impl Stopwatch {
    /// Starts one.
    pub fn start() -> Stopwatch {
        Stopwatch {
            thread: std::thread::current().id(),
            started: Instant::now(),
            used: used(),
            queued: system::queued(),
        }
    }

    /// The time that has passed by the clock: never less than what the work took.
    pub fn passed(&self) -> Duration {
        self.started.elapsed()
    }

    /// The time that the work took. In another thread, nothing but the clock is known.
    pub fn elapsed(&self) -> Duration {
        let passed = self.passed();
        if cfg!(not(unix)) || std::thread::current().id() != self.thread {
            return passed;
        }
        let used = used().saturating_sub(self.used);
        if passed / OVERLOAD <= used {
            return used;
        }
        let queued = system::queued().saturating_sub(self.queued);
        used.max(passed.saturating_sub(queued) / OVERLOAD)
    }
}

/// Waits for a process that computes for this thread.
pub fn waiting<T>(wait: impl FnOnce() -> T) -> T {
    let started = Instant::now();
    let done = wait();
    WAITED.with(|waited| waited.set(waited.get() + started.elapsed()));
    done
}

/// What this thread has used so far.
fn used() -> Duration {
    system::thread() + WAITED.with(Cell::get)
}

/// The processor time that this process has used, if the system tells.
pub fn of_process() -> Duration {
    system::process()
}

#[cfg(unix)]
mod system {
    use rustix::time::{ClockId, clock_gettime};
    use std::time::Duration;

    fn shown_by(clock: ClockId) -> Duration {
        let time = clock_gettime(clock);
        Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
    }

    pub fn thread() -> Duration {
        shown_by(ClockId::ThreadCPUTime)
    }

    pub fn process() -> Duration {
        shown_by(ClockId::ProcessCPUTime)
    }

    /// How long this thread has been ready to work while no processor was free, where the system tells (Linux).
    pub fn queued() -> Duration {
        let told = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
        let nanoseconds = told.split(' ').nth(1).and_then(|text| text.parse().ok());
        Duration::from_nanos(nanoseconds.unwrap_or_default())
    }
}

#[cfg(not(unix))]
mod system {
    use std::time::Duration;

    pub fn thread() -> Duration {
        Duration::ZERO
    }

    pub fn process() -> Duration {
        Duration::ZERO
    }

    pub fn queued() -> Duration {
        Duration::ZERO
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::sync::{Mutex, MutexGuard, PoisonError};

    const MOMENT: Duration = Duration::from_millis(40);

    /// One test at a time: one of them keeps all processors busy.
    static ALONE: Mutex<()> = Mutex::new(());

    fn alone() -> MutexGuard<'static, ()> {
        ALONE.lock().unwrap_or_else(PoisonError::into_inner)
    }

    #[test]
    fn sleep_is_no_work_and_waiting_is() {
        let _alone = alone();
        let watch = Stopwatch::start();
        std::thread::sleep(MOMENT);
        assert!(watch.passed() >= MOMENT);
        assert!(watch.elapsed() < MOMENT);
        waiting(|| std::thread::sleep(MOMENT));
        assert!(watch.elapsed() >= MOMENT);
    }

    #[test]
    fn work_of_others_does_not_count() {
        let _alone = alone();
        let watch = Stopwatch::start();
        let work = || {
            let own = Stopwatch::start();
            while own.elapsed() < MOMENT {}
        };
        std::thread::spawn(work).join().unwrap();
        assert!(watch.elapsed() < MOMENT);
        work();
        assert!(watch.elapsed() >= MOMENT);
    }
    #[test]
    fn time_in_the_queue_for_a_processor_does_not_count() {
        let _alone = alone();
        let over = AtomicBool::new(false);
        let crowd = 16 * std::thread::available_parallelism().map_or(1, |n| n.get());
        let (used, elapsed) = std::thread::scope(|scope| {
            for _ in 0..crowd {
                scope.spawn(|| {
                    while !over.load(Ordering::Relaxed) {
                        std::hint::spin_loop();
                    }
                });
            }
            let watch = Stopwatch::start();
            while used().saturating_sub(watch.used) < MOMENT {}
            let told = (used().saturating_sub(watch.used), watch.elapsed());
            over.store(true, Ordering::Relaxed);
            told
        });
        // a system that does not tell counts an eighth of all that has passed
        assert!(elapsed < used + MOMENT / 4 || system::queued() == Duration::ZERO);
    }
}
