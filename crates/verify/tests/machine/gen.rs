//! Random functions in C.
//!
//! Operands have no effects but where C orders them, and everything is given a value before it
//! is read; what is undefined otherwise (overflow, shifts, division, indices) may happen.

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

    fn body(&mut self, count: usize) {
        let kept = (
            self.scalars.len(),
            self.arrays.len(),
            self.points.len(),
            self.ints.len(),
            self.structs.len(),
        );
        self.depth += 1;
        for _ in 0..count {
            self.statement();
        }
        self.depth -= 1;
        self.scalars.truncate(kept.0);
        self.arrays.truncate(kept.1);
        self.points.truncate(kept.2);
        self.ints.truncate(kept.3);
        self.structs.truncate(kept.4);
    }

    fn statement(&mut self) {
        let deep = self.depth > 2;
        match self.rng.usize(..30) {
            0..5 => {
                let (place, value) = (self.place(), self.expr(2));
                self.line(&format!("{place} = {value};"));
            }
            5..8 => {
                let op = self.one(&["+", "-", "*", "&", "|", "^", "<<", ">>", "/", "%"]);
                let (place, value) = (self.place(), self.tame());
                let value = if op == "<<" || op == ">>" {
                    format!("({value} & 7)")
                } else {
                    value
                };
                self.line(&format!("{place} {op}= {value};"));
            }
            8 | 9 => {
                let place = self.place();
                let step = self.one(&["++", "--"]);
                match self.rng.usize(..3) {
                    0 => self.line(&format!("{step}{place};").replace("++*", "++ *")),
                    1 => self.line(&format!("({place}){step};")),
                    _ => {
                        let name = self.fresh("t");
                        let ty = self.ty();
                        self.line(&format!("{ty} {name} = ({place}){step};"));
                        self.scalars.push(name);
                    }
                }
            }
            10..13 => self.declare(),
            13 | 14 => self.point_to(),
            15 | 16 => {
                let points = self.points.clone();
                let (to, from) = (self.some(&points), self.some(&points));
                match self.rng.usize(..3) {
                    0 => {
                        let by = self.tame();
                        self.line(&format!("{to} = shifted({from}, {by});"));
                    }
                    _ => self.line(&format!("{to} = {from};")),
                }
            }
            17 => {
                let by = self.tame();
                self.line(&format!("bump({by});"));
            }
            18 => {
                let (test, value) = (self.expr(2), self.expr(1));
                self.line(&format!("if ({test}) return {value};"));
            }
            _ if deep => self.line(";"),
            19..22 => {
                let test = self.expr(2);
                self.line(&format!("if ({test}) {{"));
                self.body(2);
                if self.rng.bool() {
                    self.line("} else {");
                    self.body(2);
                }
                self.line("}");
            }
            22..25 => self.repeat(),
            25 | 26 => self.switch(),
            27 => self.jump(),
            28 => {
                let (a, b) = (self.expr(1), self.expr(1));
                let scalars = self.scalars.clone();
                let (x, y) = (self.some(&scalars), self.tame());
                let op = self.one(&["&&", "||"]);
                self.line(&format!("if ({a} {op} ({x} = {y}, {b})) {{"));
                self.body(1);
                self.line("}");
            }
            _ => {
                self.line("{");
                self.body(2);
                self.line("}");
            }
        }
    }

    fn declare(&mut self) {
        match self.rng.usize(..6) {
            0 => {
                let name = self.fresh("a");
                let ty = self.one(&["int", "short", "unsigned char", "long", "unsigned int"]);
                let (x, y) = (self.tame(), self.tame());
                let text = match self.rng.usize(..3) {
                    0 => format!("{ty} {name}[3] = {{ {x}, {y} }};"),
                    1 => format!("{ty} {name}[] = {{ {x}, {y}, 3 }};"),
                    _ => format!("{ty} {name}[3] = {{ [2] = {x}, [0] = {y} }};"),
                };
                self.line(&text);
                self.arrays.push((name, 3));
            }
            1 => {
                let name = self.fresh("p");
                let (x, y) = (self.tame(), self.tame());
                let points = self.points.clone();
                let other = self.some(&points);
                let text = match self.rng.usize(..4) {
                    0 => format!("{{ {x}, {y}, {{ 1, 2 }}, 5 }}"),
                    1 => format!("{{ .t = {{ [1] = {x} }}, .x = {y} }}"),
                    2 => format!("{{ {x}, 2, 3, 4, {y}, 6 }}"),
                    _ => other,
                };
                self.line(&format!("struct point {name} = {text};"));
                self.points.push(name);
            }
            _ => {
                let (name, ty, value) = (self.fresh("v"), self.ty(), self.expr(2));
                self.line(&format!("{ty} {name} = {value};"));
                self.scalars.push(name);
            }
        }
    }

    /// A pointer, or another target for one.
    fn point_to(&mut self) {
        if self.rng.bool() {
            let (text, room) = match (self.pointers, self.rng.usize(..4)) {
                (Pointers::Globals, 0) => ("&gi".to_string(), 1),
                (Pointers::Globals, _) => (self.one(&["ga", "&ga[0]", "ga + 0"]).to_string(), 4),
                (Pointers::Members, 0) => ("&gp.x".to_string(), 1),
                (Pointers::Members, 1) => ("&gr[1].x".to_string(), 1),
                _ => {
                    let name = self.fresh("b");
                    self.line(&format!("int {name}[3] = {{ 4, 5, 6 }};"));
                    self.arrays.push((name.clone(), 3));
                    (name, 3)
                }
            };
            let moved = if room > 1 { self.rng.usize(..room) } else { 0 };
            let text = if moved > 0 { format!("{text} + {moved}") } else { text };
            let name = self.fresh("q");
            self.line(&format!("int *{name} = {text};"));
            self.ints.push((name, room - moved));
            return;
        }
        let target = match self.pointers {
            Pointers::Members => return self.line(";"),
            Pointers::Globals if self.rng.bool() => self.one(&["&gp", "&gr[1]", "gr"]).to_string(),
            _ => {
                let name = self.fresh("o");
                self.line(&format!("struct point {name} = {{ 1, 2, {{ 3 }} }};"));
                self.points.push(name.clone());
                format!("&{name}")
            }
        };
        let name = self.fresh("s");
        self.line(&format!("struct point *{name} = {target};"));
        self.points.push(format!("(*{name})"));
        self.structs.push(name);
    }

    fn repeat(&mut self) {
        let n = self.fresh("n");
        let rounds = self.rng.usize(1..4);
        let test = self.expr(1);
        self.loops += 1;
        match self.rng.usize(..3) {
            0 => {
                self.line(&format!("for (int {n} = 0; {n} < {rounds}; {n}++) {{"));
                self.inside_loop();
                self.line("}");
            }
            1 => {
                self.line(&format!("int {n} = {rounds};"));
                self.line(&format!("while ({n}-- > 0 && {test}) {{"));
                self.inside_loop();
                self.line("}");
            }
            _ => {
                self.line(&format!("int {n} = 0;"));
                self.line("do {");
                self.inside_loop();
                self.line(&format!("}} while (++{n} < {rounds} && {test});"));
            }
        }
        self.loops -= 1;
    }

    fn inside_loop(&mut self) {
        self.body(1);
        if self.rng.bool() {
            let (test, word) = (self.expr(1), self.one(&["break", "continue"]));
            self.line(&format!("  if ({test}) {word};"));
        }
        self.body(1);
    }

    fn switch(&mut self) {
        let subject = self.expr(1);
        let ty = self.one(&["", "(unsigned char)", "(int)", "(unsigned int)", "(long)"]);
        self.line(&format!("switch ({ty}({subject})) {{"));
        let mut labels: Vec<&str> = vec!["0", "1", "-1", "'a'", "GREEN", "3 ... 4", "1 + 6", "255"];
        self.rng.shuffle(&mut labels);
        let count = self.rng.usize(2..5);
        for label in &labels[..count] {
            self.line(&format!("case {label}: {{"));
            self.body(1);
            self.line("}");
            if self.rng.bool() {
                self.line("  break;");
            }
        }
        if self.rng.bool() {
            self.line("default: {");
            self.body(1);
            self.line("}");
        }
        self.line("}");
    }

    fn jump(&mut self) {
        let (n, label) = (self.fresh("n"), self.fresh("label"));
        let test = self.expr(1);
        match self.rng.bool() {
            true => {
                self.line(&format!("int {n} = 0;"));
                self.line(&format!("{label}:;"));
                self.line("{");
                self.body(1);
                self.line("}");
                self.line(&format!("if (++{n} < 3 && {test}) goto {label};"));
            }
            false => {
                self.line(&format!("if ({test}) goto {label};"));
                self.line("{");
                self.body(2);
                self.line("}");
                self.line(&format!("{label}:;"));
            }
        }
    }
}
