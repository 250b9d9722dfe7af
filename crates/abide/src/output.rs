//! The two streams.
//!
//! Reports go to standard output, everything else to standard error. A reader that goes away
//! early is no error; that nothing can be written for another reason is one.

use crate::args::When;
use crate::status::Status;
use abide_report::Color;
use std::io::{self, ErrorKind, IsTerminal, Write};

/// Writes a part of the report.
pub fn print(text: &str) -> Status {
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Ok(()) => Status::Proved,
        Err(e) if e.kind() == ErrorKind::BrokenPipe => Status::Proved,
        Err(e) => {
            say(&format!("error: the report cannot be written: {e}"));
            Status::Bad
        }
    }
}

/// Writes a line to standard error, if there is one.
pub fn say(line: &str) {
    let _ = writeln!(io::stderr().lock(), "{}", line.trim_end_matches('\n'));
}

/// Whether to colour what goes to standard output.
pub fn color(when: When) -> Color {
    resolve(when, io::stdout().is_terminal())
}

/// Whether to colour what goes to standard error.
pub fn error_color(when: When) -> Color {
    resolve(when, io::stderr().is_terminal())
}

fn resolve(when: When, terminal: bool) -> Color {
    let set = |name: &str| std::env::var_os(name).is_some_and(|v| !v.is_empty());
    let dumb = std::env::var_os("TERM").is_some_and(|v| v == "dumb");
    match when {
        When::Always => Color::Ansi,
        When::Auto if terminal && !set("NO_COLOR") && !dumb => Color::Ansi,
        When::Auto | When::Never => Color::Plain,
    }
}
