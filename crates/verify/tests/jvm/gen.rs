//! Random Java methods that javac accepts.
//!
//! Everything generated is well typed, terminates (every loop has a counter of its own, which
//! nothing else writes) and has no unreachable statements. Expressions are written with as few
//! parentheses as the precedence of operators allows, and sometimes with more.

mod expressions;
mod operators;
mod statements;

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
}
