//! Objects that a run makes.

use crate::state::{Here, Values};
use abide_ir::cfg::{Cfg, CommandKind};
use abide_logic::heap::TYPE_OF;
use abide_logic::{Kind, Sort, Term, Value, Var, eval};

/// Does the command choose an object of which the next one denies something (`!allocated[new]`), a new one? An object of
/// which nothing is assumed but its type and what maps hold of it may be a new one, too.
pub(crate) fn is_allocation(command: &CommandKind, next: Option<&CommandKind>) -> bool {
    let var = match command {
        CommandKind::Havoc(vars) => match vars.as_slice() {
            [var] => var,
            _ => return false,
        },
        CommandKind::Assign(pairs) => match pairs.as_slice() {
            [(var, value)] if value.as_var().is_some() => var,
            _ => return false,
        },
        _ => return false,
    };
    let Some(CommandKind::Assume(wanted)) = next else {
        return false;
    };
    let parts = wanted.conjuncts();
    let is_value = || {
        let is_type = |part: &Term| reads_equal(part, var).is_some_and(|map| map.name() == TYPE_OF);
        let mut others = parts.iter().filter(|part| reads_equal(part, var).is_none());
        parts.iter().any(is_type) && others.all(|part| *part == Term::ne(var.term(), Term::null()))
    };
    *var.sort() == Sort::Ref && (parts.iter().any(|part| is_denied(part, var)) || is_value())
}

/// The map that an equation says the value of at `var`.
fn reads_equal<'t>(part: &'t Term, var: &Var) -> Option<&'t Var> {
    let Kind::Eq(a, b) = part.kind() else { return None };
    read_at(a, var).or_else(|| read_at(b, var))
}

fn is_denied(part: &Term, var: &Var) -> bool {
    match part.kind() {
        Kind::Not(inner) => read_at(inner, var).is_some_and(|m| *m.sort() == Sort::map(Sort::Ref, Sort::Bool)),
        _ => false,
    }
}

/// Allocates an object: a fresh one, for which what the next command assumes is made true if it can be.
///
/// Where a map that is never written is assumed to hold a value at the object, or to be true of it, the map gets that
/// value: as it was never read there, it may have held it from the start. What is denied of the object
/// (`!allocated[new]`) is made false in all maps from objects to truth values that are only ever copied and changed
/// at single objects. This is how objects are allocated whose type and length never change. Returns the object and
/// the entries that maps were given, if it was possible.
pub(crate) fn new_object(
    cfg: &Cfg,
    var: &Var,
    wanted: &Term,
    state: &mut Values,
) -> Option<(Value, Vec<(Var, Value)>)> {
    let truths = Sort::map(Sort::Ref, Sort::Bool);
    let wanted = wanted.conjuncts();
    let refs = Here(state).all(&Sort::Ref);
    let last = refs.iter().filter_map(|v| match v {
        Value::Ref(r) => Some(*r),
        _ => None,
    });
    let next = last.max().unwrap_or(0).max(0).checked_add(1)?;
    let fresh = Value::Ref(next);
    let mut given: Vec<(Var, Value)> = Vec::new();
    for part in &wanted {
        let Kind::Eq(a, b) = part.kind() else { continue };
        for (read, term) in [(a, b), (b, a)] {
            let Some(map) = read_at(read, var) else { continue };
            let value = match term.as_var() == Some(var) {
                true => Some(fresh.clone()),
                false => eval(term, &Here(state)),
            };
            let value = value?;
            if writes(cfg, map).next().is_some() || is_in_general_fact(cfg, map) {
                return None;
            }
            given.push((map.clone(), value));
            break;
        }
    }
    let boolean: Vec<Var> = state.keys().filter(|v| *v.sort() == truths).cloned().collect();
    let pointwise = |v: &Var| writes(cfg, v).all(|term| term.is_none_or(is_pointwise));
    if !boolean.iter().all(pointwise) {
        return None;
    }
    given.extend(boolean.into_iter().map(|v| (v, Value::Bool(false))));
    for map in wanted.iter().filter_map(|part| read_at(part, var)) {
        if writes(cfg, map).next().is_some() || is_in_general_fact(cfg, map) {
            return None;
        }
        given.push((map.clone(), Value::Bool(true)));
    }
    for (map, value) in &given {
        if let Some(Value::Map(old)) = state.get(map) {
            let mut changed = old.as_ref().clone();
            changed.set(fresh.clone(), value.clone());
            state.insert(map.clone(), Value::map(changed));
        }
    }
    state.insert(var.clone(), fresh.clone());
    Some((fresh, given))
}

/// The map, if the term reads one at `var`.
fn read_at<'t>(term: &'t Term, var: &Var) -> Option<&'t Var> {
    match term.kind() {
        Kind::Select(map, key) if key.as_var() == Some(var) => map.as_var(),
        _ => None,
    }
}

/// What a variable is ever assigned; nothing where it is given an arbitrary value.
fn writes<'c>(cfg: &'c Cfg, var: &'c Var) -> impl Iterator<Item = Option<&'c Term>> {
    let commands = cfg.blocks.iter().flat_map(|b| &b.commands);
    commands.flat_map(move |c| -> Vec<Option<&'c Term>> {
        match &c.kind {
            CommandKind::Assign(pairs) => pairs.iter().filter(|(v, _)| v == var).map(|(_, t)| Some(t)).collect(),
            CommandKind::Havoc(vars) if vars.contains(var) => vec![None],
            _ => Vec::new(),
        }
    })
}

/// Is there an assumption about all values of a map? Then it may not be given one afterwards.
fn is_in_general_fact(cfg: &Cfg, map: &Var) -> bool {
    let commands = cfg.blocks.iter().flat_map(|b| &b.commands);
    let mut assumed = commands.filter_map(|c| match &c.kind {
        CommandKind::Assume(formula) => Some(formula),
        _ => None,
    });
    assumed.any(|f| is_general(f, map, &[]))
}

/// Does a formula read the map at a key that depends on these binders?
fn is_general(t: &Term, map: &Var, bound: &[Var]) -> bool {
    match t.kind() {
        Kind::Var(v) => v == map && !bound.is_empty(),
        Kind::Select(m, key) if m.as_var() == Some(map) => key.mentions_any(bound) || is_general(key, map, bound),
        Kind::Quant(_, vars, body) => is_general(body, map, &[bound, vars].concat()),
        kind => kind.children().any(|c| is_general(c, map, bound)),
    }
}

/// Is the map another one changed at single objects?
fn is_pointwise(map: &Term) -> bool {
    match map.kind() {
        Kind::Var(_) => true,
        Kind::Store(inner, _, _) => is_pointwise(inner),
        Kind::Ite(_, a, b) => is_pointwise(a) && is_pointwise(b),
        _ => false,
    }
}
