//! Objects that a routine is given and that are different ones.

use abide_ir::cfg::{Cfg, CommandKind};
use abide_logic::{Int, Kind, Sort, Term, Var};
use std::collections::{BTreeMap, BTreeSet};

/// Inputs that are objects of which what is assumed first says that they are different ones, as strings of the source
/// are, and variables whose address is taken: not null, and with numbers in one map. Those with the same number may be one
/// object, as strings may that say the same. Which objects they are otherwise makes no difference.
pub(super) fn told_apart(cfg: &Cfg) -> Vec<Vec<Var>> {
    let assumed = cfg.block(cfg.entry).commands.iter().map_while(|c| match &c.kind {
        CommandKind::Assume(formula) => Some(formula.conjuncts()),
        _ => None,
    });
    let (mut objects, mut numbers) = (BTreeSet::new(), BTreeMap::<Var, BTreeMap<Int, BTreeSet<Var>>>::new());
    for fact in assumed.flatten() {
        match fact.kind() {
            Kind::Not(denied) => match denied.kind() {
                Kind::Eq(a, b) if *b == Term::null() => objects.extend(a.as_var().cloned()),
                Kind::Eq(a, b) if *a == Term::null() => objects.extend(b.as_var().cloned()),
                _ => {}
            },
            Kind::Eq(a, b) => {
                for (place, number) in [(a, b), (b, a)] {
                    if let (Kind::Select(map, key), Kind::Int(number)) = (place.kind(), number.kind())
                        && let (Some(map), Some(key)) = (map.as_var(), key.as_var())
                        && *key.sort() == Sort::Ref
                    {
                        let of_map = numbers.entry(map.clone()).or_default();
                        of_map.entry(number.clone()).or_default().insert(key.clone());
                    }
                }
            }
            _ => {}
        }
    }
    let families = |of_map: BTreeMap<Int, BTreeSet<Var>>| -> Vec<Vec<Var>> {
        let objects = |family: BTreeSet<Var>| family.into_iter().filter(|v| objects.contains(v)).collect();
        let all = of_map.into_values().map(objects);
        all.filter(|family: &Vec<Var>| !family.is_empty()).collect()
    };
    numbers
        .into_values()
        .map(families)
        .max_by_key(Vec::len)
        .unwrap_or_default()
}
