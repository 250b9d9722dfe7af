//! Which kinds of terms sources look for.

use abide_logic::heap::TYPE_OF;
use abide_logic::{Int, Kind, Sort, Term, Var};
use std::collections::BTreeSet;

/// Numbers of this size and above come from the range of a machine's integers.
const MACHINE: i64 = i32::MAX as i64;

/// Is it a comparison, or a Boolean value that is read?
pub fn is_atom(t: &Term) -> bool {
    match t.kind() {
        Kind::Lt(..) | Kind::Le(..) => true,
        Kind::Eq(a, _) => *a.sort() != Sort::Bool && !t.has_quantifier(),
        Kind::Var(_) | Kind::Select(..) => *t.sort() == Sort::Bool,
        _ => false,
    }
}

/// Does it mention numbers from the ends of the machine's range?
pub fn is_about_machine(t: &Term) -> bool {
    let is_far = |i: &Int| *i >= Int::from(MACHINE) || *i <= -Int::from(MACHINE);
    t.has(|t| matches!(t.kind(), Kind::Int(i) if is_far(i)))
}

/// Is it the dynamic type of an object?
pub(super) fn is_type(t: &Term) -> bool {
    matches!(t.kind(), Kind::Select(map, _) if map.as_var().is_some_and(|v| v.name() == TYPE_OF))
}

/// Maps as such cannot be written in every language; what is read from them can.
pub(super) fn is_writable(formula: &Term) -> bool {
    let mut fine = true;
    formula.visit(&mut |t| {
        match t.kind() {
            Kind::Store(..) | Kind::Const(_) => fine = false,
            Kind::Eq(a, _) if matches!(a.sort(), Sort::Map(_)) => fine = false,
            Kind::Quant(_, vars, _) if vars.iter().any(|v| matches!(v.sort(), Sort::Map(_))) => fine = false,
            _ => {}
        }
        fine
    });
    fine
}

/// The integer variables of a sum, fields read as variables left out; nothing if it reads elements.
pub(super) fn linear(t: &Term) -> Option<BTreeSet<Var>> {
    match t.kind() {
        Kind::Var(v) if *v.sort() == Sort::Int => Some([v.clone()].into()),
        Kind::Int(_) => Some(BTreeSet::new()),
        Kind::Select(_, key) if *key.sort() == Sort::Ref && *t.sort() == Sort::Int => Some(BTreeSet::new()),
        Kind::Add(_) | Kind::Neg(_) | Kind::Div(..) | Kind::Mod(..) | Kind::Mul(..) | Kind::Ite(..) => {
            let parts = t.kind().children().filter(|c| *c.sort() == Sort::Int).map(linear);
            Some(parts.collect::<Option<Vec<_>>>()?.into_iter().flatten().collect())
        }
        _ => None,
    }
}

/// Calls `see` on every subterm without bound variables.
pub fn collect(t: &Term, bound: &mut Vec<Var>, see: &mut dyn FnMut(&Term)) {
    let mut inner = Vec::new();
    t.visit(&mut |t| {
        if bound.is_empty() || !t.mentions_any(bound.iter()) {
            see(t);
        }
        if let Kind::Quant(_, vars, body) = t.kind() {
            inner.push((vars.clone(), body.clone()));
            return false;
        }
        true
    });
    for (vars, body) in inner {
        let depth = bound.len();
        bound.extend(vars);
        collect(&body, bound, see);
        bound.truncate(depth);
    }
}
