//! What may be true of what a function returns: formulas over its parameters and its result that hold in runs.
//!
//! The function is run on small arguments and on numbers near those in its code. Where a condition on the parameters
//! holds, the result may be a constant, a combination of the parameters, or between bounds. Nothing of it is proved here.

use crate::sources::{Samples, equations};
use abide_exec::state::{Here, Values, truth};
use abide_exec::{Memory, Outcome, numbers};
use abide_ir::Calls;
use abide_ir::cfg::Cfg;
use abide_logic::{Int, Sort, Term, Value, Var, eval};
use std::collections::BTreeSet;

/// Functions with more parameters are not run.
const PARAMETERS: usize = 4;

/// Runs of one function, at the most, and runs that are too few to tell anything.
const RUNS: usize = 400;
const FEW: usize = 3;

/// Conditions and candidates, at the most.
const CONDITIONS: usize = 24;
const CANDIDATES: usize = 120;

/// Numbers in the code that are larger are not worth runs that may be as long.
const LARGE: i64 = 2_000;

/// The result in these formulas.
pub fn result() -> Var {
    Var::new("\\result", 0, Sort::Int)
}

/// Formulas that hold of what a function returns in all runs that were tried.
pub fn candidates(calls: &Calls, name: &str) -> Vec<Term> {
    let Some(function) = calls.code.get(name) else {
        return Vec::new();
    };
    let params = &function.routine.inputs;
    let Ok(cfg) = Cfg::of(&function.routine, &[]) else {
        return Vec::new();
    };
    if function.result.is_none() || params.len() > PARAMETERS {
        return Vec::new();
    }
    let (guards, numbers) = conditions(&cfg, params);
    let runs = runs(calls, name, params, &numbers);
    let mut found: Vec<Term> = Vec::new();
    for guard in std::iter::once(Term::tt()).chain(guards) {
        let here: Vec<&Values> = runs.iter().filter(|run| truth(&guard, run) == Some(true)).collect();
        // what holds without the condition is there already
        let new = about(params, &here).into_iter().filter(|f| !found.contains(f));
        let new: Vec<Term> = new.map(|f| Term::implies(guard.clone(), f)).collect();
        found.extend(new);
    }
    found.truncate(CANDIDATES);
    found
}

/// Conditions on parameters, and numbers in the code.
fn conditions(cfg: &Cfg, params: &[Var]) -> (Vec<Term>, BTreeSet<Int>) {
    let mut near = BTreeSet::new();
    let mut found = Vec::new();
    for edge in cfg.blocks.iter().flat_map(|b| &b.edges) {
        numbers(&edge.guard, &mut near);
        let own = edge.guard.free_vars().iter().all(|v| params.contains(v));
        if own && !edge.guard.is_true() && !found.contains(&edge.guard) {
            found.push(edge.guard.clone());
        }
    }
    let zero = || Term::int(0);
    let two = || Term::int(2);
    for p in params {
        let p = p.term();
        let signs = [
            Term::le(zero(), p.clone()),
            Term::lt(zero(), p.clone()),
            Term::le(p.clone(), zero()),
            Term::lt(p.clone(), zero()),
        ];
        let parity = [0, 1].map(|rest| {
            let rest = Term::eq(Term::modulo(p.clone(), two()), Term::int(rest));
            Term::and([Term::le(zero(), p.clone()), rest])
        });
        found.extend(
            signs
                .into_iter()
                .chain(parity)
                .filter(|c| !found.contains(c))
                .collect::<Vec<_>>(),
        );
    }
    found.truncate(CONDITIONS);
    (found, near)
}

/// Arguments with what comes back.
fn runs(calls: &Calls, name: &str, params: &[Var], numbers: &BTreeSet<Int>) -> Vec<Values> {
    let (low, high) = match params.len() {
        0 | 1 => (-4, 12),
        2 => (-3, 6),
        3 => (-1, 4),
        _ => (0, 3),
    };
    let mut values: BTreeSet<Int> = (low..=high).map(Int::from).collect();
    if params.len() <= 2 {
        let is_near = |n: &&Int| **n < Int::from(LARGE) && **n > Int::from(-LARGE);
        let near = |n: &Int| (-4..=4).map(|d| n + Int::from(d)).collect::<Vec<Int>>();
        values.extend(numbers.iter().filter(is_near).flat_map(near));
    }
    let values: Vec<Int> = values.into_iter().collect();
    let memory = Memory::default();
    let mut found = Vec::new();
    let all = values.len().pow(params.len() as u32);
    for number in (0..all).step_by(all.div_ceil(RUNS).max(1)) {
        let mut rest = number;
        let mut run = Values::new();
        let mut args = Vec::new();
        for p in params {
            let value = Value::Int(values[rest % values.len()].clone());
            rest /= values.len();
            run.insert(p.clone(), value.clone());
            args.push(value);
        }
        if let Outcome::Returns(value) = memory.call(calls, name, args) {
            run.insert(result(), value);
            found.push(run);
        }
    }
    found
}

/// What is true of the result in all of some runs.
fn about(params: &[Var], runs: &[&Values]) -> Vec<Term> {
    let result = result();
    let value = |run: &&Values| run.get(&result).and_then(Value::as_int).cloned();
    let results: BTreeSet<Int> = runs.iter().filter_map(value).collect();
    let (Some(low), Some(high)) = (results.first(), results.last()) else {
        return Vec::new();
    };
    let r = || result.term();
    if low == high {
        return vec![Term::eq(r(), Term::int(low.clone()))];
    }
    if runs.len() < FEW {
        return Vec::new();
    }
    let mut found = combinations(params, runs);
    let mut bounds = vec![
        Term::le(Term::int(low.clone()), r()),
        Term::le(r(), Term::int(high.clone())),
    ];
    bounds.extend([Int::ZERO, Int::ONE].map(|n| Term::le(Term::int(n), r())));
    for p in params {
        for d in [-1, 0, 1] {
            let near = || Term::add(p.term(), Term::int(d));
            bounds.extend([Term::le(near(), r()), Term::le(r(), near())]);
        }
    }
    let holds = |f: &Term| runs.iter().all(|run| truth(f, run) == Some(true));
    found.extend(bounds.into_iter().filter(holds));
    found
}

/// Equations between the result and sums of the parameters, or of products of two of them.
fn combinations(params: &[Var], runs: &[&Values]) -> Vec<Term> {
    let result = result();
    let of_result = |f: &Term| f.mentions(&result);
    let sums: Vec<Term> = params.iter().chain([&result]).map(Var::term).collect();
    let mut found = equations(&table(sums.clone(), runs));
    found.retain(of_result);
    if found.is_empty() && params.len() <= 2 {
        let pairs = (0..params.len()).flat_map(|i| (i..params.len()).map(move |k| (i, k)));
        let products = pairs.map(|(i, k)| Term::mul(params[i].term(), params[k].term()));
        found = equations(&table(products.chain(sums).collect(), runs));
        found.retain(of_result);
    }
    found
}

/// The values of terms in runs.
fn table(terms: Vec<Term>, runs: &[&Values]) -> Samples {
    let value = |t: &Term, run: &Values| match eval(t, &Here(run)) {
        Some(Value::Int(i)) => Some(i),
        _ => None,
    };
    let rows = runs
        .iter()
        .filter_map(|run| terms.iter().map(|t| value(t, run)).collect());
    Samples {
        rows: rows.collect(),
        terms,
    }
}
