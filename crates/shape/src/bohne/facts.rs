//! Heaps as closed formulas.
//!
//! The heaps of a place are a disjunction of universal formulas. Which of them holds is determined by the
//! objects that have names: beside each predicate `p(v)` stand the predicates `p(x)`, of the state, for
//! every singleton `v == x`. Over all of these the heaps are one set of valuations, and its clauses,
//! each closed over `v`, are equivalent to the heaps.
//!
//! Where that makes too many formulas, the heaps are joined and the names left out.

use super::context::Instance;
use super::heap::{Heap, Heaps};
use super::split::of;
use super::vocabulary::Vocabulary;
use abide_abstraction::{Origin, Precision, Predicate};
use abide_infer::Candidate;
use abide_logic::{Kind, Subst, Term};
use abide_region::{Clause, Cube, Literal, MAX_WIDTH, Region, Valuation};

/// Formulas of one place, at most.
const MANY: usize = 120;

/// Cubes of one name that are written out, at most.
const CUBES: u128 = 64;

/// Closed formulas that hold in all states of the heaps.
pub fn facts(vocabulary: &Vocabulary, heaps: &Heaps, stop: &dyn Fn() -> bool) -> Vec<Term> {
    let names = Names::of(vocabulary);
    let exact = names.clauses(vocabulary, heaps, stop).filter(|c| c.len() <= MANY);
    let clauses = exact.unwrap_or_else(|| heaps.join(vocabulary.predicates.len()).clauses());
    let mut found: Vec<Term> = Vec::new();
    for clause in clauses {
        let fact = closed(vocabulary, &names.atoms, clause);
        if !fact.is_true() && !found.contains(&fact) {
            found.push(fact);
        }
    }
    found
}

/// The predicates, and after them those of the objects that have names.
struct Names {
    atoms: Vec<Term>,
    /// For a singleton, what each predicate is at its object.
    rows: Vec<(usize, Vec<Named>)>,
}

/// A predicate at an object that has a name.
#[derive(Clone, Copy)]
enum Named {
    /// This atom.
    Atom(usize),
    /// True or false for its form.
    Plain(bool),
}

impl Names {
    fn of(vocabulary: &Vocabulary) -> Names {
        let width = vocabulary.predicates.len();
        let mut atoms: Vec<Term> = vocabulary.predicates.iter().map(|p| p.formula.clone()).collect();
        let mut rows = Vec::new();
        for singleton in vocabulary.signature().singletons {
            if atoms.len() + width > MAX_WIDTH {
                break;
            }
            let row = (0..width).map(|p| named(&mut atoms, vocabulary.at(p, Instance::At(singleton))));
            rows.push((singleton, row.collect()));
        }
        Names { atoms, rows }
    }

    /// The clauses of the heaps; nothing if there is no time for them.
    fn clauses(&self, vocabulary: &Vocabulary, heaps: &Heaps, stop: &dyn Fn() -> bool) -> Option<Vec<Clause>> {
        let none = Region::empty(self.atoms.len());
        let all = heaps.iter().fold(none, |all, h| all.union(&self.lifted(vocabulary, h)));
        all.clauses_unless(&self.absurd(), stop).ok()
    }

    /// A heap with what it says of the objects that have names.
    fn lifted(&self, vocabulary: &Vocabulary, heap: &Heap) -> Region {
        let width = self.atoms.len();
        let signature = vocabulary.signature();
        let mut lifted = Region::from_clauses(width, heap.clauses());
        for (singleton, row) in &self.rows {
            let cubes = heap.intersection(&of(&signature, *singleton));
            if cubes.count() <= CUBES {
                let possible = cubes.iter().filter_map(|c| at_name(row, c));
                let there = possible.fold(Region::empty(width), |r, c| r.union(&Region::of_cube(width, c)));
                lifted = lifted.intersection(&there);
            }
        }
        lifted
    }

    /// Valuations in which the object of a name differs from the object that has the name: there are none,
    /// so clauses need not be right there.
    fn absurd(&self) -> Region {
        let width = self.atoms.len();
        let mut absurd = Region::empty(width);
        for (singleton, row) in &self.rows {
            for (p, named) in row.iter().enumerate() {
                for value in [true, false] {
                    let mut cube = Cube::from(Literal::positive(*singleton));
                    let own = literal(p, value);
                    let contradicts = match named {
                        Named::Plain(plain) => *plain != value,
                        Named::Atom(atom) if *atom == p => false,
                        Named::Atom(atom) => {
                            cube = cube.with(literal(*atom, !value));
                            true
                        }
                    };
                    // the singleton itself is true of its object
                    if contradicts && !cube.contains(!own) {
                        absurd = absurd.union(&Region::of_cube(width, cube.with(own)));
                    }
                }
            }
        }
        absurd
    }
}

/// The number of an atom, or its value if its form tells it.
fn named(atoms: &mut Vec<Term>, atom: Term) -> Named {
    if atom.is_true() || atom.is_false() {
        return Named::Plain(atom.is_true());
    }
    let turned = match atom.kind() {
        Kind::Eq(a, b) => Term::eq(b.clone(), a.clone()),
        _ => atom.clone(),
    };
    let known = atoms.iter().position(|a| *a == atom || *a == turned);
    Named::Atom(known.unwrap_or_else(|| {
        atoms.push(atom);
        atoms.len() - 1
    }))
}

/// The cube of an object, as a cube of its name; nothing if it contradicts itself.
fn at_name(row: &[Named], cube: Valuation) -> Option<Cube> {
    let mut result = Cube::EMPTY;
    for (p, named) in row.iter().enumerate() {
        match named {
            Named::Plain(plain) if *plain != cube.get(p) => return None,
            Named::Plain(_) => {}
            Named::Atom(atom) => {
                let literal = literal(*atom, cube.get(p));
                if result.contains(!literal) {
                    return None;
                }
                result = result.with(literal);
            }
        }
    }
    Some(result)
}

fn literal(predicate: usize, value: bool) -> Literal {
    match value {
        true => Literal::positive(predicate),
        false => Literal::negative(predicate),
    }
}

/// ∀v. ⋁ literals, readable; where `v` must be a certain object, of that object alone:
/// `∀v. v == x ⇒ f(v)` is `f(x)`.
fn closed(vocabulary: &Vocabulary, atoms: &[Term], clause: Clause) -> Term {
    let width = vocabulary.predicates.len();
    let given = |l: &Literal| !l.positive && usize::from(l.predicate) < width;
    let mut names = clause
        .literals()
        .filter(given)
        .filter_map(|l| Some((l.predicate, vocabulary.named(l.predicate.into())?)));
    let (clause, at) = match names.next() {
        Some((p, x)) => (clause.without(p.into()), x.clone()),
        None => (clause, vocabulary.object.term()),
    };
    let subst = Subst::from_iter([(vocabulary.object.clone(), at)]);
    let predicate = |atom: &Term| Predicate {
        formula: subst.apply(atom),
        origin: Origin::Shape,
        span: None,
    };
    let precision = Precision {
        predicates: atoms.iter().map(predicate).collect(),
        skolems: vec![vocabulary.object.clone()],
    };
    Candidate::of_clause(&precision, clause).formula
}
