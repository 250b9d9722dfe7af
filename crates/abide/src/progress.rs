//! How far the work is, on standard error, if it takes a while: a bar on a terminal, elsewhere a line now and then.

use crate::output::say;
use abide_verify::pipeline::Progress;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use std::fmt;
use std::io::IsTerminal;
use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::Duration;

/// Shorter work than this shows no bar.
const PATIENCE: Duration = Duration::from_secs(1);

/// Where there is no terminal, there is a line each time that so much has passed.
const A_LINE: Duration = Duration::from_secs(60);

/// Nothing is said about what is left before so much is done.
const TELLING: u64 = 3;

/// The bar of a run; it is wiped when dropped.
pub struct Bar {
    bar: ProgressBar,
    waiting: Option<(Sender<()>, JoinHandle<()>)>,
}

impl Bar {
    /// A bar that is never shown.
    pub fn hidden() -> Bar {
        Bar {
            bar: ProgressBar::hidden(),
            waiting: None,
        }
    }

    /// A bar that appears after a second, if standard error is a terminal; elsewhere lines.
    pub fn patient() -> Bar {
        let mut new = Bar::hidden();
        new.bar.set_style(spinner());
        let bar = new.bar.clone();
        let (stop, stopped) = channel();
        let waits = move |time| stopped.recv_timeout(time) == Err(RecvTimeoutError::Timeout);
        let wait = move || {
            if std::io::stderr().is_terminal() {
                if waits(PATIENCE) {
                    bar.set_draw_target(ProgressDrawTarget::stderr());
                    bar.enable_steady_tick(Duration::from_millis(120));
                }
                return;
            }
            while waits(A_LINE) {
                say(&line(bar.position(), bar.length().unwrap_or(0), bar.elapsed()));
            }
        };
        new.waiting = std::thread::Builder::new()
            .spawn(wait)
            .ok()
            .map(|thread| (stop, thread));
        new
    }

    /// Does something while the bar is not shown.
    pub fn aside<T>(&self, act: impl FnOnce() -> T) -> T {
        self.bar.suspend(act)
    }

    /// What to call when a routine is begun or done.
    pub fn listener(&self) -> Arc<dyn Fn(Progress) + Send + Sync> {
        let bar = self.bar.clone();
        Arc::new(move |progress| {
            if bar.length() != Some(progress.total as u64) {
                bar.set_length(progress.total as u64);
                bar.set_style(counted());
                // another stage begins
                bar.set_position(0);
            }
            // routines end in any order; the count never goes back
            bar.set_position(bar.position().max(progress.done as u64));
            bar.set_message(format!(": {}", progress.routine));
        })
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        if let Some((stop, thread)) = self.waiting.take() {
            let _ = stop.send(());
            let _ = thread.join();
        }
        self.bar.finish_and_clear();
    }
}

/// Before it is known how many routines there are.
fn spinner() -> ProgressStyle {
    ProgressStyle::with_template("{spinner} {elapsed} working").unwrap_or_else(|_| ProgressStyle::default_spinner())
}

fn counted() -> ProgressStyle {
    let left = |state: &ProgressState, out: &mut dyn fmt::Write| {
        let left = left(state.pos(), state.len().unwrap_or(0), state.elapsed());
        let _ = left.map(|left| write!(out, ", {left}"));
    };
    ProgressStyle::with_template("{spinner} {elapsed} {bar:30} {pos}/{len}{left}{wide_msg}")
        .unwrap_or_else(|_| ProgressStyle::default_bar())
        .with_key("left", left)
}

/// How far the work is, in a line.
fn line(done: u64, total: u64, elapsed: Duration) -> String {
    let after = roughly(elapsed);
    match (total, left(done, total, elapsed)) {
        (0, _) => format!("working for {after}"),
        (_, None) => format!("{done} of {total} done after {after}"),
        (_, Some(left)) => format!("{done} of {total} done after {after}, {left}"),
    }
}

/// How long the rest will take if it is like what is done.
fn left(done: u64, total: u64, elapsed: Duration) -> Option<String> {
    let rest = total.checked_sub(done).filter(|rest| *rest > 0 && done >= TELLING)?;
    Some(format!(
        "about {} left",
        roughly(elapsed.mul_f64(rest as f64 / done as f64))
    ))
}

fn roughly(time: Duration) -> String {
    match time.as_secs() {
        seconds @ 0..100 => format!("{seconds} s"),
        seconds @ 100..6000 => format!("{} min", seconds.div_ceil(60)),
        seconds => format!("{} h", seconds.div_ceil(3600)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_say_what_is_known() {
        let seconds = Duration::from_secs;
        assert_eq!(line(0, 0, seconds(20)), "working for 20 s");
        assert_eq!(line(2, 40, seconds(80)), "2 of 40 done after 80 s");
        assert_eq!(line(10, 40, seconds(80)), "10 of 40 done after 80 s, about 4 min left");
        assert_eq!(
            line(4, 4000, seconds(140)),
            "4 of 4000 done after 3 min, about 39 h left"
        );
        assert_eq!(line(40, 40, seconds(80)), "40 of 40 done after 80 s");
    }
}
