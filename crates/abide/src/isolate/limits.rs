//! Limits of processes, and what they have used, as the operating system knows them.

use std::process::Child;
use std::time::Duration;

#[cfg(unix)]
mod system {
    use super::*;
    use rustix::process::{Pid, Resource, Rlimit, Signal};

    /// Takes no more memory than so many megabytes from now on, besides what so many threads need to be there, and leaves
    /// no image behind.
    pub fn confine(megabytes: u64, threads: usize) {
        let limit = |bytes| Rlimit {
            current: Some(bytes),
            maximum: Some(bytes),
        };
        let most = (megabytes << 20) + present() + threads as u64 * STACK;
        // a system that knows no such limit works without
        let _ = rustix::process::setrlimit(Resource::As, limit(most));
        let _ = rustix::process::setrlimit(Resource::Core, limit(0));
    }

    /// The room for the stack of a thread, and for what it allocates first.
    const STACK: u64 = 2 * (64 << 20);

    /// How large this process is in its address space, solver included.
    fn present() -> u64 {
        let text = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
        let pages = text
            .split_whitespace()
            .next()
            .and_then(|pages| pages.parse::<u64>().ok());
        pages.unwrap_or_default() * rustix::param::page_size() as u64
    }

    /// Ends this process without looking back: destructors of a solver that is still at work must not run.
    pub fn vanish() -> ! {
        let _ = rustix::process::kill_process(rustix::process::getpid(), Signal::KILL);
        std::process::abort()
    }

    /// Ends a process and all that it has started.
    pub fn kill(child: &mut Child) {
        if let Some(group) = Pid::from_raw(child.id() as i32) {
            let _ = rustix::process::kill_process_group(group, Signal::KILL);
        }
        let _ = child.kill();
    }
}

#[cfg(not(unix))]
mod system {
    use super::*;

    /// There are no limits.
    pub fn confine(_megabytes: u64, _threads: usize) {}

    /// Ends this process.
    pub fn vanish() -> ! {
        std::process::exit(1)
    }

    /// Ends a process.
    pub fn kill(child: &mut Child) {
        let _ = child.kill();
    }
}

pub use system::{confine, kill, vanish};

/// The processor time that a child and those of its children have used that have ended, if the system tells.
#[cfg(target_os = "linux")]
pub fn spent_by(child: &Child) -> Option<Duration> {
    let text = std::fs::read_to_string(format!("/proc/{}/stat", child.id())).ok()?;
    // the name of the program may hold anything, and ends at the last bracket
    let mut fields = text.rsplit_once(')')?.1.split_whitespace().skip(11);
    let ticks = (0..4).map(|_| fields.next()?.parse::<u64>().ok());
    let ticks = ticks.sum::<Option<u64>>()?;
    Some(Duration::from_secs_f64(
        ticks as f64 / rustix::param::clock_ticks_per_second() as f64,
    ))
}

/// The memory that a child has in use, in megabytes, if the system tells.
#[cfg(target_os = "linux")]
pub fn memory_of(child: &Child) -> Option<u64> {
    let text = std::fs::read_to_string(format!("/proc/{}/statm", child.id())).ok()?;
    let pages: u64 = text.split_whitespace().nth(1)?.parse().ok()?;
    Some((pages * rustix::param::page_size() as u64) >> 20)
}

/// Not known.
#[cfg(not(target_os = "linux"))]
pub fn spent_by(_child: &Child) -> Option<Duration> {
    None
}

/// Not known.
#[cfg(not(target_os = "linux"))]
pub fn memory_of(_child: &Child) -> Option<u64> {
    None
}

#[cfg(test)]
#[cfg(target_os = "linux")]
mod tests {
    use super::*;
    use std::process::Command;

    #[test]
    fn what_a_child_uses_is_known() {
        let mut child = Command::new("sh").args(["-c", "while :; do :; done"]).spawn().unwrap();
        while spent_by(&child).unwrap() < Duration::from_millis(30) {
            std::thread::sleep(Duration::from_millis(5));
        }
        assert!(memory_of(&child).is_some());
        kill(&mut child);
        child.wait().unwrap();
        assert!(abide_base::stopwatch::of_process() > Duration::ZERO);
    }
}
