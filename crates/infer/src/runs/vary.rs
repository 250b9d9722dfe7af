//! What inputs are made from, and how they are varied.

use abide_exec::state::Here;
use abide_exec::{Draw, Values};
use abide_ir::cfg::{Cfg, CommandKind};
use abide_logic::{Env, Int, Kind, MapValue, Sort, Term, Value, Var};
use std::collections::BTreeSet;

/// The variables whose first values matter: inputs, and locals that are read before they are written.
pub fn first_values(cfg: &Cfg) -> Vec<Var> {
    live(cfg)[cfg.entry.index()].iter().cloned().collect()
}

/// By block, the variables whose values at its start may matter later.
pub fn live(cfg: &Cfg) -> Vec<BTreeSet<Var>> {
    let mut live: Vec<BTreeSet<Var>> = vec![BTreeSet::new(); cfg.blocks.len()];
    let mut order = cfg.order();
    order.reverse();
    loop {
        let mut changed = false;
        for id in &order {
            let block = cfg.block(*id);
            let mut here: BTreeSet<Var> = BTreeSet::new();
            for edge in &block.edges {
                here.extend(live[edge.to.index()].iter().cloned());
                here.extend(edge.guard.free_vars());
            }
            for command in block.commands.iter().rev() {
                match &command.kind {
                    CommandKind::Assume(f) => here.extend(f.free_vars()),
                    CommandKind::Assert(check) => here.extend(check.formula.free_vars()),
                    CommandKind::Havoc(vars) => here.retain(|v| !vars.contains(v)),
                    CommandKind::Assign(pairs) => {
                        here.retain(|v| pairs.iter().all(|(w, _)| v != w));
                        here.extend(pairs.iter().flat_map(|(_, t)| t.free_vars()));
                    }
                }
            }
            changed |= here != live[id.index()];
            live[id.index()] = here;
        }
        if !changed {
            return live;
        }
    }
}

/// The numbers a routine mentions.
pub fn numbers(cfg: &Cfg) -> Vec<Int> {
    let mut found = BTreeSet::new();
    let mut see = |t: &Term| {
        t.visit(&mut |t| {
            if let Kind::Int(i) = t.kind() {
                found.insert(i.clone());
            }
            true
        });
    };
    for block in &cfg.blocks {
        for command in &block.commands {
            match &command.kind {
                CommandKind::Assume(f) => see(f),
                CommandKind::Assert(check) => see(&check.formula),
                CommandKind::Assign(pairs) => pairs.iter().for_each(|(_, t)| see(t)),
                CommandKind::Havoc(_) => {}
            }
        }
        block.edges.iter().for_each(|e| see(&e.guard));
    }
    let fits = |i: &Int| *i < Int::from(10_000) && *i > Int::from(-10_000);
    found.into_iter().filter(fits).collect()
}

/// Sometimes a number that occurs in a map, or its neighbour; sometimes another number for an object;
/// sometimes new contents for a map: small changes leave most of it equal.
pub fn shuffle(draw: &mut Draw, open: &[Var], state: &mut Values) {
    let integers: Vec<&Var> = open.iter().filter(|v| *v.sort() == Sort::Int).collect();
    let occurring = Here(state).candidates(&Sort::Int);
    let some = |draw: &mut Draw| -> Option<Value> {
        let known = occurring.get(draw.below(occurring.len().max(1)))?.as_int()?;
        Some(Value::Int(known + Int::from(draw.below(3)) - Int::ONE))
    };
    if !integers.is_empty()
        && draw.below(3) == 0
        && let Some(value) = some(draw)
    {
        state.insert(integers[draw.below(integers.len())].clone(), value);
    }
    let fields = |v: &&Var| {
        v.sort()
            .as_map()
            .is_some_and(|(k, v)| *k == Sort::Ref && *v == Sort::Int)
    };
    let fields: Vec<&Var> = open.iter().filter(fields).collect();
    let objects = Here(state).candidates(&Sort::Ref);
    if !fields.is_empty() && !objects.is_empty() && draw.below(2) == 0 {
        let field = fields[draw.below(fields.len())];
        let object = objects[draw.below(objects.len())].clone();
        if let Some(Value::Map(old)) = state.get(field) {
            let mut map = MapValue::clone(old);
            map.set(object, draw.value(&Sort::Int));
            state.insert(field.clone(), Value::map(map));
        }
    }
    if draw.below(2) == 0 {
        contents(draw, open, state);
    }
}

/// New contents for a map: what arrays hold; maps from references are fields, types and lengths, and hang
/// together.
pub fn contents(draw: &mut Draw, open: &[Var], state: &mut Values) {
    let holds = |v: &&Var| {
        v.sort()
            .as_map()
            .is_some_and(|(k, v)| *k == Sort::Int || matches!(v, Sort::Map(_)))
    };
    let maps: Vec<&Var> = open.iter().filter(holds).collect();
    if maps.is_empty() {
        return;
    }
    let var = maps[draw.below(maps.len())];
    let new = match (state.get(var), var.sort()) {
        // the contents of arrays, each array apart
        (Some(Value::Map(old)), Sort::Map(kv)) if matches!(kv.1, Sort::Map(_)) => {
            let mut map = MapValue::clone(old);
            let mut keys: BTreeSet<Value> = old.entries().keys().cloned().collect();
            keys.extend(state.iter().filter(|(v, _)| *v.sort() == kv.0).map(|(_, x)| x.clone()));
            for key in keys {
                map.set(key, draw.value(&kv.1));
            }
            Value::map(map)
        }
        (_, sort) => draw.value(sort),
    };
    state.insert(var.clone(), new);
}
