//! Houdini keeps the largest inductive part of the candidates, of all loops together.

use abide_infer::houdini::houdini;
use abide_ir::cfg::Cfg;
use abide_ir::gcl;
use abide_logic::{Term, Var};
use abide_prover::{Limits, Prover};
use abide_prover_z3::Z3;
use abide_vc::CutGraph;
use std::collections::BTreeSet;
use std::sync::Arc;

const NEST: &str = "
procedure nest(n: int)
  requires n >= 0;
{
  var i: int := 0;
  var j: int := 0;
  while (i < n) {
    j := i;
    while (j < n) { j := j + 1; }
    i := i + 1;
  }
}";

fn z3() -> Arc<dyn Prover> {
    abide_z3::setup::install(&mut |_| {}).expect("Z3 can be installed");
    Arc::new(Z3::find().expect("Z3 was just brought"))
}

#[test]
fn what_is_inductive_together_is_kept() {
    let lowered = gcl::lower(gcl::parse(Default::default(), NEST));
    let routine = &lowered.program.routines[0];
    let cfg = Cfg::of(routine, &[]).expect("it is reducible");
    let vars: BTreeSet<Var> = routine.inputs.iter().chain(&routine.locals).cloned().collect();
    let named = |name: &str| vars.iter().find(|v| v.name() == name).expect("it is there").term();
    let (i, j, n) = (named("i"), named("j"), named("n"));
    let outer = vec![
        Term::le(Term::int(0), i.clone()),
        Term::le(i.clone(), n.clone()),
        Term::eq(i.clone(), Term::int(0)),
        // true of runs, but only together with what is said of the inner loop
        Term::le(j.clone(), n.clone()),
    ];
    let inner = vec![
        Term::le(i.clone(), j.clone()),
        Term::le(j.clone(), n.clone()),
        Term::lt(i.clone(), n.clone()),
        Term::lt(j, n),
    ];
    let left = houdini(
        &cfg,
        &CutGraph::of(&cfg),
        &vars,
        &[outer, inner],
        &z3(),
        &Limits::default(),
    );
    let left = left.expect("the prover works");
    assert_eq!(
        left.kept,
        [vec![true, true, false, true], vec![true, true, true, false]]
    );
    assert!(
        left.stats.checks <= 4,
        "models drop many at once: {}",
        left.stats.checks
    );
}
