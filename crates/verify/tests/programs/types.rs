//! Types of generated programs, and the places that hold numbers in objects of them.

use fastrand::Rng;
use std::fmt::Write as _;

/// A type of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Num {
    Int,
    Unsigned,
    Char,
    UChar,
    Short,
    Long,
    Bool,
}

impl Num {
    pub fn name(self) -> &'static str {
        match self {
            Num::Int => "int",
            Num::Unsigned => "unsigned",
            Num::Char => "char",
            Num::UChar => "unsigned char",
            Num::Short => "short",
            Num::Long => "long",
            Num::Bool => "_Bool",
        }
    }

    /// Most often `int`.
    pub fn any(rng: &mut Rng) -> Num {
        match rng.u32(..12) {
            0 => Num::Unsigned,
            1 => Num::Char,
            2 => Num::UChar,
            3 => Num::Short,
            4 => Num::Long,
            5 if rng.bool() => Num::Bool,
            _ => Num::Int,
        }
    }
}

/// A type of objects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ty {
    Num(Num),
    Array(Box<Ty>, usize),
    Record(usize),
    /// To a number.
    Ptr(Num),
    /// To a structure.
    PtrRec(usize),
    /// To the first of that many numbers.
    Block(Num, usize),
}

/// A member of a structure.
#[derive(Clone, Debug)]
pub struct Field {
    pub name: String,
    pub ty: Ty,
    /// Its width, if it is a bit-field.
    pub bits: Option<u32>,
}

/// A structure.
#[derive(Clone, Debug)]
pub struct Record {
    pub name: String,
    pub fields: Vec<Field>,
}

impl Record {
    /// Has it a bit-field, at any depth?
    pub fn has_bits(&self, all: &[Record]) -> bool {
        self.fields.iter().any(|f| match &f.ty {
            Ty::Record(n) => all[*n].has_bits(all),
            _ => f.bits.is_some(),
        })
    }
}

/// The structures of a program: the later ones may have the earlier ones as members.
pub fn records(rng: &mut Rng) -> Vec<Record> {
    let mut all: Vec<Record> = Vec::new();
    let count = rng.usize(1..4);
    for n in 0..count {
        let mut fields = Vec::new();
        for f in 0..rng.usize(2..5) {
            let (mut ty, mut bits) = (Ty::Num(Num::any(rng)), None);
            match rng.u32(..12) {
                0 | 1 => ty = Ty::Array(Box::new(Ty::Num(Num::any(rng))), rng.usize(2..4)),
                2 | 3 if n > 0 => ty = Ty::Record(rng.usize(..n)),
                4 if n > 0 => ty = Ty::Array(Box::new(Ty::Record(rng.usize(..n))), 2),
                5 if n + 1 == count => {
                    ty = Ty::Num(if rng.bool() { Num::Int } else { Num::Unsigned });
                    bits = Some(rng.u32(2..8));
                }
                6 => ty = Ty::Num(Num::Int),
                _ => {}
            }
            let name = format!("{}{f}", if rng.bool() { "m" } else { "k" });
            fields.push(Field { name, ty, bits });
        }
        if rng.u32(..3) == 0 {
            let at = rng.usize(..=fields.len());
            fields.insert(
                at,
                Field {
                    name: "next".into(),
                    ty: Ty::PtrRec(n),
                    bits: None,
                },
            );
        }
        all.push(Record {
            name: format!("@s{n}"),
            fields,
        });
    }
    all
}

/// The declarations of structures.
pub fn declared(all: &[Record]) -> String {
    let mut text = String::new();
    for record in all {
        let _ = writeln!(text, "struct {} {{", record.name);
        for field in &record.fields {
            let bits = field.bits.map(|b| format!(" : {b}")).unwrap_or_default();
            let _ = writeln!(text, "  {}{bits};", declaration(&field.ty, &field.name, all));
        }
        text.push_str("};\n");
    }
    text
}

/// The declaration of a name, without what ends it.
pub fn declaration(ty: &Ty, name: &str, all: &[Record]) -> String {
    match ty {
        Ty::Num(num) => format!("{} {name}", num.name()),
        Ty::Array(of, length) => declaration(of, &format!("{name}[{length}]"), all),
        Ty::Record(n) => format!("struct {} {name}", all[*n].name),
        Ty::Ptr(num) | Ty::Block(num, _) => format!("{} *{name}", num.name()),
        Ty::PtrRec(n) => format!("struct {} *{name}", all[*n].name),
    }
}

/// An initial value.
pub fn initial(rng: &mut Rng, ty: &Ty, all: &[Record]) -> String {
    match ty {
        Ty::Num(Num::Char | Num::UChar) if rng.bool() => format!("'{}'", (b'a' + rng.u8(..9)) as char),
        Ty::Num(_) => rng.i32(-4..10).to_string(),
        Ty::Array(of, length) => {
            let count = rng.usize(1..=*length);
            let mut items: Vec<String> = (0..count).map(|_| initial(rng, of, all)).collect();
            if rng.u32(..4) == 0 {
                let at = rng.usize(..*length);
                items = vec![format!("[{at}] = {}", initial(rng, of, all))];
            }
            format!("{{ {} }}", items.join(", "))
        }
        Ty::Record(n) => {
            let fields = &all[*n].fields;
            let named = rng.bool();
            let chosen = fields
                .iter()
                .enumerate()
                .filter(|(at, _)| !named || *at == 0 || rng.bool());
            let chosen: Vec<&Field> = chosen.map(|(_, field)| field).collect();
            let items: Vec<String> = chosen
                .into_iter()
                .map(|field| {
                    let value = initial(rng, &field.ty, all);
                    match named {
                        true => format!(".{} = {value}", field.name),
                        false => value,
                    }
                })
                .collect();
            format!("{{ {} }}", items.join(", "))
        }
        Ty::Ptr(_) | Ty::PtrRec(_) | Ty::Block(..) => "0".to_string(),
    }
}

/// All places in an object that hold numbers, with their types; bit-fields if asked for.
pub fn leaves(text: &str, ty: &Ty, all: &[Record], bits: bool, out: &mut Vec<(String, Num)>) {
    match ty {
        Ty::Num(num) => out.push((text.to_string(), *num)),
        Ty::Array(of, length) => {
            for n in 0..*length {
                leaves(&format!("{text}[{n}]"), of, all, bits, out);
            }
        }
        Ty::Record(n) => {
            for field in all[*n].fields.iter().filter(|f| bits || f.bits.is_none()) {
                leaves(&format!("{text}.{}", field.name), &field.ty, all, bits, out);
            }
        }
        Ty::Ptr(_) | Ty::PtrRec(_) | Ty::Block(..) => {}
    }
}
