//! Random whole programs in C without input: what they compute is known from one run.
//!
//! Indices and pointers may leave their objects and numbers may overflow: then the run is undefined, which the
//! sanitizers tell. Functions with contracts stand beside `main`, and are called many times by a driver.

use super::body::{Gen, Signature, Var};
use super::contract::{self, Contracted};
use super::types::{self, Num, Record, Ty};
use fastrand::Rng;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// What is included, once for all programs of a file.
pub const HEAD: &str = "#include <stdlib.h>\n#include <string.h>\n#include <stdio.h>\n#include <assert.h>\n";

/// Small functions, which are written down if they are used.
const FUNCTIONS: [(&str, &str); 5] = [
    ("@inc", "static int @inc(int n) { return n + 1; }\n"),
    ("@dec", "static int @dec(int n) { return n - 1; }\n"),
    (
        "@count",
        "static int @count(void) { static int calls; calls += 1; return calls; }\n",
    ),
    (
        "@swap",
        "static int @swap(int *p, int *q) { int t = *p; *p = *q; *q = t; return t; }\n",
    ),
    (
        "@fact",
        "/*\u{1} requires 0 <= n <= 6; assigns \\nothing; ensures 1 <= \\result <= 720; ensures n == 0 ==> \\result == 1; */\n\
         static int @fact(int n) {\n  $P0 <= n && n <= 6$\n  if (n <= 1) return 1;\n  int r = @fact(n - 1);\n  \
         return r < 720 / n ? n * r : 720;\n}\n",
    ),
];

/// A program. Names at file scope begin with `@`; marks stand between `$`.
pub struct Program {
    /// What stands before all functions.
    types: String,
    /// Functions without contracts, by name.
    functions: Vec<(String, String)>,
    /// Functions with contracts.
    pub contracted: Vec<Contracted>,
    main: String,
    /// The expressions that are looked at.
    seen: Vec<String>,
    /// Are assertions written in ACSL?
    acsl: Vec<bool>,
}

/// What a run saw of an expression: the least and the greatest value.
pub type Values = BTreeMap<usize, (i64, i64)>;

/// How a program is to be written.
pub enum As<'a> {
    /// Values are printed.
    Observed,
    /// Values are asserted, those of a number wrongly.
    Asserted(&'a Values, Option<usize>),
}

impl Program {
    /// The program of a number.
    pub fn generate(seed: u64, number: usize) -> Program {
        let mut rng = Rng::with_seed(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(number as u64));
        let records = types::records(&mut rng);
        let (mut globals, mut text) = (Vec::new(), types::declared(&records));
        text.push_str("enum @col { @RED, @GREEN = 5, @BLUE };\ntypedef int @num;\n");
        for (name, first) in [("@g0", "static @num @g0 = 3;"), ("@g1", "int @g1;")] {
            let _ = writeln!(text, "{first}");
            globals.push(global(name, Ty::Num(Num::Int), name == "@g0"));
        }
        for n in 2..rng.usize(3..5) {
            let ty = match rng.u32(..3) {
                0 => Ty::Array(Box::new(Ty::Num(Num::any(&mut rng))), rng.usize(2..5)),
                1 => Ty::Record(rng.usize(..records.len())),
                _ => Ty::Num(Num::any(&mut rng)),
            };
            let name = format!("@g{n}");
            let value = types::initial(&mut rng, &ty, &records);
            let value = if rng.bool() {
                format!(" = {value}")
            } else {
                String::new()
            };
            let is_hidden = rng.bool();
            let linkage = if is_hidden { "static " } else { "" };
            let _ = writeln!(text, "{linkage}{}{value};", types::declaration(&ty, &name, &records));
            globals.push(global(&name, ty, is_hidden));
        }
        let mut program = Program {
            types: text,
            functions: Vec::new(),
            contracted: Vec::new(),
            main: String::new(),
            seen: Vec::new(),
            acsl: Vec::new(),
        };
        let mut callable = vec![
            signature("@count", vec![], Ty::Num(Num::Int)),
            signature("@inc", vec![Ty::Num(Num::Char)], Ty::Num(Num::Int)),
            signature("@swap", vec![Ty::Ptr(Num::Int), Ty::Ptr(Num::Int)], Ty::Num(Num::Int)),
        ];
        if rng.u32(..8) == 0 {
            callable.push(signature("@fact", vec![Ty::Num(Num::Int)], Ty::Num(Num::Int)));
        }
        // an ordinary function is read in place, one with a contract is not
        for n in 0..rng.usize(1..3) {
            let function = program.function(&mut rng, n, &records, &globals, &callable);
            callable.push(function);
        }
        for n in 0..rng.usize(..3) {
            let made = contract::function(&mut rng, n, &records, &globals);
            if rng.u32(..3) == 0 {
                callable.push(made.signature.clone());
            }
            program.contracted.push(made);
        }
        program.main(&mut rng, &records, &globals, callable);
        program.acsl = program.seen.iter().map(|_| rng.bool()).collect();
        program
    }

    fn function(
        &mut self,
        rng: &mut Rng,
        number: usize,
        records: &[Record],
        globals: &[Var],
        callable: &[Signature],
    ) -> Signature {
        let mut params = vec![Ty::Num(Num::any(rng))];
        for _ in 0..rng.usize(..3) {
            params.push(match rng.u32(..4) {
                0 => Ty::Record(rng.usize(..records.len())),
                1 => Ty::PtrRec(rng.usize(..records.len())),
                _ => Ty::Ptr(Num::any(rng)),
            });
        }
        let result = match rng.u32(..6) {
            0 => Ty::Record(rng.usize(..records.len())),
            _ => Ty::Num(Num::any(rng)),
        };
        let signature = signature(&format!("@f{number}"), params, result);
        let mut g = gen_of(rng, records, globals, callable.to_vec(), &mut self.seen);
        let mut declared = Vec::new();
        for (n, ty) in signature.params.iter().enumerate() {
            let name = format!("p{n}");
            declared.push(types::declaration(ty, &name, records));
            g.declare(&name, ty.clone());
        }
        for _ in 0..g.rng.usize(1..5) {
            g.statement();
        }
        let value = match &signature.result {
            Ty::Record(n) => match g.structure(*n, usize::MAX) {
                Some(text) => text,
                None => format!(
                    "(struct {}){}",
                    records[*n].name,
                    types::initial(g.rng, &signature.result, records)
                ),
            },
            _ => g.number(2),
        };
        g.line(format!("return {value};"));
        let head = types::declaration(&signature.result, &signature.name, records);
        let body = g.lines.join("\n");
        let text = format!("static {head}({}) {{\n{body}\n}}\n", declared.join(", "));
        self.functions.push((signature.name.clone(), text));
        signature
    }

    fn main(&mut self, rng: &mut Rng, records: &[Record], globals: &[Var], callable: Vec<Signature>) {
        let mut g = gen_of(rng, records, globals, callable, &mut self.seen);
        for _ in 0..g.rng.usize(2..7) {
            g.statement();
        }
        for _ in 0..2 {
            g.observe();
        }
        self.main = g.lines.join("\n");
    }

    /// Does `main` rely on a function, itself or by what it calls?
    pub fn calls(&self, name: &str) -> bool {
        self.main.contains(&format!("{name}("))
    }

    /// The program without its head; `prefix` stands before the names at file scope. The contracts are those
    /// that are chosen.
    pub fn text(&self, prefix: &str, how: &As, contracts: &[String]) -> String {
        // what nobody calls would be verified by itself
        let mut rest: String = self.contracted.iter().map(|f| f.text.as_str()).collect();
        rest.push_str(&self.main);
        rest.extend(self.seen.iter().map(String::as_str));
        let mut called = String::new();
        for (name, text) in self.functions.iter().rev() {
            if rest.contains(&format!("{name}(")) {
                called.insert_str(0, text);
                rest.push_str(text);
            }
        }
        let mut out = self.types.clone();
        let small = FUNCTIONS.iter().filter(|(name, _)| rest.contains(name));
        small.for_each(|(_, text)| out.push_str(text));
        out.push_str(&called);
        for (n, function) in self.contracted.iter().enumerate() {
            if let Some(contract) = contracts.get(n) {
                out.push_str(contract);
            }
            out.push_str(&function.text);
        }
        let name = match how {
            As::Observed => "static int @main",
            As::Asserted(..) => "int main",
        };
        let _ = writeln!(out, "{name}(void) {{\n{}\n  return 0;\n}}", self.main);
        let (open, close) = match how {
            As::Observed => ("COMPUTED(", ")"),
            As::Asserted(..) => ("(", ")"),
        };
        let out = self.marks(&out, how).replace('@', prefix).replace('\u{1}', "@");
        out.replace('\u{2}', open).replace('\u{3}', close)
    }

    /// Writes what stands between marks.
    fn marks(&self, text: &str, how: &As) -> String {
        let mut out = String::new();
        for (n, part) in text.split('$').enumerate() {
            if n % 2 == 0 {
                out.push_str(part);
                continue;
            }
            let (kind, rest) = part.split_at(1);
            let is_machine = matches!(how, As::Observed);
            match kind {
                "O" | "A" => out.push_str(&self.observation(rest.parse().unwrap_or_default(), kind == "A", how)),
                "G" if is_machine => out.push_str(rest),
                "G" => out.push_str(&annotation(&format!("ghost {rest}"))),
                "I" if !is_machine => out.push_str(&annotation(&format!("loop invariant {rest};"))),
                "C" if is_machine => {
                    let _ = write!(out, "CHECK({rest}), ");
                }
                // a precondition that the machine looks at
                "P" if is_machine => {
                    let _ = write!(out, "CHECK({rest});");
                }
                _ => {}
            }
        }
        out
    }

    fn observation(&self, number: usize, is_ghost: bool, how: &As) -> String {
        let expression = &self.seen[number];
        let As::Asserted(values, changed) = how else {
            return format!("printf(\"{number} %ld\\n\", (long)({expression}));");
        };
        let (claim, written) = match values.get(&number) {
            // it is never come to, as far as the run goes
            None if values.is_empty() => return String::new(),
            None => ("0".to_string(), "\\false".to_string()),
            Some((least, greatest)) => {
                let wrong = *changed == Some(number);
                let claim = match least == greatest {
                    true => format!("{expression} == {}", literal(least + i64::from(wrong))),
                    false if wrong => format!("{expression} != {}", literal(*least)),
                    false => format!(
                        "{} <= {expression} && {expression} <= {}",
                        literal(*least),
                        literal(*greatest)
                    ),
                };
                (claim.clone(), claim)
            }
        };
        // casts and operators mean something else in formulas
        let is_plain = !expression.contains(['(', '%', ' ', '\u{2}']);
        match is_ghost || is_plain && self.acsl.get(number) == Some(&true) {
            true => annotation(&format!("assert {written};")),
            false => format!("assert({claim});"),
        }
    }
}

/// A comment of ACSL; the sign is put in after all names have their prefix.
pub fn annotation(text: &str) -> String {
    format!("/*\u{1} {text} */")
}

fn literal(value: i64) -> String {
    match value {
        i64::MIN => "(-9223372036854775807 - 1)".into(),
        -2_147_483_648 => "(-2147483647 - 1)".into(),
        0.. => value.to_string(),
        _ => format!("({value})"),
    }
}

fn global(name: &str, ty: Ty, is_hidden: bool) -> Var {
    Var {
        text: name.into(),
        ty,
        level: 0,
        bound: None,
        is_register: false,
        is_pinned: false,
        is_hidden,
    }
}

fn signature(name: &str, params: Vec<Ty>, result: Ty) -> Signature {
    Signature {
        name: name.into(),
        params,
        result,
    }
}

/// What makes the statements of a function that sees the globals.
pub fn gen_of<'r>(
    rng: &'r mut Rng,
    records: &'r [Record],
    globals: &[Var],
    callable: Vec<Signature>,
    seen: &'r mut Vec<String>,
) -> Gen<'r> {
    let (dangling, hostile) = (rng.u32(..12) == 0, rng.u32(..4) == 0);
    Gen {
        rng,
        records,
        vars: globals.to_vec(),
        callable,
        lines: Vec::new(),
        seen,
        names: 0,
        level: 1,
        nested: 0,
        loops: 0,
        dangling,
        hostile,
        observes: true,
    }
}
