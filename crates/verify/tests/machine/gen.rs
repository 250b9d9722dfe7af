//! Random functions in C.
//!
//! Operands have no effects but where C orders them, and everything is given a value before it
//! is read; what is undefined otherwise (overflow, shifts, division, indices) may happen.

mod statements;

use crate::state::{PARAMS, PRELUDE, TYPES};
use fastrand::Rng;
use std::fmt::Write as _;

/// A function and its name.
pub struct Function {
    /// Its name.
    pub name: String,
    /// Its text.
    pub text: String,
}

/// A file of functions.
pub struct Unit {
    /// The name of the file.
    pub name: String,
    /// What the functions call.
    helpers: String,
    /// The functions.
    pub functions: Vec<Function>,
}

/// What may be pointed to in a file: whatever is pointed to anywhere lives in memory everywhere.
#[derive(Clone, Copy, PartialEq)]
enum Pointers {
    Locals,
    Globals,
    Members,
}

impl Unit {
    /// A file of `count` functions.
    pub fn generate(seed: u64, number: usize, count: usize) -> Unit {
        let pointers = [Pointers::Locals, Pointers::Globals, Pointers::Members][number % 3];
        let mut rng = Rng::with_seed(seed.wrapping_mul(0x9E37_79B9).wrapping_add(number as u64));
        let functions = (0..count)
            .map(|n| {
                let name = format!("f{n}");
                let text = Gen::new(&mut rng, pointers).function(&name);
                Function { name, text }
            })
            .collect();
        Unit {
            name: format!("unit{number}"),
            helpers: HELPERS.to_string(),
            functions,
        }
    }

    /// The functions of our own choice.
    pub fn corners() -> Unit {
        let functions = crate::corners::BODIES.iter().enumerate().map(|(n, body)| {
            let name = format!("f{n}");
            let text = format!("long {name}({}) {{\n{body}\n}}\n", params());
            Function { name, text }
        });
        Unit {
            name: "corners".to_string(),
            helpers: format!("{HELPERS}{}", crate::corners::HELPERS),
            functions: functions.collect(),
        }
    }

    /// The whole file. Compilers drop the checks of operations whose result they simplify or
    /// narrow; for them it is kept in a variable.
    pub fn text(&self, native: bool) -> String {
        let functions: String = self.functions.iter().map(|f| f.text.as_str()).collect();
        let keep = match native {
            true => "#define KEEP(e) ({ __auto_type kept = (e); kept; })\n",
            false => "#define KEEP(e) (e)\n",
        };
        format!("{keep}{PRELUDE}{}{functions}", self.helpers)
    }
}

/// Functions that are inlined.
const HELPERS: &str = "\
static int least(int a, int b) { if (a < b) return a; return b; }
static long narrow(unsigned char a, short b) { a += b; return a * 3L - b; }
static int count(unsigned int n) { int bits = 0; while (n != 0u) { bits += (int)(n & 1u); n >>= 1; } return bits; }
static struct point shifted(struct point p, int by) { p.x ^= by; p.t[1]++; return p; }
static void bump(int by) { gl = gl ^ by; gd += 7; gx.a.y--; }
static int pick(enum sign k) { switch (k) { case MINUS: return 10; case PLUS: return 30; default: break; } return 20; }
";

fn params() -> String {
    let all = PARAMS.iter().map(|(name, ty)| format!("{ty} {name}"));
    all.collect::<Vec<_>>().join(", ")
}

/// A function being made.
struct Gen<'r> {
    rng: &'r mut Rng,
    pointers: Pointers,
    /// Numbers in scope that may be assigned.
    scalars: Vec<String>,
    /// Arrays in scope with their sizes.
    arrays: Vec<(String, usize)>,
    /// Structures in scope.
    points: Vec<String>,
    /// Pointers to `int` with what can be accessed from there on.
    ints: Vec<(String, usize)>,
    /// Pointers to structures.
    structs: Vec<String>,
    /// Names given so far.
    names: usize,
    out: String,
    depth: usize,
    loops: usize,
}

impl<'r> Gen<'r> {
    fn new(rng: &'r mut Rng, pointers: Pointers) -> Gen<'r> {
        let own = |s: &str| s.to_string();
        let globals = [
            "gc", "gd", "gs", "gh", "gi", "gu", "gl", "gm", "gz", "gk", "ge", "gn", "gx.n", "gx.f", "gx.w", "gx.v",
            "gx.k",
        ];
        let params = PARAMS.iter().map(|(name, _)| own(name));
        Gen {
            rng,
            pointers,
            scalars: params.chain(globals.map(own)).collect(),
            arrays: vec![
                (own("ga"), 4),
                (own("gb"), 3),
                (own("gp.t"), 3),
                (own("gx.b.t"), 3),
                (own("g2[1]"), 3),
            ],
            points: ["gp", "gx.a", "gx.b", "gr[1]", "gr[i & 1]"].map(own).to_vec(),
            ints: Vec::new(),
            structs: Vec::new(),
            names: 0,
            out: String::new(),
            depth: 0,
            loops: 0,
        }
    }

    fn function(mut self, name: &str) -> String {
        for _ in 0..self.rng.usize(3..8) {
            self.statement();
        }
        let result = self.expr(3);
        format!("long {name}({}) {{\n{}  return {result};\n}}\n", params(), self.out)
    }

    fn line(&mut self, text: &str) {
        let indent = "  ".repeat(self.depth + 1);
        let _ = writeln!(self.out, "{indent}{text}");
    }

    fn fresh(&mut self, word: &str) -> String {
        self.names += 1;
        format!("{word}{}", self.names)
    }

    fn one<'t>(&mut self, of: &[&'t str]) -> &'t str {
        of[self.rng.usize(..of.len())]
    }

    fn some(&mut self, of: &[String]) -> String {
        of[self.rng.usize(..of.len())].clone()
    }

    fn ty(&mut self) -> &'static str {
        TYPES[self.rng.usize(..TYPES.len())].0
    }

    /// An index: mostly inside.
    fn index(&mut self, size: usize) -> String {
        match self.rng.usize(..12) {
            0 => self.expr(1),
            1..4 => format!("({}) & {}", self.expr(1), if size > 3 { 3 } else { 1 }),
            _ => self.rng.usize(..size).to_string(),
        }
    }

    /// A place that holds a number.
    fn place(&mut self) -> String {
        match self.rng.usize(..10) {
            0 | 1 => {
                let (array, size) = self.arrays[self.rng.usize(..self.arrays.len())].clone();
                format!("{array}[{}]", self.index(size))
            }
            2 | 3 => {
                let points = self.points.clone();
                let point = self.some(&points);
                let member = self.one(&["x", "y", "xy", "t[2]", "t[i & 1]"]);
                format!("{point}.{member}")
            }
            4 if !self.ints.is_empty() => {
                let (p, room) = self.ints[self.rng.usize(..self.ints.len())].clone();
                match self.rng.usize(..3) {
                    0 => format!("*{p}"),
                    1 => format!("{p}[{}]", self.rng.usize(..room)),
                    _ => format!("*({p} + {})", self.rng.usize(..room)),
                }
            }
            5 if !self.structs.is_empty() => {
                let structs = self.structs.clone();
                let p = self.some(&structs);
                let member = self.one(&["x", "y", "xy", "t[0]", "t[u & 1]"]);
                match self.rng.bool() {
                    true => format!("{p}->{member}"),
                    false => format!("(*{p}).{member}"),
                }
            }
            _ => {
                let scalars = self.scalars.clone();
                self.some(&scalars)
            }
        }
    }

    fn literal(&mut self) -> String {
        match self.rng.usize(..16) {
            0 => self.one(&[
                "KEEP(2147483647)",
                "KEEP(0x7fffffff)",
                "KEEP(0xffffffff)",
                "KEEP(4294967295)",
                "KEEP(9223372036854775807)",
                "KEEP(0xffffffffffffffff)",
            ]),
            1 => self.one(&[
                "KEEP(-2147483647 - 1)",
                "KEEP(32768)",
                "255",
                "256",
                "-129",
                "KEEP(65535u)",
                "KEEP(-9223372036854775807 - 1)",
            ]),
            2 => self.one(&["'a'", "'\\0'", "'\\xff'", "'\\n'"]),
            3 => self.one(&["RED", "GREEN", "BLUE", "MINUS", "PLUS"]),
            4 => self.one(&[
                "sizeof(int)",
                "sizeof(struct point)",
                "sizeof gx.a",
                "sizeof ga",
                "sizeof(short)",
                "sizeof(gc + gd)",
                "sizeof g2[0]",
            ]),
            5 => self.one(&["1u", "2l", "3ul", "0ll", "7ull", "017"]),
            _ => return self.rng.i64(-2..9).to_string(),
        }
        .to_string()
    }

    /// A number, whatever its type.
    fn expr(&mut self, depth: usize) -> String {
        if depth == 0 {
            return match self.rng.usize(..3) {
                0 => self.literal(),
                _ => self.place(),
            };
        }
        let a = self.expr(depth - 1);
        match self.rng.usize(..26) {
            0..3 => format!("KEEP({a} {} {})", self.one(&["+", "-"]), self.expr(depth - 1)),
            3 => format!("KEEP({a} * {})", self.expr(depth - 1)),
            4 => format!("KEEP({a} {} ({} | 1))", self.one(&["/", "%"]), self.expr(depth - 1)),
            5 => format!("KEEP({a} {} {})", self.one(&["/", "%"]), self.expr(depth - 1)),
            6..8 => format!("({a} {} {})", self.one(&["&", "|", "^"]), self.expr(depth - 1)),
            8 => format!(
                "KEEP({a} {} ({} & 7))",
                self.one(&["<<", ">>", ">>"]),
                self.expr(depth - 1)
            ),
            9 => format!("KEEP({a} {} {})", self.one(&["<<", ">>"]), self.expr(depth - 1)),
            10..13 => {
                let op = self.one(&["<", "<=", ">", ">=", "==", "!="]);
                // a test whose result is known is not made
                format!("(KEEP({a} + 0) {op} KEEP({} + 0))", self.expr(depth - 1))
            }
            13 | 14 => format!(
                "(KEEP({a} + 0) {} KEEP({} + 0))",
                self.one(&["&&", "||"]),
                self.expr(depth - 1)
            ),
            15 => format!("KEEP({} {a})", self.one(&["-", "~", "!", "+", "~", "!"])),
            16..19 => format!("({}){a}", self.ty()),
            19 | 20 => format!("(KEEP({a} + 0) ? {} : {})", self.expr(depth - 1), self.expr(depth - 1)),
            21 => format!("least({a}, {})", self.expr(depth - 1)),
            22 => format!("narrow({a}, {})", self.expr(depth - 1)),
            23 => format!("{}({a})", self.one(&["count", "pick"])),
            24 => {
                let scalars = self.scalars.clone();
                format!("({}, {a})", self.some(&scalars))
            }
            _ => a,
        }
    }

    /// A tame number: it seldom overflows what is made of it.
    fn tame(&mut self) -> String {
        let ty = self.one(&["short", "signed char", "unsigned char", "_Bool"]);
        format!("({ty}){}", self.expr(1))
    }
}
