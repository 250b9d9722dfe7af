//! Index terms: what universal facts are instantiated with.

use abide_logic::{Int, Kind, Sort, Term, Var};
use std::collections::{BTreeMap, BTreeSet};

/// A quantified variable and the maps it indexes.
pub(super) struct Bound {
    pub(super) var: Var,
    /// Names of maps indexed by the variable, or by the variable plus an offset.
    pub(super) uses: BTreeSet<(String, Option<Int>)>,
}

/// The ground terms at which maps are read or written, with the names of these maps.
///
/// All versions of a program variable share its name, so a fact about `a` is instantiated
/// with what indexes any version of `a`.
#[derive(Default)]
pub(super) struct IndexTerms {
    /// In the order in which they were found.
    terms: Vec<Indexing>,
    places: BTreeMap<Term, usize>,
    /// The distance of the formula being collected.
    distance: usize,
    seen: std::collections::HashSet<Term>,
}

struct Indexing {
    term: Term,
    /// The maps that it indexes.
    names: BTreeSet<String>,
    /// How many instances it came from, one from the other.
    distance: usize,
}

/// Reads inside each other in an index term. A fact about `a[k]` instantiated with `a[i]` speaks
/// of `a[a[i]]`, which would be the next index term, without end.
const NESTED: usize = 4;

/// The same for objects: a fact about `x.next` for all `x` would go along a list without end.
const NESTED_OBJECTS: usize = 2;

/// Does the term nest at most so many reads?
fn is_shallow(t: &Term, reads: usize) -> bool {
    match t.kind() {
        Kind::Select(map, key) => match reads.checked_sub(1) {
            Some(left) => is_shallow(key, left) && is_shallow(map, reads),
            None => false,
        },
        kind => kind.children().all(|c| is_shallow(c, reads)),
    }
}

/// The name under which a constant made for an existential fact indexes every map.
const EVERY: &str = "*";

impl IndexTerms {
    /// Notes the index terms of a ground formula.
    pub(super) fn collect(&mut self, formula: &Term) {
        formula.visit(&mut |t| {
            // collected with an earlier formula
            let small = t.kind().children().next().is_none();
            if !small && !self.seen.insert(t.clone()) {
                return false;
            }
            match t.kind() {
                Kind::Select(map, key) | Kind::Store(map, key, _) => {
                    let mut names = BTreeSet::new();
                    map_names(map, &mut names);
                    self.add(key, names);
                }
                Kind::Apply(func, args) => {
                    for arg in args {
                        self.add(arg, BTreeSet::from([func.name.to_string()]));
                    }
                }
                Kind::Quant(..) => return false,
                _ => {}
            }
            true
        });
    }

    /// Notes a constant that stands for something of which an existential fact speaks.
    pub(super) fn add_constant(&mut self, constant: &Term) {
        self.add(constant, BTreeSet::from([EVERY.to_string()]));
    }

    /// Notes a term that bounds a quantified variable.
    pub(super) fn add_bound(&mut self, term: &Term) {
        self.add(term, BTreeSet::new());
    }

    fn add(&mut self, term: &Term, names: BTreeSet<String>) {
        let nested = match term.sort() {
            Sort::Int => NESTED,
            Sort::Ref => NESTED_OBJECTS,
            _ => return,
        };
        if !is_shallow(term, nested) {
            return;
        }
        match self.places.get(term) {
            Some(place) => {
                let known = &mut self.terms[*place];
                known.names.extend(names);
                known.distance = known.distance.min(self.distance);
            }
            None => {
                self.places.insert(term.clone(), self.terms.len());
                self.terms.push(Indexing {
                    term: term.clone(),
                    names,
                    distance: self.distance,
                });
            }
        }
    }

    /// How many instances a term came from, one from the other: `a[i - 1] <= a[i]` brings up `i - 1`, which
    /// brings up `i - 2`, without end.
    pub(super) fn distance(&self, term: &Term) -> usize {
        self.places.get(term).map_or(0, |place| self.terms[*place].distance)
    }

    /// What is collected from now on is an instance with these terms; or no instance.
    pub(super) fn enter_instance(&mut self, tuple: Option<&[Term]>) {
        let farthest = |tuple: &[Term]| tuple.iter().map(|t| self.distance(t)).max();
        self.distance = tuple.and_then(farthest).map_or(0, |d| d + 1);
    }

    /// All terms of a sort.
    pub(super) fn of_sort(&self, sort: &Sort) -> impl Iterator<Item = &Term> {
        self.terms.iter().map(|t| &t.term).filter(move |t| t.sort() == sort)
    }

    /// The terms that index a map which the bound variable indexes, shifted so that they do;
    /// any index term when it indexes none.
    pub(super) fn matching(&self, bound: &Bound) -> Vec<Term> {
        let mut found = Vec::new();
        let mut add = |t: Term| {
            if !found.contains(&t) {
                found.push(t);
            }
        };
        let fitting = self.terms.iter().filter(|t| t.term.sort() == bound.var.sort());
        for Indexing { term, names, .. } in fitting {
            if bound.uses.is_empty() && !names.is_empty() {
                add(term.clone());
            }
            for (name, offset) in &bound.uses {
                if names.contains(EVERY) || names.contains(name) {
                    let shifted = match offset {
                        Some(by) => Term::sub(term.clone(), Term::int(by.clone())),
                        None => term.clone(),
                    };
                    add(shifted);
                }
            }
        }
        found
    }
}

/// The names of the variables a map term is made of.
pub(super) fn map_names(map: &Term, names: &mut BTreeSet<String>) {
    match map.kind() {
        Kind::Var(v) => {
            names.insert(v.name().to_string());
        }
        Kind::Store(m, _, _) | Kind::Select(m, _) => map_names(m, names),
        Kind::Ite(_, a, b) => {
            map_names(a, names);
            map_names(b, names);
        }
        _ => {}
    }
}
