//! A worker, as whoever started it sees it.

use super::limits;
use super::message::{self, Order, Told};
use crate::output::say;
use std::ffi::OsString;
use std::io::{self, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread::JoinHandle;
use std::time::Duration;

/// A process that works for this one. It ends when this is dropped.
pub struct Worker {
    child: Child,
    orders: ChildStdin,
    news: Receiver<Told>,
    /// What it writes to standard error.
    said: Option<JoinHandle<String>>,
    /// Has it been told what is known of the files?
    pub knows: bool,
    /// The memory that it had in use when it was set up, in megabytes.
    first: u64,
}

/// What is heard of a worker.
pub enum Heard {
    /// It tells something.
    Told(Told),
    /// Nothing yet.
    Nothing,
    /// It has ended.
    Gone,
}

/// The program that runs now, even if another one is at its place by now.
fn program() -> io::Result<Command> {
    #[cfg(target_os = "linux")]
    {
        use std::os::unix::process::CommandExt;
        let mut command = Command::new("/proc/self/exe");
        command.arg0("abide").process_group(0);
        Ok(command)
    }
    #[cfg(not(target_os = "linux"))]
    std::env::current_exe().map(Command::new)
}

impl Worker {
    /// Starts a worker for a command line, which puts temporary files into a folder.
    pub fn start(words: &[OsString], folder: &Path) -> io::Result<Worker> {
        let mut child = program()?
            .arg("worker")
            .arg("--")
            .args(words)
            .env("TMPDIR", folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()?;
        let gone = || io::Error::other("a stream is missing");
        let orders = child.stdin.take().ok_or_else(gone)?;
        let out = child.stdout.take().ok_or_else(gone)?;
        let err = child.stderr.take().ok_or_else(gone)?;
        let (to, news) = channel();
        std::thread::spawn(move || {
            let mut out = BufReader::new(out);
            while let Ok(told) = message::read(&mut out) {
                if to.send(told).is_err() {
                    break;
                }
            }
        });
        Ok(Worker {
            child,
            orders,
            news,
            said: Some(std::thread::spawn(move || beginning(err))),
            knows: false,
            first: 0,
        })
    }

    /// Tells it something. That it has ended is heard later.
    pub fn order(&mut self, order: &Order) {
        let _ = message::write(&mut self.orders, order);
    }

    /// Tells it something that was made a message before.
    pub fn order_written(&mut self, bytes: &[u8]) {
        let _ = self.orders.write_all(bytes).and_then(|()| self.orders.flush());
    }

    /// What it tells next, if that comes soon enough.
    pub fn hear(&self, patience: Duration) -> Heard {
        match self.news.recv_timeout(patience) {
            Ok(told) => Heard::Told(told),
            Err(RecvTimeoutError::Timeout) => Heard::Nothing,
            Err(RecvTimeoutError::Disconnected) => Heard::Gone,
        }
    }

    /// The processor time it has used, if that is known.
    pub fn spent(&self) -> Option<Duration> {
        limits::spent_by(&self.child)
    }

    /// It has told that it is set up.
    pub fn is_set_up(&mut self) {
        self.first = limits::memory_of(&self.child).unwrap_or_default();
    }

    /// How much more memory it has in use than when it was set up, in megabytes, if that is known.
    pub fn grown(&self) -> Option<u64> {
        Some(limits::memory_of(&self.child)?.saturating_sub(self.first))
    }

    /// Ends it: how it ended, and what it said.
    pub fn end(mut self) -> (String, String) {
        // one that ends by itself tells how
        let mut left = 20;
        while left > 0 && matches!(self.child.try_wait(), Ok(None)) {
            std::thread::sleep(Duration::from_millis(5));
            left -= 1;
        }
        let ended = self.child.try_wait().ok().flatten();
        limits::kill(&mut self.child);
        let _ = self.child.wait();
        let said = self.said.take().and_then(|thread| thread.join().ok());
        let how = ended.map_or("it did not answer".to_string(), |status| status.to_string());
        (how, said.unwrap_or_default())
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        limits::kill(&mut self.child);
        let _ = self.child.wait();
        let said = self.said.take().and_then(|thread| thread.join().ok());
        if let Some(said) = said.filter(|said| !said.is_empty()) {
            say(&said);
        }
    }
}

/// More than this is not kept of what a worker says.
const MOST: u64 = 64 << 10;

/// What comes first of a stream; the rest is read and forgotten.
fn beginning(mut stream: impl Read) -> String {
    let mut bytes = Vec::new();
    let _ = (&mut stream).take(MOST).read_to_end(&mut bytes);
    let _ = io::copy(&mut stream, &mut io::sink());
    String::from_utf8_lossy(&bytes).into_owned()
}
