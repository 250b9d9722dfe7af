//! Conjunctions: `\valid(p)` where they say that, and bounds one after another as `a <= b < c`.

use super::{Acsl, valid};
use abide_logic::print::{Level, Notation};
use abide_logic::{Kind, Term, float};

impl Acsl {
    /// A conjunction, in which pointers may be said to be valid.
    pub(super) fn conjunction(&self, parts: &[Term]) -> (Level, String) {
        let (valid, rest) = valid::taken_out(&without_said(parts));
        let pointers = valid.iter().map(|v| {
            let (pointer, offset) = self.pointer(&v.block, &v.offset);
            let word = if v.write { "\\valid" } else { "\\valid_read" };
            match offset == Term::int(0) {
                true => format!("{word}({pointer})"),
                false => format!("{word}({pointer} + {})", self.show(&offset, Level::Product)),
            }
        });
        let texts: Vec<String> = pointers.chain(self.chains(&rest)).collect();
        let level = match texts.as_slice() {
            [_] if rest.is_empty() => Level::Atom,
            [_] => Level::Equality,
            _ => Level::And,
        };
        (level, texts.join(" && "))
    }

    /// Conjuncts, with one after another that begins where the one before ends as `a <= b < c`.
    fn chains(&self, parts: &[Term]) -> Vec<String> {
        let sides = |t: &Term| match t.kind() {
            Kind::Lt(a, b) | Kind::Le(a, b) if [a, b].into_iter().any(|t| float::as_rank(t).is_some()) => None,
            Kind::Lt(a, b) => Some((a.clone(), " < ", b.clone())),
            Kind::Le(a, b) => Some((a.clone(), " <= ", b.clone())),
            _ => None,
        };
        let mut texts: Vec<String> = Vec::new();
        let mut end = None;
        for part in parts {
            match (sides(part), texts.last_mut()) {
                (Some((start, token, next)), Some(last)) if end.as_ref() == Some(&start) => {
                    *last = format!("{last}{token}{}", self.show(&next, Level::Sum));
                    end = Some(next);
                }
                (relation, _) => {
                    texts.push(self.show(part, Level::Equality));
                    end = relation.map(|(_, _, b)| b);
                }
            }
        }
        texts
    }
}

/// Parts of a conjunction without those which say that a floating-point number is one where another part compares it.
fn without_said(parts: &[Term]) -> Vec<Term> {
    let compares = |t: &Term, x: &Term| match t.kind() {
        Kind::Lt(a, b) => b == x && *a != *x,
        Kind::Le(a, b) => b == x && float::as_number(a, b).is_none(),
        Kind::Eq(a, b) => a == x || b == x,
        _ => false,
    };
    let is_said = |t: &Term| match t.kind() {
        Kind::Le(a, b) if float::as_number(a, b).is_some() => parts.iter().any(|other| compares(other, a)),
        _ => false,
    };
    parts.iter().filter(|t| !is_said(t)).cloned().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use abide_logic::{Sort, Var};

    #[test]
    fn bounds_are_a_chain() {
        let [i, j, n] = ["i", "j", "n"].map(|name| Var::new(name, 1, Sort::Int).term());
        let zero = Term::int(0);
        let from = Term::le(zero.clone(), i.clone());
        let check = |parts: &[&Term], expected: &str| {
            let parts: Vec<Term> = parts.iter().map(|t| (*t).clone()).collect();
            assert_eq!(super::super::render(&Term::and(parts)), expected);
        };
        let (below, above) = (Term::lt(i.clone(), j.clone()), Term::lt(j.clone(), n.clone()));
        check(&[&from, &below], "0 <= i < j");
        check(&[&from, &below, &above], "0 <= i < j < n");
        check(&[&from, &above], "0 <= i && j < n");
        check(&[&below, &from], "i < j && 0 <= i");
        let premise = Term::implies(Term::and([from, below]), Term::eq(n, zero));
        assert_eq!(super::super::render(&premise), "0 <= i < j ==> n == 0");
    }
}
