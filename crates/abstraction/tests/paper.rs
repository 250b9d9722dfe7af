//! The loops of FQ's Figure 8 on small explicit heaps, and what each algorithm asks on them.
//!
//! Functions are total: `prev.val` has a value when `prev` is null, an array has one outside of its bounds.
//! Failing run-time checks and assertions cut an execution off, as *Norm* does.

mod common;

use std::collections::BTreeSet;

use abide_abstraction::Abstract;
use abide_region::Valuation;
use common::{System, TableOracle, close, kind};

/// Checks the size of the result, and for some abstractors that they find it and how many queries they need.
/// Where the paper has a figure it may differ by a quarter at most.
fn check(system: &System, valuations: u128, abstractors: &[(&str, u64, Option<u64>)]) {
    let exact = system.exact();
    assert_eq!(exact.count(), valuations);
    for &(name, expected, paper) in abstractors {
        let mut r = Abstract::new(system.width);
        let tally = close(&kind(name), &mut r, &mut TableOracle::new(system)).unwrap();
        assert_eq!(r.region, exact, "{name}");
        assert_eq!(tally.tried, expected, "{name}");
        if let Some(paper) = paper {
            assert!(
                4 * expected.abs_diff(paper) <= paper,
                "{name}: {expected} queries, {paper} in the paper"
            );
        }
    }
}

fn flags<const N: usize>(values: [bool; N]) -> Valuation {
    values.into_iter().collect()
}

/// A choice of `N` things out of `0..base`.
fn tuples<const N: usize>(base: i32) -> impl Iterator<Item = [i32; N]> {
    (0..base.pow(N as u32)).map(move |n| std::array::from_fn(|i| n / base.pow(i as u32) % base))
}

/// Figure 5. References are 0 (null), 1 and 2; of a value only matters whether it is greater than v.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Partition {
    greater: [bool; 3],
    next: [i32; 3],
    l: i32,
    curr: i32,
    prev: i32,
    newl: i32,
}

fn partition() -> System {
    let greater = |r: i32, s: &Partition| s.greater[r as usize];
    let states = tuples::<3>(2).flat_map(|g| {
        tuples::<6>(3).map(move |[n1, n2, l, curr, prev, newl]| Partition {
            greater: g.map(|b| b == 1),
            next: [0, n1, n2],
            l,
            curr,
            prev,
            newl,
        })
    });
    System::explore(
        4,
        states,
        |s| {
            BTreeSet::from([flags([
                s.prev == 0,
                greater(s.prev, s),
                s.curr == 0,
                greater(s.curr, s),
            ])])
        },
        |s| s.curr == s.l && s.prev == 0 && s.newl == 0,
        |s| {
            if s.curr == 0 {
                return vec![];
            }
            let mut t = s.clone();
            let next_curr = s.next[s.curr as usize];
            if greater(s.curr, s) {
                if s.prev != 0 {
                    t.next[s.prev as usize] = next_curr;
                }
                if s.curr == s.l {
                    t.l = next_curr;
                }
                t.next[s.curr as usize] = s.newl;
                if s.curr == s.prev {
                    return vec![]; // the assertion at L
                }
                t.newl = s.curr;
            } else {
                t.prev = s.curr;
            }
            t.curr = next_curr;
            vec![t]
        },
    )
}

/// An array of `length` cells, with values just outside of its bounds, from index −1 to `length` + 1.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Array {
    length: i32,
    cells: Vec<i32>,
}

impl Array {
    fn all(length: i32, values: i32) -> Vec<Array> {
        let size = length as u32 + 3;
        let cell = |n: i32, i: u32| n / values.pow(i) % values;
        let cells = |n: i32| (0..size).map(|i| cell(n, i)).collect();
        (0..values.pow(size))
            .map(|n| Array {
                length,
                cells: cells(n),
            })
            .collect()
    }

    fn get(&self, i: i32) -> i32 {
        self.cells[(i + 1) as usize]
    }

    fn set(&mut self, i: i32, value: i32) {
        self.cells[(i + 1) as usize] = value;
    }

    fn has(&self, i: i32) -> bool {
        (0..self.length).contains(&i)
    }

    /// Indices and values of index variables, a little beyond the bounds.
    fn window(&self) -> std::ops::RangeInclusive<i32> {
        -1..=self.length + 1
    }
}

/// Figure 1. `nonzero` are the cells of a that are not 0.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Find {
    nonzero: u32,
    b: Array,
    spot: i32,
    i: i32,
}

fn find() -> System {
    let states = (0..=2).flat_map(|length| Array::all(length, 2)).flat_map(|b| {
        let window = b.window();
        (0..1 << b.length).flat_map(move |nonzero| {
            let b = b.clone();
            window.clone().flat_map(move |spot| {
                let b = b.clone();
                b.window().map(move |i| Find {
                    nonzero,
                    b: b.clone(),
                    spot,
                    i,
                })
            })
        })
    });
    System::explore(
        8,
        states,
        |s| {
            let valuation = |j| {
                let about_spot = [s.spot == s.b.length, s.b.get(s.spot) == 1, s.spot < s.i];
                let about_j = [0 <= j, j < s.i, j < s.spot, s.b.get(j) == 1, 0 <= s.i];
                about_spot.into_iter().chain(about_j).collect()
            };
            s.b.window().map(valuation).collect()
        },
        |s| s.i == 0 && s.spot == s.b.length,
        |s| {
            if !s.b.has(s.i) {
                return vec![]; // the end of the loop, or a failing bounds check
            }
            let nonzero = s.nonzero >> s.i & 1 == 1;
            let mut t = s.clone();
            if s.spot == s.b.length && nonzero {
                t.spot = s.i;
            }
            t.b.set(s.i, nonzero.into());
            t.i += 1;
            vec![t]
        },
    )
}

/// Figure 6, outer loop; the inner loop finds some index of a least element, as its invariant says.
fn sort_outer() -> System {
    let arrays = (1..=3).flat_map(|length| Array::all(length, 2 + i32::from(length < 3)));
    let states = arrays.flat_map(|a| a.window().map(move |i| (a.clone(), i)));
    System::explore(
        6,
        states,
        |(a, i)| {
            let pairs = a.window().flat_map(|x| a.window().map(move |y| (x, y)));
            let valuation = |(x, y)| flags([*i >= 0, 0 <= x, x < *i, x < y, y < a.length, a.get(x) <= a.get(y)]);
            pairs.map(valuation).collect()
        },
        |(_, i)| *i == 0,
        |(a, i)| {
            if !a.has(*i) {
                return vec![];
            }
            let least = (*i..a.length).map(|j| a.get(j)).min().unwrap();
            let swapped = |k: i32| {
                let mut b = a.clone();
                b.set(k, a.get(*i));
                b.set(*i, least);
                (b, i + 1)
            };
            (*i..a.length).filter(|k| a.get(*k) == least).map(swapped).collect()
        },
    )
}

/// Figure 6, inner loop, within 0 ≤ i < a.length.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Inner {
    a: Array,
    i: i32,
    k: i32,
    w: i32,
    j: i32,
}

fn sort_inner() -> System {
    let arrays = (1..=2).flat_map(|length| Array::all(length, 2 + i32::from(length < 2)));
    let states = arrays.flat_map(|a| {
        tuples::<4>(5).filter_map(move |[i, k, w, j]| {
            let (k, j) = (k - 1, j - 1);
            let fits = a.has(i) && a.window().contains(&k) && a.window().contains(&j) && w < 3;
            fits.then(|| Inner {
                a: a.clone(),
                i,
                k,
                w,
                j,
            })
        })
    });
    System::explore(
        7,
        states,
        |s| {
            let Inner { a, i, k, w, j } = s;
            let valuation = |z| {
                flags([
                    *w == a.get(*k),
                    *i <= z,
                    z < *j,
                    *w <= a.get(z),
                    i <= k,
                    k < j,
                    *j <= a.length,
                ])
            };
            a.window().map(valuation).collect()
        },
        |s| s.k == s.i && s.w == s.a.get(s.i) && s.j == s.i + 1,
        |s| {
            if !s.a.has(s.j) {
                return vec![];
            }
            let mut t = s.clone();
            if s.a.get(s.j) < s.w {
                t.k = s.j;
                t.w = s.a.get(s.j);
            }
            t.j += 1;
            vec![t]
        },
    )
}

#[test]
fn partition_asks_what_the_paper_says() {
    let system = partition();
    check(
        &system,
        10,
        &[
            ("fq", 25, Some(27)),
            ("ddp", 28, Some(28)),
            ("ss", 41, Some(41)),
            ("fq-linear", 29, None),
        ],
    );
    check(
        &system,
        10,
        &[("naive", 32, None), ("allsmt", 13, None), ("state-models", 11, None)],
    );
}

#[test]
fn partition_has_the_paper_s_invariant() {
    let system = partition();
    let mut r = Abstract::new(4);
    close(&kind("fq"), &mut r, &mut TableOracle::new(&system)).unwrap();
    // prev == null || !(prev.val > v)
    let printed: Vec<String> = r.region.clauses().iter().map(|c| c.to_string()).collect();
    assert!(printed.contains(&"0 | !1".to_string()), "{printed:?}");
}

#[test]
fn sort_asks_about_what_the_paper_says() {
    let outer = sort_outer();
    check(
        &outer,
        18,
        &[
            ("fq", 50, Some(44)),
            ("ddp", 56, Some(54)),
            ("ss", 104, Some(111)),
            ("fq-linear", 52, None),
        ],
    );
    check(
        &outer,
        18,
        &[("naive", 161, None), ("allsmt", 21, None), ("state-models", 10, None)],
    );
    let inner = sort_inner();
    // the paper has 32 for DDP, which depends on the order of the predicates: 26 to 76 over 400 random ones
    check(
        &inner,
        5,
        &[
            ("fq", 34, Some(37)),
            ("ddp", 62, None),
            ("ss", 34, Some(40)),
            ("fq-linear", 40, None),
        ],
    );
    check(
        &inner,
        5,
        &[("naive", 251, None), ("allsmt", 7, None), ("state-models", 3, None)],
    );
}

#[test]
fn find_asks_about_what_the_paper_says() {
    let system = find();
    // the paper has 110 for DDP, but does not print the eighth predicate: 112 to 336 over 400 random orders
    check(
        &system,
        21,
        &[
            ("fq", 113, Some(111)),
            ("ddp", 199, None),
            ("ss", 129, Some(129)),
            ("fq-linear", 132, None),
        ],
    );
    check(
        &system,
        21,
        &[("naive", 972, None), ("allsmt", 25, None), ("state-models", 17, None)],
    );
}

#[test]
fn a_replay_saves_queries() {
    let replayed = [partition(), sort_outer(), sort_inner(), find()].map(|system| {
        let mut r = Abstract::new(system.width);
        let mut oracle = TableOracle {
            replay: 4,
            ..TableOracle::new(&system)
        };
        close(&kind("state-models"), &mut r, &mut oracle).unwrap().tried
    });
    assert_eq!(replayed, [10, 8, 3, 15]);
}
