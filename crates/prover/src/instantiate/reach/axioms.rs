//! Axioms of reachability along a field, as ground formulas.
//!
//! The axioms are those of GRASShopper's `Btwn` (names as there), with `null` as an end from
//! which nothing else is reached ([`abide_logic::heap`]). Each holds in every heap: a test
//! evaluates all of them, and the update formula, in all heaps of up to four objects. So an
//! extra instance is never unsound, and a missing one can only leave a wrong model.

use abide_logic::{Kind, Term};

/// `between(f, x, y, z)`.
pub(super) fn btwn(f: &Term, x: &Term, y: &Term, z: &Term) -> Term {
    Term::between(f.clone(), x.clone(), y.clone(), z.clone())
}

/// `reach(f, x, y)`.
pub(super) fn reach(f: &Term, x: &Term, y: &Term) -> Term {
    btwn(f, x, y, y)
}

fn eq(a: &Term, b: &Term) -> Term {
    Term::eq(a.clone(), b.clone())
}

fn is_null(x: &Term) -> Term {
    eq(x, &Term::null())
}

fn imp<const N: usize>(premises: [Term; N], conclusion: Term) -> Term {
    Term::implies(Term::and(premises), conclusion)
}

/// refl: every object reaches itself.
pub(super) fn refl(f: &Term, x: &Term) -> Term {
    reach(f, x, x)
}

/// null: null reaches only null.
pub(super) fn null(f: &Term, y: &Term) -> Term {
    imp([reach(f, &Term::null(), y)], is_null(y))
}

/// step: the successor is reached. `fx` is `f[x]`.
pub(super) fn step(f: &Term, x: &Term, fx: &Term) -> Term {
    Term::or([is_null(x), reach(f, x, fx)])
}

/// reach: what is reached is the object itself or is reached by its successor.
pub(super) fn first(f: &Term, x: &Term, fx: &Term, y: &Term) -> Term {
    imp([reach(f, x, y)], Term::or([eq(x, y), btwn(f, x, fx, y)]))
}

/// cycle: an object that is its own successor reaches nothing else.
pub(super) fn cycle(f: &Term, x: &Term, fx: &Term, y: &Term) -> Term {
    imp([eq(x, fx), reach(f, x, y)], eq(x, y))
}

/// sandwich: a path that ends where it begins passes nothing else.
pub(super) fn sandwich(f: &Term, x: &Term, y: &Term) -> Term {
    imp([btwn(f, x, y, x)], eq(x, y))
}

/// ord1: of two objects that are reached one comes first.
pub(super) fn ord1(f: &Term, x: &Term, y: &Term, z: &Term) -> Term {
    let either = Term::or([btwn(f, x, y, z), btwn(f, x, z, y)]);
    imp([reach(f, x, y), reach(f, x, z)], either)
}

/// ord2: what is passed is reached, and reaches the end.
pub(super) fn ord2(f: &Term, x: &Term, y: &Term, z: &Term) -> Term {
    imp([btwn(f, x, y, z)], Term::and([reach(f, x, y), reach(f, y, z)]))
}

/// trn1: reachability is transitive.
pub(super) fn trn1(f: &Term, x: &Term, y: &Term, z: &Term) -> Term {
    imp([reach(f, x, y), reach(f, y, z)], reach(f, x, z))
}

/// trn2: what lies between `y` and the end lies between `x` and the end, after `y`.
pub(super) fn trn2(f: &Term, x: &Term, y: &Term, z: &Term, u: &Term) -> Term {
    let both = Term::and([btwn(f, x, y, u), btwn(f, x, u, z)]);
    imp([btwn(f, x, y, z), btwn(f, y, u, z)], both)
}

/// trn3: what lies between the beginning and `y` lies before `y` on the way to the end.
pub(super) fn trn3(f: &Term, x: &Term, y: &Term, z: &Term, u: &Term) -> Term {
    let both = Term::and([btwn(f, x, u, z), btwn(f, u, y, z)]);
    imp([btwn(f, x, y, z), btwn(f, x, u, y)], both)
}

/// Where a path ends at null, what is reached by what is reached lies on the way to it.
pub(super) fn acyclic(f: &Term, x: &Term, y: &Term, z: &Term) -> Term {
    let premises = [reach(f, x, &Term::null()), reach(f, x, y), reach(f, y, z)];
    imp(premises, btwn(f, x, y, z))
}

/// What `between(f, x, y, z)` means where all paths along `f` end at null: what is passed is reached, and
/// reaches the end.
pub(super) fn passed(f: &Term, x: &Term, y: &Term, z: &Term) -> Term {
    Term::and([reach(f, x, y), reach(f, y, z)])
}

/// last: a path to another object has a last step, from an object `step` that is not known. A
/// fact for a new constant, true in every heap for some value of it.
pub(super) fn last(f: &Term, x: &Term, y: &Term, step: &Term) -> Term {
    let points = eq(&Term::select(f.clone(), step.clone()), y);
    let facts = [
        points,
        btwn(f, x, step, y),
        Term::not(is_null(step)),
        Term::not(eq(step, y)),
    ];
    Term::or([Term::not(reach(f, x, y)), eq(x, y), Term::and(facts)])
}

/// The paths along `g`, a term `f[x := y]`, in terms of those along `f`:
///
/// ```text
///   btwn_g(u,v,w) ⇔ (btwn(u,v,w) ∧ wo(u,w,x))
///                 ∨ (x≠w ∧ wo(u,x,w) ∧ wo(y,w,x) ∧ (btwn(u,v,x) ∨ btwn(y,v,w)))
///   wo(a,b,c)     := btwn(a,b,c) ∨ (reach(a,b) ∧ ¬reach(a,c))      from a to b without passing c
/// ```
///
/// and where `x` is null nothing changes.
pub(super) fn update(g: &Term, [u, v, w]: [&Term; 3]) -> Term {
    let Kind::Store(f, x, y) = g.kind() else {
        return Term::tt();
    };
    let wo = |a, b, c| {
        let never = Term::and([reach(f, a, b), Term::not(reach(f, a, c))]);
        Term::or([btwn(f, a, b, c), never])
    };
    let before = Term::and([btwn(f, u, v, w), wo(u, w, x)]);
    let passed = Term::or([btwn(f, u, v, x), btwn(f, y, v, w)]);
    let through = Term::and([Term::not(eq(x, w)), wo(u, x, w), wo(y, w, x), passed]);
    let changed = Term::eq(btwn(g, u, v, w), Term::or([before, through]));
    let same = Term::eq(btwn(g, u, v, w), btwn(f, u, v, w));
    Term::and([Term::or([is_null(x), changed]), Term::implies(is_null(x), same)])
}

#[cfg(test)]
mod tests {
    use super::*;
    use abide_logic::eval::holds;
    use abide_logic::{Env, MapValue, Sort, Value, Var, heap};

    /// `x, y, z, u, v` have the objects at these places, `f` and `g` the heap.
    struct Heap<'a>(&'a [i64], &'a Value);

    impl Env for Heap<'_> {
        fn var(&self, var: &Var) -> Option<Value> {
            match var.tag() {
                9 => Some(self.1.clone()),
                i => Some(Value::Ref(self.0[i as usize])),
            }
        }
    }

    /// All heaps with `n` objects besides null, where null's entry is any object too.
    fn heaps(n: i64) -> impl Iterator<Item = Value> {
        let size = n + 1;
        (0..size.pow(size as u32)).map(move |code| {
            let mut map = MapValue::constant(Value::NULL);
            let mut rest = code;
            for object in 0..size {
                map.set(Value::Ref(object), Value::Ref(rest % size));
                rest /= size;
            }
            Value::map(map)
        })
    }

    fn tuples(n: i64, len: u32) -> impl Iterator<Item = Vec<i64>> {
        let size = n + 1;
        (0..size.pow(len)).map(move |code| (0..len).map(|i| code / size.pow(i) % size).collect())
    }

    #[test]
    fn the_axioms_hold_in_all_small_heaps() {
        let f = Var::new("f", 9, heap::field_sort()).term();
        let [x, y, z, u] = [0, 1, 2, 3].map(|i| Var::new("o", i, Sort::Ref).term());
        let fx = Term::select(f.clone(), x.clone());
        let of_two = [
            refl(&f, &x),
            null(&f, &y),
            step(&f, &x, &fx),
            first(&f, &x, &fx, &y),
            cycle(&f, &x, &fx, &y),
            sandwich(&f, &x, &y),
        ];
        let of_four = [
            ord1(&f, &x, &y, &z),
            ord2(&f, &x, &y, &z),
            trn1(&f, &x, &y, &z),
            acyclic(&f, &x, &y, &z),
            trn2(&f, &x, &y, &z, &u),
            trn3(&f, &x, &y, &z, &u),
        ];
        let mut cases = 0u64;
        for n in 1..=4 {
            // null's own entry makes no difference; with four objects it stays null
            let heaps: Vec<Value> = heaps(n)
                .filter(|h| n < 4 || *h.as_map().unwrap().get(&Value::NULL) == Value::NULL)
                .collect();
            for heap in &heaps {
                for (axioms, len) in [(&of_two[..], 2), (&of_four[..], 4)] {
                    for objects in tuples(n, len) {
                        for axiom in axioms {
                            let truth = holds(axiom, &Heap(&objects, heap));
                            assert_eq!(truth, Some(true), "{axiom} for {objects:?} in {heap}");
                            cases += 1;
                        }
                    }
                }
            }
        }
        assert!(cases > 1_000_000, "{cases}");
    }

    #[test]
    fn paths_have_a_last_step_in_all_small_heaps() {
        let f = Var::new("f", 9, heap::field_sort()).term();
        let [x, y, s] = [0, 1, 2].map(|i| Var::new("o", i, Sort::Ref).term());
        let fact = last(&f, &x, &y, &s);
        for n in 1..=4 {
            for heap in heaps(n) {
                for pair in tuples(n, 2) {
                    let some = (0..=n).any(|step| holds(&fact, &Heap(&[pair[0], pair[1], step], &heap)) == Some(true));
                    assert!(some, "{pair:?} in {heap}");
                }
            }
        }
    }

    #[test]
    fn what_lies_between_is_told_by_reachability_where_all_paths_end() {
        let f = Var::new("f", 9, heap::field_sort()).term();
        let [x, y, z] = [0, 1, 2].map(|i| Var::new("o", i, Sort::Ref).term());
        let ends = reach(&f, &x, &Term::null());
        let fact = Term::eq(btwn(&f, &x, &y, &z), passed(&f, &x, &y, &z));
        let mut cases = 0;
        for n in 1..=4 {
            for heap in heaps(n) {
                let all = (0..=n).all(|o| holds(&ends, &Heap(&[o], &heap)) == Some(true));
                for objects in tuples(n, 3).filter(|_| all) {
                    assert_eq!(
                        holds(&fact, &Heap(&objects, &heap)),
                        Some(true),
                        "{objects:?} in {heap}"
                    );
                    cases += 1;
                }
            }
        }
        assert!(cases > 10_000, "{cases}");
    }

    #[test]
    fn updates_hold_in_all_small_heaps() {
        let f = Var::new("f", 9, heap::field_sort()).term();
        let [x, y, u, v, w] = [0, 1, 2, 3, 4].map(|i| Var::new("o", i, Sort::Ref).term());
        let g = Term::store(f.clone(), x.clone(), y.clone());
        let rule = update(&g, [&u, &v, &w]);
        assert!(!rule.is_true());
        let mut cases = 0u64;
        for n in 1..=4 {
            for heap in heaps(n).filter(|h| *h.as_map().unwrap().get(&Value::NULL) == Value::NULL) {
                for objects in tuples(n, 5) {
                    cases += 1;
                    let truth = holds(&rule, &Heap(&objects, &heap));
                    assert_eq!(truth, Some(true), "{objects:?} in {heap}");
                }
            }
        }
        assert!(cases > 1_000_000, "{cases}");
    }
}
