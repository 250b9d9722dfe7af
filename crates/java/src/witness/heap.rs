//! The values of a state, read as Java's objects, and shown to people.

use super::failure::Values;
use crate::lower::Shape;
use crate::types::DIMENSION;
use abide_logic::{Int, MapValue, Value, Var};
use std::collections::BTreeMap;

/// How many elements of an array are shown.
const SHOWN: usize = 32;

/// How deep objects are shown inside each other.
const DEPTH: usize = 4;

/// A state with the meaning of its variables.
#[derive(Clone, Copy)]
pub(super) struct Heap<'a> {
    pub shape: &'a Shape,
    pub state: &'a Values,
}

impl<'a> Heap<'a> {
    /// The value of a variable; the simplest of its sort where the state has none.
    pub fn value(self, var: &Var) -> Value {
        self.state.get(var).cloned().unwrap_or_else(|| Value::zero(var.sort()))
    }

    /// What a map holds at an object.
    pub fn at(self, map: &Var, object: i64) -> Value {
        match self.value(map) {
            Value::Map(m) => m.get(&Value::Ref(object)).clone(),
            _ => Value::NULL,
        }
    }

    /// What a map that the shape does not list holds at an object.
    pub fn named(self, name: &str, object: i64) -> Option<Value> {
        let var = self.state.keys().find(|v| v.name() == name)?;
        Some(self.at(var, object))
    }

    /// The length of an array.
    pub fn length(self, array: i64) -> usize {
        let length = self.shape.lengths.as_ref().map(|v| self.at(v, array));
        length.and_then(|l| usize::try_from(l.as_int()?).ok()).unwrap_or(0)
    }

    /// The contents of an array whose elements have a type, as the shape names it.
    pub fn contents(self, array: i64, element: &str) -> Value {
        let map = self.shape.arrays.iter().find(|(_, ty)| ty == element);
        map.map_or(Value::NULL, |(map, _)| self.at(map, array))
    }

    /// The number of an object's dynamic type.
    pub fn number(self, object: i64) -> Option<i64> {
        let number = self.at(self.shape.types.as_ref()?, object);
        i64::try_from(number.as_int()?).ok()
    }

    /// The constant that an object is: of an enum, or a literal.
    pub fn constant(self, object: i64) -> Option<&'a str> {
        let is = |var: &Var| self.state.get(var) == Some(&Value::Ref(object));
        let constants = &self.shape.constants;
        constants.iter().find(|(var, _)| is(var)).map(|(_, name)| name.as_str())
    }

    /// The length of a string.
    pub fn string_length(self, string: i64) -> usize {
        let length = self.named("\\length", string);
        length.and_then(|l| usize::try_from(l.as_int()?).ok()).unwrap_or(0)
    }

    /// The dynamic type as far as the shape names it.
    pub fn type_name(self, object: i64, declared: &str) -> String {
        let Some(number) = self.number(object).filter(|n| *n > 0) else {
            return declared.to_string();
        };
        let (dims, base) = (number / DIMENSION, number % DIMENSION);
        let class = self.shape.classes.iter().find(|(n, _)| *n == base);
        match class {
            Some((_, name)) => name.clone() + &"[]".repeat(usize::try_from(dims).unwrap_or(0)),
            None => declared.to_string(),
        }
    }

    /// The fields that an object of a class has, as far as the shape can tell: those of its
    /// class, of the declared type, and any other for which the state has a value of its own.
    pub fn fields(self, object: i64, class: &str, declared: &str) -> Vec<(&'a str, &'a str, Value)> {
        let number = |name: &str| self.shape.classes.iter().find(|(_, n)| n == name).map(|(i, _)| *i);
        let own = number(class);
        let mut found = Vec::new();
        for (map, owner, name, ty) in &self.shape.fields {
            let known = owner == class || owner == declared;
            let above = number(owner).is_none_or(|n| own.is_none_or(|own| n < own));
            let entry = || match self.state.get(map) {
                Some(Value::Map(m)) => m.entries().contains_key(&Value::Ref(object)),
                _ => false,
            };
            if known || above && entry() {
                found.push((name.as_str(), ty.as_str(), self.at(map, object)));
            }
        }
        found
    }
}

/// The type of an array's elements, from the array's type.
fn element(ty: &str) -> Option<&str> {
    ty.strip_suffix("[]")
}

/// The name of the map that holds elements of a type.
pub(super) fn elements_key(element: &str) -> &str {
    match element {
        "boolean" | "byte" | "short" | "char" | "int" | "long" | "double" | "\\bigint" => element,
        _ => "Object",
    }
}

/// Writes the values of a state as Java would.
pub(super) struct Show<'a> {
    heap: Heap<'a>,
    /// How often each object is met.
    met: BTreeMap<i64, usize>,
    /// Names of objects that are met more than once, when they have been shown.
    names: BTreeMap<i64, String>,
}

impl<'a> Show<'a> {
    /// Looks at all values that are to be shown, for objects that are shared.
    pub fn new(heap: Heap<'a>, roots: &[(Value, &str)]) -> Show<'a> {
        let mut show = Show {
            heap,
            met: BTreeMap::new(),
            names: BTreeMap::new(),
        };
        for (value, ty) in roots {
            show.meet(value, ty, 0);
        }
        show
    }

    fn meet(&mut self, value: &Value, ty: &str, depth: usize) {
        let Value::Ref(object) = value else { return };
        if *object == 0 || depth > DEPTH || self.heap.constant(*object).is_some() {
            return;
        }
        let times = self.met.entry(*object).or_insert(0);
        *times += 1;
        if *times > 1 {
            return;
        }
        let class = self.heap.type_name(*object, ty);
        match element(&class) {
            Some(element) => {
                for value in self.elements(*object, element) {
                    self.meet(&value, element, depth + 1);
                }
            }
            None => {
                for (_, ty, value) in self.heap.fields(*object, &class, ty) {
                    self.meet(&value, ty, depth + 1);
                }
            }
        }
    }

    /// The elements of an array that are shown.
    fn elements(&self, array: i64, element: &str) -> Vec<Value> {
        let contents = self.heap.contents(array, elements_key(element));
        let shown = self.heap.length(array).min(SHOWN);
        // what the method does not speak of is zero
        let zero = match elements_key(element) {
            "Object" => Value::NULL,
            "boolean" => Value::Bool(false),
            _ => Value::int(0),
        };
        let at = |i: usize| contents.as_map().map(|c| c.get(&Value::int(i)).clone());
        (0..shown).map(|i| at(i).unwrap_or_else(|| zero.clone())).collect()
    }

    /// A value of a type.
    pub fn value(&mut self, value: &Value, ty: &str, depth: usize) -> String {
        match value {
            Value::Bool(b) => b.to_string(),
            Value::Int(i) if ty == "char" => character(i),
            Value::Int(i) => i.to_string(),
            Value::Ref(0) => "null".into(),
            Value::Ref(object) => self.object(*object, ty, depth),
            Value::Map(set) => self.set(set),
            Value::Float(_) | Value::Unknown => value.to_string(),
        }
    }

    /// A set of objects, unless it has all but some.
    fn set(&self, set: &MapValue) -> String {
        let elements = set.entries().iter().filter(|(_, inside)| **inside == Value::Bool(true));
        let named = elements.map(|(object, _)| match object {
            Value::Ref(r) if *r != 0 => format!("{}@{r}", self.heap.type_name(*r, "Object")),
            _ => "null".into(),
        });
        match set.default() {
            Value::Bool(false) => format!("{{{}}}", named.collect::<Vec<_>>().join(", ")),
            _ => "…".into(),
        }
    }

    fn object(&mut self, object: i64, declared: &str, depth: usize) -> String {
        if let Some(constant) = self.heap.constant(object) {
            return constant.to_string();
        }
        if let Some(name) = self.names.get(&object) {
            return name.clone();
        }
        let class = self.heap.type_name(object, declared);
        let shared = self.met.get(&object).is_some_and(|n| *n > 1);
        let name = if shared {
            let name = format!("{class}@{object}");
            self.names.insert(object, name.clone());
            name
        } else {
            class.clone()
        };
        if class == "String" {
            return format!("{name}(length {})", self.heap.string_length(object));
        }
        if depth > DEPTH {
            return format!("{name}{{…}}");
        }
        if let Some(element) = element(&class) {
            let mut parts = Vec::new();
            for value in self.elements(object, element) {
                parts.push(self.value(&value, element, depth + 1));
            }
            let length = self.heap.length(object);
            if length > parts.len() {
                parts.push("…".into());
            }
            let name = if shared { name } else { String::new() };
            let more = if length > SHOWN {
                format!(" (length {length})")
            } else {
                String::new()
            };
            return format!("{name}{{{}}}{more}", parts.join(", "));
        }
        let fields = self.heap.fields(object, &class, declared);
        if fields.is_empty() {
            return name;
        }
        let mut parts = Vec::new();
        for (field, ty, value) in fields {
            parts.push(format!("{field}={}", self.value(&value, ty, depth + 1)));
        }
        format!("{name}{{{}}}", parts.join(", "))
    }
}

/// A character as Java writes it to people: by its number where it cannot be seen.
fn character(unit: &Int) -> String {
    let Ok(unit) = u16::try_from(unit) else {
        return unit.to_string();
    };
    match char::from_u32(u32::from(unit)) {
        Some('\'') => "'\\''".into(),
        Some('\\') => "'\\\\'".into(),
        Some(c @ ' '..='~') => format!("'{c}'"),
        _ => format!("'\\u{unit:04x}'"),
    }
}
