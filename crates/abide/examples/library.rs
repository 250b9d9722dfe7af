//! Abide as a library: a program as a string goes in, a report comes out.
//!
//! ```text
//! cargo run -p abide --example library
//! ```

use abide_base::SourceFile;
use abide_prover_z3::Z3;
use abide_verify::{Java, Report, Request, verify};
use std::sync::Arc;

const PROGRAM: &str = r#"
class Maximum {
  //@ requires a.length > 0;
  //@ ensures (\forall int k; 0 <= k && k < a.length; a[k] <= \result);
  static int of(int[] a) {
    int max = a[0];
    for (int i = 1; i < a.length; i++) {
      if (a[i] > max) max = a[i];
    }
    return max;
  }
}
"#;

/// Verifies one file in Java.
fn verified(text: &str) -> Report {
    abide_z3::setup::install(&mut |_| {}).expect("Z3 can be installed");
    let prover = Arc::new(Z3::find().expect("Z3 was just installed"));
    let file = SourceFile::new("Maximum.java", text);
    verify(&Request::new(vec![(file, Arc::new(Java::default()))], prover)).expect("the prover works")
}

fn main() {
    let report = verified(PROGRAM);
    for routine in report.routines() {
        println!("{}: {:?}", routine.name, routine.verdict);
        for l in &routine.loops {
            for invariant in &l.invariants {
                println!("  line {}: {}", report.sources.line(l.span), invariant.text());
            }
        }
        for obligation in &routine.obligations {
            println!("  {:?}: {}", obligation.verdict, obligation.message);
        }
    }
    // the same as the command line prints it
    print!("{}", abide_report::text(&report, &Default::default()));
}

#[test]
fn the_example_is_proved_and_its_twin_is_not() {
    let verdict = |text: &str| verified(text).routines().next().map(|r| r.verdict);
    assert_eq!(verdict(PROGRAM), Some(abide_verify::Verdict::Proved));
    let twin = PROGRAM.replace("a[i] > max", "a[i] < max");
    assert_eq!(verdict(&twin), Some(abide_verify::Verdict::Refuted));
}
