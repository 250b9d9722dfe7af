//! Our side: runs of the lowered methods.

use crate::state::{FIELDS, Input, Object, PARAMS, STATICS, Ty};
use abide_exec::state::truth;
use abide_exec::{Draw, Machine, Stop, Values};
use abide_ir::cfg::{Cfg, CommandKind};
use abide_ir::{Program, Routine};
use abide_java::lower::Shape;
use abide_java::types::DIMENSION;
use abide_logic::{MapValue, Sort, Value, Var};
use std::collections::BTreeMap;

/// How many commands and jumps a run may take; the generated loops are short.
const STEPS: usize = 1_000_000;

/// A lowered method.
pub struct Lowered<'a> {
    routine: &'a Routine,
    shape: &'a Shape,
    cfg: Cfg,
    result: Option<Ty>,
}

impl<'a> Lowered<'a> {
    /// A method that returns `result`.
    pub fn new(program: &'a Program, shape: &'a Shape, result: Option<Ty>) -> Result<Lowered<'a>, String> {
        let routine = program.routines.iter().find(|r| r.name == shape.routine);
        let routine = routine.ok_or("no such routine")?;
        let cfg = Cfg::of(routine, &program.axioms).map_err(|_| "the graph is irreducible")?;
        Ok(Lowered {
            routine,
            shape,
            cfg,
            result,
        })
    }

    /// The state after a call, or what went wrong.
    pub fn call(&self, input: &Input) -> String {
        let mut state = self.before(input);
        let mut machine = Machine::new(&self.cfg, Draw::seeded(0), STEPS);
        let mut at = self.cfg.entry;
        let stop = machine.run(self.cfg.entry, &mut state, &mut |block, _| {
            at = block;
            true
        });
        match stop {
            Stop::End => self.after(input, &state),
            stop => {
                let assumed = self.cfg.block(at).commands.iter().filter_map(|c| match &c.kind {
                    CommandKind::Assume(formula) => Some(formula),
                    _ => None,
                });
                let wrong: Vec<String> = assumed
                    .filter(|f| truth(f, &state) != Some(true))
                    .map(|f| f.to_string())
                    .collect();
                format!("the run stopped ({stop:?}) where it is assumed that {wrong:?}")
            }
        }
    }

    /// The number of a type of objects.
    fn number(&self, ty: Ty) -> i64 {
        let name = match ty {
            Ty::Node => format!("{}.Node", self.shape.class),
            Ty::Grid => return DIMENSION + self.number(Ty::Ints),
            _ => ty.java().to_string(),
        };
        let found = self.shape.classes.iter().find(|(_, n)| *n == name);
        found.expect("the class has a number").0
    }

    /// The map of a field of `Node`.
    fn field(&self, name: &str) -> Option<&Var> {
        let mut fields = self.shape.fields.iter();
        fields.find(|(_, _, n, _)| n == name).map(|(var, ..)| var)
    }

    fn static_field(&self, name: &str) -> Option<&Var> {
        let mut statics = self.shape.statics.iter();
        statics.find(|(_, _, n, _)| n == name).map(|(var, ..)| var)
    }

    /// The contents of arrays of a type.
    fn elements(&self, ty: Ty) -> Option<&Var> {
        let element = ty.element()?;
        let name = if element.is_object() { "Object" } else { element.java() };
        self.shape.arrays.iter().find(|(_, n)| n == name).map(|(var, _)| var)
    }

    fn before(&self, input: &Input) -> Values {
        let all = self.routine.inputs.iter().chain(&self.routine.locals);
        let mut state: Values = all.map(|v| (v.clone(), Value::zero(v.sort()))).collect();
        for (((_, ty), value), (var, _)) in PARAMS.iter().zip(&input.params).zip(&self.shape.params) {
            state.insert(var.clone(), to_value(*ty, *value));
        }
        for ((name, ty), value) in STATICS.iter().zip(&input.statics) {
            if let Some(var) = self.static_field(name) {
                state.insert(var.clone(), to_value(*ty, *value));
            }
        }
        let allocated = self.routine.inputs.iter().find(|v| v.name() == "\\allocated");
        for (object, number) in input.objects.iter().zip(1..) {
            let mut set = |map: Option<&Var>, value: Value| {
                if let Some(map) = map {
                    set_at(&mut state, map, Value::Ref(number), value);
                }
            };
            set(allocated, Value::Bool(true));
            set(self.shape.types.as_ref(), Value::int(self.number(object.ty)));
            match object.ty.element() {
                Some(element) => {
                    set(self.shape.lengths.as_ref(), Value::int(object.slots.len() as i64));
                    let zero = Value::zero(&sort(element));
                    let mut contents = MapValue::constant(zero);
                    for (value, i) in object.slots.iter().zip(0i64..) {
                        contents.set(Value::int(i), to_value(element, *value));
                    }
                    set(self.elements(object.ty), Value::map(contents));
                }
                None => {
                    for ((name, ty), value) in FIELDS.iter().zip(&object.slots) {
                        set(self.field(name), to_value(*ty, *value));
                    }
                }
            }
        }
        state
    }

    fn after(&self, input: &Input, state: &Values) -> String {
        let own = |name: &str| self.routine.locals.iter().find(|v| v.name() == name);
        let thrown = &state[own("\\thrown").expect("every routine has it")];
        let mut found = Found::default();
        (1..=input.objects.len() as i64).for_each(|r| {
            found.number(r);
        });
        let mut parts = Vec::new();
        parts.push(if *thrown != Value::NULL {
            let class = self.type_of(thrown, state);
            let name = self.shape.classes.iter().find(|(n, _)| *n == class);
            format!("{} -", name.map_or("?", |(_, name)| name))
        } else {
            match self.result {
                Some(_) => format!(
                    "ok {}",
                    found.show(&state[own("\\result").expect("it returns something")])
                ),
                None => "ok -".to_string(),
            }
        });
        let statics = STATICS.iter().zip(&input.statics).map(|((name, ty), old)| {
            let value = self.static_field(name).map(|v| state[v].clone());
            found.show(&value.unwrap_or_else(|| to_value(*ty, *old)))
        });
        parts.push(statics.collect::<Vec<_>>().join(" "));
        let mut at = 0;
        while at < found.objects.len() {
            let reference = found.objects[at];
            let old = usize::try_from(reference).ok().and_then(|r| input.objects.get(r - 1));
            let words = self.object(reference, old, state, &mut found);
            parts.push(words.join(" "));
            at += 1;
        }
        parts.join(" | ")
    }

    fn type_of(&self, object: &Value, state: &Values) -> i64 {
        let types = self.shape.types.as_ref().expect("there are objects");
        let number = state[types].as_map().expect("a map").get(object).as_int().cloned();
        number.and_then(|n| i64::try_from(&n).ok()).unwrap_or(-1)
    }

    /// An object at the end; what the method does not speak of is as it was.
    fn object(&self, reference: i64, old: Option<&Object>, state: &Values, found: &mut Found) -> Vec<String> {
        let key = Value::Ref(reference);
        let number = self.type_of(&key, state);
        let ty = crate::state::OBJECTS.iter().find(|(ty, _)| self.number(*ty) == number);
        let Some((ty, letter)) = ty else {
            return vec![format!("an object of type {number}")];
        };
        let read = |map: Option<&Var>| Some(state[map?].as_map()?.get(&key).clone());
        let mut words = vec![letter.to_string()];
        let kept = |i: usize, ty: Ty| old.map_or(Value::zero(&sort(ty)), |o| to_value(ty, o.slots[i]));
        match ty.element() {
            Some(element) => {
                let length = read(self.shape.lengths.as_ref()).and_then(|l| i64::try_from(l.as_int()?).ok());
                let length = length.unwrap_or_else(|| old.map_or(0, |o| o.slots.len() as i64));
                let contents = read(self.elements(*ty));
                for i in 0..length {
                    let value = contents
                        .as_ref()
                        .and_then(|c| Some(c.as_map()?.get(&Value::int(i)).clone()));
                    words.push(found.show(&value.unwrap_or_else(|| kept(i as usize, element))));
                }
            }
            None => {
                for (i, (name, ty)) in FIELDS.iter().enumerate() {
                    let value = read(self.field(name)).unwrap_or_else(|| kept(i, *ty));
                    words.push(found.show(&value));
                }
            }
        }
        words
    }
}

/// The objects found so far, in the order of their new numbers.
#[derive(Default)]
struct Found {
    objects: Vec<i64>,
    numbers: BTreeMap<i64, usize>,
}

impl Found {
    fn number(&mut self, reference: i64) -> usize {
        if let Some(known) = self.numbers.get(&reference) {
            return *known;
        }
        self.objects.push(reference);
        self.numbers.insert(reference, self.objects.len());
        self.objects.len()
    }

    fn show(&mut self, value: &Value) -> String {
        match value {
            Value::Bool(b) => u8::from(*b).to_string(),
            Value::Ref(0) => "0".to_string(),
            Value::Ref(r) => self.number(*r).to_string(),
            value => value.to_string(),
        }
    }
}

fn set_at(state: &mut Values, map: &Var, key: Value, value: Value) {
    let mut changed = state[map].as_map().expect("a map").clone();
    changed.set(key, value);
    state.insert(map.clone(), Value::map(changed));
}

fn sort(ty: Ty) -> Sort {
    match ty {
        Ty::Bool => Sort::Bool,
        _ if ty.is_object() => Sort::Ref,
        _ => Sort::Int,
    }
}

fn to_value(ty: Ty, value: i64) -> Value {
    match sort(ty) {
        Sort::Bool => Value::Bool(value != 0),
        Sort::Ref => Value::Ref(value),
        _ => Value::int(value),
    }
}
