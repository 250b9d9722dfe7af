//! Expressions of every type.

use super::*;

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
}
