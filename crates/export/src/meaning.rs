//! Functions with a fixed meaning: what an export says of them, or why it is refused.
//!
//! To other tools our built-in functions are ordinary ones. Operations on bits and powers of two are defined where the format has
//! definitions; paths along fields cannot be defined in any of them.

use crate::error::ExportError;
use crate::subject::Subject;
use abide_ir::cfg::{Cfg, CommandKind};
use abide_logic::heap::is_between;
use abide_logic::{Func, Kind, Sort, Term, Var, builtin};
use std::collections::BTreeSet;

/// The built-in functions that the routines use; paths along fields are refused.
pub(crate) fn builtins(subject: &Subject<'_>) -> Result<BTreeSet<Func>, ExportError> {
    let mut all = BTreeSet::new();
    for (name, routine) in &subject.routines {
        let used = functions(&subject.cfg(routine, &subject.program.axioms)?);
        if used.iter().any(is_between) {
            return Err(refused(name, "paths along fields"));
        }
        let speaks = |f: &Func| f.result == Sort::Float || f.params.contains(&Sort::Float);
        if used.iter().any(speaks) {
            return Err(refused(name, "floating-point numbers"));
        }
        all.extend(used.into_iter().filter(|f| builtin::is_builtin(&f.name)));
    }
    Ok(all)
}

/// The format cannot say what a routine speaks of.
pub(crate) fn refused(routine: &str, what: &'static str) -> ExportError {
    ExportError::NoMeaning {
        routine: routine.to_string(),
        what,
    }
}

/// The functions of a graph.
pub(crate) fn functions(cfg: &Cfg) -> BTreeSet<Func> {
    let mut found = BTreeSet::new();
    let mut look = |term: &Term| {
        term.visit(&mut |t| {
            if let Kind::Apply(func, _) = t.kind() {
                found.insert(func.clone());
            }
            true
        })
    };
    for block in &cfg.blocks {
        for command in &block.commands {
            match &command.kind {
                CommandKind::Assign(pairs) => pairs.iter().for_each(|(_, t)| look(t)),
                CommandKind::Havoc(_) => {}
                CommandKind::Assume(t) => look(t),
                CommandKind::Assert(check) => look(&check.formula),
            }
        }
        block.edges.iter().for_each(|e| look(&e.guard));
    }
    for l in &cfg.loops {
        l.spec.invariants.iter().for_each(|check| look(&check.formula));
        l.spec.predicates.iter().for_each(|fact| look(&fact.formula));
    }
    found
}

/// What a built-in function is of its arguments, in terms of itself: of bits, one of each operand after the other, until only
/// zeros or only ones are left.
pub(crate) fn definition(func: &Func) -> (Vec<Var>, Term) {
    let param = |name: &str, tag: u32| Var::new(name, tag, Sort::Int);
    let (first, second) = (param("x", 0), param("y", 1));
    let (x, y) = (first.term(), second.term());
    let (zero, one, two, ones) = (Term::int(0), Term::int(1), Term::int(2), Term::int(-1));
    if &*func.name == builtin::POW2 {
        let before = Term::apply(func.clone(), vec![Term::sub(x.clone(), one.clone())]);
        let body = Term::ite(Term::le(x, zero), one, Term::mul(two, before));
        return (vec![first], body);
    }
    let digit = |t: &Term| Term::modulo(t.clone(), two.clone());
    let half = |t: &Term| Term::div(t.clone(), two.clone());
    let both = Term::mul(digit(&x), digit(&y));
    let sum = Term::add(digit(&x), digit(&y));
    let complement = |t: &Term| Term::sub(Term::neg(t.clone()), one.clone());
    // the value where the other operand has only zeros or only ones, and the digit made of two
    let (with_zeros, with_ones, made) = match &*func.name {
        builtin::AND => ([zero.clone(), zero.clone()], [x.clone(), y.clone()], both),
        builtin::OR => (
            [x.clone(), y.clone()],
            [ones.clone(), ones.clone()],
            Term::sub(sum, both),
        ),
        _ => {
            let made = Term::sub(sum, Term::mul(two.clone(), both));
            ([x.clone(), y.clone()], [complement(&x), complement(&y)], made)
        }
    };
    let ([x_with_zeros, y_with_zeros], [x_with_ones, y_with_ones]) = (with_zeros, with_ones);
    let rest = Term::apply(func.clone(), vec![half(&x), half(&y)]);
    let cases = [
        (Term::eq(x.clone(), zero.clone()), y_with_zeros),
        (Term::eq(y.clone(), zero), x_with_zeros),
        (Term::eq(x.clone(), ones.clone()), y_with_ones),
        (Term::eq(y.clone(), ones), x_with_ones),
    ];
    let rest = Term::add(made, Term::mul(two.clone(), rest));
    let body = cases
        .into_iter()
        .rev()
        .fold(rest, |rest, (test, value)| Term::ite(test, value, rest));
    (vec![first, second], body)
}

#[cfg(test)]
mod tests {
    use super::*;
    use abide_logic::{Subst, Value};

    /// The value of a term without variables, its functions being those that it is defined by.
    fn value(func: &Func, t: &Term) -> i64 {
        match t.kind() {
            Kind::Apply(_, args) => {
                let args: Vec<i64> = args.iter().map(|a| value(func, a)).collect();
                unfolded(func, &args)
            }
            Kind::Ite(c, a, b) => {
                let Kind::Bool(holds) = c.kind() else { panic!("{c}") };
                value(func, if *holds { a } else { b })
            }
            Kind::Add(parts) => parts.iter().map(|p| value(func, p)).sum(),
            Kind::Mul(a, b) => value(func, a) * value(func, b),
            Kind::Neg(a) => -value(func, a),
            Kind::Int(i) => i64::try_from(i).unwrap(),
            _ => panic!("{t}"),
        }
    }

    fn unfolded(func: &Func, args: &[i64]) -> i64 {
        let (params, body) = definition(func);
        let mut subst = Subst::new();
        for (param, arg) in params.into_iter().zip(args) {
            subst.insert(param, Term::int(*arg));
        }
        value(func, &subst.apply(&body))
    }

    #[test]
    fn definitions_are_what_runs_compute() {
        for name in [builtin::AND, builtin::OR, builtin::XOR] {
            let func = Func {
                name: name.into(),
                params: vec![Sort::Int, Sort::Int],
                result: Sort::Int,
            };
            for (a, b) in [
                (5, 3),
                (-1, 7),
                (-8, 12),
                (-5, -9),
                (0, -3),
                (255, 170),
                (-128, 127),
                (6, 6),
            ] {
                let run = builtin::apply(name, &[Value::int(a), Value::int(b)]);
                assert_eq!(run, Some(Value::int(unfolded(&func, &[a, b]))), "{name}({a}, {b})");
            }
        }
        let power = Func {
            name: builtin::POW2.into(),
            params: vec![Sort::Int],
            result: Sort::Int,
        };
        for n in 0..20 {
            assert_eq!(unfolded(&power, &[n]), 1 << n);
        }
    }
}
