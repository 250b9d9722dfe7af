//! Expressions of every type.

use super::*;

/// Functions of the library on integers: the class, or that of a box, the name, and how many arguments it takes.
const FUNCTIONS: [(&str, &str, usize); 15] = [
    ("Math", "min", 2),
    ("Math", "max", 2),
    ("Math", "abs", 1),
    ("Math", "floorDiv", 2),
    ("Math", "floorMod", 2),
    ("Math", "addExact", 2),
    ("Math", "subtractExact", 2),
    ("Math", "multiplyExact", 2),
    ("Math", "negateExact", 1),
    ("Math", "incrementExact", 1),
    ("Math", "decrementExact", 1),
    ("box", "sum", 2),
    ("box", "compare", 2),
    ("box", "signum", 1),
    ("box", "max", 2),
];

impl Gen {
    /// An expression as an operand of something that binds with `least`.
    pub(super) fn at(&mut self, e: E, least: u8) -> String {
        if e.1 < least || self.chance(4) {
            format!("({})", e.0)
        } else {
            e.0
        }
    }

    /// A value that is assigned to a variable of the type: may be `null` or a constant that is
    /// narrowed.
    pub(super) fn value(&mut self, ty: Ty, depth: usize) -> String {
        match ty {
            _ if ty.is_object() && self.chance(6) => "null".to_string(),
            Byte | Short if self.chance(20) => self
                .pick(&["-128", "127", "3", "0x10", "-1 + 2", "'b'", "KB - -1"])
                .into(),
            Char if self.chance(20) => self
                .pick(&["65535", "0", "'a' + 1", "'\\u0041'", "'\\n'", "0177"])
                .into(),
            _ => self.expr(ty, depth).0,
        }
    }

    /// A value of exactly the type, for places where nothing is converted.
    pub(super) fn value_of(&mut self, ty: Ty, depth: usize) -> String {
        self.expr(ty, depth).0
    }

    pub(super) fn expr(&mut self, ty: Ty, depth: usize) -> E {
        if depth == 0 || self.chance(15) {
            return self.leaf(ty);
        }
        let depth = depth - 1;
        let often = if self.focus == 5 { 20 } else { 2 };
        if self.fuel > 0 && self.chance(often) {
            let tries = std::mem::replace(&mut self.tries, false);
            let e = self.switch_value(ty, depth);
            self.tries = tries;
            return e;
        }
        let found = match self.rng.u32(..100) {
            0..10 => self.place(ty, depth, false),
            10..17 => self.assignment(ty, depth),
            17..22 => {
                let (c, a, b) = (self.expr(Bool, depth), self.expr(ty, depth), self.expr(ty, depth));
                let (c, a, b) = (self.at(c, 3), self.at(a, ASSIGN), self.at(b, CONDITIONAL));
                Some(E(format!("{c} ? {a} : {b}"), CONDITIONAL))
            }
            22..28 => self.call(Some(ty), depth),
            _ => None,
        };
        match found {
            Some(e) => e,
            None if ty == Bool => self.boolean(depth),
            None if ty.is_object() => self.object(ty, depth),
            None => self.number(ty, depth),
        }
    }

    /// A variable, static field or constant.
    pub(super) fn leaf(&mut self, ty: Ty) -> E {
        if self.chance(60)
            && let Some(place) = self.place(ty, 0, false)
        {
            return place;
        }
        let text = match ty {
            Int => match self.rng.u32(..10) {
                0 => self
                    .pick(&["2147483647", "-2147483648", "0x7fff_ffff", "0x80000000", "0xFFFFFFFF"])
                    .to_string(),
                1 => self
                    .pick(&["'a'", "'0'", "'\\0'", "0b101", "017", "1_000", "0"])
                    .to_string(),
                2 => self
                    .pick(&["K", "M", "KB", "Integer.MIN_VALUE", "Integer.MAX_VALUE"])
                    .to_string(),
                3 => self.rng.i32(-100_000..100_000).to_string(),
                _ => self.rng.i32(-4..10).to_string(),
            },
            Long => match self.rng.u32(..8) {
                0 => self
                    .pick(&["9223372036854775807L", "-9223372036854775808L", "0xFFFFFFFFFFFFFFFFL"])
                    .to_string(),
                1 => self
                    .pick(&[
                        "0x1_0000_0000L",
                        "4294967295L",
                        "-2147483649L",
                        "KL",
                        "W",
                        "V",
                        "Long.MAX_VALUE",
                    ])
                    .to_string(),
                2 => format!("{}L", self.rng.i64(-1_000_000_000_000..1_000_000_000_000)),
                3 => self.rng.i32(-4..10).to_string(),
                _ => format!("{}L", self.rng.i32(-4..10)),
            },
            Byte | Short | Char => {
                let e = self.leaf(Int);
                return E(format!("({}) {}", ty.java(), self.at(e, UNARY)), UNARY);
            }
            Bool => self.pick(&["true", "false", "KZ"]).to_string(),
            _ => return self.object(ty, 0),
        };
        let tight = if text.starts_with('-') { UNARY } else { PRIMARY };
        E(text, tight)
    }

    /// Something that can be read, or assigned to.
    pub(super) fn place(&mut self, ty: Ty, depth: usize, write: bool) -> Option<E> {
        let ty = match ty {
            // a narrower one will do
            Int if !write => self.pick(&[Int, Int, Int, Int, Byte, Short, Char]),
            Long if !write => self.pick(&[Long, Long, Long, Int, Byte, Char]),
            _ => ty,
        };
        if depth > 0 && self.chance(50) {
            let mut ways: Vec<Option<(&str, Ty)>> = vec![None; usize::from(ty.array().is_some()) * 2];
            ways.extend(crate::state::FIELDS.iter().filter(|f| f.1 == ty).map(|f| Some(*f)));
            if !ways.is_empty() {
                let text = match (self.pick(&ways), ty.array()) {
                    (Some((field, _)), _) => format!("{}.{field}", self.base(Node, depth)),
                    (None, array) => {
                        let array = array.expect("there are arrays of it");
                        format!("{}[{}]", self.base(array, depth), self.index(depth))
                    }
                };
                return Some(E(text, PRIMARY));
            }
        }
        let fits = |v: &&Var| v.ty == ty && v.ready && (v.writable || !write);
        let mut names: Vec<String> = self.vars.iter().filter(fits).map(|v| v.name.clone()).collect();
        for (name, _) in STATICS.iter().filter(|s| s.1 == ty) {
            let hidden = self.vars.iter().any(|v| v.name == *name);
            names.push(if hidden || self.chance(20) {
                format!("{}.{name}", self.class)
            } else {
                name.to_string()
            });
        }
        if names.is_empty() {
            return None;
        }
        let at = self.rng.usize(..names.len());
        Some(E(names.swap_remove(at), PRIMARY))
    }

    /// An object to be dereferenced.
    pub(super) fn base(&mut self, ty: Ty, depth: usize) -> String {
        let simple = if self.chance(85) {
            self.place(ty, depth - 1, false)
        } else {
            None
        };
        let e = match simple {
            Some(e) => e,
            None => self.object(ty, depth - 1),
        };
        self.at(e, PRIMARY)
    }

    pub(super) fn index(&mut self, depth: usize) -> String {
        match self.rng.u32(..100) {
            0..35 => self.rng.u32(..3).to_string(),
            35..50 => self.leaf(Int).0,
            50..60 => {
                let e = self.expr(Int, depth - 1);
                format!("{} & {}", self.at(e, 8), self.pick(&[1, 3]))
            }
            60..70 => {
                let e = self.expr(Int, depth - 1);
                format!("{} % 3", self.at(e, 12))
            }
            70..85 => self.step(Int, depth - 1).map_or("1".to_string(), |e| e.0),
            85..90 => {
                let array = self.pick(&[Ints, Longs, Bytes, Chars, Grid]);
                format!("{}.length - 1", self.base(array, depth.max(1)))
            }
            _ => self.expr(Int, depth - 1).0,
        }
    }

    /// `target = value` or `target op= value`, of the type.
    pub(super) fn assignment(&mut self, ty: Ty, depth: usize) -> Option<E> {
        let target = self.place(ty, depth, true)?.0;
        let simple = ty.is_object() || self.chance(40);
        if simple {
            let value = self.value(ty, depth);
            return Some(E(format!("{target} = {value}"), ASSIGN));
        }
        let (op, by) = if ty == Bool {
            (self.pick(&["&", "|", "^"]), Bool)
        } else {
            let by = self.pick(&INTEGERS);
            (
                self.pick(&["+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>", ">>>"]),
                by,
            )
        };
        let mut value = self.expr(by, depth);
        if matches!(op, "/" | "%") && self.chance(60) {
            value = E(format!("{} | 1", self.at(value, 5)), 5);
        }
        let value = self.at(value, ASSIGN);
        Some(E(format!("{target} {op}= {value}"), ASSIGN))
    }

    /// `++` or `--`, before or after.
    pub(super) fn step(&mut self, ty: Ty, depth: usize) -> Option<E> {
        let target = self.place(ty, depth, true)?.0;
        let op = self.pick(&["++", "--"]);
        Some(if self.chance(50) {
            E(format!("{op}{target}"), UNARY)
        } else {
            E(format!("{target}{op}"), POSTFIX)
        })
    }

    /// A call of something with that result; `None` for any.
    pub(super) fn call(&mut self, ty: Option<Ty>, depth: usize) -> Option<E> {
        if self.chance(30) && depth > 0 {
            let node = |g: &mut Self| g.base(Node, depth);
            return Some(match ty {
                Some(Int) | None if self.chance(60) => {
                    let (object, by) = (node(self), self.value_of(Int, depth - 1));
                    E(format!("{object}.bump({by})"), PRIMARY)
                }
                Some(Node) => E(format!("{}.self()", node(self)), PRIMARY),
                None => {
                    let (object, other) = (node(self), self.value_of(Node, depth - 1));
                    E(format!("{object}.link({other})"), PRIMARY)
                }
                _ => return None,
            });
        }
        // helpers of the first half call none, those of the second only these
        let known = if self.loops.is_some() {
            self.helpers.len()
        } else {
            self.helpers.len() / 3 * 3
        };
        let fits = |h: &Helper| ty.is_none() || h.result == ty;
        let found: Vec<usize> = (0..known).filter(|i| fits(&self.helpers[*i])).collect();
        if found.is_empty() {
            return None;
        }
        let at = self.pick(&found);
        let (name, params) = (self.helpers[at].name.clone(), self.helpers[at].params.clone());
        let args: Vec<String> = params.iter().map(|p| self.value_of(*p, depth.min(2))).collect();
        let target = if self.chance(20) {
            format!("{}.", self.class)
        } else {
            String::new()
        };
        Some(E(format!("{target}{name}({})", args.join(", ")), PRIMARY))
    }

    /// An expression that is a statement.
    pub(super) fn effect(&mut self, depth: usize) -> String {
        let ty = self.pick(&[
            Int, Int, Int, Long, Long, Byte, Short, Char, Bool, Ints, Longs, Bytes, Bools, Node, Node,
        ]);
        let found = match self.rng.u32(..10) {
            0 | 1 if ty.is_number() => self.step(ty, depth),
            2 | 3 => self.call(None, depth),
            _ => self.assignment(ty, depth),
        };
        match found {
            Some(e) => e.0,
            None => self.assignment(Int, depth).expect("there is a static int").0,
        }
    }

    pub(super) fn binary(&mut self, op: &str, tight: u8, a: E, b: E) -> E {
        let (a, b) = (self.at(a, tight), self.at(b, tight + 1));
        E(format!("{a} {op} {b}"), tight)
    }

    pub(super) fn unary(&mut self, op: &str, a: E) -> E {
        let a = self.at(a, UNARY);
        // `- -1`, not `--1`
        let gap = if a.starts_with(['+', '-']) { " " } else { "" };
        E(format!("{op}{gap}{a}"), UNARY)
    }

    pub(super) fn number(&mut self, ty: Ty, depth: usize) -> E {
        let small = matches!(ty, Byte | Short | Char);
        let (wide, other) = match ty {
            Long => (Long, self.pick(&[Long, Long, Int, Byte, Char])),
            _ => (Int, Int),
        };
        match self.rng.u32(..100) {
            0..14 => {
                if let Some(e) = self.step(ty, depth) {
                    return e;
                }
                self.leaf(ty)
            }
            _ if small || self.chance(8) => {
                let from = self.pick(&INTEGERS);
                let e = self.expr(from, depth);
                let to = if small {
                    ty
                } else {
                    self.pick(&[Byte, Short, Char, Int])
                };
                E(format!("({}) {}", to.java(), self.at(e, UNARY)), UNARY)
            }
            14..50 => {
                let (op, tight) = self.pick(&[("+", 11), ("-", 11), ("*", 12), ("+", 11), ("-", 11), ("*", 12)]);
                let (a, b) = (self.expr(wide, depth), self.expr(other, depth));
                let (a, b) = if self.chance(30) { (b, a) } else { (a, b) };
                self.binary(op, tight, a, b)
            }
            50..62 => {
                let op = self.pick(&["/", "%"]);
                let (a, mut b) = (self.expr(wide, depth), self.expr(other, depth));
                if self.chance(60) {
                    b = E(format!("{} | 1", self.at(b, 5)), 5);
                }
                self.binary(op, 12, a, b)
            }
            62..76 => {
                let (op, tight) = self.pick(&[("&", 7), ("^", 6), ("|", 5)]);
                let (a, b) = (self.expr(wide, depth), self.expr(other, depth));
                self.binary(op, tight, a, b)
            }
            76..87 => {
                let op = self.pick(&["<<", ">>", ">>>"]);
                let by = self.pick(&INTEGERS);
                let (a, b) = (self.expr(wide, depth), self.expr(by, depth));
                self.binary(op, 10, a, b)
            }
            87..92 => {
                let op = self.pick(&["-", "~", "+", "-", "~"]);
                let a = self.expr(wide, depth);
                self.unary(op, a)
            }
            92..95 => {
                let (a, b) = (self.value_of(wide, depth), self.value_of(other, depth));
                let (class, call, arity) = self.pick(&FUNCTIONS);
                let class = match (class, wide) {
                    ("box", Long) => "Long",
                    ("box", _) => "Integer",
                    _ => class,
                };
                let args = if arity == 1 { a } else { format!("{a}, {b}") };
                E(format!("{class}.{call}({args})"), PRIMARY)
            }
            _ => {
                let array = self.pick(&[Ints, Longs, Bytes, Chars, Bools, Grid]);
                E(format!("{}.length", self.base(array, depth + 1)), PRIMARY)
            }
        }
    }

    pub(super) fn boolean(&mut self, depth: usize) -> E {
        match self.rng.u32(..100) {
            0..45 => {
                let (op, tight) = self.pick(&[("<", 9), ("<=", 9), (">", 9), (">=", 9), ("==", 8), ("!=", 8)]);
                let (a, b) = (self.pick(&INTEGERS), self.pick(&INTEGERS));
                let (a, b) = (self.expr(a, depth), self.expr(b, depth));
                self.binary(op, tight, a, b)
            }
            45..53 => {
                let ty = self.pick(&[Ints, Longs, Node]);
                let a = self.expr(ty, depth);
                let b = match self.chance(40) {
                    true => E("null".into(), PRIMARY),
                    false => self.expr(ty, depth),
                };
                let op = self.pick(&["==", "!="]);
                self.binary(op, 8, a, b)
            }
            53..58 if !self.caught.is_empty() => {
                let at = self.rng.usize(..self.caught.len());
                let (e, class) = (self.caught[at].clone(), self.pick(&EXCEPTIONS));
                E(format!("(Object) {e} instanceof {class}"), 9)
            }
            58..60 => {
                let (ty, other) = (self.pick(&[Ints, Grid, Node]), self.pick(&[Ints, Bools, Grid, Node]));
                let e = self.expr(ty, depth);
                E(format!("(Object) {} instanceof {}", self.at(e, UNARY), other.java()), 9)
            }
            53..66 => {
                let a = self.expr(Bool, depth);
                self.unary("!", a)
            }
            66..88 => {
                let (op, tight) = self.pick(&[("&&", 4), ("||", 3)]);
                let (a, b) = (self.expr(Bool, depth), self.expr(Bool, depth));
                self.binary(op, tight, a, b)
            }
            _ => {
                let (op, tight) = self.pick(&[("&", 7), ("^", 6), ("|", 5), ("==", 8), ("!=", 8)]);
                let (a, b) = (self.expr(Bool, depth), self.expr(Bool, depth));
                self.binary(op, tight, a, b)
            }
        }
    }

    pub(super) fn object(&mut self, ty: Ty, depth: usize) -> E {
        if depth == 0 || self.chance(10) {
            return match self.place(ty, 0, false) {
                Some(e) if self.chance(85) => e,
                _ => E(format!("({}) null", ty.java()), UNARY),
            };
        }
        if self.chance(12) {
            // may not be one
            let other = self.pick(&[Ints, Longs, Grid, Node, ty, ty]);
            let e = self.expr(other, depth - 1);
            return E(format!("({}) (Object) {}", ty.java(), self.at(e, UNARY)), UNARY);
        }
        let text = match ty.element() {
            Some(_) if self.chance(10) => return E(format!("{}.clone()", self.base(ty, depth)), PRIMARY),
            None => match self.chance(40) {
                true => "new Node()".to_string(),
                false => format!(
                    "new Node({}, {})",
                    self.value_of(Int, depth - 1),
                    self.value_of(Node, depth - 1)
                ),
            },
            Some(_) if self.chance(40) => {
                let init = self.initializer(ty);
                format!("new {}{init}", ty.java())
            }
            Some(element) => {
                let e = self.expr(Int, depth - 1);
                let size = match self.rng.u32(..3) {
                    0 => format!("{} & 3", self.at(e, 8)),
                    1 => format!("{} % 4", self.at(e, 12)),
                    _ => self.rng.i32(-1..5).to_string(),
                };
                match element {
                    Ints => format!("new int[{size}][]"),
                    _ => format!("new {}[{size}]", element.java()),
                }
            }
        };
        // arrays in parentheses, for what would follow is another dimension
        E(text, if ty == Node { PRIMARY } else { UNARY })
    }

    /// `{a, b, c}`.
    pub(super) fn initializer(&mut self, ty: Ty) -> String {
        let element = ty.element().expect("an array");
        let parts: Vec<String> = (0..self.rng.usize(..4))
            .map(|_| match element {
                Ints if self.chance(50) => self.initializer(Ints),
                _ => self.value(element, 1),
            })
            .collect();
        format!("{{{}}}", parts.join(", "))
    }

    /// A switch expression.
    pub(super) fn switch_value(&mut self, ty: Ty, depth: usize) -> E {
        let (of, subject) = self.subject();
        let values = self.case_values(of);
        let arrow = self.chance(60);
        let last = self.value_of(ty, depth);
        let hiding = self.hiding;
        self.hiding &= arrow;
        let ((), text) = self.apart(|g| {
            g.framed(FrameKind::Yield(ty), None, |g| {
                g.indent += 1;
                for value in values {
                    if arrow && g.chance(40) {
                        let value_of = g.value_of(ty, depth);
                        g.line(&format!("case {value} -> {value_of};"));
                        continue;
                    }
                    g.line(&format!("case {value}{}", if arrow { " -> {" } else { ":" }));
                    g.indent += 1;
                    // an old case may fall through
                    g.scoped(|g| {
                        if g.statements() && (arrow || g.chance(60)) {
                            let value = g.value_of(ty, depth);
                            g.line(&format!("yield {value};"));
                        }
                    });
                    g.indent -= 1;
                    if arrow {
                        g.line("}");
                    }
                }
                g.line(&format!("default{} {last};", if arrow { " ->" } else { ": yield" }));
                g.indent -= 1;
                g.line("}");
                true
            });
        });
        self.hiding = hiding;
        E(format!("switch ({subject}) {{\n{}", text.trim_end()), ASSIGN)
    }
}
