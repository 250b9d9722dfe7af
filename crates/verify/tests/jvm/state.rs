//! States before and after a call, the same for both machines.
//!
//! A state is text. Values are integers: `false` and `true` are 0 and 1, `null` is 0, objects
//! are numbered from one. An object is a letter for its type and its contents:
//!
//! * before: `Gen0 m3 | parameters | static fields | object | object …`
//! * after: `ok result | static fields | object | object …`, or `ExceptionClass - | …`
//!
//! After the call the objects of the state before come first; those that it has made and that
//! can be reached follow in the order in which they are found.

use fastrand::Rng;
use std::fmt::Write;

/// A type of generated programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Ty {
    Int,
    Long,
    Byte,
    Short,
    Char,
    Bool,
    Ints,
    Longs,
    Bytes,
    Shorts,
    Chars,
    Bools,
    Grid,
    Node,
}

use Ty::*;

/// The types of objects, with the letters that stand for them.
pub const OBJECTS: [(Ty, char); 8] = [
    (Ints, 'I'),
    (Longs, 'J'),
    (Bytes, 'B'),
    (Shorts, 'H'),
    (Chars, 'C'),
    (Bools, 'Z'),
    (Grid, 'G'),
    (Node, 'N'),
];

/// The parameters that all methods have.
pub const PARAMS: [(&str, Ty); 17] = [
    ("i", Int),
    ("j", Int),
    ("l", Long),
    ("b", Byte),
    ("s", Short),
    ("c", Char),
    ("z", Bool),
    ("x", Ints),
    ("y", Ints),
    ("ls", Longs),
    ("bs", Bytes),
    ("hs", Shorts),
    ("cs", Chars),
    ("zs", Bools),
    ("g", Grid),
    ("o", Node),
    ("p", Node),
];

/// The static fields of every class.
pub const STATICS: [(&str, Ty); 8] = [
    ("si", Int),
    ("sl", Long),
    ("sb", Byte),
    ("ss", Short),
    ("sc", Char),
    ("sz", Bool),
    ("sa", Ints),
    ("so", Node),
];

/// The fields of the nested class `Node`.
pub const FIELDS: [(&str, Ty); 8] = [
    ("f", Int),
    ("n", Long),
    ("k", Byte),
    ("h", Short),
    ("ch", Char),
    ("t", Bool),
    ("a", Ints),
    ("next", Node),
];

impl Ty {
    /// As Java writes it.
    pub fn java(self) -> &'static str {
        match self {
            Int => "int",
            Long => "long",
            Byte => "byte",
            Short => "short",
            Char => "char",
            Bool => "boolean",
            Ints => "int[]",
            Longs => "long[]",
            Bytes => "byte[]",
            Shorts => "short[]",
            Chars => "char[]",
            Bools => "boolean[]",
            Grid => "int[][]",
            Node => "Node",
        }
    }

    /// The type of an array's elements.
    pub fn element(self) -> Option<Ty> {
        Some(match self {
            Ints => Int,
            Longs => Long,
            Bytes => Byte,
            Shorts => Short,
            Chars => Char,
            Bools => Bool,
            Grid => Ints,
            _ => return None,
        })
    }

    /// Arrays with elements of this type.
    pub fn array(self) -> Option<Ty> {
        OBJECTS.iter().map(|o| o.0).find(|o| o.element() == Some(self))
    }

    /// Are its values objects?
    pub fn is_object(self) -> bool {
        OBJECTS.iter().any(|o| o.0 == self)
    }

    /// Is it an integer type?
    pub fn is_number(self) -> bool {
        self != Bool && !self.is_object()
    }

    /// The letter of a type of objects.
    pub fn letter(self) -> char {
        OBJECTS.iter().find(|o| o.0 == self).expect("a type of objects").1
    }
}

/// An object and its contents.
#[derive(Clone, Debug)]
pub struct Object {
    /// Its type.
    pub ty: Ty,
    /// Its elements, or its fields in order.
    pub slots: Vec<i64>,
}

/// A state before a call.
#[derive(Clone, Debug)]
pub struct Input {
    /// Values of the parameters.
    pub params: Vec<i64>,
    /// Values of the static fields.
    pub statics: Vec<i64>,
    /// Object number one and those after it.
    pub objects: Vec<Object>,
}

impl Input {
    /// An arbitrary state. Arrays are short, references sometimes null or the same.
    pub fn draw(rng: &mut Rng) -> Input {
        let mut objects = Vec::new();
        for (ty, _) in OBJECTS {
            for _ in 0..3 {
                let slots = if ty == Node {
                    FIELDS.len()
                } else {
                    [0, 1, 2, 3, 3, 4][rng.usize(..6)]
                };
                objects.push(Object {
                    ty,
                    slots: vec![0; slots],
                });
            }
        }
        let types: Vec<Ty> = objects.iter().map(|o| o.ty).collect();
        for object in &mut objects {
            for (i, slot) in object.slots.iter_mut().enumerate() {
                let ty = object.ty.element().unwrap_or(FIELDS[i].1);
                *slot = value(ty, &types, rng);
            }
        }
        let mut values = |of: &[(&str, Ty)]| of.iter().map(|(_, ty)| value(*ty, &types, rng)).collect();
        Input {
            params: values(&PARAMS),
            statics: values(&STATICS),
            objects,
        }
    }

    /// The state as text, without the method.
    pub fn text(&self) -> String {
        let list = |values: &[i64]| values.iter().map(|v| v.to_string()).collect::<Vec<_>>().join(" ");
        let mut text = format!("{} | {}", list(&self.params), list(&self.statics));
        for object in &self.objects {
            let all = format!("{} {}", object.ty.letter(), list(&object.slots));
            let _ = write!(text, " | {}", all.trim_end());
        }
        text
    }
}

/// An arbitrary value of a type, among objects of these types.
fn value(ty: Ty, objects: &[Ty], rng: &mut Rng) -> i64 {
    let (low, high) = match ty {
        Bool => return i64::from(rng.bool()),
        Int => (i64::from(i32::MIN), i64::from(i32::MAX)),
        Long => (i64::MIN, i64::MAX),
        Byte => (-128, 127),
        Short => (-32768, 32767),
        Char => (0, 65535),
        _ => {
            let fitting: Vec<usize> = (0..objects.len()).filter(|i| objects[*i] == ty).collect();
            return match rng.usize(..10) {
                0 => 0,
                _ => fitting[rng.usize(..fitting.len())] as i64 + 1,
            };
        }
    };
    match rng.usize(..12) {
        0 => low,
        1 => high,
        2 => rng.i64(low..=high),
        3 => rng.i64(-70..70).clamp(low, high),
        _ => rng.i64(-2..5).clamp(low, high),
    }
}
