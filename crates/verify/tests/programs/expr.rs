//! Places and expressions without effects.

use super::body::{Gen, Var};
use super::types::{Num, Ty};

/// A place that holds a number.
#[derive(Clone, Debug)]
pub struct Place {
    pub text: String,
    pub num: Num,
    /// May its address be taken?
    pub has_address: bool,
    /// The variable that it is a part of, or is reached from.
    pub var: usize,
}

/// A value that the machine is to compute in its own type: narrowed at once, compilers compute it in the narrow one and no
/// overflow is seen.
fn computed(text: &str) -> String {
    format!("\u{2}{text}\u{3}")
}

impl Gen<'_> {
    pub fn chance(&mut self, percent: u32) -> bool {
        self.rng.u32(..100) < percent
    }

    pub fn pick<'a>(&mut self, of: &[&'a str]) -> &'a str {
        of[self.rng.usize(..of.len())]
    }

    /// An index: rarely out of bounds, sometimes computed.
    pub fn index(&mut self, length: usize) -> String {
        if self.hostile && self.chance(2) {
            return length.to_string();
        }
        let counters = self.vars.iter().filter(|v| v.bound.is_some_and(|b| b <= length));
        let counters: Vec<String> = counters.map(|v| v.text.clone()).collect();
        if !counters.is_empty() && self.chance(50) {
            return counters[self.rng.usize(..counters.len())].clone();
        }
        match self.chance(6) && self.nested < 2 {
            true => {
                self.nested += 1;
                let place = self.place();
                self.nested -= 1;
                format!("(unsigned){} % {length}u", place.text)
            }
            false => self.rng.usize(..length).to_string(),
        }
    }

    fn descend(&mut self, text: String, ty: &Ty, var: usize) -> Place {
        let place = |text, num, has_address| Place {
            text,
            num,
            has_address,
            var,
        };
        match ty {
            Ty::Num(num) => place(text, *num, true),
            Ty::Array(of, length) => {
                let index = self.index(*length);
                self.descend(format!("{text}[{index}]"), of, var)
            }
            Ty::Block(num, length) => {
                let index = self.index(*length);
                place(format!("{text}[{index}]"), *num, true)
            }
            Ty::Ptr(num) => {
                let text = match self.chance(10) {
                    true => format!("{text}[0]"),
                    false => format!("*{text}"),
                };
                place(text, *num, true)
            }
            Ty::PtrRec(n) => self.member(&format!("{text}->"), *n, var),
            Ty::Record(n) => self.member(&format!("{text}."), *n, var),
        }
    }

    fn member(&mut self, before: &str, record: usize, var: usize) -> Place {
        let fields = &self.records[record].fields;
        let fields: Vec<_> = fields.iter().filter(|f| !matches!(f.ty, Ty::PtrRec(_))).collect();
        let field = fields[self.rng.usize(..fields.len())].clone();
        let mut place = self.descend(format!("{before}{}", field.name), &field.ty, var);
        place.has_address &= field.bits.is_none();
        place
    }

    /// A place in a variable that is chosen by a test.
    pub fn place_in(&mut self, wanted: impl Fn(&Var) -> bool) -> Option<Place> {
        let found: Vec<usize> = (0..self.vars.len()).filter(|n| wanted(&self.vars[*n])).collect();
        if found.is_empty() {
            return None;
        }
        // the later ones are of more interest
        let at = self.rng.usize(..found.len()).max(self.rng.usize(..found.len()));
        let var = found[at];
        let Var { text, ty, .. } = self.vars[var].clone();
        Some(self.descend(text, &ty, var))
    }

    /// A place to be read.
    pub fn place(&mut self) -> Place {
        self.place_in(|_| true).expect("there are variables")
    }

    /// A place to be written.
    pub fn target(&mut self) -> Place {
        self.place_in(|v| v.bound.is_none()).expect("there are variables")
    }

    /// The address of a number of a type, in objects that live as long as a level does.
    pub fn address(&mut self, num: Num, level: usize) -> Option<String> {
        let level = if self.dangling && self.chance(30) {
            usize::MAX
        } else {
            level
        };
        for _ in 0..12 {
            let place = self.place_in(|v| v.level <= level && v.bound.is_none() && !v.is_register)?;
            if place.has_address && place.num == num {
                self.vars[place.var].is_pinned = true;
                return Some(match place.text.strip_prefix('*') {
                    Some(pointer) => pointer.to_string(),
                    None => format!("&{}", place.text),
                });
            }
        }
        None
    }

    /// A structure of a kind.
    pub fn structure(&mut self, record: usize, level: usize) -> Option<String> {
        let mut found = Vec::new();
        for (n, v) in self.vars.iter().enumerate().filter(|(_, v)| v.level <= level) {
            match &v.ty {
                Ty::Record(r) if *r == record => found.push((v.text.clone(), n)),
                Ty::PtrRec(r) if *r == record => found.push((format!("(*{})", v.text), n)),
                Ty::Array(of, length) if **of == Ty::Record(record) => {
                    found.push((format!("{}[{}]", v.text, length - 1), n));
                }
                Ty::Record(r) => {
                    for f in self.records[*r].fields.iter().filter(|f| f.ty == Ty::Record(record)) {
                        found.push((format!("{}.{}", v.text, f.name), n));
                    }
                }
                _ => {}
            }
        }
        if found.is_empty() {
            return None;
        }
        let (text, var) = found.swap_remove(self.rng.usize(..found.len()));
        self.vars[var].is_pinned = true;
        Some(text)
    }

    pub fn constant(&mut self) -> String {
        match self.rng.u32(..14) {
            0 => "@GREEN".into(),
            1 => format!("'{}'", (b'a' + self.rng.u8(..20)) as char),
            2 => format!("{}u", self.rng.u32(..5)),
            // the compiler would fold a constant, and the failure with it
            3 if self.hostile => "(@g0 | 2147483647)".into(),
            4 => {
                let n = self.rng.usize(..self.records.len());
                let name = self.records[n].name.clone();
                match self.records[n].has_bits(self.records) {
                    true => "(int)sizeof(int)".into(),
                    false => format!("(int)sizeof(struct {name})"),
                }
            }
            _ => self.rng.i32(-3..10).to_string(),
        }
    }

    /// A number.
    pub fn number(&mut self, depth: usize) -> String {
        if depth == 0 || self.chance(25) {
            return match self.chance(35) {
                true => self.constant(),
                false => self.place().text,
            };
        }
        let below = depth - 1;
        match self.rng.u32(..26) {
            0..8 => {
                let operator = self.pick(&["+", "-", "+", "-", "*", "&", "|", "^"]);
                let (left, mut right) = (self.number(below), self.number(below));
                // the compiler leaves out operands that do not matter, with their failures
                if left == right || right == "0" || left == "0" {
                    right = format!("({right} + 7)");
                }
                computed(&format!("{left} {operator} {right}"))
            }
            8 | 9 => {
                let (operator, left) = (self.pick(&["/", "%"]), self.number(below));
                let right = match self.chance(8) && self.hostile {
                    true => self.place().text,
                    false => self.rng.i32(1..6).to_string(),
                };
                computed(&format!("{left} {operator} {right}"))
            }
            10 | 11 => {
                let (left, shift) = (self.number(below), self.rng.u32(..4));
                match self.chance(40) {
                    true => computed(&format!("({left} & 255) << {shift}")),
                    false => computed(&format!("{left} >> {shift}")),
                }
            }
            12 | 13 => format!("({} ? {} : {})", self.test(1), self.number(below), self.number(below)),
            14 | 15 => {
                let cast = self.pick(&["unsigned char", "short", "unsigned", "long", "char", "int", "_Bool"]);
                format!("({cast}){}", self.operand(below))
            }
            16 => {
                let operator = self.pick(&["-", "~", "!", "+"]);
                computed(&format!("{operator}{}", self.operand(below)))
            }
            17 | 18 => format!("({})", self.test(below)),
            19 => format!("abs({} % 100)", self.operand(below)),
            20 => format!("@inc({} & 127)", self.operand(below)),
            21 => match self.address(Num::Int, usize::MAX) {
                Some(address) if address.starts_with('&') => {
                    let other = self.address(Num::Int, usize::MAX).unwrap_or_else(|| address.clone());
                    format!("*({} ? {address} : {other})", self.test(1))
                }
                _ => self.number(below),
            },
            22 => computed(&format!(
                "(unsigned){} {} 3u",
                self.operand(below),
                self.pick(&["-", "+", "*"])
            )),
            _ => self.number(below),
        }
    }

    /// A number that binds as tightly as a cast needs.
    fn operand(&mut self, depth: usize) -> String {
        format!("({})", self.number(depth))
    }

    /// A truth value.
    pub fn test(&mut self, depth: usize) -> String {
        match self.rng.u32(..10) {
            0 if depth > 0 => {
                let operator = self.pick(&["&&", "||"]);
                format!("({}) {operator} ({})", self.test(depth - 1), self.test(depth - 1))
            }
            1 => self.place().text,
            2 if !self.dangling => {
                let num = self.place().num;
                match (self.address(num, usize::MAX), self.address(num, usize::MAX)) {
                    (Some(a), Some(b)) if a != b => format!("{a} {} {b}", self.pick(&["==", "!="])),
                    _ => self.place().text,
                }
            }
            _ => {
                let relation = self.pick(&["<", "<=", "==", "!=", ">", ">="]);
                let left = self.place().text;
                let right = match self.chance(25) && !self.hostile {
                    true => self.place().text,
                    false => self.rng.i32(-2..9).to_string(),
                };
                format!("{left} {relation} {right}")
            }
        }
    }
}
