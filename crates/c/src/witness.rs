//! States of functions in the terms of their source.

mod contract;
mod definitions;
mod formula;
mod linked;
mod logic_functions;
mod test;
mod test_input;
mod test_oracle;
mod values;

pub use contract::{ContractInC, contract_in_c};
pub use values::Values;

use crate::lower::{Part, Shape};
use crate::types::Type;
use abide_base::Heap;
use abide_logic::{MapValue, Term, Value, Var, eval};
pub use test::{FAILS, Failure, UNSEEN, test_program};
use values::{Here, distance, latest, named};

/// Elements shown of one block.
const SHOWN: i64 = 24;

/// The input of a function: parameters and global variables.
pub fn inputs(shape: &Shape, state: &Values) -> Vec<(String, String)> {
    let all = shape.params.iter().chain(&shape.globals);
    all.filter_map(|(name, ty, parts)| Some((name.clone(), show(shape, state, ty, parts)?)))
        .collect()
}

/// A state inside a function: its variables as well.
pub fn state(shape: &Shape, state: &Values) -> Vec<(String, String)> {
    let all = shape.params.iter().chain(&shape.globals).chain(&shape.locals);
    latest(all.filter_map(|(name, ty, parts)| Some((name.clone(), show(shape, state, ty, parts)?))))
}

/// The structures one comes to from the pointers of a state: from those of the input, or from all
/// of them.
pub fn heap(shape: &Shape, state: &Values, inside: bool) -> Option<Heap> {
    linked::heap(shape, state, inside)
}

/// A value, with what it points to.
fn show(shape: &Shape, state: &Values, ty: &Type, parts: &[Term]) -> Option<String> {
    let values = parts
        .iter()
        .map(|t| eval(t, &Here(state)))
        .collect::<Option<Vec<Value>>>()?;
    match (ty, values.as_slice()) {
        (Type::Int(_) | Type::Bits(..) | Type::Integer, [Value::Int(i)]) => Some(i.to_string()),
        (Type::Float(_), [number @ Value::Float(_)]) => Some(number.to_string()),
        (Type::Pointer(to), [block @ Value::Ref(_), Value::Int(offset)]) => {
            let offset = i64::try_from(offset).ok()?;
            Some(pointer(shape, state, to, block, offset))
        }
        // a structure that stands alone
        (Type::Pointer(_), [block @ Value::Ref(_)]) => Some(match *block == null() {
            true => "NULL".to_string(),
            false => named(block),
        }),
        (Type::Array(of, Some(n)), [Value::Map(map)]) if of.as_int().is_some() || matches!(**of, Type::Float(_)) => {
            let n = i64::try_from(*n).ok()?.min(SHOWN);
            let elements: Vec<String> = (0..n).map(|i| map.get(&Value::int(i)).to_string()).collect();
            Some(format!("{{{}}}", elements.join(", ")))
        }
        _ => None,
    }
}

fn pointer(shape: &Shape, state: &Values, to: &Type, block: &Value, offset: i64) -> String {
    if *block == null() {
        return "NULL".to_string();
    }
    let name = named(block);
    let at = distance(offset);
    let bound = |var: &Var| {
        let map = state.get(var)?.as_map()?.clone();
        i64::try_from(map.get(block).as_int()?).ok()
    };
    let bounds = shape.bounds.as_ref().and_then(|(l, h)| Some((bound(l)?, bound(h)?)));
    let Some((low, high)) = bounds else {
        return format!("{name}{at}");
    };
    let cells: Vec<_> = shape
        .cells
        .iter()
        .filter(|(root, leaf, _)| root == to && leaf.depth == 0 && matches!(leaf.part, Part::Int | Part::Float))
        .collect();
    let contents = |map: &Var, i: i64| -> Option<String> {
        let blocks: MapValue = state.get(map)?.as_map()?.clone();
        let own = blocks.get(block);
        Some(own.as_map().map_or(own, |own| own.get(&Value::int(i))).to_string())
    };
    let first = low.max(offset - SHOWN / 2);
    let last = high.min(first + SHOWN);
    let mut elements = Vec::new();
    for i in first..last {
        let fields: Vec<String> = cells
            .iter()
            .filter_map(|(_, leaf, map)| {
                let value = contents(map, i)?;
                Some(match leaf.path.is_empty() {
                    true => value,
                    false => format!("{} = {value}", leaf.path),
                })
            })
            .collect();
        elements.push(match fields.as_slice() {
            [one] if !one.contains('=') => one.clone(),
            several => format!("{{{}}}", several.join(", ")),
        });
    }
    let more = if last < high { ", …" } else { "" };
    let from = if first != 0 {
        format!("from {first}: ")
    } else {
        String::new()
    };
    match high <= low {
        true => format!("{name}{at}, which is empty"),
        false => format!("{name}{at}: {from}{{{}{more}}}", elements.join(", ")),
    }
}

fn null() -> Value {
    eval(&Term::null(), &Here(&Values::new())).unwrap_or(Value::int(0))
}
