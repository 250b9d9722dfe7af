//! Values: what terms evaluate to.

use crate::{Int, Sort, Term, float};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::Arc;

/// A value of some sort.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Value {
    /// A truth value.
    Bool(bool),
    /// An integer.
    Int(Int),
    /// A reference; zero is null.
    Ref(i64),
    /// A floating-point number, by its [code](crate::float).
    Float(i64),
    /// A total map.
    Map(Arc<MapValue>),
    /// A value that is not known, in a map. Terms do not evaluate to it, but to nothing.
    Unknown,
}

/// A total map: finitely many entries, and a default everywhere else.
///
/// No entry equals the default, so equality is extensional.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct MapValue {
    default: Value,
    entries: BTreeMap<Value, Value>,
}

impl MapValue {
    /// The map that is `default` everywhere.
    pub fn constant(default: Value) -> MapValue {
        MapValue {
            default,
            entries: BTreeMap::new(),
        }
    }

    /// The value at `key`.
    pub fn get(&self, key: &Value) -> &Value {
        self.entries.get(key).unwrap_or(&self.default)
    }

    /// Changes the value at `key`.
    pub fn set(&mut self, key: Value, value: Value) {
        if value == self.default {
            self.entries.remove(&key);
        } else {
            self.entries.insert(key, value);
        }
    }

    /// The value where there is no entry.
    pub fn default(&self) -> &Value {
        &self.default
    }

    /// The entries that differ from the default, by key.
    pub fn entries(&self) -> &BTreeMap<Value, Value> {
        &self.entries
    }
}

/// Objects from here on are of families, with so many numbers each.
const FAMILIES: i64 = 1 << 40;
const FAMILY: i64 = 1 << 20;

impl Value {
    /// The null reference.
    pub const NULL: Value = Value::Ref(0);

    /// An integer.
    pub fn int(i: impl Into<Int>) -> Value {
        Value::Int(i.into())
    }

    /// The floating-point number with a code; those that no double has stand for what is not a number.
    pub fn double(code: &Int) -> Value {
        let known = i64::try_from(code).map_or(f64::NAN, float::double);
        Value::Float(float::code(known))
    }

    /// A map value.
    pub fn map(map: MapValue) -> Value {
        Value::Map(Arc::new(map))
    }

    /// The simplest value of a sort: false, zero, null, or everywhere so.
    pub fn zero(sort: &Sort) -> Value {
        match sort {
            Sort::Bool => Value::Bool(false),
            Sort::Int => Value::Int(Int::ZERO),
            Sort::Ref => Value::NULL,
            Sort::Float => Value::Float(0),
            Sort::Map(kv) => Value::map(MapValue::constant(Value::zero(&kv.1))),
        }
    }

    /// Nothing is known: of a map, what it holds at any key.
    pub fn unknown(sort: &Sort) -> Value {
        match sort {
            Sort::Map(kv) => Value::map(MapValue::constant(Value::unknown(&kv.1))),
            _ => Value::Unknown,
        }
    }

    /// Is all of it known?
    pub fn is_known(&self) -> bool {
        match self {
            Value::Unknown => false,
            Value::Map(map) => map.default.is_known() && map.entries.values().all(Value::is_known),
            _ => true,
        }
    }

    /// Is it the same value as another one? None if that depends on what is not known.
    pub fn same(&self, other: &Value) -> Option<bool> {
        match (self, other) {
            (Value::Unknown, _) | (_, Value::Unknown) => None,
            (Value::Map(a), Value::Map(b)) => {
                let keys = a.entries.keys().chain(b.entries.keys());
                let mut pairs = keys.map(|k| (a.get(k), b.get(k))).collect::<Vec<_>>();
                pairs.push((&a.default, &b.default));
                let truths: Vec<Option<bool>> = pairs.into_iter().map(|(x, y)| x.same(y)).collect();
                if truths.contains(&Some(false)) {
                    return Some(false);
                }
                (!truths.contains(&None)).then_some(true)
            }
            (Value::Ref(a), Value::Ref(b)) if a != b && self.family().is_some() && self.family() == other.family() => {
                None
            }
            _ => Some(self == other),
        }
    }

    /// An object of a family: of two of them it is not known whether they are one.
    pub fn of_family(family: i64, number: i64) -> Value {
        Value::Ref(FAMILIES + family * FAMILY + number % FAMILY)
    }

    /// The family of an object, if it is of one.
    pub fn family(&self) -> Option<i64> {
        match self {
            Value::Ref(n) if *n >= FAMILIES => Some((n - FAMILIES) / FAMILY),
            _ => None,
        }
    }

    /// What is known of a value that is this one or another one.
    pub fn joined(&self, other: &Value) -> Value {
        match (self, other) {
            (Value::Map(a), Value::Map(b)) => {
                let mut map = MapValue::constant(a.default.joined(&b.default));
                for key in a.entries.keys().chain(b.entries.keys()) {
                    map.set(key.clone(), a.get(key).joined(b.get(key)));
                }
                Value::map(map)
            }
            _ if self == other => self.clone(),
            _ => Value::Unknown,
        }
    }

    /// The truth value, if it is one.
    pub fn as_bool(&self) -> Option<bool> {
        match self {
            Value::Bool(b) => Some(*b),
            _ => None,
        }
    }

    /// The integer, if it is one.
    pub fn as_int(&self) -> Option<&Int> {
        match self {
            Value::Int(i) => Some(i),
            _ => None,
        }
    }

    /// The map, if it is one.
    pub fn as_map(&self) -> Option<&MapValue> {
        match self {
            Value::Map(m) => Some(m),
            _ => None,
        }
    }

    /// The value with another one at some keys, from the outer map to the inner one; without keys, that one.
    pub fn written(&self, keys: &[Value], value: Value) -> Value {
        match (keys.split_first(), self) {
            (Some((key, rest)), Value::Map(map)) => {
                let mut changed = MapValue::clone(map);
                changed.set(key.clone(), map.get(key).written(rest, value));
                Value::map(changed)
            }
            _ => value,
        }
    }

    /// Adds the references that occur in the value.
    pub fn objects(&self, found: &mut BTreeSet<Value>) {
        match self {
            Value::Ref(_) => {
                found.insert(self.clone());
            }
            Value::Map(map) => {
                map.default.objects(found);
                map.entries.iter().for_each(|(k, v)| {
                    k.objects(found);
                    v.objects(found);
                });
            }
            _ => {}
        }
    }

    /// A constant term for the value, where the logic has one (not for non-null references).
    pub fn term(&self, sort: &Sort) -> Option<Term> {
        self.term_with(sort, &mut |_| None)
    }

    /// A term for the value, where `object` gives one for every non-null reference in it.
    pub fn term_with(&self, sort: &Sort, object: &mut dyn FnMut(i64) -> Option<Term>) -> Option<Term> {
        match (self, sort) {
            (Value::Bool(b), Sort::Bool) => Some(Term::bool(*b)),
            (Value::Int(i), Sort::Int) => Some(Term::int(i.clone())),
            (Value::Ref(0), Sort::Ref) => Some(Term::null()),
            (Value::Ref(r), Sort::Ref) => object(*r),
            (Value::Float(code), Sort::Float) => Some(float::coded(*code)),
            (Value::Map(m), Sort::Map(kv)) => {
                let mut term = Term::constant_map(kv.0.clone(), m.default.term_with(&kv.1, object)?);
                for (k, v) in &m.entries {
                    let (k, v) = (k.term_with(&kv.0, object)?, v.term_with(&kv.1, object)?);
                    term = Term::store(term, k, v);
                }
                Some(term)
            }
            _ => None,
        }
    }
}

/// `true`, `-3`, `null`, `@2`, `[0: 1, 2: 5, _: 0]`.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Bool(b) => write!(f, "{b}"),
            Value::Int(i) => write!(f, "{i}"),
            Value::Ref(0) => f.write_str("null"),
            Value::Ref(r) => write!(f, "@{r}"),
            Value::Float(code) => f.write_str(&float::text(float::double(*code))),
            Value::Map(m) => {
                f.write_str("[")?;
                for (k, v) in &m.entries {
                    write!(f, "{k}: {v}, ")?;
                }
                write!(f, "_: {}]", m.default)
            }
            Value::Unknown => f.write_str("?"),
        }
    }
}
