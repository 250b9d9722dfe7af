//! Variables and expressions of Boogie.

use super::names::{Globals, identifier, sort};
use crate::subject::distinct;
use abide_logic::print::{Level, Notation};
use abide_logic::{Func, Kind, Quantifier, Sort, Subst, Term, Var};
use std::collections::{BTreeMap, BTreeSet};

/// The variables of one procedure or one axiom. Boogie does not let a quantifier bind the
/// name of a variable around it.
pub(super) struct Scope<'a> {
    globals: &'a mut Globals,
    used: BTreeSet<String>,
    names: BTreeMap<Var, String>,
    bound: BTreeSet<Var>,
    next: u32,
}

impl<'a> Scope<'a> {
    /// One without variables; those to come have tags below `next`.
    pub fn new(globals: &'a mut Globals, next: u32) -> Scope<'a> {
        Scope {
            used: globals.used().clone(),
            globals,
            names: BTreeMap::new(),
            bound: BTreeSet::new(),
            next,
        }
    }

    /// Gives a variable its name.
    pub fn declare(&mut self, var: &Var) -> String {
        let name = distinct(&identifier(var.name()), &mut self.used);
        self.names.insert(var.clone(), name.clone());
        name
    }

    /// A new variable like `var`, by another name.
    pub fn copy(&mut self, var: &Var, name: &str) -> Var {
        self.next += 1;
        let copy = Var::new(name, self.next - 1, var.sort().clone());
        self.declare(&copy);
        copy
    }

    /// The name of a declared variable.
    pub fn name(&self, var: &Var) -> &str {
        &self.names[var]
    }

    /// `x: int`, for a declared variable.
    pub fn typed(&self, var: &Var) -> String {
        format!("{}: {}", self.name(var), sort(var.sort()))
    }

    /// The term as an expression.
    pub fn expr(&mut self, term: &Term) -> String {
        let ready = self.prepared(term, &mut Vec::new());
        Boogie { scope: self }.show(&ready, Level::Loose)
    }

    /// The term with divisions spelled out, and with bound variables that have names.
    fn prepared(&mut self, term: &Term, around: &mut Vec<Var>) -> Term {
        let Kind::Quant(q, vars, body) = term.kind() else {
            let new = term.map_children(&mut |c| self.prepared(c, around));
            return match new.kind() {
                // x / y  =  if y = 0 then 0 else x div y
                Kind::Div(_, b) => unless_zero(b, Term::int(0), &new),
                // x % y  =  if y = 0 then x else x mod y
                Kind::Mod(a, b) => unless_zero(b, a.clone(), &new),
                Kind::Const(_) => {
                    self.globals.constant_map(new.sort());
                    new
                }
                Kind::Apply(func, _) => {
                    self.globals.function(func);
                    new
                }
                _ => new,
            };
        };
        let mut renaming = Subst::new();
        let mut renamed = Vec::new();
        for var in vars {
            let taken = self.names.contains_key(var) && !self.bound.contains(var) || around.contains(var);
            let own = if taken { self.copy(var, var.name()) } else { var.clone() };
            if !self.names.contains_key(&own) {
                self.declare(&own);
            }
            self.bound.insert(own.clone());
            renaming.insert(var.clone(), own.term());
            renamed.push(own);
        }
        around.extend(renamed.iter().cloned());
        let body = self.prepared(&renaming.apply(body), around);
        around.truncate(around.len() - renamed.len());
        Term::quantify(*q, renamed, body)
    }
}

fn unless_zero(divisor: &Term, zero: Term, quotient: &Term) -> Term {
    match divisor.kind() {
        Kind::Int(i) if *i != abide_logic::Int::ZERO => quotient.clone(),
        _ => Term::ite(Term::eq(divisor.clone(), Term::int(0)), zero, quotient.clone()),
    }
}

/// The notation. Quantifiers and conditionals always bring their own parentheses.
struct Boogie<'a, 'b> {
    scope: &'a Scope<'b>,
}

impl Notation for Boogie<'_, '_> {
    fn var(&self, var: &Var) -> String {
        self.scope.name(var).to_string()
    }

    fn quantified(&self, q: Quantifier, vars: &[Var], body: &Term) -> String {
        let word = match q {
            Quantifier::Forall => "forall",
            Quantifier::Exists => "exists",
        };
        let vars: Vec<String> = vars.iter().map(|v| self.scope.typed(v)).collect();
        format!("({word} {} :: {})", vars.join(", "), self.show(body, Level::Loose))
    }

    fn token(&self, token: &'static str) -> &'static str {
        match token {
            "/" => "div",
            "%" => "mod",
            other => other,
        }
    }

    fn select(&self, map: &Term, key: &Term) -> String {
        format!("{}[{}]", self.show(map, Level::Atom), self.show(key, Level::Loose))
    }

    fn constant(&self, key: &Sort, value: &Term) -> String {
        let of = Sort::map(key.clone(), value.sort().clone());
        format!(
            "{}({})",
            self.scope.globals.name_of_constant_map(&of),
            self.show(value, Level::Loose)
        )
    }

    fn ite(&self, c: &Term, a: &Term, b: &Term) -> String {
        let show = |t| self.show(t, Level::Loose);
        format!("(if {} then {} else {})", show(c), show(a), show(b))
    }

    fn apply(&self, func: &Func, args: &[Term]) -> String {
        let args: Vec<String> = args.iter().map(|a| self.show(a, Level::Loose)).collect();
        format!("{}({})", self.scope.globals.name_of_function(func), args.join(", "))
    }

    /// Boogie mixes neither `&&` with `||` nor comparisons with each other.
    fn show(&self, t: &Term, level: Level) -> String {
        let (own, text) = self.shown(t);
        let mixed = matches!((own, level), (Level::And, Level::And) | (Level::Order, Level::Order));
        if own != Level::Loose && (own < level || mixed) {
            format!("({text})")
        } else {
            text
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use abide_ir::Program;

    #[track_caller]
    fn check(term: &Term, expected: &str) {
        let mut globals = Globals::of(&Program::default());
        let mut scope = Scope::new(&mut globals, 100);
        term.free_vars().iter().for_each(|v| {
            scope.declare(v);
        });
        assert_eq!(scope.expr(term), expected);
    }

    #[test]
    fn parentheses_are_those_of_boogie() {
        let x = Var::new("x", 0, Sort::Int).term();
        let p = Term::lt(x.clone(), Term::int(1));
        let q = Term::le(Term::int(-2), x.clone());
        let r = Term::eq(x.clone(), Term::int(7));
        check(
            &Term::or([Term::and([p.clone(), q.clone()]), r.clone()]),
            "(x < 1 && -2 <= x) || x == 7",
        );
        check(&Term::eq(p.clone(), q.clone()), "(x < 1) == (-2 <= x)");
        check(&Term::eq(r.clone(), q.clone()), "(x == 7) == (-2 <= x)");
        check(
            &Term::implies(Term::or([p.clone(), r]), q.clone()),
            "x < 1 || x == 7 ==> -2 <= x",
        );
        let m = Var::new("m", 1, Sort::map(Sort::Int, Sort::Int)).term();
        let chosen = Term::ite(p, m.clone(), Term::store(m, x.clone(), Term::int(0)));
        check(
            &Term::select(chosen, Term::neg(x)),
            "(if x < 1 then m else m[x := 0])[-x]",
        );
    }

    #[test]
    fn division_by_zero_is_spelled_out() {
        let (x, y) = (Var::new("x", 0, Sort::Int).term(), Var::new("y", 1, Sort::Int).term());
        check(&Term::div(x.clone(), y.clone()), "(if y == 0 then 0 else x div y)");
        check(&Term::modulo(x.clone(), Term::int(-3)), "x mod -3");
        check(&Term::div(x, Term::int(0)), "0");
    }

    #[test]
    fn names_are_legal_and_never_shadowed() {
        let x = Var::new("x", 0, Sort::Int);
        let inner = Term::exists([x.clone()], Term::lt(x.term(), Term::int(0)));
        let outer = Term::forall([x.clone()], Term::or([inner, Term::lt(Term::int(5), x.term())]));
        let odd = Var::new("old(m[].length)", 1, Sort::Int).term();
        let word = Var::new("var", 2, Sort::Int).term();
        let all = Term::and([Term::lt(x.term(), Term::add(odd, word)), outer]);
        check(
            &all,
            "x < old_m__.length_ + var_2 && (forall x_2: int :: (exists x_3: int :: x_3 < 0) || 5 < x_2)",
        );
    }
}
