//! Maps of numbers that are changed in place.

use crate::progression::number;
use abide_logic::{Int, MapValue, Sort, Value};
use std::collections::HashMap;

/// Keys of a map that are kept in a row, at the most.
const ROW: usize = 1 << 22;

/// A map from numbers to numbers, or to such maps.
#[derive(Clone, Debug)]
pub(super) enum Table {
    Numbers(Numbers),
    Tables(Box<Table>, HashMap<i128, Table>),
}

/// A map from numbers to numbers: those of the keys from zero on are kept in a row.
#[derive(Clone, Debug)]
pub(super) struct Numbers {
    default: i128,
    row: Vec<i128>,
    others: HashMap<i128, i128>,
}

impl Numbers {
    fn constant(default: i128) -> Numbers {
        Numbers {
            default,
            row: Vec::new(),
            others: HashMap::new(),
        }
    }

    #[inline]
    pub(super) fn get(&self, key: i128) -> i128 {
        if let Some(value) = usize::try_from(key).ok().and_then(|k| self.row.get(k)) {
            return *value;
        }
        if self.others.is_empty() {
            return self.default;
        }
        self.others.get(&key).copied().unwrap_or(self.default)
    }

    /// How many keys were written.
    pub(super) fn len(&self) -> usize {
        self.row.len() + self.others.len()
    }

    /// Is every key whose number here is not zero one whose number there is not zero?
    pub(super) fn is_within(&self, other: &Numbers) -> bool {
        let rows = self.row.len().max(other.row.len());
        let keys = || {
            (0..rows as i128)
                .chain(self.others.keys().copied())
                .chain(other.others.keys().copied())
        };
        match self.default {
            // only what was written here counts
            0 => {
                let row = self.row.iter().enumerate().map(|(k, v)| (k as i128, *v));
                let mut all = row.chain(self.others.iter().map(|(k, v)| (*k, *v)));
                all.all(|(k, v)| v == 0 || other.get(k) != 0)
            }
            _ => other.default != 0 && keys().all(|k| self.get(k) == 0 || other.get(k) != 0),
        }
    }

    fn set(&mut self, key: i128, value: i128) {
        let index = usize::try_from(key)
            .ok()
            .filter(|k| *k < ROW && *k < 2 * self.row.len() + 64);
        let Some(index) = index else {
            self.others.insert(key, value);
            return;
        };
        while self.row.len() <= index {
            let next = self.row.len() as i128;
            let held = self.others.remove(&next).unwrap_or(self.default);
            self.row.push(held);
        }
        self.row[index] = value;
    }
}

impl Table {
    /// The table of a value of a sort of maps.
    pub(super) fn of(value: &Value, sort: &Sort) -> Option<Table> {
        let (_, held) = sort.as_map()?;
        let map = value.as_map()?;
        let mut table = match held {
            Sort::Map(_) => Table::Tables(Box::new(Table::of(map.default(), held)?), HashMap::new()),
            _ => Table::Numbers(Numbers::constant(number(map.default())?)),
        };
        for (key, value) in map.entries() {
            let key = number(key)?;
            match &mut table {
                Table::Numbers(numbers) => numbers.set(key, number(value)?),
                Table::Tables(_, inner) => drop(inner.insert(key, Table::of(value, held)?)),
            }
        }
        Some(table)
    }

    /// The value that it stands for.
    pub(super) fn value(&self, sort: &Sort) -> Option<Value> {
        let (key, held) = sort.as_map()?;
        Some(Value::map(match self {
            Table::Numbers(numbers) => {
                let mut map = MapValue::constant(of_number(numbers.default, held)?);
                let row = numbers.row.iter().enumerate().map(|(k, v)| (k as i128, *v));
                let all = row.chain(numbers.others.iter().map(|(k, v)| (*k, *v)));
                for (k, v) in all.filter(|(_, v)| *v != numbers.default) {
                    map.set(of_number(k, key)?, of_number(v, held)?);
                }
                map
            }
            Table::Tables(default, inner) => {
                let mut map = MapValue::constant(default.value(held)?);
                for (k, table) in inner {
                    map.set(of_number(*k, key)?, table.value(held)?);
                }
                map
            }
        }))
    }

    /// The table that holds one number everywhere.
    pub(super) fn constant(number: i128) -> Table {
        Table::Numbers(Numbers::constant(number))
    }

    pub(super) fn numbers(&self) -> Option<&Numbers> {
        match self {
            Table::Numbers(numbers) => Some(numbers),
            Table::Tables(..) => None,
        }
    }

    /// The table at a key.
    pub(super) fn inner(&self, key: i128) -> Option<&Table> {
        match self {
            Table::Numbers(_) => None,
            Table::Tables(default, inner) => Some(inner.get(&key).unwrap_or(default)),
        }
    }

    /// Writes a number at keys, from the outer table to the inner one.
    pub(super) fn write(&mut self, keys: &[i128], value: i128) -> Option<()> {
        match (self, keys) {
            (Table::Numbers(numbers), [key]) => numbers.set(*key, value),
            (Table::Tables(default, inner), [key, rest @ ..]) => {
                let table = inner.entry(*key).or_insert_with(|| Table::clone(default));
                table.write(rest, value)?;
            }
            _ => return None,
        }
        Some(())
    }
}

/// The value of a sort that a number stands for.
pub(super) fn of_number(number: i128, sort: &Sort) -> Option<Value> {
    Some(match sort {
        Sort::Int => Value::Int(Int::from(number)),
        Sort::Bool => Value::Bool(number != 0),
        Sort::Ref => Value::Ref(i64::try_from(number).ok()?),
        Sort::Float => Value::Float(i64::try_from(number).ok()?),
        Sort::Map(_) => return None,
    })
}
