//! Our side: runs of the lowered functions.

use crate::state::{Input, PARAMS, Slot, wrapped};
use abide_c::lower::Shape;
use abide_exec::state::truth;
use abide_exec::{Draw, Machine, Stop, Values};
use abide_ir::cfg::{Cfg, CommandKind};
use abide_ir::{CheckKind, Program, Routine};
use abide_logic::{Int, Kind, MapValue, Term, Value, Var};

/// How many commands and jumps a run may take; the generated loops are short.
const STEPS: usize = 1_000_000;
/// Blocks of members are numbered from here.
const MEMBERS: i64 = 100;

/// A lowered function.
pub struct Lowered<'a> {
    routine: &'a Routine,
    shape: &'a Shape,
    cfg: Cfg,
}

impl Lowered<'_> {
    /// Is all memory followed? What is taken for another type, such as a row of an array for a pointer, is not.
    pub fn is_followed(&self) -> bool {
        let mut commands = self.cfg.blocks.iter().flat_map(|b| &b.commands);
        !commands.any(|c| matches!(&c.kind, CommandKind::Assert(check) if check.kind == CheckKind::Cast))
    }
}

/// Where a slot is kept.
struct Home<'a> {
    map: &'a Var,
    keys: Vec<Value>,
}

impl<'a> Lowered<'a> {
    /// The function with that name.
    pub fn new(program: &'a Program, shape: &'a Shape) -> Result<Lowered<'a>, String> {
        let routine = program.routines.iter().find(|r| r.name == shape.routine);
        let routine = routine.ok_or("no such routine")?;
        let mut cfg = Cfg::of(routine, &program.axioms).map_err(|_| "the graph is irreducible")?;
        // what is said of all blocks cannot be found out by trying
        for command in cfg.blocks.iter_mut().flat_map(|b| &mut b.commands) {
            // a result is always given, whatever it was before
            if let CommandKind::Havoc(vars) = &mut command.kind {
                vars.retain(|v| !v.name().starts_with("\\result"));
            }
            if let CommandKind::Assume(formula) = &mut command.kind {
                let ground = formula
                    .conjuncts()
                    .into_iter()
                    .filter(|c| !matches!(c.kind(), Kind::Quant(..)));
                *formula = Term::and(ground.collect::<Vec<_>>());
            }
        }
        Ok(Lowered { routine, shape, cfg })
    }

    /// What a call gives, as the machine says it, or what went wrong.
    pub fn call(&self, input: &Input, slots: &[Slot]) -> String {
        let mut state = self.before(input, slots);
        let mut machine = Machine::new(&self.cfg, Draw::seeded(0), STEPS);
        let mut at = self.cfg.entry;
        let stop = machine.run(self.cfg.entry, &mut state, &mut |block, _| {
            at = block;
            true
        });
        match stop {
            Stop::End => self.after(input, slots, &state),
            Stop::Failed(check) => format!("undefined: {:?} {}", check.kind, check.formula),
            stop => {
                let assumed = self.cfg.block(at).commands.iter().filter_map(|c| match &c.kind {
                    CommandKind::Assume(formula) => Some(formula),
                    _ => None,
                });
                let wrong = assumed.filter(|f| truth(f, &state) != Some(true));
                let wrong: Vec<String> = wrong.map(|f| f.to_string()).collect();
                format!("the run stopped ({stop:?}) where it is assumed that {wrong:?}")
            }
        }
    }

    fn input(&self, name: &str) -> Option<&Var> {
        self.routine.inputs.iter().find(|v| v.name() == name)
    }

    /// The number of the block of a global variable that lives in memory.
    fn block(&self, global: &str) -> Option<i64> {
        let mut statics = self.routine.inputs.iter().filter(|v| self.is_static(v)).zip(1..);
        let named = |v: &Var| v.name().split_once('@').is_some_and(|(name, _)| name == global);
        statics.find(|(v, _)| named(v)).map(|(_, n)| n)
    }

    fn home(&self, slot: &Slot) -> Option<Home<'_>> {
        let index = |i: &i64| Value::int(*i);
        if let Some(map) = self.input(&format!("{}{}", slot.global, slot.path)) {
            let keys = slot.indices.iter().map(index).collect();
            return Some(Home { map, keys });
        }
        let block = self.block(slot.global)?;
        let (root, array) = match slot.global {
            "gp" => ("struct point", false),
            "gr" => ("struct point", true),
            "gx" => ("struct box", false),
            "ga" => ("int", true),
            "gb" => ("unsigned char", true),
            "g2" => ("short[3]", true),
            other => (crate::state::scalar(other), false),
        };
        let (offset, rest) = match array {
            true => (slot.indices[0], &slot.indices[1..]),
            false => (0, &slot.indices[..]),
        };
        let path = if array { &slot.path[2..] } else { &slot.path };
        self.inside(root, block, offset, path, rest)
    }

    /// The map and keys of a scalar in a block; members that are pointed to have their own.
    fn inside(&self, root: &str, block: i64, offset: i64, path: &str, indices: &[i64]) -> Option<Home<'_>> {
        let root = match root {
            "signed char" | "unsigned char" => "char",
            other => other,
        };
        for (number, (name, ty)) in self.members().into_iter().enumerate() {
            let Some(rest) = name.strip_prefix(root).and_then(|p| path.strip_prefix(p)) else {
                continue;
            };
            if !rest.is_empty() && !rest.starts_with(['.', '[']) {
                continue;
            }
            let own = member_block(block, offset, number);
            return match rest.strip_prefix("[]") {
                Some(rest) => self.inside(ty, own, indices[0], rest, &indices[1..]),
                None => self.inside(ty, own, 0, rest, indices),
            };
        }
        let map = self.input(&format!("{root}:{path}"))?;
        let mut keys = vec![Value::Ref(block), Value::int(offset)];
        keys.extend(indices.iter().map(|i| Value::int(*i)));
        Some(Home { map, keys })
    }

    /// Members with blocks of their own, and what those consist of.
    fn members(&self) -> Vec<(&str, &'static str)> {
        let maps = self.routine.inputs.iter().filter_map(|v| v.name().strip_prefix('&'));
        let maps = maps.filter(|n| n.starts_with("struct"));
        maps.filter_map(|name| {
            let ty = match name.rsplit('.').next()? {
                "x" | "xy" => "int",
                "y" => "short",
                "t" => "unsigned char",
                "n" => "long",
                "a" | "b" => "struct point",
                _ => return None,
            };
            Some((name, ty))
        })
        .collect()
    }

    fn before(&self, input: &Input, slots: &[Slot]) -> Values {
        let all = self.routine.inputs.iter().chain(&self.routine.locals);
        let mut state: Values = all.map(|v| (v.clone(), Value::zero(v.sort()))).collect();
        for ((name, _), value) in PARAMS.iter().zip(&input.params) {
            let param = self.shape.params.iter().find(|(n, _, _)| n == name);
            let var = param.and_then(|(_, _, parts)| parts.first()).and_then(|t| t.as_var());
            let unsigned = ["u", "m", "h", "d"].contains(name);
            if let Some(var) = var {
                state.insert(var.clone(), number(*value, unsigned));
            }
        }
        self.blocks(&mut state);
        for (name, values) in crate::corners::CONSTANTS {
            if let Some(map) = self.input(&format!("{name}[]")) {
                let numbers = values.iter().zip(0i64..);
                numbers.for_each(|(v, i)| set(&mut state, map, &[Value::int(i)], Value::int(*v)));
            }
        }
        for (slot, value) in slots.iter().zip(&input.slots) {
            if let Some(home) = self.home(slot) {
                // memory keeps all characters as `char`
                let in_memory = matches!(home.keys.first(), Some(Value::Ref(_)));
                let char_cell = in_memory && home.map.name() == "char:";
                let value = match char_cell {
                    true => Value::int(wrapped(i128::from(*value), 8, true)),
                    false => number(*value, !slot.signed),
                };
                set(&mut state, home.map, &home.keys, value);
            }
        }
        state
    }

    /// The blocks of global variables and of members.
    fn blocks(&self, state: &mut Values) {
        let statics: Vec<&Var> = self.routine.inputs.iter().filter(|v| self.is_static(v)).collect();
        let mut blocks = Vec::new();
        for (var, number) in statics.iter().zip(1i64..) {
            state.insert((*var).clone(), Value::Ref(number));
            blocks.push(number);
            let count = match var.name() {
                "ga@array" => 4,
                "gb@array" => 3,
                "gr@array" | "g2@array" => 2,
                _ => 1,
            };
            // the place of the literal follows its text
            let quoted = var.name().strip_prefix("&\"").and_then(|s| s.rsplit_once('"'));
            let string = quoted.map(|(text, _)| text);
            self.make(state, number, number, string.map_or(count, |s| s.len() as i64 + 1));
            if let (Some(string), Some(map), Some(writable)) = (string, self.input("char:"), self.input("\\writable")) {
                set(state, writable, &[Value::Ref(number)], Value::Bool(false));
                for (byte, i) in string.bytes().zip(0i64..) {
                    set(
                        state,
                        map,
                        &[Value::Ref(number), Value::int(i)],
                        Value::int(i64::from(byte)),
                    );
                }
            }
        }
        for (n, (name, _)) in self.members().into_iter().enumerate() {
            let map = self.input(&format!("&{name}")).expect("it was just found");
            for block in &blocks {
                for offset in 0..2 {
                    let own = member_block(*block, offset, n);
                    let key = [Value::Ref(*block), Value::int(offset)];
                    set(state, map, &key, Value::Ref(own));
                    let count = if name.ends_with(".t") { 3 } else { 1 };
                    self.make(state, own, *block, count);
                    let mut tell = |map: &str, value: Value| {
                        if let Some(map) = self.input(map) {
                            set(state, map, &[Value::Ref(own)], value);
                        }
                    };
                    tell("\\owner", Value::Ref(*block));
                    tell("\\owner offset", Value::int(offset));
                }
            }
        }
        self.numbers(state);
    }

    fn is_static(&self, var: &Var) -> bool {
        let name = var.name();
        let is_string = name.starts_with("&\"");
        is_string || name.ends_with("@array") || name.ends_with("@object")
    }

    fn make(&self, state: &mut Values, block: i64, whole: i64, count: i64) {
        let mut tell = |map: &str, value: Value| {
            if let Some(map) = self.input(map) {
                set(state, map, &[Value::Ref(block)], value);
            }
        };
        tell("\\allocated", Value::Bool(true));
        tell("\\alive", Value::Bool(true));
        tell("\\writable", Value::Bool(true));
        tell("\\high", Value::int(count));
        tell("\\whole", Value::Ref(whole));
    }

    /// The numbers that tell static blocks, and members, apart: as the routine says.
    fn numbers(&self, state: &mut Values) {
        let commands = self.cfg.blocks.iter().flat_map(|b| &b.commands);
        let formulas: Vec<_> = commands
            .filter_map(|c| match &c.kind {
                CommandKind::Assume(f) => Some(f),
                _ => None,
            })
            .flat_map(|f| f.conjuncts())
            .collect();
        for formula in formulas {
            let Kind::Eq(a, b) = formula.kind() else { continue };
            for (read, value) in [(a, b), (b, a)] {
                let Kind::Select(map, key) = read.kind() else { continue };
                let Some(map) = map.as_var() else { continue };
                if !matches!(map.name(), "\\static" | "\\owner member") {
                    continue;
                }
                let here = abide_exec::state::Here(state);
                let Some(value) = abide_logic::eval(value, &here) else {
                    continue;
                };
                let keys: Vec<Value> = match key.kind() {
                    Kind::Var(_) => abide_logic::eval(key, &here).into_iter().collect(),
                    // the blocks of a member in all structures
                    Kind::Select(of_block, _) => match of_block.kind() {
                        Kind::Select(members, _) => members.as_var().map_or(Vec::new(), |m| leaves(&state[m])),
                        _ => Vec::new(),
                    },
                    _ => Vec::new(),
                };
                keys.into_iter().for_each(|key| set(state, map, &[key], value.clone()));
            }
        }
    }

    fn after(&self, input: &Input, slots: &[Slot], state: &Values) -> String {
        let result = self.routine.locals.iter().find(|v| v.name() == "\\result");
        let mut words = vec![result.map_or("?".to_string(), |r| shown(&state[r], 64, true))];
        for (slot, old) in slots.iter().zip(&input.slots) {
            let now = self.home(slot).map(|home| {
                let read = |value: Value, key: &Value| value.as_map().expect("a map").get(key).clone();
                home.keys.iter().fold(state[home.map].clone(), read)
            });
            words.push(now.map_or(old.to_string(), |v| shown(&v, slot.bits, slot.signed)));
        }
        words.join(" ")
    }
}

fn member_block(block: i64, offset: i64, number: usize) -> i64 {
    MEMBERS + (block * 2 + offset) * 16 + number as i64
}

fn number(value: i64, unsigned: bool) -> Value {
    match unsigned {
        true => Value::Int(Int::from(value as u64)),
        false => Value::int(value),
    }
}

fn shown(value: &Value, bits: u32, signed: bool) -> String {
    let int = value.as_int().and_then(|i| i128::try_from(i).ok());
    int.map_or("?".to_string(), |i| wrapped(i, bits, signed).to_string())
}

/// All values in nested maps.
fn leaves(value: &Value) -> Vec<Value> {
    match value.as_map() {
        Some(map) => map.entries().values().flat_map(leaves).collect(),
        None => vec![value.clone()],
    }
}

/// Sets a value in nested maps.
fn set(state: &mut Values, map: &Var, keys: &[Value], value: Value) {
    let old = state[map].clone();
    state.insert(map.clone(), changed(&old, keys, value));
}

fn changed(map: &Value, keys: &[Value], value: Value) -> Value {
    let Some((key, rest)) = keys.split_first() else {
        return value;
    };
    let mut own = MapValue::clone(map.as_map().expect("a map"));
    let inner = changed(own.get(key), rest, value);
    own.set(key.clone(), inner);
    Value::map(own)
}
