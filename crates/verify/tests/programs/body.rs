//! Statements. Everything is given a value before it is read, and no expression has two effects.
//!
//! Marks between `$` are written in one way for the machine and in another for Abide (`gen.rs`).

use super::types::{self, Num, Record, Ty};
use fastrand::Rng;

/// A variable that can be named.
#[derive(Clone, Debug)]
pub struct Var {
    pub text: String,
    pub ty: Ty,
    /// How deep the block is that it ends with; 0: never.
    pub level: usize,
    /// It is a loop's counter below this, not to be written.
    pub bound: Option<usize>,
    /// Its address is not to be taken.
    pub is_register: bool,
    /// The address of a part of it is kept somewhere.
    pub is_pinned: bool,
    /// No other file knows it.
    pub is_hidden: bool,
}

/// A function that can be called.
#[derive(Clone, Debug)]
pub struct Signature {
    pub name: String,
    pub params: Vec<Ty>,
    pub result: Ty,
}

/// What makes the statements of one function.
pub struct Gen<'r> {
    pub rng: &'r mut Rng,
    pub records: &'r [Record],
    pub vars: Vec<Var>,
    pub callable: Vec<Signature>,
    pub lines: Vec<String>,
    /// Expressions that are looked at; their numbers go on from function to function.
    pub seen: &'r mut Vec<String>,
    pub names: usize,
    pub level: usize,
    pub nested: usize,
    pub loops: usize,
    /// May pointers be used whose objects are gone?
    pub dangling: bool,
    /// May operators and indices go wrong?
    pub hostile: bool,
    /// May values be looked at?
    pub observes: bool,
}

impl Gen<'_> {
    pub fn fresh(&mut self, prefix: &str) -> String {
        self.names += 1;
        format!("{prefix}{}", self.names)
    }

    pub fn line(&mut self, text: impl Into<String>) {
        let text = format!("{}{}", "  ".repeat(self.level), text.into());
        self.lines.push(text);
    }

    pub fn declare(&mut self, text: &str, ty: Ty) {
        self.vars.push(Var {
            text: text.to_string(),
            ty,
            level: self.level,
            bound: None,
            is_register: false,
            is_pinned: false,
            is_hidden: true,
        });
    }

    /// Statements of a block, whose names end with it.
    pub fn block(&mut self) {
        let known = self.vars.len();
        self.level += 1;
        for _ in 0..self.rng.usize(1..3) {
            self.statement();
        }
        self.level -= 1;
        self.vars.truncate(known);
    }

    /// Looks at a value.
    pub fn observe(&mut self) {
        if self.observes {
            let expression = match self.chance(80) {
                true => self.place().text,
                false => self.number(1),
            };
            self.line(format!("$O{}$", self.seen.len()));
            self.seen.push(expression);
        }
    }

    pub fn statement(&mut self) {
        match self.rng.u32(..136) {
            0..26 => self.assignment(),
            26..33 => self.number_declared(),
            33..42 => self.object_declared(),
            42..56 => self.pointer(),
            56..62 => self.copy(),
            62..70 => self.heap(),
            70..80 => self.call(),
            80..90 if self.level < 4 => self.branch(),
            90..97 if self.level < 3 && self.loops < 2 => self.repeat(),
            97..103 if self.level < 3 => self.jump(),
            103..107 if self.level < 3 => self.choice(),
            107..109 => self.through_function_pointer(),
            109..112 => self.links(),
            112..116 => self.arithmetic_of_pointers(),
            116..119 => self.characters(),
            119..122 => self.hidden_names(),
            122..126 => self.effects(),
            126..129 => self.ghost(),
            _ => self.observe(),
        }
    }

    fn assignment(&mut self) {
        let (target, value) = (self.target(), self.number(2));
        // a narrow one is computed where no overflow is seen
        let wide = target.has_address && matches!(target.num, Num::Int | Num::Unsigned | Num::Long);
        let operator = match self.rng.u32(..12) {
            0 if wide => "+=",
            1 if wide => "-=",
            2 => "^=",
            3 => "|=",
            4 => "&=",
            5 if self.hostile && wide => self.pick(&["*=", "/=", "%=", "<<=", ">>="]),
            _ => "=",
        };
        self.line(format!("{} {operator} {value};", target.text));
    }

    fn number_declared(&mut self) {
        let (name, num, value) = (self.fresh("v"), Num::any(self.rng), self.number(2));
        match self.rng.u32(..8) {
            0 => {
                let value = self.rng.i32(-3..9);
                self.line(format!("static {} {name} = {value};", num.name()));
                self.declare(&name, Ty::Num(num));
                if let Some(var) = self.vars.last_mut() {
                    var.level = 0;
                }
            }
            1 => {
                self.line(format!("{} {name};", num.name()));
                self.line(format!("{name} = {value};"));
                self.declare(&name, Ty::Num(num));
            }
            2 => {
                self.line(format!("register {} {name} = {value};", num.name()));
                self.declare(&name, Ty::Num(num));
                if let Some(var) = self.vars.last_mut() {
                    var.is_register = true;
                }
            }
            _ => {
                self.line(format!("{} {name} = {value};", num.name()));
                self.declare(&name, Ty::Num(num));
            }
        }
    }

    pub fn object_declared(&mut self) {
        let record = self.rng.usize(..self.records.len());
        let ty = match self.rng.u32(..6) {
            0 | 1 => Ty::Array(Box::new(Ty::Num(Num::any(self.rng))), self.rng.usize(2..5)),
            2 if self.chance(50) => Ty::Array(Box::new(Ty::Array(Box::new(Ty::Num(Num::Int)), 2)), 2),
            3 if self.chance(50) => Ty::Array(Box::new(Ty::Record(record)), 2),
            _ => Ty::Record(record),
        };
        let name = self.fresh("o");
        let declared = types::declaration(&ty, &name, self.records);
        let from = match ty {
            Ty::Record(n) => self.structure(n, usize::MAX),
            _ => None,
        };
        match from {
            Some(from) if self.chance(35) => self.line(format!("{declared} = {from};")),
            _ if self.chance(15) => {
                self.line(format!("{declared};"));
                let address = if matches!(ty, Ty::Record(_)) { "&" } else { "" };
                self.line(format!("memset({address}{name}, 0, sizeof {name});"));
            }
            _ if self.chance(12) => {
                let value = types::initial(self.rng, &ty, self.records);
                self.line(format!("static {declared} = {value};"));
                self.declare(&name, ty);
                if let Some(var) = self.vars.last_mut() {
                    var.level = 0;
                }
                return;
            }
            _ => {
                let value = types::initial(self.rng, &ty, self.records);
                self.line(format!("{declared} = {value};"));
            }
        }
        self.declare(&name, ty);
    }

    fn pointer(&mut self) {
        let known = self.vars.iter().filter(|v| matches!(v.ty, Ty::Ptr(_)));
        let known: Vec<(String, Ty, usize)> = known.map(|v| (v.text.clone(), v.ty.clone(), v.level)).collect();
        if !known.is_empty() && self.chance(35) {
            let (name, ty, level) = known[self.rng.usize(..known.len())].clone();
            let Ty::Ptr(num) = ty else { return };
            if let Some(address) = self.address(num, level) {
                self.line(format!("{name} = {address};"));
            }
            return;
        }
        if self.chance(30) {
            let record = self.rng.usize(..self.records.len());
            if let Some(from) = self.structure(record, self.level) {
                let name = self.fresh("r");
                let declared = types::declaration(&Ty::PtrRec(record), &name, self.records);
                self.line(format!("{declared} = &{from};"));
                self.declare(&name, Ty::PtrRec(record));
            }
            return;
        }
        let num = self.place().num;
        if let Some(address) = self.address(num, self.level) {
            let name = self.fresh("q");
            self.line(format!("{} *{name} = {address};", num.name()));
            self.declare(&name, Ty::Ptr(num));
        }
    }

    fn copy(&mut self) {
        let record = self.rng.usize(..self.records.len());
        let (Some(to), Some(from)) = (self.structure(record, usize::MAX), self.structure(record, usize::MAX)) else {
            return self.assignment();
        };
        let name = self.records[record].name.clone();
        match self.rng.u32(..6) {
            0 if to != from => {
                // a structure onto itself overlaps
                self.line(format!("if (&{to} != &{from})"));
                self.line(format!("  memcpy(&{to}, &{from}, sizeof {to});"));
            }
            1 => {
                let value = types::initial(self.rng, &Ty::Record(record), self.records);
                self.line(format!("{to} = (struct {name}){value};"));
            }
            2 => self.line(format!("memset(&{to}, 0, sizeof(struct {name}));")),
            3 => {
                let t = self.fresh("t");
                self.line(format!("struct {name} {t} = {to};"));
                self.line(format!("{to} = {from};"));
                self.line(format!("{from} = {t};"));
            }
            _ => self.line(format!("{to} = {from};")),
        }
    }

    fn heap(&mut self) {
        let name = self.fresh("h");
        let known = self.vars.iter().enumerate();
        let known = known.filter(|(_, v)| v.text.starts_with('h') && (!v.is_pinned || self.dangling));
        let known: Vec<usize> = known.map(|(n, _)| n).collect();
        if !known.is_empty() && self.chance(30) && self.loops == 0 && self.level == 1 {
            let at = known[self.rng.usize(..known.len())];
            self.line(format!("free({});", self.vars[at].text));
            if !(self.dangling && self.chance(50)) {
                self.vars.remove(at);
            }
            return;
        }
        if self.chance(45) {
            let (num, length) = (Num::any(self.rng), self.rng.usize(1..4));
            let of = num.name();
            match self.rng.bool() {
                true => self.line(format!("{of} *{name} = calloc({length}, sizeof({of}));")),
                false => self.line(format!("{of} *{name} = malloc({length} * sizeof *{name});")),
            }
            self.line(format!("if (!{name}) exit(0);"));
            for at in 0..length {
                let value = self.number(1);
                self.line(format!("{name}[{at}] = {value};"));
            }
            self.declare(&name, Ty::Block(num, length));
            return;
        }
        let record = self.rng.usize(..self.records.len());
        let of = self.records[record].name.clone();
        let from = self.structure(record, usize::MAX);
        match from {
            Some(from) if self.rng.bool() => {
                self.line(format!("struct {of} *{name} = malloc(sizeof *{name});"));
                self.line(format!("if (!{name}) exit(0);"));
                self.line(format!("*{name} = {from};"));
            }
            _ if self.records[record].has_bits(self.records) => return self.assignment(),
            _ => {
                self.line(format!("struct {of} *{name} = calloc(1, sizeof(struct {of}));"));
                self.line(format!("if ({name} == 0) exit(0);"));
            }
        }
        self.declare(&name, Ty::PtrRec(record));
    }

    fn call(&mut self) {
        if self.callable.is_empty() {
            return self.assignment();
        }
        let f = self.callable[self.rng.usize(..self.callable.len())].clone();
        let mut arguments = Vec::new();
        for ty in &f.params {
            let argument = match ty {
                Ty::Num(_) => Some(self.number(1)),
                Ty::Ptr(num) => self.address(*num, usize::MAX),
                Ty::PtrRec(n) => self.structure(*n, usize::MAX).map(|s| format!("&{s}")),
                Ty::Record(n) => self.structure(*n, usize::MAX),
                Ty::Array(..) | Ty::Block(..) => None,
            };
            let Some(argument) = argument else {
                return self.object_declared();
            };
            arguments.push(argument);
        }
        let name = self.fresh("c");
        let declared = types::declaration(&f.result, &name, self.records);
        self.line(format!("{declared} = {}({});", f.name, arguments.join(", ")));
        self.declare(&name, f.result);
    }
}
