//! A panic in the work on one routine: it is told, and the others are verified all the same.

mod support;

use abide_base::SourceFile;
use abide_logic::{Term, Value};
use abide_prover::{Answer, Limits, Prover, ProverError, Session, Stats};
use abide_verify::{Settings, Verdict};
use std::sync::Arc;
use support::*;

/// A prover that panics when it hears of a variable `boom`, while asserting or checking.
struct Frail(Arc<dyn Prover>);

struct FrailSession(Box<dyn Session>);

impl Prover for Frail {
    fn name(&self) -> String {
        self.0.name()
    }

    fn open(&self, limits: &Limits) -> Result<Box<dyn Session>, ProverError> {
        Ok(Box::new(FrailSession(self.0.open(limits)?)))
    }
}

impl Session for FrailSession {
    fn assert(&mut self, formula: &Term) {
        assert!(
            !formula.free_vars().iter().any(|v| v.name() == "boom"),
            "cannot bear it"
        );
        self.0.assert(formula);
    }

    fn check(&mut self, assumptions: &[Term]) -> Answer {
        self.0.check(assumptions)
    }

    fn value(&mut self, term: &Term) -> Option<Value> {
        self.0.value(term)
    }

    fn stats(&self) -> Stats {
        self.0.stats()
    }
}

fn count(name: &str, input: &str) -> String {
    format!(
        "procedure {name}({input}: int) returns (i: int)
  requires 0 <= {input};
  ensures i == {input};
{{
  i := 0;
  while (i < {input})
    predicate i <= {input}, 0 <= i;
  {{
    i := i + 1;
  }}
}}
"
    )
}

#[test]
fn one_routine_of_many() {
    let text = ["n", "boom", "m"]
        .map(|input| count(&format!("up_to_{input}"), input))
        .concat();
    for jobs in [1, 2] {
        let settings = Settings {
            jobs,
            ..Settings::default()
        };
        let report = run(
            vec![SourceFile::new("three.gcl", text.clone())],
            Arc::new(Frail(z3())),
            settings,
        );
        let verdicts: Vec<Verdict> = report.routines().map(|r| r.verdict).collect();
        assert_eq!(verdicts, [Verdict::Proved, Verdict::Open, Verdict::Proved]);
        assert_eq!(report.bugs, 1);
        let told = &report.files[0].diagnostics;
        assert_eq!(told.len(), 1);
        assert_eq!(told[0].message, "internal error in `up_to_boom`: cannot bear it");
        let annotated = report.files[0].annotated.as_ref().expect("the others have invariants");
        assert_eq!(annotated.matches("invariant i <= n").count(), 1);
        assert!(!annotated.contains("invariant i <= boom"));
    }
}
