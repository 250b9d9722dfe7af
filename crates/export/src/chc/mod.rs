//! Constrained Horn clauses (Bjørner, Gurfinkel, McMillan & Rybalchenko, *Horn clause solvers
//! for program verification*, 2015, section 3), in the large-block form.
//!
//! A relation stands for the states that come to a point: one for each loop head and each
//! block that is entered from several places. From a point to the next ones the graph is a
//! tree, whose passive form is the body of a clause:
//!
//! ```text
//!   R(x) ∧ passive(from R to S) ⇒ S(x')           for each point S that R leads to directly
//!   R(x) ∧ passive(from R) ∧ ⋁ fails ⇒ error      for the checks on the way
//!   error ⇒ false
//! ```
//!
//! All routines share one `error`, so that there is one query.
//!
//! So a tree is written once for its checks and once for each point that it leads to; there
//! are as many relations as there are joins, and no path is written by itself.
//!
//! * `functions` and `quantifiers` rewrite what solvers of Horn clauses do not take.
//! * `regions` cuts the graph at the points and finds what is live there.
//! * `body` takes from the passive form what a clause needs, `normal` brings it into the form of CHC-COMP.

mod body;
mod functions;
mod normal;
mod quantifiers;
mod regions;

use crate::error::ExportError;
use crate::meaning;
use crate::smt2::line;
use crate::subject::{Subject, variables};
use abide_ir::Routine;
use abide_logic::{Func, Sort, Term, Var};
use abide_prover_smtlib::print::Printer;
use abide_vc::Passive;
use normal::{Clause, normal};
use regions::{Point, Regions};

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
        for Stated { comment, clause } in clauses(subject, name, routine, &wrong)? {
            let asserted = clause.assert(&mut printer, &mut declarations);
            text.push_str(&format!("; {comment}\n{asserted}"));
        }
    }
    let query = normal(vec![failed], Term::ff()).assert(&mut printer, &mut declarations);
    text.push_str(&format!("\n; no run fails\n{query}"));
    Ok(format!("{HEADER}\n{declarations}{text}\n(check-sat)\n(exit)\n"))
}

/// A clause and what it says.
struct Stated {
    comment: String,
    clause: Clause,
}

fn clauses(subject: &Subject<'_>, name: &str, routine: &Routine, error: &Func) -> Result<Vec<Stated>, ExportError> {
    let mut cfg = subject.cfg(routine, &subject.program.axioms)?;
    functions::eliminate(&mut cfg);
    let mut regions = Regions::of(&cfg);
    let mut vars = variables(routine);
    vars.extend(quantifiers::eliminate(
        &mut regions.graph.blocks,
        &mut regions.graph.next_tag,
    ));
    let holds = |point: &Point, at: &dyn Fn(&Var) -> Term| -> Term {
        let sorts = point.live.iter().map(|v| v.sort().clone()).collect();
        Term::apply(
            predicate(format!("{name} {}", point.name), sorts),
            point.live.iter().map(at).collect(),
        )
    };
    let mut clauses = Vec::new();
    for from in regions.sources() {
        let (came, source) = match regions.point(from) {
            Some(point) => (holds(point, &Var::term), point.name.clone()),
            None => (Term::tt(), "entry".to_string()),
        };
        regions.enter(from);
        for (end, to) in regions.ends() {
            let passive = Passive::leading_to(&regions.graph, &[end], &vars);
            let reached = &passive.ends[&end];
            let point = regions.point(to).expect("ends lead to points");
            let head = holds(point, &|v| reached.state.get(v).cloned().unwrap_or_else(|| v.term()));
            clauses.push(Stated {
                comment: format!("{source} to {}", point.name),
                clause: body::clause(&passive, came.clone(), reached.reached.clone(), head),
            });
        }
        let passive = Passive::whole(&regions.graph, &vars);
        if passive.checks.is_empty() {
            continue;
        }
        let checks: Vec<String> = passive.checks.iter().map(|c| subject.check(&c.check)).collect();
        let fails = Term::or(passive.checks.iter().map(|c| c.fails.clone()));
        clauses.push(Stated {
            comment: format!("{source} to error: {}", checks.join(", ")),
            clause: body::clause(&passive, came.clone(), fails, Term::apply(error.clone(), Vec::new())),
        });
    }
    Ok(clauses)
}

fn predicate(name: String, params: Vec<Sort>) -> Func {
    Func {
        name: name.into(),
        params,
        result: Sort::Bool,
    }
}
