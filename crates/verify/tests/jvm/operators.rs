//! Values by the operators that make them: numbers, truth values, objects.

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
