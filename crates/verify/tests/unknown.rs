//! Unknown is never a proof: a prover that does not know anything proves nothing.

mod support;

use abide_infer::engine::EngineKind;
use abide_logic::{Term, Value};
use abide_prover::{Answer, Limits, Prover, ProverError, Reason, Session, Stats};
use abide_verify::{Settings, Verdict};
use rayon::prelude::*;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use support::*;

/// Answers unknown, always or from the n-th check on, and lets Z3 answer before.
struct Scripted {
    z3: Arc<dyn Prover>,
    /// Checks still answered truly, over all sessions.
    honest: Arc<AtomicUsize>,
}

struct ScriptedSession {
    inner: Box<dyn Session>,
    honest: Arc<AtomicUsize>,
}

impl Prover for Scripted {
    fn name(&self) -> String {
        "a prover that does not know".into()
    }

    fn open(&self, limits: &Limits) -> Result<Box<dyn Session>, ProverError> {
        Ok(Box::new(ScriptedSession {
            inner: self.z3.open(limits)?,
            honest: self.honest.clone(),
        }))
    }
}

impl Session for ScriptedSession {
    fn assert(&mut self, formula: &Term) {
        self.inner.assert(formula);
    }

    fn check(&mut self, assumptions: &[Term]) -> Answer {
        let left = self
            .honest
            .fetch_update(Ordering::SeqCst, Ordering::SeqCst, |n| n.checked_sub(1));
        match left {
            Ok(_) => self.inner.check(assumptions),
            Err(_) => Answer::Unknown(Reason::Incomplete("by script".into())),
        }
    }

    fn value(&mut self, term: &Term) -> Option<Value> {
        self.inner.value(term)
    }

    fn stats(&self) -> Stats {
        self.inner.stats()
    }
}

/// Every third program: it is asked how unknown is taken, which does not depend on many programs.
fn some_of(folder: &str) -> Vec<PathBuf> {
    corpus(folder).into_iter().step_by(3).collect()
}

#[test]
fn a_prover_that_never_knows_proves_nothing() {
    some_of("proves").par_iter().for_each(|path| {
        let prover = Arc::new(Scripted {
            z3: z3(),
            honest: Arc::default(),
        });
        // discovery would go on until its steps are used up, and find nothing
        let settings = Settings {
            engine: EngineKind::Off,
            ..settings()
        };
        let report = run(vec![read(path)], prover, settings);
        for routine in report.routines() {
            for o in &routine.obligations {
                assert_eq!(o.verdict, Verdict::Open, "{}: {}", path.display(), o.message);
                assert!(o.details.iter().any(|d| d.contains("by script")), "{:?}", o.details);
            }
            assert!(
                routine.loops.iter().all(|l| l.invariants.is_empty()),
                "{}",
                path.display()
            );
        }
    });
}

#[test]
fn a_prover_that_stops_knowing_never_proves_a_false_program() {
    some_of("refutes").par_iter().for_each(|path| {
        for honest in [1, 5, 21] {
            let prover = Arc::new(Scripted {
                z3: z3(),
                honest: Arc::new(AtomicUsize::new(honest)),
            });
            // that nothing is proved does not depend on how far discovery comes
            let settings = Settings {
                jobs: 1,
                timeout: Duration::from_millis(200),
                ..settings()
            };
            let report = run(vec![read(path)], prover, settings);
            let file = &report.files[0];
            let expected = marked(report.sources.file(file.file), "// FAILS");
            let failing: Vec<_> = file
                .routines
                .iter()
                .filter(|r| {
                    r.obligations
                        .iter()
                        .any(|o| expected.contains(&report.sources.line(o.span)))
                })
                .collect();
            assert!(
                failing.iter().all(|r| r.verdict != Verdict::Proved),
                "{} after {honest} checks",
                path.display()
            );
        }
    });
}
