//! Running a program with limits on its time and its output: macros can expand to any length, and an `#include` may
//! name a device or a pipe.

use std::io::{self, Read, Write};
use std::process::{Child, Command, Output};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

/// How long a program may run by the clock. How long it may work is up to who runs it.
const TIME: Duration = Duration::from_secs(20);

/// How many bytes it may put out.
const BYTES: u64 = 64 << 20;

/// A shell that limits time (in seconds, its first argument) and memory (in KiB) of what it becomes: compilers start others.
#[cfg(unix)]
const LIMITS: &str = "ulimit -t \"$1\" 2>/dev/null; ulimit -v 4194304 2>/dev/null; shift; exec \"$0\" \"$@\"";

/// The command that runs a program within limits, of so many seconds of work.
pub(super) fn command(program: &str, seconds: u64) -> Command {
    #[cfg(unix)]
    {
        use std::os::unix::process::CommandExt;
        let mut command = Command::new("sh");
        command
            .args(["-c", LIMITS, program, &seconds.to_string()])
            .process_group(0);
        command
    }
    #[cfg(not(unix))]
    {
        let _ = seconds;
        Command::new(program)
    }
}

/// Gives a program its input, and waits for its output.
pub(super) fn output(mut child: Child, given: Vec<u8>) -> io::Result<Output> {
    let (input, out, err) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
    // nobody waits for these threads: another program may hold the streams
    std::thread::spawn(move || {
        // a program that stops reading says why on its own
        let _ = input.map(|mut input| input.write_all(&given));
    });
    let (done, waiting) = channel();
    for (number, stream) in [out.map(boxed), err.map(boxed)].into_iter().enumerate() {
        let done = done.clone();
        std::thread::spawn(move || {
            let _ = done.send((number, stream.map_or(Ok(Vec::new()), read)));
        });
    }
    drop(done);
    let mut read = [Vec::new(), Vec::new()];
    for _ in 0..2 {
        let failed = match waiting.recv_timeout(TIME) {
            Ok((number, Ok(bytes))) if (bytes.len() as u64) < BYTES => {
                read[number] = bytes;
                continue;
            }
            Ok((_, Ok(_))) => io::Error::other(format!("it puts out more than {} MiB", BYTES >> 20)),
            Ok((_, Err(error))) => error,
            Err(RecvTimeoutError::Timeout) => io::Error::other(format!("it runs longer than {} s", TIME.as_secs())),
            Err(RecvTimeoutError::Disconnected) => io::Error::other("its output ended early"),
        };
        end(&mut child);
        return Err(failed);
    }
    let status = child.wait()?;
    let [stdout, stderr] = read;
    match status.code() {
        // of the shell
        Some(126 | 127) => {
            let said = String::from_utf8_lossy(&stderr).trim().to_string();
            Err(io::Error::new(io::ErrorKind::NotFound, said))
        }
        _ => Ok(Output { status, stdout, stderr }),
    }
}

/// Ends a program and those it started.
fn end(child: &mut Child) {
    let group = format!("-{}", child.id());
    let _ = Command::new("kill").args(["-KILL", "--", &group]).status();
    let _ = child.kill();
    let _ = child.wait();
}

fn boxed(stream: impl Read + Send + 'static) -> Box<dyn Read + Send> {
    Box::new(stream)
}

fn read(stream: Box<dyn Read + Send>) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    stream.take(BYTES).read_to_end(&mut bytes)?;
    Ok(bytes)
}
