//! States made by hand.

use abide_java::lower::Shape;
use abide_java::types::DIMENSION;
use abide_java::witness::Values;
use abide_logic::{MapValue, Sort, Value, Var};

/// A state being made.
pub struct Input<'a> {
    pub shape: &'a Shape,
    pub state: Values,
    next: i64,
}

impl<'a> Input<'a> {
    pub fn new(shape: &'a Shape) -> Input<'a> {
        Input {
            shape,
            state: Values::new(),
            next: 0,
        }
    }

    pub fn param(&self, name: &str) -> Var {
        let found = self.shape.params.iter().find(|(v, _)| Shape::parameter(v) == name);
        found
            .unwrap_or_else(|| panic!("there is no parameter {name}"))
            .0
            .clone()
    }

    pub fn int(&mut self, name: &str, value: i64) {
        let var = self.param(name);
        self.state.insert(var, Value::int(value));
    }

    pub fn give(&mut self, name: &str, object: i64) {
        let var = self.param(name);
        self.state.insert(var, Value::Ref(object));
    }

    /// The object is an enum constant.
    pub fn constant(&mut self, name: &str, object: i64) {
        let (var, _) = self
            .shape
            .constants
            .iter()
            .find(|(_, n)| n == name)
            .expect(name)
            .clone();
        self.state.insert(var, Value::Ref(object));
    }

    pub fn this(&mut self, object: i64) {
        let (var, _) = self.shape.this.clone().expect("this");
        self.state.insert(var, Value::Ref(object));
    }

    pub fn put(&mut self, map: &Var, object: i64, value: Value) {
        let whole = self.state.entry(map.clone()).or_insert_with(|| Value::zero(map.sort()));
        let mut changed: MapValue = whole.as_map().expect("a map").clone();
        changed.set(Value::Ref(object), value);
        *whole = Value::map(changed);
    }

    /// A new object of a class, or an array of the class's dimension.
    pub fn new_object(&mut self, class: &str) -> i64 {
        self.next += 1;
        let base = class.trim_end_matches("[]");
        let dims = (class.len() - base.len()) as i64 / 2;
        let primitive = matches!(base, "int" | "boolean" | "char" | "long");
        let (name, dims) = match primitive && dims > 0 {
            true => (format!("{base}[]"), dims - 1),
            false => (base.to_string(), dims),
        };
        let number = self.shape.classes.iter().find(|(_, n)| *n == name);
        let number = number.unwrap_or_else(|| panic!("there is no class {name}")).0;
        if let Some(types) = self.shape.types.clone() {
            self.put(&types, self.next, Value::int(number + dims * DIMENSION));
        }
        self.next
    }

    pub fn array(&mut self, ty: &str, elements: &[Value]) -> i64 {
        let array = self.new_object(ty);
        let lengths = self.shape.lengths.clone().expect("lengths");
        self.put(&lengths, array, Value::int(elements.len() as i64));
        let element = ty.strip_suffix("[]").expect("an array");
        let key = if matches!(element, "int" | "boolean" | "char" | "long") {
            element
        } else {
            "Object"
        };
        let Some((map, _)) = self.shape.arrays.iter().find(|(_, t)| t == key).cloned() else {
            return array;
        };
        let mut contents = MapValue::constant(elements.first().cloned().unwrap_or(Value::int(0)));
        for (i, e) in elements.iter().enumerate() {
            contents.set(Value::int(i as i64), e.clone());
        }
        self.put(&map, array, Value::map(contents));
        array
    }

    pub fn ints(&mut self, elements: &[i64]) -> i64 {
        let values: Vec<Value> = elements.iter().map(|i| Value::int(*i)).collect();
        self.array("int[]", &values)
    }

    pub fn field(&mut self, object: i64, name: &str, value: Value) {
        let found = self.shape.fields.iter().find(|(_, _, n, _)| n == name);
        let map = found.unwrap_or_else(|| panic!("there is no field {name}")).0.clone();
        self.put(&map, object, value);
    }

    pub fn global(&mut self, name: &str, value: Value) {
        let found = self.shape.statics.iter().find(|(_, _, n, _)| n == name);
        let var = found
            .unwrap_or_else(|| panic!("there is no static field {name}"))
            .0
            .clone();
        self.state.insert(var, value);
    }

    /// The object around one of an inner class.
    pub fn outer(&mut self, class: &str, object: i64, outer: i64) {
        let map = Var::new(format!("\\outer {class}"), 9000, Sort::map(Sort::Ref, Sort::Ref));
        self.put(&map, object, Value::Ref(outer));
    }

    /// The length of a string.
    pub fn text_length(&mut self, string: i64, length: i64) {
        let map = Var::new("\\length", 9001, Sort::map(Sort::Ref, Sort::Int));
        self.put(&map, string, Value::int(length));
    }

    /// All objects are there, and all arrays have three elements.
    pub fn some(shape: &Shape) -> Values {
        let mut input = Input::new(shape);
        let this = shape.this.iter().map(|(v, _)| v);
        for var in this.chain(shape.params.iter().map(|(v, _)| v)) {
            if *var.sort() == Sort::Ref {
                input.next += 1;
                input.state.insert(var.clone(), Value::Ref(input.next));
            }
        }
        if let Some(lengths) = &shape.lengths {
            let three = MapValue::constant(Value::int(3));
            input.state.insert(lengths.clone(), Value::map(three));
        }
        input.state
    }
}
