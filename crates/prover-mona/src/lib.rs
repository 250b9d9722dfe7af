//! MONA as a second decision procedure, for what sessions leave open about reachability along fields.
//!
//! MONA decides monadic second-order logic over strings and trees. One field lays a finite heap out as
//! such ([`backbone`]); reachability along it, however often it is written to, sets of objects and quantifiers
//! over objects are then expressible exactly. What is not expressible is left arbitrary ([`encode`]), and other
//! fields are known only at the objects where they are read ([`derived`]). This over-approximates the heaps, so
//! a proof is sound, and a failure to prove means nothing.
//!
//! *Assumption*: a state has finitely many objects; of the infinitely many that formulas range over, all but
//! finitely many are alike. No formula can tell enough of these from infinitely many, so finite heaps of any
//! size suffice.
//!
//! The embedded procedure (`prover::instantiate`) is independent of this one; a test checks that they agree
//! where MONA is installed.

mod backbone;
mod derived;
mod encode;
mod formula;
mod relevant;

use abide_base::stopwatch::waiting;
use abide_base::{Budget, process};
use abide_logic::Term;
use abide_prover::{Decider, Reason};
use backbone::Backbone;
use std::io::{self, Read, Seek, Write};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Starts the program with at most five seconds of the processor, which do not depend on what else runs,
/// and two gigabytes of memory.
const LIMITED: &str = r#"ulimit -t 5 && ulimit -v 2000000 && exec "$0" -q "$1""#;

/// Wall-clock time for one query: the processor may be busy.
const PATIENCE: Duration = Duration::from_secs(30);

/// The program.
#[derive(Clone, Debug)]
pub struct Mona {
    program: PathBuf,
}

impl Mona {
    /// The program, if it is on the path.
    pub fn find() -> Option<Mona> {
        process::on_path("mona").map(|program| Mona { program })
    }

    /// Is a program of MONA unsatisfiable?
    fn refutes(&self, text: &str, budget: &Budget) -> Result<bool, Reason> {
        let failed = |e: io::Error| Reason::Failed(e.to_string());
        let mut file = tempfile::NamedTempFile::new().map_err(failed)?;
        file.write_all(text.as_bytes()).map_err(failed)?;
        let output = self.output(&file, budget)?;
        let says = |words: &str| output.contains(words);
        match (says("is unsatisfiable"), says("is valid") || says("satisfying example")) {
            (true, false) => Ok(true),
            (false, true) => Ok(false),
            _ => Err(Reason::Failed(output)),
        }
    }

    /// What the program prints about a file, if it ends in time.
    fn output(&self, file: &tempfile::NamedTempFile, budget: &Budget) -> Result<String, Reason> {
        let failed = |e: io::Error| Reason::Failed(e.to_string());
        let mut output = tempfile::tempfile().map_err(failed)?;
        let mut child = Command::new("sh")
            .args(["-c", LIMITED])
            .arg(&self.program)
            .arg(file.path())
            .stdin(Stdio::null())
            .stdout(output.try_clone().map_err(failed)?)
            .stderr(Stdio::null())
            .spawn()
            .map_err(failed)?;
        let started = Instant::now();
        let mut stopped = None;
        let goes_on = || {
            stopped = match budget.check() {
                Err(exhausted) => Some(exhausted.into()),
                Ok(()) if started.elapsed() > PATIENCE => Some(Reason::Time),
                Ok(()) => None,
            };
            stopped.is_none()
        };
        let ended = waiting(|| process::wait_while(&mut child, goes_on));
        match ended.map_err(failed)? {
            Some(status) if status.success() => {}
            // ended by a signal, which is the limit's
            Some(status) if status.code().is_none() => return Err(Reason::Time),
            Some(status) => return Err(Reason::Failed(status.to_string())),
            None => return Err(stopped.unwrap_or(Reason::Time)),
        }
        let mut text = String::new();
        output.rewind().map_err(failed)?;
        output.read_to_string(&mut text).map_err(failed)?;
        Ok(text)
    }
}

impl Decider for Mona {
    fn name(&self) -> String {
        "MONA".into()
    }

    /// Starts with few facts: the fewer objects they name, the faster the answer.
    fn contradictory(&self, facts: &[Term], budget: &Budget) -> Result<bool, Reason> {
        let mut answer = Err(Reason::Unsupported("formulas without reachability".into()));
        for backbone in Backbone::choices(facts) {
            for some in relevant::stages(facts) {
                answer = encode::program(&some, &backbone).and_then(|text| self.refutes(&text, budget));
                match answer {
                    Ok(true) => return answer,
                    Ok(false) => {}
                    Err(_) => break,
                }
            }
        }
        answer
    }
}
