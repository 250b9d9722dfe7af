//! Writing terms for people, in one of several notations.
//!
//! A [`Notation`] tells how the pieces look; precedence and parentheses are handled here
//! once. [`Gcl`] is the notation of the `.gcl` language and of [`std::fmt::Display`].

use crate::{Func, Kind, Quantifier, Sort, Term, Var, builtin, heap};
use std::fmt;

/// How tightly an operator binds; a looser term inside a tighter place gets parentheses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// Quantifiers and conditionals.
    Loose,
    /// `==>`, to the right.
    Implies,
    /// `||`.
    Or,
    /// `&&`.
    And,
    /// `==` and `!=`.
    Equality,
    /// `<` and `<=`.
    Order,
    /// `+` and `-`.
    Sum,
    /// `*`, `/`, `%`.
    Product,
    /// `!` and `-`.
    Unary,
    /// Names, calls, subscripts.
    Atom,
}

/// How an annotation language writes the pieces of a term.
pub trait Notation {
    /// A variable.
    fn var(&self, var: &Var) -> String {
        var.name().to_string()
    }

    /// A quantified formula; its body is not yet parenthesised.
    fn quantified(&self, q: Quantifier, vars: &[Var], body: &Term) -> String;

    /// The token of a binary operator: `==>`, `&&`, `/` and so on.
    fn token(&self, token: &'static str) -> &'static str {
        token
    }

    /// The null reference.
    fn null(&self) -> &'static str {
        "null"
    }

    /// A map read at a key.
    fn select(&self, map: &Term, key: &Term) -> String;

    /// A map changed at a key.
    fn store(&self, map: &Term, key: &Term, value: &Term) -> String {
        let (k, v) = (self.show(key, Level::Loose), self.show(value, Level::Loose));
        format!("{}[{k} := {v}]", self.show(map, Level::Atom))
    }

    /// A map that is the same everywhere.
    fn constant(&self, key: &Sort, value: &Term) -> String {
        format!("const<{key}>({})", self.show(value, Level::Loose))
    }

    /// A conditional; as in C and Java, if nothing else is said.
    fn ite(&self, c: &Term, a: &Term, b: &Term) -> String {
        let show = |t| self.show(t, Level::Implies);
        format!("{} ? {} : {}", show(c), show(a), show(b))
    }

    /// A function applied.
    fn apply(&self, func: &Func, args: &[Term]) -> String {
        self.operation(func, args)
    }

    /// A function applied as in C and Java: bit operations are operators.
    fn operation(&self, func: &Func, args: &[Term]) -> String {
        let token = match &*func.name {
            builtin::AND => "&",
            builtin::OR => "|",
            builtin::XOR => "^",
            _ => "",
        };
        if let ([a, b], false) = (args, token.is_empty()) {
            return format!("({} {token} {})", self.show(a, Level::Sum), self.show(b, Level::Sum));
        }
        let args: Vec<String> = args.iter().map(|a| self.show(a, Level::Loose)).collect();
        format!("{}({})", func.name, args.join(", "))
    }

    /// A term that the language writes in a way of its own, and how tightly that binds.
    fn special(&self, _t: &Term) -> Option<(Level, String)> {
        None
    }

    /// The term at a place that binds at `level`.
    fn show(&self, t: &Term, level: Level) -> String {
        let (own, text) = self.shown(t);
        if own < level { format!("({text})") } else { text }
    }

    /// The term, and how tightly it binds.
    fn shown(&self, t: &Term) -> (Level, String) {
        use Level::*;
        if let Some(special) = self.special(t) {
            return special;
        }
        let join = |parts: &[Term], token: &'static str, level: Level| {
            let parts: Vec<String> = parts.iter().map(|p| self.show(p, next(level))).collect();
            (level, parts.join(&format!(" {} ", self.token(token))))
        };
        let infix = |a: &Term, token: &'static str, b: &Term, level: Level, left: Level, right: Level| {
            (
                level,
                format!("{} {} {}", self.show(a, left), self.token(token), self.show(b, right)),
            )
        };
        match t.kind() {
            Kind::Var(v) => (Atom, self.var(v)),
            Kind::Bool(b) => (Atom, b.to_string()),
            Kind::Int(i) if i.sign() == dashu_int::Sign::Negative => (Unary, i.to_string()),
            Kind::Int(i) => (Atom, i.to_string()),
            Kind::Null => (Atom, self.null().to_string()),
            Kind::Not(inner) => match inner.kind() {
                Kind::Eq(a, b) => infix(a, "!=", b, Equality, Order, Order),
                _ => (Unary, format!("!{}", self.show(inner, Unary))),
            },
            Kind::And(parts) => join(parts, "&&", And),
            Kind::Or(parts) => join(parts, "||", Or),
            Kind::Implies(a, b) => infix(a, "==>", b, Implies, Or, Implies),
            Kind::Eq(a, b) => infix(a, "==", b, Equality, Order, Order),
            Kind::Lt(a, b) => infix(a, "<", b, Order, Sum, Sum),
            Kind::Le(a, b) => infix(a, "<=", b, Order, Sum, Sum),
            Kind::Add(parts) => (Sum, self.sum(parts)),
            Kind::Neg(a) => (Unary, format!("-{}", self.show(a, Atom))),
            Kind::Mul(a, b) => infix(a, "*", b, Product, Product, Unary),
            Kind::Div(a, b) => infix(a, "/", b, Product, Product, Unary),
            Kind::Mod(a, b) => infix(a, "%", b, Product, Product, Unary),
            Kind::Ite(c, a, b) => (Loose, self.ite(c, a, b)),
            Kind::Select(m, k) => (Atom, self.select(m, k)),
            Kind::Store(m, k, v) => (Atom, self.store(m, k, v)),
            Kind::Const(v) => (Atom, self.constant(t.sort().as_map().expect("a map").0, v)),
            Kind::Apply(func, args) => (Atom, self.apply(func, args)),
            Kind::Quant(q, vars, body) => (Loose, self.quantified(*q, vars, body)),
        }
    }

    /// A sum, with `-` before what is negated.
    fn sum(&self, parts: &[Term]) -> String {
        // `3 - i` rather than `-i + 3`
        let is_negative = |t: &Term| match t.kind() {
            Kind::Neg(_) => true,
            Kind::Int(i) => i.sign() == dashu_int::Sign::Negative,
            _ => false,
        };
        let first = parts.iter().position(|t| !is_negative(t)).unwrap_or(0);
        let mut text = self.show(&parts[first], Level::Product);
        for part in parts[..first].iter().chain(&parts[first + 1..]) {
            let (sign, shown) = match part.kind() {
                Kind::Neg(inner) => ("-", self.show(inner, Level::Product)),
                Kind::Int(i) if i.sign() == dashu_int::Sign::Negative => ("-", (-i.clone()).to_string()),
                _ => ("+", self.show(part, Level::Product)),
            };
            text.push_str(&format!(" {sign} {shown}"));
        }
        text
    }
}

fn next(level: Level) -> Level {
    match level {
        Level::Or => Level::And,
        _ => Level::Equality,
    }
}

/// The notation of the `.gcl` language.
///
/// A field is a map variable whose name begins with a dot; reading it at `x` is `x.f`. The
/// length of an array is a variable named `a.length`, the lengths of its rows `a[].length`.
#[derive(Clone, Copy, Debug)]
pub struct Gcl {
    /// How a name is written: as it is, or quoted where the language asks for it.
    pub name: fn(&str) -> String,
}

impl Default for Gcl {
    fn default() -> Gcl {
        Gcl { name: str::to_string }
    }
}

impl Notation for Gcl {
    /// `x`, `old(x)`, `.f`, `a.length`, `a[].length`: only the name in it is quoted.
    fn var(&self, var: &Var) -> String {
        let name = var.name();
        if let Some(inner) = name.strip_prefix("old(").and_then(|n| n.strip_suffix(')')) {
            return format!("old({})", self.var(&Var::new(inner, 0, var.sort().clone())));
        }
        if let Some(field) = name.strip_prefix('.') {
            return format!(".{}", (self.name)(field));
        }
        let array = name.strip_suffix(".length").map(|a| a.trim_end_matches("[]"));
        match array {
            Some(array) => format!("{}{}", (self.name)(array), &name[array.len()..]),
            None => (self.name)(name),
        }
    }

    fn quantified(&self, q: Quantifier, vars: &[Var], body: &Term) -> String {
        let word = match q {
            Quantifier::Forall => "forall",
            Quantifier::Exists => "exists",
        };
        let vars: Vec<String> = vars
            .iter()
            .map(|v| format!("{}: {}", (self.name)(v.name()), v.sort()))
            .collect();
        format!("{word} {} :: {}", vars.join(", "), self.show(body, Level::Loose))
    }

    fn select(&self, map: &Term, key: &Term) -> String {
        let at = self.show(key, Level::Loose);
        if let Some(v) = map.as_var()
            && let Some(field) = v.name().strip_prefix('.')
        {
            return format!("{}.{}", self.show(key, Level::Atom), (self.name)(field));
        }
        let base = self.show(map, Level::Atom);
        match base.split_once("[]") {
            Some((array, rest)) if base.ends_with(".length") => format!("{array}[{at}]{rest}"),
            _ => format!("{base}[{at}]"),
        }
    }

    fn ite(&self, c: &Term, a: &Term, b: &Term) -> String {
        let show = |t| self.show(t, Level::Implies);
        format!("if {} then {} else {}", show(c), show(a), show(b))
    }

    fn apply(&self, func: &Func, args: &[Term]) -> String {
        let (name, args) = match args {
            [rest @ .., y, z] if y == z && heap::is_between(func) => {
                (heap::REACH.to_string(), [rest, std::slice::from_ref(y)].concat())
            }
            _ => ((self.name)(&func.name), args.to_vec()),
        };
        let args: Vec<String> = args.iter().map(|a| self.show(a, Level::Loose)).collect();
        format!("{name}({})", args.join(", "))
    }
}

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&Gcl::default().show(self, Level::Loose))
    }
}

impl fmt::Debug for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parentheses_stand_where_needed() {
        let x = Var::new("x", 0, Sort::Int).term();
        let p = Var::new("p", 1, Sort::Bool).term();
        let q = Var::new("q", 2, Sort::Bool).term();
        let sum = Term::sub(x.clone(), Term::add(x.clone(), x.clone()));
        assert_eq!(sum.to_string(), "x - x - x");
        assert_eq!(Term::sub(Term::int(3), x.clone()).to_string(), "3 - x");
        assert_eq!(Term::mul(sum, Term::int(-2)).to_string(), "(x - x - x) * -2");
        let imp = Term::implies(p.clone(), q.clone());
        assert_eq!(
            Term::implies(imp.clone(), imp.clone()).to_string(),
            "(p ==> q) ==> p ==> q"
        );
        assert_eq!(Term::and([imp, Term::not(p.clone())]).to_string(), "(p ==> q) && !p");
        assert_eq!(
            Term::eq(Term::eq(p.clone(), q.clone()), p.clone()).to_string(),
            "(p == q) == p"
        );
        assert_eq!(Term::ne(x.clone(), Term::int(1)).to_string(), "x != 1");
        let next = Var::new(".next", 3, Sort::map(Sort::Ref, Sort::Ref)).term();
        let r = Var::new("r", 4, Sort::Ref).term();
        let twice = Term::select(next.clone(), Term::select(next, r));
        assert_eq!(twice.to_string(), "r.next.next");
        let rows = Var::new("m[].length", 5, Sort::map(Sort::Int, Sort::Int)).term();
        assert_eq!(Term::select(rows, x).to_string(), "m[x].length");
    }
}
