//! Terms as ACSL.
//!
//! The names of variables tell what they are (see [`crate::lower`]): `p` of sort reference is the
//! block of the pointer `p`, `p@offset a` its offset, counted from `a`; `int:` is the memory of
//! integers, `struct node:.next@block` a part of a member; `struct node::.next@whole reach` the member
//! of structures that stand alone, with the predicate for reachability along it; `t[]` an array that does not live in
//! memory; `x@object` and `x@array` the block of a variable that does; `old(x)` and `entry(x)` are values of the
//! function's and the loop's beginning. What has no name in C is printed in a way that does not parse again.

mod conjunction;
mod names;
mod valid;

use crate::syntax::floating::in_formula;
use abide_frontend::notation::{quantifier_word, truncated};
use abide_logic::heap::Between;
use abide_logic::print::{Level, Notation};
use abide_logic::subst::without_capture;
use abide_logic::{Int, Kind, Quantifier, Sort, Subst, Term, Var, float};
use names::{Object, is_whole, keys, state, untailed};
use std::cell::RefCell;
use std::collections::BTreeSet;

/// A formula in ACSL.
pub fn render(formula: &Term) -> String {
    let formula = without_capture(formula, |var| untailed(state(var.name()).0).to_string());
    Acsl::default().show(&formula, Level::Loose)
}

/// Can the formula be written? What is known of blocks of memory (`\low` and the like) cannot, but for
/// pointers that are valid.
pub fn is_expressible(formula: &Term) -> bool {
    let (valid, parts) = valid::taken_out(&formula.conjuncts());
    let mut pointers = valid.iter().flat_map(|v| [&v.block, &v.offset]);
    if !valid.is_empty() {
        return pointers.all(is_expressible) && parts.iter().all(is_expressible);
    }
    let fits = match formula.kind() {
        Kind::Quant(_, vars, body) => return is_expressible(&of_wholes(vars, body).1),
        Kind::Var(v) => return !state(v.name()).0.starts_with('\\'),
        Kind::Lt(a, b) | Kind::Le(a, b) | Kind::Eq(a, b) => {
            let sides = [a, b].map(pointers_in);
            sides[0] == sides[1] && sides[0].is_some_and(|n| n == 0 || n == 1)
        }
        Kind::Select(..) => match cell_of(formula) {
            Some((block, offset)) => pointers_in(&Acsl::default().pointer(block, offset).1) == Some(0),
            None => true,
        },
        _ => true,
    };
    fits && formula.kind().children().all(is_expressible)
}

/// How many pointers are in a sum, one that is subtracted counting against one that is added: the offset of
/// a pointer is written as the pointer itself, so a comparison needs one on both sides, or none.
fn pointers_in(t: &Term) -> Option<i32> {
    match t.kind() {
        Kind::Add(parts) => parts.iter().map(pointers_in).sum(),
        Kind::Neg(inner) => pointers_in(inner).map(|n| -n),
        Kind::Var(_) | Kind::Select(..) => {
            let name = keys(t).map(|(root, _)| state(root.name()).0);
            let is_offset = |n: &str| n.contains("@offset") && !n.contains("@offset ");
            Some(i32::from(name.is_some_and(is_offset)))
        }
        kind => kind.children().all(|c| pointers_in(c) == Some(0)).then_some(0),
    }
}

/// The block and offset of a cell of memory.
fn cell_of(t: &Term) -> Option<(&Term, &Term)> {
    let (map, keys) = keys(t)?;
    let name = state(map.name()).0;
    match keys.as_slice() {
        [block, offset, ..] if name.contains(':') && !name.contains("::") => Some((block, offset)),
        _ => None,
    }
}

/// The notation of ACSL.
#[derive(Default)]
struct Acsl {
    /// Variables bound around.
    bound: RefCell<Vec<Var>>,
    /// Are we inside of `\at`? Then the present state has to be named.
    elsewhere: RefCell<bool>,
}

impl Acsl {
    /// Text made in a state.
    fn in_state(&self, label: Option<&str>, text: impl FnOnce() -> String) -> String {
        let Some(label) = label else { return text() };
        let before = self.elsewhere.replace(true);
        let text = text();
        self.elsewhere.replace(before);
        format!("\\at({text}, {label})")
    }

    /// A name of the present state, marked so where another state is around.
    fn here(&self, text: String, var: &Var) -> String {
        match *self.elsewhere.borrow() && !self.bound.borrow().contains(var) {
            true => format!("\\at({text}, Here)"),
            false => text,
        }
    }

    /// `p->x`, `p[i].x`, `*p`: a cell of memory.
    fn cell(&self, map: &Var, block: &Term, offset: &Term, indices: &[&Term]) -> Option<String> {
        let (name, label) = state(map.name());
        let (_, path) = name.split_once(':')?;
        let path = path.trim_start_matches(':');
        let text = self.in_state(label, || {
            let (pointer, rest) = self.pointer(block, offset);
            let path = untailed(path);
            let zero = matches!(rest.kind(), Kind::Int(i) if *i == Int::ZERO);
            let path = self.filled(path, indices);
            if let Some(object) = Object::of(block).filter(|o| zero && !o.is_array) {
                return format!("{}{path}", object.name);
            }
            match (path.strip_prefix('.'), zero) {
                (Some(member), true) => format!("{pointer}->{member}"),
                (_, true) if path.is_empty() => format!("*{pointer}"),
                _ => format!("{pointer}[{}]{path}", self.show(&rest, Level::Loose)),
            }
        });
        Some(text)
    }

    /// A pointer, and what is left of the offset.
    fn pointer(&self, block: &Term, offset: &Term) -> (String, Term) {
        let own = match block.kind() {
            Kind::Var(v) => {
                let (name, label) = state(v.name());
                let mine = |t: &Term| match t.as_var() {
                    Some(o) => {
                        let (other, at) = state(o.name());
                        at == label && other.split_once("@offset").is_some_and(|(n, _)| n == name)
                    }
                    None => false,
                };
                taken_out(offset, &mine)
            }
            // a pointer that was read: its offset was read in the same way
            _ => {
                let mine = |t: &Term| match (keys(block), keys(t)) {
                    (Some((a, k)), Some((b, l))) => {
                        let (a, b) = (a.name().to_string(), b.name().to_string());
                        a.replace("@block", "@offset") == b && k == l
                    }
                    _ => false,
                };
                taken_out(offset, &mine)
            }
        };
        let rest = own.unwrap_or_else(|| offset.clone());
        (self.show(block, Level::Atom), rest)
    }

    /// A path with its indices filled in.
    fn filled(&self, path: &str, indices: &[&Term]) -> String {
        let mut text = String::new();
        let mut indices = indices.iter();
        let mut rest = path;
        while let Some(at) = rest.find("[]") {
            text.push_str(&rest[..at]);
            match indices.next() {
                Some(i) => text.push_str(&format!("[{}]", self.show(i, Level::Loose))),
                None => text.push_str("[..]"),
            }
            rest = &rest[at + 2..];
        }
        text.push_str(rest);
        text
    }

    /// Blocks compared; a comparison with null is one of pointers.
    fn blocks(&self, a: &Term, token: &str, b: &Term) -> Option<(Level, String)> {
        if *a.sort() != Sort::Ref || *a == Term::null() || *b == Term::null() {
            return None;
        }
        if is_whole(a) || is_whole(b) {
            let sides = [a, b].map(|t| self.show(t, Level::Sum));
            return Some((Level::Equality, sides.join(&format!(" {token} "))));
        }
        let base = |t: &Term| {
            let pointer = Object::of(t).map(|o| o.address());
            format!("\\base_addr({})", pointer.unwrap_or_else(|| self.show(t, Level::Loose)))
        };
        Some((Level::Equality, format!("{} {token} {}", base(a), base(b))))
    }

    /// Reachability along a member, by the predicate of the source.
    fn reachability(&self, t: &Term) -> Option<String> {
        let b = Between::of(t).filter(|b| b.by == b.to)?;
        let (name, label) = state(b.field.as_var()?.name());
        let (_, predicate) = name.split_once("@whole ")?;
        let label = match (label, *self.elsewhere.borrow()) {
            (Some(label), _) => format!("{{{label}}}"),
            (None, true) => "{Here}".to_string(),
            (None, false) => String::new(),
        };
        let ends = [b.from, b.to].map(|end| self.show(end, Level::Loose));
        Some(format!("{predicate}{label}({})", ends.join(", ")))
    }

    /// A chain of reads.
    fn read(&self, t: &Term) -> Option<String> {
        let (map, keys) = keys(t)?;
        let (name, label) = state(map.name());
        if name.contains("::") {
            let (block, indices) = keys.split_first()?;
            return self.cell(map, block, &Term::int(0), indices);
        }
        if name.contains(':') {
            let [block, offset, indices @ ..] = keys.as_slice() else {
                return None;
            };
            return self.cell(map, block, offset, indices);
        }
        name.contains("[]").then(|| {
            let text = self.in_state(label, || self.filled(untailed(name), &keys));
            match label {
                None => self.here(text, map),
                Some(_) => text,
            }
        })
    }
}

/// Does it tell that a place has a value?
fn is_expressed(t: &Term) -> bool {
    keys(t).is_some_and(|(root, _)| state(root.name()).0.ends_with("@set"))
}

/// The type of a bound pointer, as the memory that is read through it and the paths from it show.
fn pointer_to(block: &Var, body: &Term) -> String {
    let mut found = None;
    body.visit(&mut |t| {
        let is_it = |t: &Term| t.as_var() == Some(block);
        let map = match (keys(t), Between::of(t)) {
            (_, Some(path)) if [path.from, path.by, path.to].into_iter().any(is_it) => path.field.as_var(),
            (Some((map, keys)), _) if keys.first().is_some_and(|k| is_it(k)) => Some(map),
            _ => None,
        };
        if let Some((root, _)) = map.and_then(|m| state(m.name()).0.split_once(':')) {
            found.get_or_insert_with(|| root.to_string());
        }
        true
    });
    format!("{} *", found.unwrap_or_else(|| "void".to_string()))
}

/// Bound variables that paths begin or end at are pointers to structures that stand alone; they are named so.
fn of_wholes(vars: &[Var], body: &Term) -> (Vec<Var>, Term) {
    let mut ends = BTreeSet::new();
    body.visit(&mut |t| {
        if let Some(path) = Between::of(t) {
            ends.extend(
                [path.from, path.by, path.to]
                    .into_iter()
                    .filter_map(Term::as_var)
                    .cloned(),
            );
        }
        true
    });
    let whole = |v: &Var| match ends.contains(v) && !v.name().contains('@') {
        true => Var::new(format!("{}@whole", v.name()), v.tag(), v.sort().clone()),
        false => v.clone(),
    };
    let named: Vec<Var> = vars.iter().map(whole).collect();
    let renamed: Subst = vars.iter().cloned().zip(named.iter().map(Var::term)).collect();
    (named, renamed.apply(body))
}

/// A sum without one of its parts, if it has such a part.
fn taken_out(sum: &Term, part: &dyn Fn(&Term) -> bool) -> Option<Term> {
    if part(sum) {
        return Some(Term::int(0));
    }
    let Kind::Add(parts) = sum.kind() else { return None };
    let at = parts.iter().position(part)?;
    let rest = parts.iter().enumerate().filter(|(i, _)| *i != at);
    Some(Term::sum(rest.map(|(_, t)| t.clone())))
}

impl Acsl {
    /// Floating-point numbers are compared by their ranks.
    fn ranks(&self, a: &Term, token: &str, b: &Term) -> Option<(Level, String)> {
        let number = |t: &Term| match (float::as_rank(t), t.kind()) {
            (Some(x), _) => Some(self.show(x, Level::Sum)),
            (None, Kind::Int(rank)) => in_formula(float::ranked(rank)?),
            _ => None,
        };
        float::as_rank(a).or(float::as_rank(b))?;
        Some((Level::Order, format!("{} {token} {}", number(a)?, number(b)?)))
    }

    /// `rank <= infinity`
    fn is_no_nan(&self, a: &Term, b: &Term) -> Option<(Level, String)> {
        let x = float::as_number(a, b)?;
        Some((Level::Unary, format!("!\\is_NaN({})", self.show(x, Level::Loose))))
    }
}

impl Notation for Acsl {
    fn special(&self, t: &Term) -> Option<(Level, String)> {
        if let Some(shown) = truncated(self, t) {
            return Some(shown);
        }
        match t.kind() {
            Kind::Bool(b) => Some((Level::Atom, format!("\\{b}"))),
            Kind::Var(v) => {
                let object = Object::named(v)?;
                match object.is_array {
                    true => Some((Level::Atom, object.name.to_string())),
                    false => Some((Level::Unary, object.address())),
                }
            }
            Kind::Apply(..) if *t.sort() == Sort::Float => Some((Level::Unary, in_formula(float::as_constant(t)?)?)),
            Kind::Apply(..) => Some((Level::Atom, self.reachability(t)?)),
            Kind::Lt(a, b) => self.ranks(a, "<", b),
            Kind::Le(a, b) => self.is_no_nan(a, b).or_else(|| self.ranks(a, "<=", b)),
            Kind::Eq(a, b) if *a.sort() == Sort::Int => self.ranks(a, "==", b),
            Kind::Select(..) => {
                let text = self.read(t)?;
                if is_expressed(t) {
                    return Some((Level::Atom, format!("\\initialized(&{text})")));
                }
                let level = if text.starts_with('*') {
                    Level::Unary
                } else {
                    Level::Atom
                };
                Some((level, text))
            }
            Kind::And(parts) => Some(self.conjunction(parts)),
            Kind::Eq(a, b) => self.blocks(a, "==", b),
            Kind::Not(inner) => match inner.kind() {
                Kind::Eq(a, b) => self.blocks(a, "!=", b),
                _ => None,
            },
            _ => None,
        }
    }

    fn var(&self, var: &Var) -> String {
        let (name, label) = state(var.name());
        if *var.sort() == Sort::Bool && name.ends_with("@set") {
            let text = format!("\\initialized(&{})", untailed(name));
            return match label {
                Some(_) => self.in_state(label, || text),
                None => text,
            };
        }
        let shown = match name.split_once("@offset ") {
            Some((pointer, base)) => format!("({pointer} - {base})"),
            None => untailed(name).to_string(),
        };
        match label {
            Some(_) => self.in_state(label, || shown),
            None => self.here(shown, var),
        }
    }

    fn null(&self) -> &'static str {
        "\\null"
    }

    fn quantified(&self, q: Quantifier, vars: &[Var], body: &Term) -> String {
        let word = quantifier_word(q);
        let (vars, body) = &of_wholes(vars, body);
        let ty = match vars[0].sort() {
            Sort::Bool => "boolean".to_string(),
            Sort::Ref => pointer_to(&vars[0], body),
            _ => "integer".to_string(),
        };
        // variables of one type stand in one quantifier, a pointer with its offset
        let is_offset = |v: &Var| v.name().strip_suffix("@offset") == Some(vars[0].name());
        let together = |v: &Var| match vars[0].sort() {
            Sort::Ref => *v == vars[0] || is_offset(v),
            sort => v.sort() == sort,
        };
        let (own, rest): (Vec<Var>, Vec<Var>) = vars.iter().cloned().partition(together);
        let named = own.iter().filter(|v| !is_offset(v));
        let names: Vec<&str> = named.map(|v| untailed(v.name())).collect();
        let inner = match rest.is_empty() {
            true => body.clone(),
            false => Term::quantify(q, rest, body.clone()),
        };
        let depth = self.bound.borrow().len();
        self.bound.borrow_mut().extend(own.iter().cloned());
        let text = self.show(&inner, Level::Loose);
        self.bound.borrow_mut().truncate(depth);
        let space = if ty.ends_with('*') { "" } else { " " };
        format!("{word} {ty}{space}{}; {text}", names.join(", "))
    }

    fn select(&self, map: &Term, key: &Term) -> String {
        format!("{}[{}]", self.show(map, Level::Atom), self.show(key, Level::Loose))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn var(name: &str, sort: Sort) -> Term {
        Var::new(name, 1, sort).term()
    }

    fn memory(name: &str) -> Term {
        let sort = Sort::map(Sort::Ref, Sort::map(Sort::Int, Sort::Int));
        Var::new(name, 2, sort).term()
    }

    fn at(map: &Term, block: Term, offset: Term) -> Term {
        Term::select(Term::select(map.clone(), block), offset)
    }

    #[test]
    fn cells_are_written_through_their_pointers() {
        let ints = memory("int:");
        let (a, p) = (var("a", Sort::Ref), var("p", Sort::Ref));
        let (i, offset) = (var("i", Sort::Int), var("p@offset a", Sort::Int));
        assert_eq!(
            render(&Term::eq(at(&ints, a.clone(), i.clone()), Term::int(0))),
            "a[i] == 0"
        );
        let moved = Term::add(offset.clone(), Term::int(1));
        assert_eq!(render(&Term::le(at(&ints, p.clone(), moved), i.clone())), "p[1] <= i");
        assert_eq!(
            render(&Term::le(at(&ints, p.clone(), offset.clone()), i.clone())),
            "*p <= i"
        );
        assert_eq!(render(&Term::le(offset, i.clone())), "(p - a) <= i");
        let values = memory("struct node:.val");
        assert_eq!(render(&Term::lt(i, at(&values, p, Term::int(0)))), "i < p->val");
    }

    #[test]
    fn other_states_are_named() {
        let before = memory("entry(int:)");
        let (a, i) = (var("a", Sort::Ref), var("i", Sort::Int));
        let k = Var::new("k", 9, Sort::Int);
        let same = Term::eq(at(&memory("int:"), a.clone(), k.term()), at(&before, a, k.term()));
        let all = Term::forall([k.clone()], Term::implies(Term::le(i, k.term()), same));
        assert_eq!(
            render(&all),
            "\\forall integer k; i <= k ==> a[k] == \\at(\\at(a, Here)[k], LoopEntry)"
        );
    }

    #[test]
    fn what_is_walked_to_stands_alone() {
        let next = Var::new("struct node::.next@whole reach", 1, abide_logic::heap::field_sort()).term();
        let (l, v) = (var("l@whole", Sort::Ref), Var::new("v", 2, Sort::Ref));
        let alive = Var::new("\\alive", 3, Sort::map(Sort::Ref, Sort::Bool)).term();
        let none = Term::eq(v.term(), Term::null());
        let lives = Term::and([Term::not(none.clone()), Term::select(alive.clone(), v.term())]);
        let walk = Term::reach(next, l, v.term());
        let all = Term::forall(
            [v.clone()],
            Term::implies(walk.clone(), Term::or([none.clone(), lives])),
        );
        assert!(is_expressible(&all));
        assert_eq!(
            render(&all),
            "\\forall struct node *v; reach(l, v) ==> v == \\null || \\valid_read(v)"
        );
    }

    #[test]
    fn validity_is_said_as_a_whole_or_not_at_all() {
        let known = |name: &str, value: Sort| Var::new(name, 3, Sort::map(Sort::Ref, value)).term();
        let at = |map: Term, block: &Term| Term::select(map, block.clone());
        let (p, offset) = (var("p", Sort::Ref), var("p@offset a", Sort::Int));
        let parts = [
            Term::ne(p.clone(), Term::null()),
            at(known("\\alive", Sort::Bool), &p),
            at(known("\\writable", Sort::Bool), &p),
            Term::le(at(known("\\low", Sort::Int), &p), offset.clone()),
            Term::lt(offset, at(known("\\high", Sort::Int), &p)),
        ];
        let valid = Term::and(parts.clone());
        let none = Term::eq(p, Term::null());
        assert!(is_expressible(&valid));
        assert_eq!(render(&Term::or([none, valid])), "p == \\null || \\valid(p)");
        let [exists, lives, _, low, high] = parts;
        let read = Term::and([exists.clone(), lives, low.clone(), high]);
        assert_eq!(render(&read), "\\valid_read(p)");
        assert!(!is_expressible(&Term::and([exists, low])), "a bound alone has no name");
    }
}
