//! Measures of loops, read off their conditions.
//!
//! A loop that goes on while `a < b` often brings the two together, so `b - a` is a likely measure. As with invariants,
//! it is a candidate: it is printed into the source, and the verifier proves that it is a natural number in each round
//! and smaller after it.

use abide_ir::{Block, Loop, StmtKind};
use abide_logic::{Kind, Sort, Term};

/// The loops of a block, inner ones after those around them.
pub fn loops(block: &Block) -> Vec<&Loop> {
    let mut found = Vec::new();
    for stmt in block {
        match &stmt.kind {
            StmtKind::While(l) => {
                found.push(l);
                found.extend(loops(&l.prelude));
                found.extend(loops(&l.body));
            }
            StmtKind::If(_, yes, no) => {
                found.extend(loops(yes));
                found.extend(loops(no));
            }
            StmtKind::Choice(blocks) => found.extend(blocks.iter().flat_map(loops)),
            _ => {}
        }
    }
    found
}

/// Terms that may get smaller in each round of a loop with this condition.
pub fn measures(condition: &Term) -> Vec<Term> {
    let mut found: Vec<Term> = Vec::new();
    for part in condition.conjuncts() {
        for measure in of_comparison(&part) {
            if !measure.free_vars().is_empty() && !measure.has_quantifier() && !found.contains(&measure) {
                found.push(measure);
            }
        }
    }
    found
}

/// `a < b`: `b - a`; `a <= b`: `b - a + 1`; `a != b`: either difference.
fn of_comparison(part: &Term) -> Vec<Term> {
    let below = |a: &Term, b: &Term| Term::sub(b.clone(), a.clone());
    let up_to = |a: &Term, b: &Term| Term::add(below(a, b), Term::int(1));
    match part.kind() {
        Kind::Lt(a, b) => vec![below(a, b)],
        Kind::Le(a, b) => vec![up_to(a, b)],
        Kind::Not(inner) => match inner.kind() {
            Kind::Lt(a, b) => vec![up_to(b, a)],
            Kind::Le(a, b) => vec![below(b, a)],
            Kind::Eq(a, b) if *a.sort() == Sort::Int => vec![below(a, b), below(b, a)],
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use abide_logic::Var;

    fn check(condition: Term, expected: &[&str]) {
        let found: Vec<String> = measures(&condition).iter().map(Term::to_string).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn differences_of_what_is_compared() {
        let var = |name: &str, tag: u32| Var::new(name, tag, Sort::Int).term();
        let (i, n) = (var("i", 0), var("n", 1));
        check(Term::lt(i.clone(), n.clone()), &["n - i"]);
        check(Term::le(i.clone(), n.clone()), &["n - i + 1"]);
        check(Term::lt(Term::int(0), n.clone()), &["n"]);
        check(Term::ne(n.clone(), Term::int(0)), &["-n", "n"]);
        let p = Var::new("p", 2, Sort::Bool).term();
        check(Term::and([p.clone(), Term::lt(i, n)]), &["n - i"]);
        check(p, &[]);
    }
}
