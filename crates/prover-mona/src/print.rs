//! Formulas in MONA's language.
//!
//! Positions up to `n` are the cells of the list, `n` is `null`, and `0` is where the list begins
//! (which is `null` if it is empty). A term is printed as a formula about a position: "the term is
//! that position".

use crate::Query;
use abide_logic::heap::{Between, field_sort};
use abide_logic::{Kind, Sort, Term, Var};

/// What is printed, or what cannot be.
type Printed = Result<String, String>;

/// The query as a program of MONA.
pub(crate) fn program(query: &Query) -> Printed {
    let mut printer = Printer { query, fresh: 0 };
    let formula = printer.formula(&query.formula)?;
    let references = query.references();
    let free = query.formula.free_vars();
    let mut text = String::from("ws1s;\nvar1 n;\n");
    for v in &references {
        text += &format!("var1 {};\n", name(v));
    }
    for v in free.iter().filter(|v| *v.sort() == Sort::Bool) {
        text += &format!("var0 {};\n", name(v));
    }
    let bounds: String = references.iter().map(|v| format!("{} <= n & ", name(v))).collect();
    Ok(format!("{text}{bounds}({formula});\n"))
}

fn name(var: &Var) -> String {
    format!("v{}", var.tag())
}

struct Printer<'a> {
    query: &'a Query,
    fresh: usize,
}

impl Printer<'_> {
    fn new_name(&mut self, letter: char) -> String {
        self.fresh += 1;
        format!("{letter}{}", self.fresh)
    }

    fn formula(&mut self, t: &Term) -> Printed {
        if let Some(atom) = Between::of(t) {
            return self.between(&atom);
        }
        match t.kind() {
            Kind::Bool(true) => Ok("true".into()),
            Kind::Bool(false) => Ok("false".into()),
            Kind::Var(v) if *v.sort() == Sort::Bool => Ok(name(v)),
            Kind::Not(a) => Ok(format!("~({})", self.formula(a)?)),
            Kind::And(parts) => self.joined(parts, " & "),
            Kind::Or(parts) => self.joined(parts, " | "),
            Kind::Implies(a, b) => Ok(format!("(({}) => ({}))", self.formula(a)?, self.formula(b)?)),
            Kind::Eq(a, b) if *a.sort() == Sort::Bool => {
                Ok(format!("(({}) <=> ({}))", self.formula(a)?, self.formula(b)?))
            }
            Kind::Eq(a, b) if *a.sort() == Sort::Ref => {
                let p = self.new_name('p');
                Ok(format!(
                    "(ex1 {p}: {p} <= n & {} & {})",
                    self.is(a, &p)?,
                    self.is(b, &p)?
                ))
            }
            Kind::Ite(c, a, b) => {
                let (c, a, b) = (self.formula(c)?, self.formula(a)?, self.formula(b)?);
                Ok(format!("((({c}) & ({a})) | (~({c}) & ({b})))"))
            }
            _ => Err(format!("`{t}` is no formula about lists")),
        }
    }

    fn joined(&mut self, parts: &[Term], with: &str) -> Printed {
        let parts: Result<Vec<String>, String> = parts.iter().map(|p| self.formula(p)).collect();
        Ok(format!("({})", parts?.join(with)))
    }

    /// The reference is the position.
    fn is(&mut self, t: &Term, p: &str) -> Printed {
        match t.kind() {
            Kind::Var(v) if *v == self.query.root => Ok(format!("{p} = 0")),
            Kind::Var(v) if *v.sort() == Sort::Ref => Ok(format!("{p} = {}", name(v))),
            Kind::Null => Ok(format!("{p} = n")),
            Kind::Select(field, key) if *field.sort() == field_sort() => {
                let q = self.new_name('p');
                let (key, held) = (self.is(key, &q)?, self.holds(field, &q, p)?);
                Ok(format!("(ex1 {q}: {q} <= n & {key} & {held})"))
            }
            Kind::Ite(c, a, b) => {
                let (c, a, b) = (self.formula(c)?, self.is(a, p)?, self.is(b, p)?);
                Ok(format!("((({c}) & {a}) | (~({c}) & {b}))"))
            }
            _ => Err(format!("`{t}` is no reference on a list")),
        }
    }

    /// The field holds `p` at `q`.
    fn holds(&mut self, field: &Term, q: &str, p: &str) -> Printed {
        match field.kind() {
            Kind::Var(v) if *v == self.query.field => Ok(format!("(({q} < n & {p} = {q} + 1) | ({q} = n & {p} = n))")),
            Kind::Store(map, key, value) => {
                let at = self.new_name('p');
                let (key, value) = (self.is(key, &at)?, self.is(value, p)?);
                let rest = self.holds(map, q, p)?;
                Ok(format!(
                    "(ex1 {at}: {at} <= n & {key} & (({q} = {at} & {value}) | ({q} ~= {at} & {rest})))"
                ))
            }
            _ => Err(format!("`{field}` is another field than `{}`", self.query.field.name())),
        }
    }

    /// From one to another, and past a third: the goal is in every set that has the beginning and is
    /// closed under steps, and so is the third if the goal is not left.
    fn between(&mut self, atom: &Between) -> Printed {
        let [x, y, z] = [(); 3].map(|()| self.new_name('p'));
        let (from, by, to) = (self.is(atom.from, &x)?, self.is(atom.by, &y)?, self.is(atom.to, &z)?);
        let reach = self.closure(atom.field, &x, &z, None)?;
        let passed = self.closure(atom.field, &x, &y, Some(&z))?;
        Ok(format!(
            "(ex1 {x}, {y}, {z}: {x} <= n & {y} <= n & {z} <= n & {from} & {by} & {to} & {reach} & {passed})"
        ))
    }

    /// Steps of the field, none from `null` nor from `stop`, lead from `x` to `y`.
    fn closure(&mut self, field: &Term, x: &str, y: &str, stop: Option<&str>) -> Printed {
        let (a, b, set) = (self.new_name('p'), self.new_name('p'), self.new_name('S'));
        let step = self.holds(field, &a, &b)?;
        let stopped = stop.map_or(String::new(), |z| format!(" & {a} ~= {z}"));
        Ok(format!(
            "(all2 {set}: ({x} in {set} & (all1 {a}, {b}: ({a} < n & {b} <= n & {a} in {set}{stopped} & {step}) \
             => {b} in {set})) => {y} in {set})"
        ))
    }
}
