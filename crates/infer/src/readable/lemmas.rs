//! Lemmas of solvers in the form of candidates.
//!
//! A solver says `!(n + -1 * i <= -1)` and bounds everything from below and from above. What is said here is `i <= n`, and two
//! bounds of the same that meet are an equation.

use super::atom::Atom;
use super::clause::Clause;
use abide_logic::Term;

/// The lemmas, which are true together or not at all, with comparisons in normal form.
pub fn tidy(lemmas: &[Term]) -> Vec<Term> {
    let mut clauses: Vec<Clause> = Vec::new();
    for lemma in lemmas {
        let mut clause = Clause::of(lemma);
        clause.literals = clause.literals.iter().map(normal).collect();
        match clauses
            .iter()
            .enumerate()
            .find_map(|(at, c)| Some((at, met(c, &clause)?)))
        {
            Some((at, both)) => clauses[at] = both,
            None => clauses.push(clause),
        }
    }
    clauses.iter().map(Clause::term).filter(|t| !t.is_true()).collect()
}

fn normal(literal: &Term) -> Term {
    let made = Atom::of(literal).and_then(|atom| atom.term());
    made.unwrap_or_else(|| literal.clone())
}

/// Two clauses as one, if they differ in one bound and have one value in common there.
fn met(a: &Clause, b: &Clause) -> Option<Clause> {
    let missing = |of: &Clause, from: &Clause| -> Vec<usize> {
        let lacks = |l: &Term| !from.literals.contains(l);
        (0..of.literals.len()).filter(|i| lacks(&of.literals[*i])).collect()
    };
    let (in_a, in_b) = (missing(a, b), missing(b, a));
    let ([i], [j]) = (in_a.as_slice(), in_b.as_slice()) else {
        return None;
    };
    let (one, other) = (Atom::of(&a.literals[*i])?, Atom::of(&b.literals[*j])?);
    if a.vars != b.vars || one.form != other.form {
        return None;
    }
    let values = one.values.intersection(&other.values);
    values.value()?;
    let mut both = a.clone();
    both.literals[*i] = Atom { values, ..one }.term()?;
    Some(both)
}

#[cfg(test)]
mod tests {
    use super::*;
    use abide_logic::{Sort, Var};

    fn int(name: &str, tag: u32) -> Term {
        Var::new(name, tag, Sort::Int).term()
    }

    #[test]
    fn comparisons_are_turned_as_people_write_them() {
        let (i, n) = (int("i", 0), int("n", 1));
        let lemma = Term::lt(Term::int(-1), Term::sub(n.clone(), i.clone()));
        assert_eq!(tidy(&[lemma]), [Term::le(i, n)]);
    }

    #[test]
    fn bounds_that_meet_are_an_equation_under_the_same_premises() {
        let (x, y, p) = (int("x", 0), int("y", 1), int("p", 2));
        let premise = Term::le(p.clone(), Term::int(0));
        let under = |t: Term| Term::implies(premise.clone(), t);
        let (above, below) = (Term::le(x.clone(), y.clone()), Term::le(y.clone(), x.clone()));
        let tidied = tidy(&[under(above.clone()), under(below.clone()), above.clone()]);
        assert_eq!(tidied.len(), 2, "{tidied:?}");
        assert!(tidied[0].has(|t| *t == Term::eq(x.clone(), y.clone())), "{tidied:?}");
        // bounds that leave more than one value stay
        let wide = Term::le(y, Term::add(x, Term::int(1)));
        assert_eq!(tidy(&[above, wide]).len(), 2);
    }
}
