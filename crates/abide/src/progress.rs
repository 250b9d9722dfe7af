//! A progress bar on standard error, if that is a terminal and the work takes a while.

use abide_verify::pipeline::Progress;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::IsTerminal;
use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::Duration;

/// Shorter work than this shows no bar.
const PATIENCE: Duration = Duration::from_secs(1);

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

    /// A bar that appears after a second, if standard error is a terminal.
    pub fn patient() -> Bar {
        let mut new = Bar::hidden();
        if !std::io::stderr().is_terminal() {
            return new;
        }
        new.bar.set_style(spinner());
        let bar = new.bar.clone();
        let (stop, stopped) = channel();
        let wait = move || {
            if stopped.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout) {
                bar.set_draw_target(ProgressDrawTarget::stderr());
                bar.enable_steady_tick(Duration::from_millis(120));
            }
        };
        new.waiting = std::thread::Builder::new()
            .spawn(wait)
            .ok()
            .map(|thread| (stop, thread));
        new
    }

    /// What to call when a routine is begun or done.
    pub fn listener(&self) -> Arc<dyn Fn(Progress) + Send + Sync> {
        let bar = self.bar.clone();
        Arc::new(move |progress| {
            if bar.length() != Some(progress.total as u64) {
                bar.set_length(progress.total as u64);
                bar.set_style(counted());
            }
            // routines end in any order; the count never goes back
            bar.set_position(bar.position().max(progress.done as u64));
            bar.set_message(progress.routine);
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
    ProgressStyle::with_template("{spinner} {elapsed} {bar:30} {pos}/{len} {wide_msg}")
        .unwrap_or_else(|_| ProgressStyle::default_bar())
}
