use super::*;
use abide_ir::gcl;
use abide_logic::Kind;

/// The clauses of the only routine of a program, and what its checks are.
fn relaxed(text: &str, wanted: &dyn Fn(&Check) -> bool) -> System {
    let program = gcl::lower(gcl::parse(Default::default(), text)).program;
    let routine = &program.routines[0];
    let vars: BTreeSet<Var> = routine.inputs.iter().chain(&routine.locals).cloned().collect();
    let subject = Subject {
        cfg: Cfg::of(routine, &program.axioms).expect("it is reducible"),
        vars: &vars,
        name: "r",
        error: &predicate("error".into(), Vec::new()),
    };
    System::relaxed(subject, wanted, true)
}

const FILL: &str = "
procedure fill(inout a: int[], n: int)
  requires 0 <= n && n <= a.length;
  requires forall k: int :: 0 <= k && k < n ==> a[k] > 0;
{
  var i: int := 0;
  while (i < n)
    invariant 0 <= i;
  {
    assume forall k: int :: 0 <= k && k < n ==> a[k] < 9;
    a[i] := 7;
    i := i + 1;
  }
  assert forall k: int :: 0 <= k && k < n ==> a[k] == 7;
}";

#[test]
fn a_loop_head_has_a_relation_over_what_is_live_there() {
    let system = relaxed(FILL, &|_| true);
    let [relation] = system.relations.as_slice() else {
        panic!("{} relations", system.relations.len())
    };
    assert_eq!(relation.head_of, Some(LoopId(0)));
    let names: BTreeSet<&str> = relation.params.iter().map(Var::name).collect();
    assert!(["i", "n"].iter().all(|n| names.contains(n)), "{names:?}");
}

#[test]
fn quantifiers_remain_only_before_the_first_point() {
    let system = relaxed(FILL, &|_| true);
    for stated in &system.clauses {
        let has = stated.clause.tail.iter().any(Term::has_quantifier);
        let may = stated.from == "entry";
        assert_eq!(
            has,
            may && matches!(stated.to, Target::Point(_)),
            "from {}",
            stated.from
        );
    }
}

#[test]
fn invariants_are_assumed_where_their_loop_begins() {
    let system = relaxed(FILL, &|_| false);
    let from_head = system.clauses.iter().find(|c| c.from != "entry").expect("the loop");
    let says = |t: &Term| matches!(t.kind(), Kind::Le(zero, i) if *zero == Term::int(0) && i.as_var().is_some());
    assert!(from_head.clause.tail.iter().any(says));
}

#[test]
fn only_wanted_checks_fail() {
    let kinds = |wanted: &dyn Fn(&Check) -> bool| {
        let system = relaxed(FILL, wanted);
        let failing = system.clauses.into_iter().filter_map(|c| match c.to {
            Target::Failure(checks) => Some(checks),
            Target::Point(_) => None,
        });
        failing
            .flatten()
            .map(|c| c.kind.tag().to_string())
            .collect::<BTreeSet<String>>()
    };
    assert!(kinds(&|_| false).is_empty());
    let only: &dyn Fn(&Check) -> bool = &|c| c.formula.has_quantifier();
    assert_eq!(kinds(only).len(), 1);
}

#[test]
fn functions_become_maps_and_those_of_bits_arbitrary_values() {
    let text = "
function f(x: int): int;
function bit_and(x: int, y: int): int;
procedure p(n: int) {
  var i: int := 0;
  while (i < n) {
    assert f(i) < bit_and(i, 3) + n;
    i := i + f(i);
  }
}";
    let system = relaxed(text, &|_| true);
    assert_eq!(system.functions.len(), 1);
    for term in system.clauses.iter().flat_map(|c| &c.clause.tail) {
        let relation = |t: &Term| matches!(t.kind(), Kind::Apply(f, _) if f.result == Sort::Bool);
        assert!(!term.has_function() || relation(term), "{term:?}");
    }
}
