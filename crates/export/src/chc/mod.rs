//! Constrained Horn clauses (Bjørner, Gurfinkel, McMillan & Rybalchenko, *Horn clause solvers
//! for program verification*, 2015, section 3), in the large-block form.
//!
//! They are those of [`abide_vc::horn`]; all routines share one `error`, so that there is one query:
//!
//! ```text
//!   error ⇒ false
//! ```

mod print;

use crate::error::ExportError;
use crate::meaning;
use crate::smt2::line;
use crate::subject::{Subject, variables};
use abide_ir::Routine;
use abide_logic::{Func, Term};
use abide_prover_smtlib::print::Printer;
use abide_vc::horn::{self, Stated, System, Target, normal, predicate};
use print::assert;

const HEADER: &str = "\
; Constrained Horn clauses written by Abide.
;
;   sat      invariants exist: every check of every routine is proved
;   unsat    a run fails: some check of some routine is refuted
;   unknown  neither was found
; The invariants of the user are checked like assertions, whenever control is at the head of
; their loop; neither they nor the predicates are given as a help. References are integers and
; null is 0. A relation |find loop 1()| holds of the live variables when control of the
; routine `find` is at the head of its first loop, |error()| when a check of some routine has failed.
; The clauses keep to the format of CHC-COMP.
;
;   z3 file.smt2
;   z3 fp.spacer.q3.use_qgen=true fp.spacer.ground_pobs=false fp.spacer.mbqi=false file.smt2
;
; The second one looks for quantified invariants, which most programs with arrays need. Spacer
; says unknown at once where a clause assumes something for all values after the first loop.
(set-logic HORN)
";

/// The clauses of the routines.
pub(crate) fn write(subject: &Subject<'_>) -> Result<String, ExportError> {
    if let Some(func) = meaning::builtins(subject)?.first() {
        let what = match func.params.len() {
            2 => "bits of numbers",
            _ => "powers of two",
        };
        return Err(meaning::refused("the program", what));
    }
    for (name, routine) in &subject.routines {
        // solvers of Horn clauses do not agree on maps whose keys are maps
        let used = meaning::functions(&subject.cfg(routine, &subject.program.axioms)?);
        if used.iter().any(|f| f.params.iter().any(|p| p.as_map().is_some())) {
            return Err(meaning::refused(name, "functions of whole arrays"));
        }
    }
    let mut printer = Printer::new();
    let (mut declarations, mut text) = (String::new(), String::new());
    let wrong = predicate("error".to_string(), Vec::new());
    let failed = Term::apply(wrong.clone(), Vec::new());
    for (name, routine) in &subject.routines {
        text.push_str(&format!(
            "\n; routine {} at {}\n",
            line(name),
            subject.place(routine.span)
        ));
        for stated in clauses(subject, name, routine, &wrong)? {
            let asserted = assert(&stated.clause, &mut printer, &mut declarations);
            text.push_str(&format!("; {}\n{asserted}", comment(subject, &stated)));
        }
    }
    let query = assert(&normal(vec![failed], Term::ff()), &mut printer, &mut declarations);
    text.push_str(&format!("\n; no run fails\n{query}"));
    Ok(format!("{HEADER}\n{declarations}{text}\n(check-sat)\n(exit)\n"))
}

fn clauses(subject: &Subject<'_>, name: &str, routine: &Routine, error: &Func) -> Result<Vec<Stated>, ExportError> {
    let system = System::exact(horn::Subject {
        cfg: subject.cfg(routine, &subject.program.axioms)?,
        vars: &variables(routine),
        name,
        error,
    });
    Ok(system.clauses)
}

/// What a clause says.
fn comment(subject: &Subject<'_>, stated: &Stated) -> String {
    match &stated.to {
        Target::Point(name) => format!("{} to {name}", stated.from),
        Target::Failure(checks) => {
            let checks: Vec<String> = checks.iter().map(|c| subject.check(c)).collect();
            format!("{} to error: {}", stated.from, checks.join(", "))
        }
    }
}
