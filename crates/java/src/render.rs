//! Terms as JML.

use abide_frontend::notation::{quantifier_word, truncated};
use abide_frontend::snapshot::{Past, state_of};
use abide_logic::heap::TYPE_OF;
use abide_logic::print::{Level, Notation};
use abide_logic::subst::without_capture;
use abide_logic::{Func, Int, Kind, Quantifier, Sort, Term, Var, heap};

/// The notation of JML.
///
/// The names of variables tell what they are (see [`crate::lower`]): `.f` is the map of a
/// field, `int[]` the contents of arrays, `old(x)` and `entry(x)` are values of the method's
/// and the loop's beginning. Maps themselves cannot be written in JML: what is printed of a
/// changed or constant map does not parse again.
struct Jml<'a> {
    /// Has a field of this name to be read from `this` by name?
    needs_this: &'a dyn Fn(&str) -> bool,
}

/// A formula in JML.
pub fn render(formula: &Term) -> String {
    render_within(formula, &|_| true)
}

/// A formula in JML, in a method in which some fields have to be read from `this` by name: there are variables of the same
/// name.
pub fn render_within(formula: &Term, needs_this: &dyn Fn(&str) -> bool) -> String {
    let formula = without_capture(formula, |var| state_of(var.name()).0.to_string());
    let bound = formula.bound_vars();
    let is_hidden = |field: &str| needs_this(field) || bound.iter().any(|v| v.name() == field);
    Jml { needs_this: &is_hidden }.show(&formula, Level::Loose)
}

/// The text as it is in a state.
fn in_state(text: String, state: Option<Past>) -> String {
    match state {
        Some(Past::Old) => format!("\\old({text})"),
        Some(Past::Entry) => format!("\\old({text}, \\LoopInit)"),
        None => text,
    }
}

impl Jml<'_> {
    /// What a read of a variable map looks like.
    fn read(&self, map: &Var, key: &Term) -> String {
        let (name, state) = state_of(map.name());
        if is_set(&map.term()) {
            let set = in_state(name.to_string(), state);
            return format!("{set}.has({})", self.show(key, Level::Loose));
        }
        let object = self.show(key, Level::Atom);
        let text = match name.strip_prefix('.') {
            Some(field) if is_this(key) && !(self.needs_this)(field) => field.to_string(),
            Some(field) => format!("{object}.{field}"),
            None => match name {
                TYPE_OF => format!("\\typeof({})", self.show(key, Level::Loose)),
                "\\allocated" => format!("\\allocated({})", self.show(key, Level::Loose)),
                "\\length" | "\\built" => format!("{object}.length()"),
                "\\ordinal" => format!("{object}.ordinal()"),
                "\\value" => format!("{object}.intValue()"),
                "\\truth" => format!("{object}.booleanValue()"),
                _ => format!("{name}[{}]", self.show(key, Level::Loose)),
            },
        };
        in_state(text, state)
    }

    /// What a read of the contents of an array, or of a set in a field, looks like.
    fn element(&self, maps: &Var, array: &Term, index: &Term) -> Option<String> {
        let (name, state) = state_of(maps.name());
        if name.starts_with('.') && *index.sort() == Sort::Int {
            let held = self.read(maps, array);
            return Some(format!("{held}[{}]", self.show(index, Level::Loose)));
        }
        if name.starts_with('.') {
            let set = self.read(maps, array);
            return Some(format!("{set}.has({})", self.show(index, Level::Loose)));
        }
        let array = self.show(array, Level::Atom);
        let index = self.show(index, Level::Loose);
        let text = match name {
            "\\chars" | "\\units" => format!("{array}.charAt({index})"),
            _ if name.ends_with("[]") => format!("{array}[{index}]"),
            _ => return None,
        };
        Some(in_state(text, state))
    }

    fn quantifier(&self, q: Quantifier, vars: &[Var], body: &Term) -> String {
        let word = quantifier_word(q);
        // variables of one sort stand in one quantifier
        let sort = vars[0].sort();
        let (own, rest): (Vec<Var>, Vec<Var>) = vars.iter().cloned().partition(|v| v.sort() == sort);
        let ty = match sort {
            Sort::Bool => "boolean",
            Sort::Ref if has_walk(body) => "\\object",
            Sort::Ref => "Object",
            _ => "int",
        };
        let names: Vec<&str> = own.iter().map(Var::name).collect();
        let (range, inner) = if rest.is_empty() {
            split(q, body)
        } else {
            (Vec::new(), Term::quantify(q, rest, body.clone()))
        };
        let range: Vec<String> = range.iter().map(|t| self.show(t, Level::Equality)).collect();
        let inner = self.show(&inner, Level::Loose);
        if range.is_empty() {
            format!("({word} {ty} {}; {inner})", names.join(", "))
        } else {
            format!("({word} {ty} {}; {}; {inner})", names.join(", "), range.join(" && "))
        }
    }
}

fn is_this(t: &Term) -> bool {
    t.as_var().is_some_and(|v| v.name() == "this")
}

/// Is the formula about reachability along fields, or of sets? Then it is about all objects, null
/// among them.
fn has_walk(body: &Term) -> bool {
    body.has(|t| heap::Between::of(t).is_some() || matches!(t.kind(), Kind::Select(m, _) if is_set(m)))
}

/// Is it a set that a ghost variable or field holds, rather than a field that holds truth values?
fn is_set(map: &Term) -> bool {
    let field = |v: &Var| state_of(v.name()).0.starts_with(['.', '\\']);
    *map.sort() == heap::set_sort() && !map.as_var().is_some_and(field)
}

/// The range of a quantifier and what is said inside it.
fn split(q: Quantifier, body: &Term) -> (Vec<Term>, Term) {
    match (q, body.kind()) {
        (Quantifier::Forall, Kind::Implies(range, inner)) => (range.conjuncts(), inner.clone()),
        (Quantifier::Exists, Kind::And(parts)) => {
            let (last, range) = parts.split_last().expect("a conjunction has parts");
            (range.to_vec(), last.clone())
        }
        _ => (Vec::new(), body.clone()),
    }
}

/// The exponent, if the number is a power of two above one.
fn exponent(t: &Term) -> Option<(usize, Int)> {
    let Kind::Int(i) = t.kind() else { return None };
    let power = *i > Int::ONE && (i & (i - Int::ONE)) == Int::ZERO;
    let mut bits = 0;
    while power && (Int::ONE << bits) < *i {
        bits += 1;
    }
    power.then(|| (bits, i - Int::ONE))
}

impl Notation for Jml<'_> {
    fn special(&self, t: &Term) -> Option<(Level, String)> {
        if let Some(shown) = truncated(self, t) {
            return Some(shown);
        }
        match t.kind() {
            Kind::Quant(q, vars, body) => Some((Level::Atom, self.quantifier(*q, vars, body))),
            Kind::Select(map, index) => match map.kind() {
                Kind::Select(maps, array) => {
                    let text = self.element(maps.as_var()?, array, index)?;
                    Some((Level::Atom, text))
                }
                _ => None,
            },
            // rounded down, which `/` and `%` are not
            Kind::Div(a, b) => {
                let (bits, _) = exponent(b)?;
                Some((Level::Atom, format!("({} >> {bits})", self.show(a, Level::Sum))))
            }
            Kind::Mod(a, b) => {
                let (_, mask) = exponent(b)?;
                Some((Level::Atom, format!("({} & {mask})", self.show(a, Level::Sum))))
            }
            Kind::Int(i) if *i > Int::from(i32::MAX) || *i < Int::from(i32::MIN) => {
                Some((Level::Unary, format!("{i}L")))
            }
            _ => None,
        }
    }

    fn var(&self, var: &Var) -> String {
        let (name, state) = state_of(var.name());
        in_state(name.to_string(), state)
    }

    fn quantified(&self, q: Quantifier, vars: &[Var], body: &Term) -> String {
        self.quantifier(q, vars, body)
    }

    fn select(&self, map: &Term, key: &Term) -> String {
        match map.as_var() {
            Some(var) => self.read(var, key),
            None => format!("{}[{}]", self.show(map, Level::Atom), self.show(key, Level::Loose)),
        }
    }

    fn apply(&self, func: &Func, args: &[Term]) -> String {
        if let ([field, x, y, z], true) = (args, heap::is_between(func)) {
            let field = match field.as_var() {
                Some(var) => {
                    let (name, state) = state_of(var.name());
                    in_state(name.trim_start_matches('.').to_string(), state)
                }
                None => self.show(field, Level::Loose),
            };
            let [x, y, z] = [x, y, z].map(|t| self.show(t, Level::Loose));
            return match y == z {
                true => format!("\\reach({x}, {field}, {y})"),
                false => format!("\\between({x}, {field}, {y}, {z})"),
            };
        }
        self.operation(func, args)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_is_written_only_where_it_is_needed() {
        let this = Var::new("this", 0, Sort::Ref).term();
        let size = Var::new(".size", 1, Sort::map(Sort::Ref, Sort::Int)).term();
        let other = Var::new("other", 2, Sort::Ref).term();
        let of = |object: &Term| Term::select(size.clone(), object.clone());
        let fact = Term::le(of(&this), of(&other));
        assert_eq!(render_within(&fact, &|_| false), "size <= other.size");
        assert_eq!(
            render_within(&fact, &|field| field == "size"),
            "this.size <= other.size"
        );
        assert_eq!(render(&fact), "this.size <= other.size");
        let before = Var::new("old(.size)", 3, Sort::map(Sort::Ref, Sort::Int)).term();
        let same = Term::eq(of(&this), Term::select(before, this.clone()));
        assert_eq!(render_within(&same, &|_| false), "size == \\old(size)");
        // a bound variable of the name
        let bound = Var::new("size", 4, Sort::Int);
        let all = Term::forall([bound.clone()], Term::lt(of(&this), bound.term()));
        assert_eq!(render_within(&all, &|_| false), "(\\forall int size; this.size < size)");
    }
}
