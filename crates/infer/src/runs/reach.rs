//! Inputs with which loops are reached where guessing does not get through the precondition.

use super::states::{Executable, Runs};
use abide_exec::Draw;
use abide_logic::eval::charged;
use abide_logic::{Sort, Term, Var};
use abide_prover::{Answer, Instantiating, Limits, Prover, ProverError, Session};
use abide_vc::Passive;
use std::sync::Arc;

/// Inputs asked from the prover for each loop.
const ASKED: usize = 5;

/// States with which it is not worth asking the prover for inputs, and with which no more are asked for.
pub(super) const FEW: usize = 40;
pub(super) const ENOUGH: usize = 100;

impl Runs {
    /// Inputs with which the loops are reached, from the prover.
    pub(super) fn reach(
        &mut self,
        routine: &Executable,
        open: &[Var],
        prover: &Arc<dyn Prover>,
        limits: &Limits,
    ) -> Result<(), ProverError> {
        for l in routine.cfg.loop_ids() {
            if self.heads[l.index()].len() >= FEW || open.is_empty() {
                continue;
            }
            let entry = routine.cut.loops[l.index()].entry;
            let mut passive = Passive::leading_to(routine.cut, &[entry], routine.vars);
            let Some(point) = passive.ends.get(&entry).cloned() else {
                continue;
            };
            let mut session = Instantiating::open(prover, limits)?;
            for formula in std::mem::take(&mut passive.formulas) {
                session.assert(&formula);
            }
            let mut draw = Draw::seeded(11);
            let integers: Vec<Term> = integers(open);
            for trial in 0..ASKED {
                if self.heads[l.index()].len() >= ENOUGH {
                    break;
                }
                // different sizes: a lower bound for some of the numbers
                let wish = passive.fresh_bool("wish");
                let chosen: Vec<&Term> = integers.iter().filter(|_| trial > 0 && draw.below(2) == 0).collect();
                let least = |t: &Term| Term::le(Term::int(draw.below(3 * trial + 1) as i64), t.clone());
                let wanted: Vec<Term> = chosen.into_iter().map(least).collect();
                let upper = integers.iter().map(|t| Term::le(t.clone(), Term::int(20)));
                session.assert(&Term::implies(wish.clone(), Term::and(wanted.into_iter().chain(upper))));
                let reached = point.reached.clone();
                let mut answer = session.check(&[reached.clone(), wish]);
                if trial == 0 && answer != Answer::Sat {
                    answer = session.check(&[reached]);
                }
                match answer {
                    Answer::Sat => {}
                    _ if trial == 0 => break,
                    _ => continue,
                }
                let state = session.state(routine.vars);
                charged(&limits.budget, || self.run(routine, state.clone(), trial as u64));
                self.near(routine, open, state, &mut draw, &limits.budget);
                if limits.budget.check().is_err() {
                    break;
                }
            }
            self.stats += session.stats();
        }
        Ok(())
    }
}

/// The integers of the input: variables, and what maps that nobody writes hold for references.
fn integers(open: &[Var]) -> Vec<Term> {
    let mut found: Vec<Term> = Vec::new();
    let refs: Vec<&Var> = open.iter().filter(|v| *v.sort() == Sort::Ref).collect();
    for var in open {
        match var.sort() {
            Sort::Int => found.push(var.term()),
            Sort::Map(kv) if kv.0 == Sort::Ref && kv.1 == Sort::Int => {
                found.extend(refs.iter().map(|r| Term::select(var.term(), r.term())));
            }
            _ => {}
        }
    }
    found
}
