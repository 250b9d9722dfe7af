//! A solver process: commands go in, answers come out, and nothing waits for ever.
//!
//! One thread writes and one reads, so that neither a solver that does not read nor one that
//! does not answer can hold up the session: [`Solver::query`] waits as long as the budget
//! allows and then kills the process. Cancelling kills it from outside.
//!
//! After each query the solver is told to echo a marker; the answers are what comes before
//! the marker. An answer without its marker is not believed, so the last output of a dying solver
//! and leftovers of an earlier query are never taken for an answer.

use crate::sexp::{Framer, SexpError};
use abide_base::stopwatch::waiting;
use abide_base::{Budget, Exhausted};
use abide_prover::Reason;
use std::ffi::OsString;
use std::io::{self, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

/// The most answers there can be to what is asked at once.
const MOST_ANSWERS: usize = 16;

/// How much of what the solver writes to its standard error is kept.
const STDERR_TAIL: usize = 2_000;

/// What comes out of the process.
enum Event {
    Answer(String),
    Garbage(SexpError),
    End,
    Cancelled,
}

/// A running solver; dropped, it is killed.
pub(crate) struct Solver {
    input: Sender<String>,
    output: Receiver<Event>,
    child: Arc<Mutex<Child>>,
    stderr: Stderr,
    budget: Budget,
    _on_cancel: Arc<dyn Fn() + Send + Sync>,
    marks: u64,
    dead: Option<Reason>,
}

impl Solver {
    /// Starts `command`, to be killed when the budget is used up.
    pub(crate) fn spawn(command: &Path, args: &[OsString], budget: &Budget) -> io::Result<Solver> {
        let mut child = Command::new(command)
            .args(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()?;
        let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let child = Arc::new(Mutex::new(child));
        let (Some(stdin), Some(stdout), Some(stderr)) = pipes else {
            kill(&child);
            return Err(io::Error::other("the solver has no pipes"));
        };
        let (input, commands) = mpsc::channel();
        // Bounded, so that a solver that prints without end waits instead of filling memory.
        let (events, output) = mpsc::sync_channel(MOST_ANSWERS);
        let on_cancel = budget.cancel().on_cancel({
            let (child, events) = (child.clone(), events.clone());
            move || {
                kill(&child);
                // Wakes the session even where a grandchild keeps the pipe open; when the
                // channel is full the session is awake.
                let _ = events.try_send(Event::Cancelled);
            }
        });
        // Built before the threads: where one cannot be had, dropping it kills the process.
        let solver = Solver {
            input,
            output,
            child,
            stderr: Stderr::default(),
            budget: budget.clone(),
            _on_cancel: on_cancel,
            marks: 0,
            dead: None,
        };
        let thread = |name: &str| thread::Builder::new().name(format!("solver {name}"));
        thread("writer").spawn(move || write_all(stdin, &commands))?;
        thread("reader").spawn(move || read_all(stdout, &events))?;
        let tail = solver.stderr.clone();
        thread("stderr").spawn(move || tail.read(stderr))?;
        Ok(solver)
    }

    /// Why the solver is of no more use.
    pub(crate) fn dead(&self) -> Option<&Reason> {
        self.dead.as_ref()
    }

    /// Ends the solver; every later question has the same answer.
    pub(crate) fn fail(&mut self, reason: Reason) -> Reason {
        kill(&self.child);
        self.dead.get_or_insert(reason).clone()
    }

    /// Sends `commands` and gives the answers to them.
    pub(crate) fn query(&mut self, commands: &str) -> Result<Vec<String>, Reason> {
        if let Some(reason) = &self.dead {
            return Err(reason.clone());
        }
        self.marks += 1;
        let mark = format!("abide-{}", self.marks);
        // Fails when the writer is gone; the reader then tells why.
        let _ = self.input.send(format!("{commands}(echo \"{mark}\")\n"));
        let mut answers = Vec::new();
        loop {
            match self.next() {
                Ok(answer) if answer.trim_matches('"') == mark => return Ok(answers),
                Ok(_) if answers.len() == MOST_ANSWERS => {
                    return Err(self.fail(Reason::Failed("it answers more than it was asked".to_string())));
                }
                Ok(answer) => answers.push(answer),
                Err(Reason::Failed(how)) => {
                    let how = match answers.last() {
                        Some(last) => format!("{how}; its last words were `{}`", excerpt(last)),
                        None => how,
                    };
                    return Err(self.fail(Reason::Failed(how)));
                }
                Err(reason) => return Err(self.fail(reason)),
            }
        }
    }

    /// The next expression that the solver prints, within the budget.
    fn next(&mut self) -> Result<String, Reason> {
        self.budget.check()?;
        let event = match self.budget.left() {
            Some(left) => waiting(|| self.output.recv_timeout(left)),
            None => waiting(|| self.output.recv()).map_err(|_| RecvTimeoutError::Disconnected),
        };
        match event {
            Ok(Event::Answer(text)) => Ok(text),
            Ok(Event::Garbage(error)) => Err(Reason::Failed(error.to_string())),
            Ok(Event::Cancelled) => Err(Exhausted::Cancelled.into()),
            Err(RecvTimeoutError::Timeout) => Err(Exhausted::Time.into()),
            Ok(Event::End) | Err(RecvTimeoutError::Disconnected) => {
                // The end may be our own doing.
                self.budget.check()?;
                Err(Reason::Failed(self.epitaph()))
            }
        }
    }

    /// How the process ended; waits a moment for its end and its last words.
    fn epitaph(&mut self) -> String {
        let mut status = None;
        for _ in 0..20 {
            status = self
                .child
                .lock()
                .unwrap_or_else(|e| e.into_inner())
                .try_wait()
                .ok()
                .flatten();
            if status.is_some() && self.stderr.ended() {
                break;
            }
            thread::sleep(Duration::from_millis(10));
        }
        let how = match status {
            Some(status) => format!("it ended with {status}"),
            None => "it closed its output".to_string(),
        };
        let stderr = self.stderr.text();
        if stderr.is_empty() {
            how
        } else {
            format!("{how}: {}", excerpt(&stderr))
        }
    }
}

impl Drop for Solver {
    fn drop(&mut self) {
        kill(&self.child);
    }
}

/// Kills the process and takes its end, so that none is left behind.
fn kill(child: &Mutex<Child>) {
    let mut child = child.lock().unwrap_or_else(|e| e.into_inner());
    // An error means that it has ended already.
    let _ = child.kill();
    let _ = child.wait();
}

/// The beginning of a text, for a message.
pub(crate) fn excerpt(text: &str) -> String {
    const LENGTH: usize = 300;
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(LENGTH) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    }
}

fn write_all(mut stdin: ChildStdin, commands: &Receiver<String>) {
    while let Ok(text) = commands.recv() {
        if stdin.write_all(text.as_bytes()).and_then(|()| stdin.flush()).is_err() {
            return;
        }
    }
}

/// Sending fails when the session is gone, which ends the thread.
fn read_all(mut stdout: ChildStdout, events: &SyncSender<Event>) {
    let mut framer = Framer::default();
    let mut buffer = [0; 16 * 1024];
    loop {
        let count = match stdout.read(&mut buffer) {
            Ok(0) => break,
            Ok(count) => count,
            Err(e) if e.kind() == io::ErrorKind::Interrupted => continue,
            Err(_) => break,
        };
        let mut heard = true;
        let cut = framer.push(&buffer[..count], &mut |text| {
            heard &= events.send(Event::Answer(text)).is_ok()
        });
        if let Err(error) = cut {
            let _ = events.send(Event::Garbage(error));
            return;
        }
        if !heard {
            return;
        }
    }
    let _ = events.send(Event::End);
}

/// The end of what the solver writes to its standard error.
#[derive(Clone, Default)]
struct Stderr(Arc<Mutex<Tail>>);

#[derive(Default)]
struct Tail {
    bytes: Vec<u8>,
    ended: bool,
}

impl Stderr {
    fn read(&self, mut stderr: ChildStderr) {
        let mut buffer = [0; 1024];
        loop {
            let read = stderr.read(&mut buffer);
            let mut tail = self.0.lock().unwrap_or_else(|e| e.into_inner());
            match read {
                Ok(count) if count > 0 => {
                    tail.bytes.extend_from_slice(&buffer[..count]);
                    let excess = tail.bytes.len().saturating_sub(STDERR_TAIL);
                    tail.bytes.drain(..excess);
                }
                Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
                _ => {
                    tail.ended = true;
                    return;
                }
            }
        }
    }

    fn ended(&self) -> bool {
        self.0.lock().unwrap_or_else(|e| e.into_inner()).ended
    }

    fn text(&self) -> String {
        let tail = self.0.lock().unwrap_or_else(|e| e.into_inner());
        String::from_utf8_lossy(&tail.bytes).trim().to_string()
    }
}
