//! Functions with contracts, and drivers that call them with many inputs.
//!
//! Of each function many postconditions are guessed; the driver tells which of them fail, and which bytes the
//! function changes. A contract is chosen from what held, sometimes with a clause that did not.

use super::body::{Signature, Var};
use super::gen_::{annotation, gen_of};
use super::types::{self, Num, Record, Ty};
use fastrand::Rng;
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// A formula for Abide and the same for the machine.
#[derive(Clone, Debug)]
pub struct Clause {
    pub acsl: String,
    pub c: String,
}

/// A function with what may be said of it.
pub struct Contracted {
    pub name: String,
    pub signature: Signature,
    /// Its text; what it demands stands in the contract.
    pub text: String,
    requires: Vec<Clause>,
    /// Postconditions that were guessed.
    ensures: Vec<Clause>,
    /// What it may write.
    assigns: Vec<String>,
    driver: String,
}

/// What the driver found out.
#[derive(Clone, Debug, Default)]
pub struct Driven {
    /// Calls that satisfied the precondition.
    pub calls: usize,
    /// Postconditions that failed.
    pub failed: BTreeSet<usize>,
    /// For each byte that was changed, which of the `assigns` cover it.
    pub changed: BTreeSet<u64>,
    /// Did all calls come back?
    pub is_defined: bool,
}

/// A contract that was chosen, and whether it held.
pub struct Chosen {
    pub text: String,
    pub holds: bool,
}

/// What every driver needs.
pub const SUPPORT: &str = r#"
#define CHECK(c) ((c) ? (void)0 : (void)(printf("check\n"), exit(77)))
#define COMPUTED(e) ({ __auto_type computed = (e); computed; })
static unsigned long draw_state = 88172645463325252ul;
static unsigned long draw(void) {
  draw_state ^= draw_state << 13; draw_state ^= draw_state >> 7; draw_state ^= draw_state << 17;
  return draw_state;
}
static long number(void) {
  switch (draw() % 10) {
    case 0: return 0;
    case 1: return 2147483647 - (long)(draw() % 3);
    case 2: return -2147483647l - 1 + (long)(draw() % 3);
    case 3: return (long)(draw() % 300) - 150;
    default: return (long)(draw() % 16) - 5;
  }
}
static struct { char *at; unsigned long size; char was[64]; } watched[128];
static struct { char *at; unsigned long size; } covered[32];
static int watches, covers;
static void watch(void *at, unsigned long size) {
  if (watches < 128 && size <= 64) { watched[watches].at = at; watched[watches].size = size; memcpy(watched[watches++].was, at, size); }
}
static void cover(void *at, unsigned long size) { covered[covers].at = at; covered[covers++].size = size; }
static void changed(void) {
  for (int w = 0; w < watches; w++)
    for (unsigned long b = 0; b < watched[w].size; b++)
      if (watched[w].at[b] != watched[w].was[b]) {
        unsigned long mask = 0;
        for (int c = 0; c < covers; c++)
          if (covered[c].at <= watched[w].at + b && watched[w].at + b < covered[c].at + covered[c].size) mask |= 1ul << c;
        printf("changed %lu\n", mask);
      }
  watches = covers = 0;
}
"#;

/// Makes a function.
pub fn function(rng: &mut Rng, number: usize, records: &[Record], globals: &[Var]) -> Contracted {
    let name = format!("@k{number}");
    let plain: Vec<usize> = (0..records.len()).filter(|n| !records[*n].has_bits(records)).collect();
    let mut params = vec![Ty::Num(Num::any(rng))];
    for _ in 0..rng.usize(..3) {
        params.push(match rng.u32(..5) {
            0 => Ty::Num(Num::any(rng)),
            1 => Ty::Block(Num::any(rng), rng.usize(1..4)),
            2 if !plain.is_empty() => Ty::PtrRec(plain[rng.usize(..plain.len())]),
            _ => Ty::Ptr(Num::any(rng)),
        });
    }
    let result = Num::any(rng);
    let mut ignored = Vec::new();
    let mut requires = Vec::new();
    let mut declared = Vec::new();
    let mut g = gen_of(rng, records, globals, Vec::new(), &mut ignored);
    g.observes = false;
    g.dangling = false;
    for (n, ty) in params.iter().enumerate() {
        let p = format!("p{n}");
        declared.push(types::declaration(ty, &p, records));
        demand(g.rng, &p, ty, &mut requires);
        g.declare(&p, ty.clone());
    }
    for n in 0..2 {
        if g.chance(70) {
            requires.push(within(&format!("@g{n}"), -50, 50));
        }
    }
    for _ in 0..g.rng.usize(1..4) {
        g.statement();
    }
    let value = g.number(2);
    g.line(format!("return {value};"));
    let body = g.lines.join("\n");
    let (head, declared) = (result.name(), declared.join(", "));
    let text = format!(
        "{head} {name}({declared}) {{\n  $P{}$\n{body}\n}}\n",
        conjunction(&requires)
    );
    let places = places(&params, records, globals);
    let ensures = (0..16).map(|_| guess(g.rng, &params, &places)).collect();
    let assigns: Vec<String> = params
        .iter()
        .enumerate()
        .filter_map(|(n, ty)| match ty {
            Ty::Ptr(_) | Ty::PtrRec(_) => Some(format!("*p{n}")),
            Ty::Block(_, length) => Some(format!("p{n}[0 .. {}]", length - 1)),
            _ => None,
        })
        .chain(globals.iter().map(|v| match &v.ty {
            Ty::Array(_, length) => format!("{}[0 .. {}]", v.text, length - 1),
            _ => v.text.clone(),
        }))
        .collect();
    let signature = Signature {
        name: name.clone(),
        params: params.clone(),
        result: Ty::Num(result),
    };
    let mut made = Contracted {
        name,
        signature,
        text,
        requires,
        ensures,
        assigns,
        driver: String::new(),
    };
    made.driver = made.driver(number, &params, result, records, globals, &body);
    made
}

fn within(place: &str, low: i64, high: i64) -> Clause {
    Clause {
        acsl: format!("{low} <= {place} <= {high}"),
        c: format!("{low} <= {place} && {place} <= {high}"),
    }
}

/// All of these clauses, as the machine checks them.
fn conjunction(clauses: &[Clause]) -> String {
    let checks: Vec<&str> = clauses.iter().map(|r| r.c.as_str()).collect();
    if checks.is_empty() {
        "1".into()
    } else {
        checks.join(" && ")
    }
}

/// What is demanded of a parameter.
fn demand(rng: &mut Rng, p: &str, ty: &Ty, requires: &mut Vec<Clause>) {
    let valid = |acsl: String| Clause {
        acsl: format!("\\valid({acsl})"),
        c: format!("{p} != 0"),
    };
    match ty {
        Ty::Num(Num::Char | Num::UChar | Num::Bool) => {}
        Ty::Num(Num::Unsigned) if rng.bool() => {
            requires.push(Clause {
                acsl: format!("{p} < 40"),
                c: format!("{p} < 40"),
            });
        }
        Ty::Num(_) if rng.u32(..8) > 0 => requires.push(within(p, rng.i64(-20..1), rng.i64(1..40))),
        Ty::Ptr(_) => {
            requires.push(valid(p.to_string()));
            if rng.bool() {
                requires.push(Clause {
                    acsl: format!("*{p} <= 20"),
                    c: format!("*{p} <= 20"),
                });
            }
        }
        Ty::PtrRec(_) => requires.push(valid(p.to_string())),
        Ty::Block(_, length) => requires.push(valid(format!("{p} + (0 .. {})", length - 1))),
        _ => {}
    }
}

/// All numbers that the function can reach.
fn places(params: &[Ty], records: &[Record], globals: &[Var]) -> Vec<(String, Num)> {
    let mut out = Vec::new();
    for (n, ty) in params.iter().enumerate() {
        match ty {
            Ty::Ptr(num) => out.push((format!("*p{n}"), *num)),
            Ty::PtrRec(record) => types::leaves(&format!("(*p{n})"), &Ty::Record(*record), records, false, &mut out),
            Ty::Block(num, length) => out.extend((0..*length).map(|k| (format!("p{n}[{k}]"), *num))),
            _ => {}
        }
    }
    for global in globals {
        types::leaves(&global.text, &global.ty, records, false, &mut out);
    }
    out
}

/// A postcondition that may hold.
fn guess(rng: &mut Rng, params: &[Ty], places: &[(String, Num)]) -> Clause {
    let new = |rng: &mut Rng| match rng.u32(..3) == 0 || places.is_empty() {
        true => ("\\result".to_string(), "result".to_string()),
        false => {
            let place = &places[rng.usize(..places.len())].0;
            (place.clone(), place.clone())
        }
    };
    let numbers: Vec<usize> = (0..params.len()).filter(|n| matches!(params[*n], Ty::Num(_))).collect();
    let old = |rng: &mut Rng| match rng.u32(..4) {
        0 => {
            let p = numbers[rng.usize(..numbers.len())];
            (format!("p{p}"), format!("was_p{p}"))
        }
        1 => {
            let n = rng.i32(-2..9).to_string();
            (n.clone(), n)
        }
        _ => {
            let at = rng.usize(..places.len());
            (format!("\\old({})", places[at].0), format!("was_{at}"))
        }
    };
    let relation = ["==", "==", "<=", ">=", "!="][rng.usize(..5)];
    let (left, right) = (new(rng), old(rng));
    let (left, right) = match rng.u32(..3) {
        // of one place, before and after
        0 if !places.is_empty() => {
            let at = rng.usize(..places.len());
            let place = &places[at].0;
            (
                (place.clone(), place.clone()),
                (format!("\\old({place})"), format!("was_{at}")),
            )
        }
        _ => (left, right),
    };
    let more = match rng.u32(..4) {
        0 => format!(" + {}", rng.i32(1..3)),
        _ => String::new(),
    };
    Clause {
        acsl: format!("{} {relation} {}{more}", left.0, right.0),
        c: format!("(long)({}) {relation} (long)({}){more}", left.1, right.1),
    }
}

impl Contracted {
    /// Calls the function with many inputs; pointers of one type may be equal, and may lead to globals whose
    /// address is taken.
    fn driver(
        &self,
        number: usize,
        params: &[Ty],
        result: Num,
        records: &[Record],
        globals: &[Var],
        body: &str,
    ) -> String {
        let mut out = format!("static int @drive{number}(void) {{\n  for (int round = 0; round < 400; round++) {{\n");
        let mut fill = Vec::new();
        for global in globals {
            types::leaves(&global.text, &global.ty, records, true, &mut fill);
        }
        for (place, _) in &fill {
            let _ = writeln!(out, "    {place} = number();");
        }
        for (n, ty) in params.iter().enumerate() {
            let declared = types::declaration(ty, &format!("p{n}"), records);
            match ty {
                Ty::Num(_) => {
                    let _ = writeln!(out, "    {declared} = number();");
                }
                Ty::Record(_) | Ty::Array(..) => {}
                Ty::Ptr(_) | Ty::PtrRec(_) | Ty::Block(..) => {
                    let length = if let Ty::Block(_, length) = ty { *length } else { 1 };
                    let _ = writeln!(
                        out,
                        "    void *own{n} = calloc({length}, sizeof(*(({}) 0)));",
                        pointer(ty, records)
                    );
                    let _ = writeln!(out, "    {declared} = own{n};");
                    let mut inside = Vec::new();
                    let of = match ty {
                        Ty::PtrRec(r) => Ty::Record(*r),
                        Ty::Ptr(num) | Ty::Block(num, _) => Ty::Num(*num),
                        other => other.clone(),
                    };
                    for k in 0..length {
                        types::leaves(&format!("p{n}[{k}]"), &of, records, true, &mut inside);
                    }
                    for (place, _) in inside {
                        let _ = writeln!(out, "    {place} = number();");
                    }
                    // another parameter, or a global, of the same type
                    for (m, other) in params.iter().enumerate().take(n) {
                        let same = match (ty, other) {
                            (Ty::Ptr(a), Ty::Ptr(b) | Ty::Block(b, _)) => a == b,
                            (a, b) => a == b,
                        };
                        if same {
                            let _ = writeln!(out, "    if (draw() % 4 == 0) p{n} = p{m};");
                        }
                    }
                    // or what they have as a part
                    let mut inside = Vec::new();
                    for (m, other) in params.iter().enumerate().take(n) {
                        if let Ty::PtrRec(r) = other {
                            types::leaves(&format!("(*p{m})"), &Ty::Record(*r), records, false, &mut inside);
                        }
                    }
                    let known = |v: &&Var| !v.is_hidden || body.contains(&format!("&{}", v.text));
                    for global in globals.iter().filter(known) {
                        types::leaves(&global.text, &global.ty, records, false, &mut inside);
                        if let (Ty::PtrRec(a), Ty::Record(b)) = (ty, &global.ty)
                            && a == b
                        {
                            let _ = writeln!(out, "    if (draw() % 4 == 0) p{n} = &{};", global.text);
                        }
                    }
                    for (place, num) in inside {
                        if *ty == Ty::Ptr(num) {
                            let _ = writeln!(out, "    if (draw() % 6 == 0) p{n} = &{place};");
                        }
                    }
                }
            }
        }
        let _ = writeln!(out, "    if ({}) {{", conjunction(&self.requires));
        for (at, (place, num)) in places(params, records, globals).iter().enumerate() {
            let _ = writeln!(out, "      {} was_{at} = {place};", num.name());
            let _ = writeln!(out, "      watch(&{place}, sizeof {place});");
        }
        for (n, ty) in params.iter().enumerate() {
            if let Ty::Num(num) = ty {
                let _ = writeln!(out, "      {} was_p{n} = p{n};", num.name());
            }
            match ty {
                Ty::Ptr(_) | Ty::PtrRec(_) => {
                    let _ = writeln!(out, "      cover(p{n}, sizeof *p{n});");
                }
                Ty::Block(_, length) => {
                    let _ = writeln!(out, "      cover(p{n}, {length} * sizeof *p{n});");
                }
                _ => {}
            }
        }
        for global in globals {
            let _ = writeln!(out, "      cover(&{0}, sizeof {0});", global.text);
        }
        let arguments: Vec<String> = (0..params.len()).map(|n| format!("p{n}")).collect();
        let _ = writeln!(out, "      printf(\"call\\n\");");
        let _ = writeln!(
            out,
            "      {} result = {}({});",
            result.name(),
            self.name,
            arguments.join(", ")
        );
        for (n, clause) in self.ensures.iter().enumerate() {
            let _ = writeln!(out, "      if (!({})) printf(\"failed {n}\\n\");", clause.c);
        }
        let _ = writeln!(out, "      changed();\n    }}");
        for (n, ty) in params.iter().enumerate() {
            if matches!(ty, Ty::Ptr(_) | Ty::PtrRec(_) | Ty::Block(..)) {
                let _ = writeln!(out, "    free(own{n});");
            }
        }
        out.push_str("  }\n  return 0;\n}\n");
        out
    }

    /// The text of the driver.
    pub fn driver_text(&self, prefix: &str) -> String {
        self.driver.replace('@', prefix)
    }

    /// A contract with some of what held, and sometimes with a clause that did not.
    pub fn choose(&self, rng: &mut Rng, driven: &Driven) -> Chosen {
        let (held, failed): (Vec<usize>, Vec<usize>) =
            (0..self.ensures.len()).partition(|n| !driven.failed.contains(n));
        let mut clauses: Vec<usize> = held;
        rng.shuffle(&mut clauses);
        clauses.truncate(rng.usize(..4));
        let mut holds = driven.is_defined && driven.calls > 0;
        if !failed.is_empty() && rng.u32(..3) == 0 {
            clauses.push(failed[rng.usize(..failed.len())]);
            holds = false;
        }
        let mut text = String::new();
        for clause in &self.requires {
            let _ = write!(text, "requires {}; ", clause.acsl);
        }
        if rng.bool() {
            let mut named: Vec<usize> = (0..self.assigns.len()).collect();
            named.retain(|n| driven.changed.iter().any(|mask| mask >> n & 1 == 1) || rng.u32(..4) == 0);
            if !named.is_empty() && rng.u32(..4) == 0 {
                named.swap_remove(rng.usize(..named.len()));
            }
            let mask = named.iter().fold(0u64, |mask, n| mask | 1 << n);
            holds &= driven.changed.iter().all(|changed| changed & mask != 0);
            let named: Vec<&str> = named.iter().map(|n| self.assigns[*n].as_str()).collect();
            let named = if named.is_empty() {
                "\\nothing".into()
            } else {
                named.join(", ")
            };
            let _ = write!(text, "assigns {named}; ");
        }
        for clause in clauses {
            let _ = write!(text, "ensures {}; ", self.ensures[clause].acsl);
        }
        if text.is_empty() {
            text = "requires \\true; ".into();
        }
        Chosen {
            text: annotation(text.trim_end()) + "\n",
            holds,
        }
    }
}

fn pointer(ty: &Ty, records: &[Record]) -> String {
    types::declaration(ty, "", records)
}
