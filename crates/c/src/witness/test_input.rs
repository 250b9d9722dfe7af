//! The input of a failing program, built before the call: blocks of memory, pointers into them, global variables.
//!
//! Blocks are allocated with exactly the size they have, so that the sanitizers see where they end.

use super::formula::number;
use super::null;
use super::test::Test;
use crate::lower::{Part, is_const};
use crate::syntax::ast::Item;
use crate::types::{DataModel, Type, show_int};
use abide_ir::CheckKind;
use abide_logic::{Value, Var};
use std::fmt::Write;
use std::ops::Range;

/// Elements of a block, and blocks, that a test builds.
const ELEMENTS: i64 = 4096;
const BLOCKS: usize = 64;

/// Elements kept in front of where a pointer points to.
const NEAR: i64 = 256;

impl Test<'_> {
    /// What the test is called with: numbers; pointers are built inside.
    pub(super) fn arguments(&mut self) -> Option<Vec<String>> {
        let mut arguments = Vec::new();
        for (name, ty, parts) in &self.failure.shape.params {
            let values = parts.iter().map(|t| self.value(t)).collect::<Option<Vec<Value>>>()?;
            arguments.push(match (ty, values.as_slice()) {
                (Type::Int(_), [Value::Int(i)]) => number(i)?,
                (Type::Pointer(to), [block, offset @ ..]) => {
                    let offset = offset.first().map_or(Some(0), |o| i64::try_from(o.as_int()?).ok())?;
                    let built = self.pointer(to, name, block, offset)?;
                    let _ = writeln!(self.before, "  {name} = {built};");
                    "0".to_string()
                }
                (Type::Float(_), [Value::Float(code)]) => super::formula::floating(*code),
                (Type::Float(_), _) => "0".to_string(),
                _ => return None,
            });
        }
        Some(arguments)
    }

    /// Global variables in memory are blocks that are there, and get their values, too.
    pub(super) fn placed(&mut self) -> Option<()> {
        for (name, ty, block) in &self.failure.shape.placed {
            if self.is_of_machine(name) {
                self.seen = false;
                continue;
            }
            let (of, count) = match ty {
                Type::Array(of, Some(n)) => (&**of, i64::try_from(*n).ok()?),
                Type::Array(..) => return None,
                other => (other, 1),
            };
            let Some(constant) = self.is_constant(name) else {
                // a static variable that only its block knows
                self.seen = false;
                continue;
            };
            let block = self.value(block)?;
            if block == null() || count > ELEMENTS || self.blocks.len() >= BLOCKS {
                return None;
            }
            let number = self.blocks.len();
            self.blocks.push((block.clone(), of.clone(), 0));
            let first = if matches!(ty, Type::Array(..)) { "[0]" } else { "" };
            let _ = writeln!(
                self.before,
                "  __typeof__({name}{first}) *abide_block{number} = &{name}{first};"
            );
            if !constant {
                self.fill(number, &block, of, 0..count)?;
            }
        }
        Some(())
    }

    /// Is it a variable that a header of the machine declares, or of our library? It has the value it has.
    fn is_of_machine(&self, name: &str) -> bool {
        let mut items = self.failure.unit.items.iter();
        items.any(|i| matches!(i, Item::Decl(d) if d.system && *d.name.text == *name))
    }

    /// Is a variable of the file a constant? None if the file has no such variable.
    fn is_constant(&self, name: &str) -> Option<bool> {
        self.failure.unit.items.iter().find_map(|item| match item {
            Item::Decl(d) if *d.name.text == *name && !d.ghost => Some(is_const(&d.ty)),
            _ => None,
        })
    }

    /// Global variables get their values.
    pub(super) fn globals(&mut self) -> Option<()> {
        for (name, ty, parts) in &self.failure.shape.globals {
            if self.is_constant(name) == Some(true) || self.is_of_machine(name) {
                continue;
            }
            let values = parts.iter().map(|t| self.value(t)).collect::<Option<Vec<Value>>>()?;
            match (ty, values.as_slice()) {
                (Type::Int(_), [Value::Int(i)]) => {
                    let _ = writeln!(self.before, "  {name} = {};", number(i)?);
                }
                (Type::Array(of, Some(n)), [Value::Map(map)]) if of.as_int().is_some() && *n <= ELEMENTS as u64 => {
                    for i in 0..*n as i64 {
                        let element = map.get(&Value::int(i));
                        let _ = writeln!(self.before, "  {name}[{i}] = {};", number(element.as_int()?)?);
                    }
                }
                (Type::Float(_), [Value::Float(code)]) => {
                    let _ = writeln!(self.before, "  {name} = {};", super::formula::floating(*code));
                }
                (Type::Pointer(to), [block, offset @ ..]) => {
                    let offset = offset.first().map_or(Some(0), |o| i64::try_from(o.as_int()?).ok())?;
                    let built = self.pointer(to, name, block, offset)?;
                    let _ = writeln!(self.before, "  {name} = {built};");
                }
                _ => return None,
            }
        }
        Some(())
    }

    /// A pointer into a block, which is built if it is new. `place` is where the pointer goes: it has its type.
    fn pointer(&mut self, to: &Type, place: &str, block: &Value, offset: i64) -> Option<String> {
        if *block == null() {
            return Some("0".to_string());
        }
        let at = |number: usize, low: i64| format!("abide_block{number} + ({})", offset - low);
        if let Some(number) = self.blocks.iter().position(|(b, _, _)| b == block) {
            let (_, ty, low) = &self.blocks[number];
            return share(ty, to).then(|| format!("(void *)({})", at(number, *low)));
        }
        let bound = |var: &Var| {
            let map = self.failure.state.get(var)?.as_map()?.clone();
            i64::try_from(map.get(block).as_int()?).ok()
        };
        let bounds = self.failure.shape.bounds.as_ref();
        let bounds = bounds.and_then(|(l, h)| Some((bound(l)?, bound(h)?)));
        let (low, high) = bounds.unwrap_or((offset.min(0), offset.max(0) + 1));
        // of a large block only what is near
        let (low, high) = match high.checked_sub(low) {
            Some(count) if count <= ELEMENTS => (low, high.max(low)),
            _ => (
                low.max(offset.saturating_sub(NEAR)),
                high.min(offset.saturating_add(ELEMENTS - NEAR)),
            ),
        };
        if high < low || self.blocks.len() >= BLOCKS {
            return None;
        }
        let number = self.blocks.len();
        self.blocks.push((block.clone(), to.clone(), low));
        let element = match to {
            Type::Int(kind) => show_int(*kind).to_string(),
            Type::Record(_) | Type::Pointer(_) => format!("__typeof__({place}[0])"),
            _ => return None,
        };
        let count = high - low;
        let room = self.room(number, block, &format!("{count} * sizeof({element})"));
        let _ = writeln!(self.before, "  {element} *abide_block{number} = {room};");
        self.fill(number, block, to, low..high)?;
        Some(at(number, low))
    }

    /// Memory for a block, all zero; where the failure is about that, what is to become dead or read-only.
    fn room(&mut self, number: usize, block: &Value, bytes: &str) -> String {
        let says_no = |map: &Option<Var>| {
            let map = map.as_ref().and_then(|var| self.failure.state.get(var)?.as_map());
            map.is_some_and(|map| *map.get(block) == Value::Bool(false))
        };
        let shape = self.failure.shape;
        match self.failure.kind {
            CheckKind::Lifetime if says_no(&shape.alive) => {
                let _ = writeln!(self.sealed, "  __builtin_free(abide_block{number});");
            }
            CheckKind::ReadOnly if says_no(&shape.writable) => {
                let declared = "extern void *mmap(void *, unsigned long, int, int, int, long); \
                                extern int mprotect(void *, unsigned long, int);";
                let _ = writeln!(
                    self.sealed,
                    "  {{ {declared} mprotect(abide_block{number}, {bytes} + 1, 1); }}"
                );
                return format!("({{ {declared} mmap(0, {bytes} + 1, 3, 0x22, -1, 0); }})");
            }
            _ => {}
        }
        format!("__builtin_calloc(1, {bytes})")
    }

    /// Elements of a block get their values.
    fn fill(&mut self, number: usize, block: &Value, of: &Type, range: Range<i64>) -> Option<()> {
        let cells: Vec<_> = self
            .failure
            .shape
            .cells
            .iter()
            .filter(|(root, _, _)| share(root, of))
            .collect();
        // of what the elements hold nothing is known, or not all
        let scattered = self.failure.shape.has_parts && matches!(of, Type::Record(_));
        self.seen &= !cells.is_empty() && !scattered;
        for (_, leaf, map) in &cells {
            if leaf.depth > 0 || leaf.path.contains(['[', '#']) {
                // what lies in arrays inside of structures is zero
                self.seen = false;
                continue;
            }
            let offsets = cells
                .iter()
                .find(|(_, l, _)| l.path == leaf.path && l.part == Part::Offset);
            for i in range.clone() {
                let place = format!("abide_block{number}[{}]{}", i - range.start, leaf.path);
                let Some(value) = self.cell(map, block, i) else {
                    continue;
                };
                let built = match (leaf.part, &leaf.ty) {
                    (Part::Int, _) => super::formula::number(value.as_int()?)?,
                    (Part::Float, _) => match value {
                        Value::Float(code) => super::formula::floating(code),
                        _ => return None,
                    },
                    (Part::Block | Part::Whole, Type::Pointer(target)) => {
                        let offset = offsets.and_then(|(_, _, m)| self.cell(m, block, i));
                        let offset = offset.map_or(Some(0), |o| i64::try_from(o.as_int()?).ok())?;
                        self.pointer(target, &place, &value, offset)?
                    }
                    _ => continue,
                };
                let _ = writeln!(self.before, "  {place} = {built};");
            }
        }
        Some(())
    }

    /// What a map of memory holds.
    fn cell(&self, map: &Var, block: &Value, at: i64) -> Option<Value> {
        let own = self.failure.state.get(map)?.as_map()?.get(block);
        Some(own.as_map().map_or(own.clone(), |own| own.get(&Value::int(at)).clone()))
    }
}

/// May blocks of these types lie in one map? Integers of one size may.
fn share(a: &Type, b: &Type) -> bool {
    let bits = |ty: &Type| ty.as_int().map(|kind| DataModel::Lp64.bits(kind));
    a == b || bits(a).is_some() && bits(a) == bits(b)
}
