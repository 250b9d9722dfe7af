//! Strings and boxes of the input as expressions of the test.

use super::build::{Builder, WRITTEN};
use super::text;
use crate::types::IntKind;
use abide_logic::{MapValue, Value};
use std::fmt::Write;

impl Builder<'_, '_> {
    /// The number in a box.
    pub(super) fn held(&self, object: i64, kind: IntKind) -> Option<String> {
        let value = self.heap.named("\\value", object);
        let number = value.as_ref().and_then(Value::as_int).cloned().unwrap_or_default();
        text::integer(&number, kind)
    }

    pub(super) fn string(&self, string: i64) -> Option<String> {
        if let Some(constant) = self.heap.constant(string)
            && constant.chars().all(|c| (' '..='~').contains(&c))
            && !constant.contains("\\u{")
        {
            return Some(constant.to_string());
        }
        let length = self.heap.string_length(string);
        let chars = self.heap.named("\\chars", string);
        if length > WRITTEN {
            return long_string(length, chars.as_ref().and_then(Value::as_map));
        }
        let unit = |i: usize| {
            let value = chars.as_ref()?.as_map()?.get(&Value::int(i)).clone();
            u16::try_from(value.as_int()?).ok()
        };
        let literal = text::string((0..length).map(|i| unit(i).unwrap_or(0x61)));
        Some(format!("new String({literal})"))
    }
}

/// A string that is too long to be written out: one character again and again, and the others in their places.
fn long_string(length: usize, chars: Option<&MapValue>) -> Option<String> {
    let length = i64::try_from(length).ok().filter(|l| *l < 1 << 26)?;
    let unit = |value: &Value| u16::try_from(value.as_int()?).ok();
    let most = chars.and_then(|map| unit(map.default())).unwrap_or(0x61);
    let mut code = format!(
        "new StringBuilder({}.repeat({length}))",
        text::string([most].into_iter())
    );
    for (key, value) in chars.into_iter().flat_map(MapValue::entries) {
        let at = key.as_int().and_then(|at| i64::try_from(at).ok());
        if let (Some(at), Some(unit)) = (at.filter(|at| (0..length).contains(at)), unit(value)) {
            let _ = write!(code, ".replace({at}, {}, {})", at + 1, text::string([unit].into_iter()));
        }
    }
    Some(format!("{code}.toString()"))
}
