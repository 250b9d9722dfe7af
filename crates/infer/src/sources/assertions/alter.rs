//! Alterations: formulas that imply a given one, and may be invariants where it is not (Janota §5).
//!
//! Janota's own is to quantify over a variable, `∀v'. f[v := v']`. The set is meant to grow: ours also
//!
//! * gives up hypotheses;
//! * puts two of them together, `x < n` and `n <= i` into `x < i`, which is what turns "when the loop is
//!   left, all elements are zero" into "all elements so far are zero";
//! * uses one up for the goal: `m < n` under `j < n` becomes `m <= j`, and `s + n <= t` under `n <= i`
//!   becomes `s + i <= t`.
//!
//! Each makes the formula stronger.

use super::sequent::Sequent;
use abide_logic::{Kind, Sort, Subst, Term, Var};
use std::collections::BTreeSet;

/// Alterations of one sequent.
const ALTERED: usize = 40;

/// The sequent itself and its alterations, the strongest first. `moves` are the variables the loop
/// changes.
pub fn altered(sequent: &Sequent, moves: &BTreeSet<Var>, names: &[Var]) -> Vec<Sequent> {
    let mut found: Vec<Sequent> = Vec::new();
    let add = |s: Option<Sequent>, found: &mut Vec<Sequent>| {
        let fits = |s: &Sequent| !found.contains(s) && (s == sequent || is_bounded(s));
        if let Some(s) = s.filter(fits) {
            found.push(s);
        }
    };
    let mut forms = vec![sequent.clone()];
    forms.extend(chained(sequent));
    forms.extend(relaxed(sequent));
    for form in &forms {
        let general = form.goal.free_vars().into_iter();
        let general = general.filter(|v| *v.sort() == Sort::Int && !form.vars.contains(v));
        let general = general.filter_map(|v| generalised(form, &v, names));
        for s in general.chain([form.clone()]).collect::<Vec<_>>() {
            add(bare(&s, moves), &mut found);
            add(about_bound(&s), &mut found);
            add(s.simplified(), &mut found);
        }
    }
    found.truncate(ALTERED);
    found
}

/// `∀v'. f[v := v']` with the first of the names that is free.
pub fn generalised(sequent: &Sequent, var: &Var, names: &[Var]) -> Option<Sequent> {
    let name = names
        .iter()
        .find(|n| n.sort() == var.sort() && !sequent.vars.contains(n))?;
    let renamed: Subst = [(var.clone(), name.term())].into_iter().collect();
    let mut new = sequent.clone();
    new.given = new.given.iter().map(|g| renamed.apply(g)).collect();
    new.goal = renamed.apply(&new.goal);
    new.vars.push(name.clone());
    Some(new)
}

/// Only the hypotheses that bound what is quantified over, by what the loop leaves alone.
fn bare(sequent: &Sequent, moves: &BTreeSet<Var>) -> Option<Sequent> {
    let mut new = sequent.clone();
    new.given.retain(|g| {
        let free = g.free_vars();
        free.iter().any(|v| sequent.vars.contains(v)) && !free.iter().any(|v| moves.contains(v))
    });
    new.simplified()
}

/// Only the hypotheses about what is quantified over.
fn about_bound(sequent: &Sequent) -> Option<Sequent> {
    let mut new = sequent.clone();
    new.given
        .retain(|g| g.free_vars().iter().any(|v| sequent.vars.contains(v)));
    new.simplified()
}

/// Does every quantified variable lie between bounds? What is said of all integers is hardly ever
/// an invariant, and cannot be tried in a state.
fn is_bounded(sequent: &Sequent) -> bool {
    let is = |t: &Term, v: &Var| t.as_var() == Some(v);
    sequent.vars.iter().all(|v| {
        let sides = sequent.given.iter().filter_map(|g| match g.kind() {
            Kind::Lt(a, b) | Kind::Le(a, b) => Some((is(b, v), is(a, v))),
            _ => None,
        });
        let (low, high) = sides.fold((false, false), |all, one| (all.0 || one.0, all.1 || one.1));
        low && high
    })
}

/// Two hypotheses replaced by what follows from them: `a < b` and `b <= c` by `a < c`.
fn chained(sequent: &Sequent) -> Vec<Sequent> {
    let mut found = Vec::new();
    for (i, first) in sequent.given.iter().enumerate() {
        for (j, second) in sequent.given.iter().enumerate().filter(|(j, _)| i != *j) {
            let Some(both) = transitive(first, second) else {
                continue;
            };
            let mut new = sequent.clone();
            new.given[i] = both;
            new.given.remove(j);
            found.push(new);
        }
    }
    found
}

/// A comparison: its sides, and whether they must differ.
fn order(t: &Term) -> Option<(Term, Term, bool)> {
    match t.kind() {
        Kind::Lt(a, b) => Some((a.clone(), b.clone(), true)),
        Kind::Le(a, b) => Some((a.clone(), b.clone(), false)),
        _ => None,
    }
}

fn compare(a: Term, b: Term, strict: bool) -> Term {
    if strict { Term::lt(a, b) } else { Term::le(a, b) }
}

/// The goal with a side made larger, or smaller, by a hypothesis `a <= b`, which is used up: `b` for a
/// summand `a` on the left, `a` for a summand `b` on the right.
fn relaxed(sequent: &Sequent) -> Vec<Sequent> {
    let Some((left, right, strict)) = order(&sequent.goal) else {
        return Vec::new();
    };
    let mut found = Vec::new();
    for (number, fact) in sequent.given.iter().enumerate() {
        let Some((a, b, apart)) = order(fact) else { continue };
        let strict = strict && !apart;
        let sides = [
            exchanged(&left, &a, &b).map(|l| compare(l, right.clone(), strict)),
            exchanged(&right, &b, &a).map(|r| compare(left.clone(), r, strict)),
        ];
        for goal in sides.into_iter().flatten() {
            let mut new = sequent.clone();
            new.given.remove(number);
            new.goal = goal;
            found.extend(new.simplified());
        }
    }
    found
}

/// A sum with another summand for one of its own, which is not a number.
fn exchanged(sum: &Term, summand: &Term, by: &Term) -> Option<Term> {
    if matches!(summand.kind(), Kind::Int(_)) {
        return None;
    }
    match sum.kind() {
        Kind::Add(parts) if parts.contains(summand) => {
            let new = |p: &Term| if p == summand { by.clone() } else { p.clone() };
            Some(Term::sum(parts.iter().map(new)))
        }
        _ => (sum == summand).then(|| by.clone()),
    }
}

fn transitive(first: &Term, second: &Term) -> Option<Term> {
    let (a, b, strict) = order(first)?;
    let (c, d, strict_too) = order(second)?;
    // the middle is a program's term, not a number: 0 <= x and x < n say nothing of 0 < n
    if b != c || a == d || matches!(b.kind(), Kind::Int(_)) {
        return None;
    }
    Some(if strict || strict_too {
        Term::lt(a, d)
    } else {
        Term::le(a, d)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn alterations_imply_the_formula() {
        use abide_logic::{Value, eval};
        let var = |name: &str, tag| Var::new(name, tag, Sort::Int);
        let (x, n, i, k) = (var("x", 0), var("n", 1), var("i", 2), var("k", 3));
        let sequent = Sequent {
            vars: vec![x.clone()],
            given: vec![
                Term::le(Term::int(0), x.term()),
                Term::lt(x.term(), n.term()),
                Term::le(n.term(), i.term()),
            ],
            goal: Term::lt(x.term(), Term::int(3)),
        };
        let moves = BTreeSet::from([i.clone()]);
        let all = altered(&sequent, &moves, &[x, k]);
        let shown: Vec<String> = all.iter().map(|s| s.closed().to_string()).collect();
        assert!(all.len() >= 3, "{shown:?}");
        assert!(
            shown.iter().any(|s| s.contains("x < i") && !s.contains("x < n")),
            "{shown:?}"
        );
        for (a, b) in (-2..6).flat_map(|a| (-2..6).map(move |b| (a, b))) {
            let state: std::collections::BTreeMap<Var, Value> =
                [(n.clone(), Value::int(a)), (i.clone(), Value::int(b))].into();
            let here = abide_exec::state::Here(&state);
            for s in &all {
                let stronger = eval(&s.closed(), &here);
                let weaker = eval(&sequent.closed(), &here);
                assert!(
                    stronger != Some(Value::Bool(true)) || weaker != Some(Value::Bool(false)),
                    "{} in n = {a}, i = {b}",
                    s.closed()
                );
            }
        }
    }

    #[test]
    fn a_hypothesis_is_used_up_for_the_goal() {
        let var = |name: &str, tag| Var::new(name, tag, Sort::Int).term();
        let (m, n, j) = (var("m", 0), var("n", 1), var("j", 2));
        let sequent = Sequent {
            vars: Vec::new(),
            given: vec![Term::lt(j.clone(), n.clone())],
            goal: Term::lt(m.clone(), n.clone()),
        };
        let goals: Vec<Term> = relaxed(&sequent).iter().map(Sequent::closed).collect();
        assert_eq!(goals, [Term::le(m.clone(), j.clone())]);
        let sum = Sequent {
            vars: Vec::new(),
            given: vec![Term::le(n.clone(), j.clone())],
            goal: Term::le(Term::add(m.clone(), n), var("t", 3)),
        };
        let goals: Vec<Term> = relaxed(&sum).iter().map(Sequent::closed).collect();
        assert_eq!(goals, [Term::le(Term::add(m, j), var("t", 3))]);
    }
}
