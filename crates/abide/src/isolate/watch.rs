//! Waiting for a worker, as long as it keeps to its limits.

use super::message::{News, Order, Told};
use super::worker::{Heard, Worker};
use abide_base::stopwatch::OVERLOAD;
use abide_base::{Cancel, Span};
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// How often limits and cancellation are looked at.
const GLANCE: Duration = Duration::from_millis(25);

/// How long a worker may take to come to an end by itself when it is asked to.
const GRACE: Duration = Duration::from_millis(600);

/// How long workers may take.
#[derive(Clone, Copy)]
pub struct Limits {
    /// For one part of the work on a routine, in processor time of one thread.
    pub stage: Duration,
    /// For what is no part of the work on a routine, such as reading a file.
    pub between: Duration,
    /// How many threads of it compute at the same time.
    pub threads: u32,
    /// Does the worker wait for other processes that compute?
    pub waits: bool,
}

impl Limits {
    /// For routines that have this time: they look at the clock on their own, so that this is the time after which
    /// they never will.
    pub fn new(timeout: Duration, threads: usize, waits: bool) -> Limits {
        Limits {
            stage: timeout.mul_f64(1.5) + Duration::from_secs(5),
            between: Duration::from_secs(60).max(2 * timeout),
            threads: threads.try_into().unwrap_or(u32::MAX),
            waits,
        }
    }
}

/// Why a worker ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// It took too long, in these routines.
    Late(Vec<String>),
    /// It ended by itself.
    Crashed,
    /// The run was cancelled, and it went on nevertheless.
    Cancelled,
}

/// Whoever a worker works for.
pub trait Host {
    /// So many of so many routines of a file are done.
    fn progress(&self, done: usize, total: usize, routine: String);

    /// What other machines know of a routine.
    fn find(&self, key: &[u8; 32]) -> Option<Vec<u8>>;

    /// Lets other machines know something of a routine.
    fn keep(&self, key: &[u8; 32], value: &[u8]);
}

/// What is heard of one order.
#[derive(Default)]
pub struct Watch {
    /// The routines of the file.
    pub routines: Vec<(String, Span)>,
    /// Those that are being worked on, each with when that began.
    running: BTreeMap<String, Moment>,
    cancelled: Option<Instant>,
}

/// A point in time, by the clock and by the processor.
#[derive(Clone, Copy)]
struct Moment {
    clock: Instant,
    spent: Duration,
}

impl Moment {
    fn now(spent: Duration) -> Moment {
        Moment {
            clock: Instant::now(),
            spent,
        }
    }

    /// Has a worker used more than its limit since?
    fn is_over(self, limit: Duration, worker: &Worker, limits: &Limits) -> bool {
        let passed = self.clock.elapsed();
        if passed <= limit {
            return false;
        }
        match worker.spent() {
            // what other threads compute is among what it has used
            Some(now) if !limits.waits => {
                now.saturating_sub(self.spent) > limit.saturating_mul(limits.threads) || passed > OVERLOAD * limit
            }
            _ => true,
        }
    }
}

impl Watch {
    /// The routines that are being worked on.
    pub fn running(&self) -> Vec<String> {
        self.running.keys().cloned().collect()
    }

    /// Waits for what ends an order, and tells its host of what comes on the way.
    pub fn wait(
        &mut self,
        worker: &mut Worker,
        limits: &Limits,
        cancel: &Cancel,
        host: &dyn Host,
    ) -> Result<News, End> {
        let mut last = Moment::now(worker.spent().unwrap_or_default());
        loop {
            match worker.hear(GLANCE) {
                Heard::Told(Told { spent, news }) => {
                    last = Moment::now(spent);
                    match news {
                        News::Loaded(routines) => self.routines = routines,
                        News::Begun(routine) => drop(self.running.insert(routine, last)),
                        News::Ended(routine) => drop(self.running.remove(&routine)),
                        News::Progress(done, total, routine) => host.progress(done, total, routine),
                        News::Find(key) => worker.order(&Order::Found(host.find(&key))),
                        News::Keep(key, value) => host.keep(&key, &value),
                        news => return Ok(news),
                    }
                }
                Heard::Gone => return Err(End::Crashed),
                Heard::Nothing => {}
            }
            if let Some(late) = self.late(worker, limits, last) {
                return Err(late);
            }
            if cancel.requested() {
                let since = *self.cancelled.get_or_insert_with(|| {
                    worker.order(&Order::Cancel);
                    Instant::now()
                });
                if since.elapsed() > GRACE {
                    return Err(End::Cancelled);
                }
            }
        }
    }

    fn late(&self, worker: &Worker, limits: &Limits, last: Moment) -> Option<End> {
        let is_late = |since: &Moment| since.is_over(limits.stage, worker, limits);
        let late = self.running.iter().filter(|(_, since)| is_late(since));
        let late: Vec<String> = late.map(|(routine, _)| routine.clone()).collect();
        let idle = self.running.is_empty() && last.is_over(limits.between, worker, limits);
        (idle || !late.is_empty()).then_some(End::Late(late))
    }
}
