//! Proof obligations in SMT-LIB: the passive form of each routine, as the plain verifier asks
//! it, with one query for each check.

use crate::error::ExportError;
use crate::meaning;
use crate::subject::{Subject, variables};
use abide_prover_smtlib::print::Printer;
use abide_vc::{CutGraph, Passive};

const HEADER: &str = "\
; Proof obligations written by Abide, from the annotations as they stand.
;
; Each (check-sat) asks whether one check of the program can fail:
;   unsat    the check is proved
;   sat      it is not proved from these annotations; the model is a state that they allow, which
;            need not be one of any run: functions that nobody defined have any values
;   unknown  the solver does not know
; References are integers and null is 0. Every check is asked for by itself, after a comment
; that names it; checks passed on the way to it are assumed.
;
;   z3 -t:10000 file.smt2                     at most 10 s for each check
;   cvc5 --incremental --arrays-exp --tlimit-per=10000 file.smt2
;
(set-info :smt-lib-version 2.6)
(set-info :source |written by Abide|)
(set-logic ALL)
";

/// All obligations of the routines.
pub(crate) fn write(subject: &Subject<'_>) -> Result<String, ExportError> {
    let builtins = meaning::builtins(subject)?;
    let mut text = HEADER.to_string();
    for (name, routine) in &subject.routines {
        let cfg = subject.cfg(routine, &subject.program.axioms)?;
        let passive = Passive::whole(&CutGraph::of(&cfg), &variables(routine));
        text.push_str(&format!(
            "\n; routine {} at {}\n(push 1)\n",
            line(name),
            subject.place(routine.span)
        ));
        let mut printer = Printer::new();
        for func in &builtins {
            let (params, body) = meaning::definition(func);
            text.push_str(&printer.define(func, &params, &body));
        }
        for formula in passive.formulas.iter().filter(|f| !f.is_true()) {
            text.push_str(&printer.assert(formula));
        }
        for check in &passive.checks {
            text.push_str(&format!("; {}\n(push 1)\n", subject.check(&check.check)));
            text.push_str(&printer.assert(&check.fails));
            text.push_str("(check-sat)\n(pop 1)\n");
        }
        text.push_str("(pop 1)\n");
    }
    Ok(text)
}

/// A name fit for a comment.
pub(crate) fn line(name: &str) -> String {
    name.replace(['\n', '\r'], " ")
}
