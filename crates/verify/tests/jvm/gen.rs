//! Random Java methods that javac accepts.
//!
//! Everything generated is well typed, terminates (every loop has a counter of its own, which
//! nothing else writes) and has no unreachable statements. Expressions are written with as few
//! parentheses as the precedence of operators allows, and sometimes with more.

use crate::corners::CORNERS;
use crate::state::Ty::{self, *};
use crate::state::{PARAMS, STATICS};
use fastrand::Rng;

/// The nested class of every generated class, and the constants.
const COMMON: &str = "\
    static final int K = 7, M = -(1 << 4) + K;
    static final long KL = 1L << 30;
    static final byte KB = -128;
    static final boolean KZ = true;
    static final long W = -(-2147483647), V = -9223372036854775808L;

    static final class Node {
        int f;
        long n = 5;
        byte k = 7;
        short h;
        char ch = 'a';
        boolean t = !KZ;
        int[] a;
        Node next;

        Node() {}

        Node(int f, Node next) {
            this.f = f;
            this.next = next;
            n += f;
        }

        int bump(int by) {
            f += by;
            return f++;
        }

        Node self() {
            return this;
        }

        void link(Node other) {
            if (other == this) throw new IllegalArgumentException();
            next = other;
            a = other.a;
        }
    }
";

/// A method of a generated class.
pub struct Method {
    /// Its name.
    pub name: String,
    /// Its text.
    pub text: String,
    /// What it returns.
    pub result: Option<Ty>,
}

/// A generated class.
pub struct Class {
    /// Its name.
    pub name: String,
    /// Everything but the methods.
    head: String,
    /// The methods to be called.
    pub methods: Vec<Method>,
}

impl Class {
    /// The class with that number: always the same for the same seed.
    pub fn generate(seed: u64, number: usize, methods: usize) -> Class {
        let name = format!("Gen{number}");
        let rng = Rng::with_seed(seed.wrapping_mul(1_000_003).wrapping_add(number as u64));
        let mut gen_ = Gen::new(rng, name.clone());
        let mut head = format!("class {name} {{\n");
        for (name, ty) in STATICS {
            head += &format!("    static {} {name};\n", ty.java());
        }
        head += COMMON;
        for i in 0..6 {
            head += &gen_.helper(i);
        }
        let methods = (0..methods).map(|i| gen_.method(i)).collect();
        Class { name, head, methods }
    }

    /// A class of the methods written by hand.
    pub fn corners() -> Class {
        let mut class = Class::generate(0, 0, 0);
        class.head = class.head.replace(&class.name, "Corners");
        class.name = "Corners".to_string();
        let params: Vec<String> = PARAMS.iter().map(|(n, t)| format!("{} {n}", t.java())).collect();
        for (i, (result, body)) in CORNERS.iter().enumerate() {
            let name = format!("m{i}");
            let ty = result.map_or("void", Ty::java);
            let body = body.replace("CLASS", &class.name);
            let text = format!("    static {ty} {name}({}) {{\n{body}\n    }}\n", params.join(", "));
            class.methods.push(Method {
                name,
                text,
                result: *result,
            });
        }
        class
    }

    /// The text of the class.
    pub fn text(&self) -> String {
        let methods: String = self.methods.iter().map(|m| m.text.as_str()).collect();
        format!("{}{methods}}}\n", self.head)
    }

    /// The method that a line of the text belongs to, counted from one.
    pub fn method_at(&self, line: usize) -> Option<usize> {
        let mut at = self.head.lines().count();
        self.methods.iter().position(|m| {
            let before = at;
            at += m.text.lines().count();
            (before + 1..=at).contains(&line)
        })
    }
}

/// A private static method that the others call.
struct Helper {
    name: String,
    params: Vec<Ty>,
    result: Option<Ty>,
}

/// A local variable.
#[derive(Clone)]
struct Var {
    name: String,
    ty: Ty,
    writable: bool,
    /// Its initial value has been written.
    ready: bool,
}

/// Something around the present place that jumps go to or through.
struct Frame {
    kind: FrameKind,
    label: Option<String>,
    /// A reachable `break` leaves it.
    broken: bool,
    /// A reachable `continue` goes on with it.
    continued: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum FrameKind {
    Loop,
    Switch,
    /// Left by `break` with its label only.
    Labelled,
    /// A `finally` that can end normally, or cannot: then no jump through it arrives.
    Finally(bool),
    /// A switch expression: only `yield` leaves it.
    Yield(Ty),
}

/// An expression and how strongly it binds.
struct E(String, u8);

const ASSIGN: u8 = 1;
const CONDITIONAL: u8 = 2;
const UNARY: u8 = 14;
const PRIMARY: u8 = 15;
const POSTFIX: u8 = 15;

/// Exceptions, special ones before general ones; the first few are not related.
const EXCEPTIONS: [&str; 9] = [
    "ArithmeticException",
    "ArrayIndexOutOfBoundsException",
    "NullPointerException",
    "NegativeArraySizeException",
    "IllegalStateException",
    "IndexOutOfBoundsException",
    "RuntimeException",
    "Exception",
    "Throwable",
];
const UNRELATED: usize = 5;

const INTEGERS: [Ty; 5] = [Int, Long, Byte, Short, Char];
const LOCALS: [Ty; 16] = [
    Int, Int, Int, Long, Long, Byte, Short, Char, Bool, Bool, Ints, Ints, Longs, Bytes, Chars, Node,
];
const RESULTS: [Option<Ty>; 12] = [
    None,
    Some(Int),
    Some(Int),
    Some(Int),
    Some(Long),
    Some(Byte),
    Some(Short),
    Some(Char),
    Some(Bool),
    Some(Ints),
    Some(Node),
    Some(Grid),
];

struct Gen {
    rng: Rng,
    class: String,
    helpers: Vec<Helper>,
    vars: Vec<Var>,
    /// Caught exceptions in scope.
    caught: Vec<String>,
    frames: Vec<Frame>,
    result: Option<Ty>,
    out: String,
    indent: usize,
    /// How many statements may still be written.
    fuel: usize,
    /// What this method has more of.
    focus: u32,
    /// How many loops stand around the present place; helpers have none.
    loops: Option<usize>,
    /// May there be a `try` here? Older versions of javac fail on one in a switch expression that
    /// is an operand.
    tries: bool,
    /// May a local have the name of a static field here?
    hiding: bool,
    next: usize,
}

impl Gen {
    fn new(rng: Rng, class: String) -> Gen {
        Gen {
            rng,
            class,
            helpers: Vec::new(),
            vars: Vec::new(),
            caught: Vec::new(),
            frames: Vec::new(),
            result: None,
            out: String::new(),
            indent: 1,
            fuel: 0,
            focus: 0,
            loops: None,
            tries: true,
            hiding: true,
            next: 0,
        }
    }

    fn chance(&mut self, percent: u32) -> bool {
        self.rng.u32(..100) < percent
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.rng.usize(..from.len())]
    }

    fn fresh(&mut self, word: &str) -> String {
        self.next += 1;
        format!("{word}{}", self.next)
    }

    fn line(&mut self, text: &str) {
        self.out += &"    ".repeat(self.indent);
        self.out += text;
        self.out += "\n";
    }

    /// A method with the parameters that all have.
    fn method(&mut self, number: usize) -> Method {
        let name = format!("m{number}");
        let params: Vec<(String, Ty)> = PARAMS.iter().map(|(n, t)| (n.to_string(), *t)).collect();
        let result = self.pick(&RESULTS);
        self.fuel = self.rng.usize(3..16);
        self.focus = self.rng.u32(..8);
        self.loops = Some(0);
        let text = self.declaration("static", &name, &params, result);
        Method { name, text, result }
    }

    /// A small method without loops, which the others may call.
    fn helper(&mut self, number: usize) -> String {
        let name = format!("h{number}");
        let types: Vec<Ty> = (0..self.rng.usize(..4)).map(|_| self.pick(&LOCALS)).collect();
        let result = self.pick(&RESULTS);
        let params: Vec<(String, Ty)> = types.iter().enumerate().map(|(i, t)| (format!("p{i}"), *t)).collect();
        self.loops = None;
        let mut text = String::new();
        // only short methods take the place of their calls
        let size = |text: &str| {
            [";", "if (", "switch (", "try {"]
                .map(|w| text.matches(w).count())
                .iter()
                .sum::<usize>()
        };
        while text.is_empty() || size(&text) > 12 {
            self.fuel = self.rng.usize(1..5);
            text = self.declaration("private static", &name, &params, result);
        }
        self.helpers.push(Helper {
            name,
            params: types,
            result,
        });
        text
    }

    fn declaration(&mut self, modifiers: &str, name: &str, params: &[(String, Ty)], result: Option<Ty>) -> String {
        self.vars = params
            .iter()
            .map(|(name, ty)| Var {
                name: name.clone(),
                ty: *ty,
                writable: true,
                ready: true,
            })
            .collect();
        self.result = result;
        self.next = 0;
        self.indent = 1;
        let list: Vec<String> = params.iter().map(|(n, t)| format!("{} {n}", t.java())).collect();
        let ty = result.map_or("void", Ty::java);
        self.line(&format!("{modifiers} {ty} {name}({}) {{", list.join(", ")));
        self.indent = 2;
        if self.statements()
            && let Some(ty) = result
        {
            let value = self.value(ty, 2);
            self.line(&format!("return {value};"));
        }
        self.indent = 1;
        self.line("}");
        std::mem::take(&mut self.out)
    }

    // ---- statements; each says whether it can end normally ----

    /// Runs `f`; what it declares is not seen afterwards.
    fn scoped<T>(&mut self, f: impl FnOnce(&mut Self) -> T) -> T {
        let vars = self.vars.len();
        let value = f(self);
        self.vars.truncate(vars);
        value
    }

    /// Some statements, whose variables stay in scope.
    fn statements(&mut self) -> bool {
        let mut open = true;
        for _ in 0..self.rng.usize(1..6) {
            if self.fuel == 0 || !open {
                break;
            }
            open = self.statement();
        }
        open
    }

    /// Statements in braces; `head` comes before them.
    fn block(&mut self, head: &str) -> bool {
        self.line(format!("{head} {{").trim_start());
        self.indent += 1;
        let open = self.scoped(Self::statements);
        self.indent -= 1;
        self.line("}");
        open
    }

    /// What `f` writes, apart.
    fn apart<T>(&mut self, f: impl FnOnce(&mut Self) -> T) -> (T, String) {
        let before = std::mem::take(&mut self.out);
        let value = f(self);
        (value, std::mem::replace(&mut self.out, before))
    }

    fn framed(&mut self, kind: FrameKind, label: Option<String>, f: impl FnOnce(&mut Self) -> bool) -> (bool, Frame) {
        self.frames.push(Frame {
            kind,
            label,
            broken: false,
            continued: false,
        });
        let open = f(self);
        (open, self.frames.pop().expect("the frame just pushed"))
    }

    fn statement(&mut self) -> bool {
        self.fuel = self.fuel.saturating_sub(1);
        let kind = self.rng.u32(..100);
        let kind = match (self.focus, self.chance(30)) {
            (0 | 1, true) => 82,
            (2, true) => 76,
            (3, true) => 58,
            (4, true) => 96,
            _ => kind,
        };
        match kind {
            0..18 => self.local(),
            18..46 => {
                let text = self.effect(3);
                self.line(&format!("{text};"));
                true
            }
            46..58 => self.branch(),
            58..70 if self.loops.is_some_and(|n| n < 2) => self.repeat(),
            58..70 => self.branch(),
            70..76 => self.labelled(),
            76..82 => self.switch(),
            82..92 if self.tries => self.attempt(),
            82..92 => self.branch(),
            92..94 => {
                let c = self.value(Bool, 2);
                self.line(&format!("assert {c};"));
                true
            }
            94..96 => self.block(""),
            96..99 => self.jump_if(),
            _ => self.jump(),
        }
    }

    /// A name for a local: a new one, or that of a static field.
    fn local_name(&mut self) -> String {
        let hidden = self.pick(&STATICS).0;
        if self.hiding && self.chance(8) && !self.vars.iter().any(|v| v.name == hidden) {
            return hidden.to_string();
        }
        self.fresh("v")
    }

    fn bring(&mut self, name: &str, ty: Ty, writable: bool) {
        self.vars.push(Var {
            name: name.to_string(),
            ty,
            writable,
            ready: true,
        });
    }

    fn local(&mut self) -> bool {
        let ty = self.pick(&LOCALS);
        let name = self.local_name();
        // in its own initial value the new name already hides the field
        let here = self.vars.len();
        self.bring(&name, ty, true);
        self.vars[here].ready = false;
        match self.rng.u32(..10) {
            0 if ty.element().is_some() => {
                let init = self.initializer(ty);
                self.line(&format!("{} {name} = {init};", ty.java()));
            }
            1 => {
                let (c, a, b) = (self.value(Bool, 2), self.value(ty, 2), self.value(ty, 2));
                self.line(&format!("{} {name};", ty.java()));
                self.line(&format!("if ({c}) {name} = {a}; else {name} = {b};"));
            }
            2 if self.tries => {
                let (a, b) = (self.value(ty, 3), self.value(ty, 1));
                let (exception, e) = (self.pick(&EXCEPTIONS[5..]), self.fresh("e"));
                self.line(&format!("{} {name};", ty.java()));
                self.line(&format!(
                    "try {{ {name} = {a}; }} catch ({exception} {e}) {{ {name} = {b}; }}"
                ));
            }
            3 => {
                // what `var` infers is the exact type
                let init = self.expr(ty, 2);
                let init = format!("({}) {}", ty.java(), self.at(init, UNARY));
                self.line(&format!("var {name} = {init};"));
            }
            4 => {
                let (a, b) = (self.value(ty, 2), self.value(ty, 2));
                let other = self.fresh("v");
                self.line(&format!("{} {name} = {a}, {other} = {b};", ty.java()));
                self.bring(&other, ty, true);
            }
            5 if self.fuel > 0 => {
                let init = self.switch_value(ty, 2);
                self.line(&format!("{} {name} = {};", ty.java(), init.0));
            }
            _ => {
                let init = self.value(ty, 3);
                self.line(&format!("{} {name} = {init};", ty.java()));
            }
        }
        self.vars[here].ready = true;
        true
    }

    fn branch(&mut self) -> bool {
        let c = self.value(Bool, 3);
        let yes = self.block(&format!("if ({c})"));
        if self.chance(50) {
            return true;
        }
        let no = self.block("else");
        yes || no
    }

    /// `break`, `continue`, `yield`, `return`, `throw`.
    fn jump(&mut self) -> bool {
        let innermost = self.frames.iter().rposition(|f| matches!(f.kind, FrameKind::Yield(_)));
        let reach = innermost.map_or(0, |i| i + 1);
        let targets: Vec<usize> = (reach..self.frames.len())
            .filter(|i| !matches!(self.frames[*i].kind, FrameKind::Finally(_)))
            .collect();
        if !targets.is_empty() && self.chance(65) {
            let at = self.pick(&targets);
            let (kind, label) = (self.frames[at].kind, self.frames[at].label.clone());
            let goes_on = kind == FrameKind::Loop && self.chance(50);
            let plain = |f: &Frame| f.kind == FrameKind::Loop || !goes_on && f.kind == FrameKind::Switch;
            let nearest = self.frames.iter().rposition(plain) == Some(at);
            if let Some(label) = label.clone().or(nearest.then(String::new)) {
                let label = if nearest && self.chance(70) {
                    String::new()
                } else {
                    label
                };
                let arrives = !self.frames[at..].iter().any(|f| f.kind == FrameKind::Finally(false));
                let word = if goes_on { "continue" } else { "break" };
                self.frames[at].continued |= goes_on && arrives;
                self.frames[at].broken |= !goes_on && arrives;
                self.line(&format!(
                    "{}{};",
                    word,
                    if label.is_empty() { label } else { format!(" {label}") }
                ));
                return false;
            }
        }
        if let Some(at) = innermost
            && let FrameKind::Yield(ty) = self.frames[at].kind
            && self.chance(70)
        {
            let value = self.value(ty, 2);
            self.line(&format!("yield {value};"));
        } else if innermost.is_none() && self.chance(70) {
            match self.result {
                Some(ty) => {
                    let value = self.value(ty, 3);
                    self.line(&format!("return {value};"));
                }
                None => self.line("return;"),
            }
        } else if !self.caught.is_empty() && self.chance(60) {
            let at = self.rng.usize(..self.caught.len());
            let name = self.caught[at].clone();
            self.line(&format!("throw {name};"));
        } else {
            let class = self.pick(&EXCEPTIONS[..7]);
            self.line(&format!("throw new {class}();"));
        }
        false
    }

    /// A jump under a condition.
    fn jump_if(&mut self) -> bool {
        let c = self.value(Bool, 2);
        let (_, text) = self.apart(|g| g.jump());
        self.line(&format!("if ({c}) {}", text.trim()));
        true
    }

    /// A loop of a few rounds.
    fn repeat(&mut self) -> bool {
        let label = self.chance(40).then(|| self.fresh("L"));
        let prefix = label.as_ref().map_or(String::new(), |l| format!("{l}: "));
        let rounds = self.rng.usize(1..5);
        let around = self.loops;
        let vars = self.vars.len();
        let k = self.fresh("k");
        let more = if self.chance(30) {
            let c = self.expr(Bool, 2);
            format!(" && {}", self.at(c, 5))
        } else {
            String::new()
        };
        let kind = self.rng.u32(..10);
        let mut end = String::new();
        let endless = kind == 6;
        let head = match kind {
            0..3 => {
                let init = if self.chance(20) {
                    let (v, init) = (self.fresh("v"), self.value(Int, 1));
                    self.bring(&v, Int, true);
                    format!(", {v} = {init}")
                } else {
                    String::new()
                };
                let update = if self.chance(30) {
                    format!(", {}", self.effect(1))
                } else {
                    String::new()
                };
                self.bring(&k, Int, false);
                let step = self.pick(&["k++", "++k", "k += 1", "k = k + 1"]).replace('k', &k);
                format!("for (int {k} = 0{init}; {k} < {rounds}{more}; {step}{update})")
            }
            3 | 4 => {
                self.line(&format!("int {k} = 0;"));
                self.bring(&k, Int, false);
                format!("while ({k}++ < {rounds}{more})")
            }
            5 => {
                self.line(&format!("byte {k} = {rounds};"));
                self.bring(&k, Byte, false);
                end = format!("while (--{k} > 0{more});");
                "do".to_string()
            }
            6 => {
                self.line(&format!("int {k} = 0;"));
                self.bring(&k, Int, false);
                self.pick(&["for (;;)", "while (true)"]).to_string()
            }
            _ => {
                let (array, v) = (
                    self.pick(&[Ints, Ints, Longs, Bytes, Chars, Bools, Grid]),
                    self.fresh("v"),
                );
                let element = array.element().expect("an array");
                let over = self.value_of(array, 2);
                let ty = match element {
                    Byte | Short | Char if self.chance(40) => self.pick(&[Int, Long]),
                    Int if self.chance(20) => Long,
                    _ => element,
                };
                self.bring(&v, ty, true);
                format!("for ({} {v} : {over})", ty.java())
            }
        };
        self.loops = around.map(|n| n + 1);
        let (open, frame) = self.framed(FrameKind::Loop, label, |g| {
            g.line(&format!("{prefix}{head} {{"));
            g.indent += 1;
            if endless {
                g.line(&format!("if ({k}++ >= {rounds}) break;"));
                g.frames.last_mut().expect("the loop's frame").broken = true;
            }
            let open = g.statements();
            g.indent -= 1;
            g.line(format!("}} {end}").trim_end());
            open
        });
        self.loops = around;
        self.vars.truncate(vars);
        match kind {
            // the condition is reached from the end of the body or by `continue`
            5 => open || frame.continued || frame.broken,
            _ => true,
        }
    }

    /// A labelled statement that is no loop.
    fn labelled(&mut self) -> bool {
        let label = self.fresh("L");
        let (open, frame) = self.framed(FrameKind::Labelled, Some(label.clone()), |g| {
            let before = g.out.len();
            let open = match g.rng.u32(..6) {
                0 => g.branch(),
                1 if g.tries => g.attempt(),
                2 => g.switch(),
                _ => g.block(""),
            };
            // the label goes in front of the statement
            let indent = g.indent * 4;
            g.out.insert_str(before + indent, &format!("{label}: "));
            open
        });
        open || frame.broken
    }

    fn case_values(&mut self, ty: Ty) -> Vec<String> {
        let mut all: Vec<i64> = vec![-1, 0, 1, 2, 3, 4, 100, -128];
        if ty == Char {
            all = vec![0, 1, 2, 3, 97, 127];
        }
        self.rng.shuffle(&mut all);
        let chars = |v: &i64| {
            if ty == Char && *v == 97 {
                "'a'".to_string()
            } else {
                v.to_string()
            }
        };
        all.truncate(self.rng.usize(1..5));
        all.iter().map(chars).collect()
    }

    fn subject(&mut self) -> (Ty, String) {
        let ty = self.pick(&[Int, Int, Byte, Short, Char]);
        let subject = match ty {
            Int if self.chance(50) => {
                let e = self.expr(Int, 2);
                format!("{} & 3", self.at(e, 8))
            }
            // an operand may be narrower
            Int => {
                let e = self.expr(Int, 2);
                format!("(int) {}", self.at(e, UNARY))
            }
            _ => self.value_of(ty, 2),
        };
        (ty, subject)
    }

    fn switch(&mut self) -> bool {
        let (ty, subject) = self.subject();
        let values = self.case_values(ty);
        let arrow = self.chance(50);
        let default = self.chance(60).then(|| self.rng.usize(..=values.len()));
        self.line(&format!("switch ({subject}) {{"));
        // what an old case declares is in scope of the following ones
        let hiding = self.hiding;
        self.hiding &= arrow;
        let (open, frame) = self.framed(FrameKind::Switch, None, |g| {
            let mut heads: Vec<String> = values.iter().map(|v| format!("case {v}")).collect();
            if let Some(at) = default {
                heads.insert(at, "default".to_string());
            }
            g.indent += 1;
            let open = if arrow { g.rules(&heads) } else { g.groups(&heads) };
            g.indent -= 1;
            open
        });
        self.hiding = hiding;
        self.line("}");
        open || default.is_none() || frame.broken
    }

    /// The cases of a switch with arrows. Can one of them end normally?
    fn rules(&mut self, heads: &[String]) -> bool {
        let mut open = false;
        for head in heads {
            if self.chance(30) {
                let effect = self.effect(2);
                self.line(&format!("{head} -> {effect};"));
                open = true;
            } else {
                open |= self.block(&format!("{head} ->"));
            }
        }
        open
    }

    /// The cases of an old switch, which may fall through. Can the last one end normally?
    fn groups(&mut self, heads: &[String]) -> bool {
        let mut last = true;
        for head in heads {
            self.line(&format!("{head}:"));
            last = true;
            if self.chance(20) {
                continue;
            }
            self.indent += 1;
            last = self.scoped(Self::statements);
            if last && self.chance(50) {
                self.line("break;");
                self.frames.last_mut().expect("the switch's frame").broken = true;
                last = false;
            }
            self.indent -= 1;
        }
        last
    }

    /// `try` with clauses and `finally`.
    fn attempt(&mut self) -> bool {
        let clauses = self.rng.usize(..3);
        let finally = clauses == 0 || self.chance(45);
        let (ends, last) = if finally {
            self.apart(|g| g.jumpy("finally", 25))
        } else {
            (true, String::new())
        };
        let (open, _) = self.framed(FrameKind::Finally(ends), None, |g| {
            let mut open = g.jumpy("try", 30);
            let mut at = 0;
            for _ in 0..clauses {
                at = g.rng.usize(at..EXCEPTIONS.len());
                let mut types = EXCEPTIONS[at].to_string();
                if at + 1 < UNRELATED && g.chance(20) {
                    at += 1;
                    types = format!("{types} | {}", EXCEPTIONS[at]);
                }
                at += 1;
                let e = g.fresh("e");
                g.caught.push(e.clone());
                open |= g.jumpy(&format!("catch ({types} {e})"), 10);
                g.caught.pop();
                if at == EXCEPTIONS.len() {
                    break;
                }
            }
            open
        });
        self.out += &last;
        open && ends
    }

    /// A block that ends in a jump with that probability.
    fn jumpy(&mut self, head: &str, percent: u32) -> bool {
        self.line(&format!("{head} {{"));
        self.indent += 1;
        let open = self.scoped(|g| {
            let open = g.statements();
            if !open || !g.chance(percent) {
                return open;
            }
            if g.chance(50) { g.jump_if() } else { g.jump() }
        });
        self.indent -= 1;
        self.line("}");
        open
    }

    // ---- expressions ----

    /// An expression as an operand of something that binds with `least`.
    fn at(&mut self, e: E, least: u8) -> String {
        if e.1 < least || self.chance(4) {
            format!("({})", e.0)
        } else {
            e.0
        }
    }

    /// A value that is assigned to a variable of the type: may be `null` or a constant that is
    /// narrowed.
    fn value(&mut self, ty: Ty, depth: usize) -> String {
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
    fn value_of(&mut self, ty: Ty, depth: usize) -> String {
        self.expr(ty, depth).0
    }

    fn expr(&mut self, ty: Ty, depth: usize) -> E {
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
    fn leaf(&mut self, ty: Ty) -> E {
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
    fn place(&mut self, ty: Ty, depth: usize, write: bool) -> Option<E> {
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
    fn base(&mut self, ty: Ty, depth: usize) -> String {
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

    fn index(&mut self, depth: usize) -> String {
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
    fn assignment(&mut self, ty: Ty, depth: usize) -> Option<E> {
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
    fn step(&mut self, ty: Ty, depth: usize) -> Option<E> {
        let target = self.place(ty, depth, true)?.0;
        let op = self.pick(&["++", "--"]);
        Some(if self.chance(50) {
            E(format!("{op}{target}"), UNARY)
        } else {
            E(format!("{target}{op}"), POSTFIX)
        })
    }

    /// A call of something with that result; `None` for any.
    fn call(&mut self, ty: Option<Ty>, depth: usize) -> Option<E> {
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
    fn effect(&mut self, depth: usize) -> String {
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

    fn binary(&mut self, op: &str, tight: u8, a: E, b: E) -> E {
        let (a, b) = (self.at(a, tight), self.at(b, tight + 1));
        E(format!("{a} {op} {b}"), tight)
    }

    fn unary(&mut self, op: &str, a: E) -> E {
        let a = self.at(a, UNARY);
        // `- -1`, not `--1`
        let gap = if a.starts_with(['+', '-']) { " " } else { "" };
        E(format!("{op}{gap}{a}"), UNARY)
    }

    fn number(&mut self, ty: Ty, depth: usize) -> E {
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
                let call = self.pick(&["min", "max", "abs"]);
                let args = if call == "abs" { a } else { format!("{a}, {b}") };
                E(format!("Math.{call}({args})"), PRIMARY)
            }
            _ => {
                let array = self.pick(&[Ints, Longs, Bytes, Chars, Bools, Grid]);
                E(format!("{}.length", self.base(array, depth + 1)), PRIMARY)
            }
        }
    }

    fn boolean(&mut self, depth: usize) -> E {
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

    fn object(&mut self, ty: Ty, depth: usize) -> E {
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
    fn initializer(&mut self, ty: Ty) -> String {
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
    fn switch_value(&mut self, ty: Ty, depth: usize) -> E {
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
