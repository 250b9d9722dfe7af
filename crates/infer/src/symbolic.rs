//! Large literal bounds made symbolic.
//!
//! Where a loop goes on to 100,000, no run comes soon to what is after it, and a quantified formula over all rounds is
//! slow to evaluate. So the search for invariants sees a constant in its place of which nothing is known but
//! that it is at least two, and no larger: then runs are short, and what is found out of them does not depend on the number.
//! What is inductive for all these values of the constant is so for the one in the source, which is put back.
//! Literals beside a bound (`n - 1`), its halves and multiples are said by it, too.

use abide_ir::Check;
use abide_ir::cfg::{BlockId, Cfg, Command, CommandKind, LoopId};
use abide_logic::{Int, Kind, Sort, Subst, Term, Var};
use std::collections::BTreeSet;

/// The least literal that is made symbolic, how many are, and the distance within which one is said by another.
const LEAST: i64 = 50;
const BOUNDS: usize = 3;
const BESIDE: i64 = 2;

/// Parts and multiples of a bound that are said by it.
const PARTS: i64 = 4;

/// A graph with constants in the place of large literal bounds.
pub struct Symbolic {
    /// The graph.
    pub cfg: Cfg,
    /// The constants, with the literals they stand for.
    bounds: Vec<(Var, Int)>,
    back: Subst,
}

impl Symbolic {
    /// The graph with symbolic bounds, if its loops are about elements and have large literal bounds.
    pub fn of(cfg: &Cfg) -> Option<Symbolic> {
        if !are_about_elements(cfg) {
            return None;
        }
        let mut literals: Vec<Int> = cfg.loop_ids().flat_map(|l| bounds(cfg, l)).collect();
        literals.sort();
        literals.dedup();
        let mut bounds: Vec<(Var, Int)> = Vec::new();
        // the smallest first: others are multiples of it
        for literal in literals {
            if said(&literal, &bounds).is_none() && bounds.len() < BOUNDS {
                let tag = cfg.next_tag + bounds.len() as u32;
                bounds.push((Var::new(format!("n{}", bounds.len() + 1), tag, Sort::Int), literal));
            }
        }
        if bounds.is_empty() {
            return None;
        }
        let back = bounds
            .iter()
            .map(|(var, literal)| (var.clone(), Term::int(literal.clone())));
        let mut symbolic = Symbolic {
            cfg: cfg.clone(),
            back: back.collect(),
            bounds,
        };
        symbolic.replace();
        Some(symbolic)
    }

    /// The constants.
    pub fn constants(&self) -> impl Iterator<Item = &Var> {
        self.bounds.iter().map(|(var, _)| var)
    }

    /// A formula about the constants, about the literals.
    pub fn original(&self, formula: &Term) -> Term {
        self.back.apply(formula)
    }

    fn replace(&mut self) {
        let Symbolic { cfg, bounds, .. } = self;
        let term = |t: &Term| {
            t.rewritten(&mut |t| match t.kind() {
                Kind::Int(literal) => said(literal, bounds).unwrap_or(t),
                _ => t,
            })
        };
        let check = |c: &mut Check| c.formula = term(&c.formula);
        for block in &mut cfg.blocks {
            for command in &mut block.commands {
                match &mut command.kind {
                    CommandKind::Assign(pairs) => pairs.iter_mut().for_each(|(_, t)| *t = term(t)),
                    CommandKind::Assume(formula) => *formula = term(formula),
                    CommandKind::Assert(c) => check(c),
                    CommandKind::Havoc(_) => {}
                }
            }
            block.edges.iter_mut().for_each(|e| e.guard = term(&e.guard));
        }
        for l in &mut cfg.loops {
            l.spec.invariants.iter_mut().for_each(check);
            l.spec.predicates.iter_mut().for_each(|p| p.formula = term(&p.formula));
        }
        let first = [Term::int(1)].into_iter().chain(bounds.iter().map(|(v, _)| v.term()));
        let facts = first.zip(bounds.iter()).flat_map(|(less, (var, literal))| {
            // no sum overflows that would not with the literal
            let most = Term::int(literal.clone());
            [Term::lt(less, var.term()), Term::le(var.term(), most)]
        });
        let assumed = Term::and(facts.collect::<Vec<_>>());
        let entry = &mut cfg.blocks[cfg.entry.index()].commands;
        let span = entry.first().map(|c| c.span).unwrap_or_default();
        entry.insert(
            0,
            Command {
                kind: CommandKind::Assume(assumed),
                span,
            },
        );
        cfg.next_tag += bounds.len() as u32;
    }
}

/// A literal by the constants, if it is one of theirs, or close to a part or a multiple of it.
fn said(literal: &Int, bounds: &[(Var, Int)]) -> Option<Term> {
    if *literal < Int::ZERO {
        return said(&-literal, bounds).map(Term::neg);
    }
    if *literal < Int::from(LEAST / PARTS) {
        return None;
    }
    let beside = |term: Term, value: &Int| {
        let distance = literal - value;
        let near = distance <= Int::from(BESIDE) && distance >= Int::from(-BESIDE);
        near.then(|| Term::add(term, Term::int(distance)))
    };
    let by = |of: &dyn Fn(&Var, &Int) -> Option<Term>| bounds.iter().find_map(|(var, value)| of(var, value));
    let itself = by(&|var, value| beside(var.term(), value));
    let part = || {
        (2..=PARTS).find_map(|q| {
            let q = Int::from(q);
            by(&|var, value| {
                let exact = *literal == value / &q;
                exact.then(|| Term::div(var.term(), Term::int(q.clone())))
            })
        })
    };
    let multiple = || {
        (2..=PARTS).find_map(|q| {
            let q = Int::from(q);
            by(&|var, value| {
                let exact = *literal == value * &q;
                exact.then(|| Term::mul(Term::int(q.clone()), var.term()))
            })
        })
    };
    itself.or_else(part).or_else(multiple)
}

/// Are elements of maps read or written in the loops?
fn are_about_elements(cfg: &Cfg) -> bool {
    let is_element =
        |t: &Term| matches!(t.kind(), Kind::Select(_, key) | Kind::Store(_, key, _) if *key.sort() == Sort::Int);
    let is_about = |t: &Term| t.has(is_element);
    let inside: BTreeSet<_> = cfg.loops.iter().flat_map(|l| &l.body).collect();
    inside.into_iter().any(|b| {
        let block = cfg.block(*b);
        let mut commands = block.commands.iter().map(|c| &c.kind);
        block.edges.iter().any(|e| is_about(&e.guard))
            || commands.any(|c| match c {
                CommandKind::Assign(pairs) => pairs.iter().any(|(_, t)| is_about(t)),
                CommandKind::Assert(check) => is_about(&check.formula),
                CommandKind::Assume(formula) => is_about(formula),
                CommandKind::Havoc(_) => false,
            })
    })
}

/// The large literals that what a loop changes is compared with where the loop goes on or ends.
fn bounds(cfg: &Cfg, l: LoopId) -> Vec<Int> {
    let natural = cfg.natural_loop(l);
    let mut found = Vec::new();
    let leaves = |b: &&BlockId| cfg.block(**b).edges.iter().any(|e| !natural.body.contains(&e.to));
    for block in natural.body.iter().filter(leaves) {
        for edge in &cfg.block(*block).edges {
            edge.guard.visit(&mut |t| {
                if let Kind::Lt(a, b) | Kind::Le(a, b) | Kind::Eq(a, b) = t.kind() {
                    for (literal, other) in [(a, b), (b, a)] {
                        if let Kind::Int(literal) = literal.kind()
                            && *literal >= Int::from(LEAST)
                            && !is_end_of_type(literal)
                            && other.mentions_any(&natural.targets)
                        {
                            found.push(literal.clone());
                        }
                    }
                }
                true
            });
        }
    }
    found
}

/// Is it close to the end of an integer type?
fn is_end_of_type(literal: &Int) -> bool {
    [7, 8, 15, 16, 31, 32, 63, 64].iter().any(|bits| {
        let distance = literal - (Int::ONE << *bits as usize);
        distance >= -Int::ONE && distance <= Int::ONE
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use abide_ir::gcl;
    use std::collections::BTreeMap;

    fn symbolic(text: &str) -> Option<Symbolic> {
        let program = gcl::lower(gcl::parse(Default::default(), text)).program;
        let cfg = Cfg::of(&program.routines[0], &program.axioms).expect("a graph");
        Symbolic::of(&cfg)
    }

    fn literals(cfg: &Cfg) -> BTreeMap<Int, usize> {
        let mut found = BTreeMap::new();
        for block in &cfg.blocks {
            for edge in &block.edges {
                edge.guard.visit(&mut |t| {
                    if let Kind::Int(i) = t.kind() {
                        *found.entry(i.clone()).or_default() += 1;
                    }
                    true
                });
            }
        }
        found
    }

    const FILL: &str = "procedure p(inout a: int[]) { var i: int := 0; \
        while (i < 1000) { a[i] := 0; i := i + 1; } i := 999; while (i >= 500) { a[i] := 1; i := i - 1; } }";

    #[test]
    fn a_bound_is_said_by_one_constant_wherever_it_occurs() {
        let symbolic = symbolic(FILL).expect("large bounds");
        assert_eq!(symbolic.constants().count(), 1);
        let left = literals(&symbolic.cfg);
        assert!(
            !left.contains_key(&Int::from(1000)) && !left.contains_key(&Int::from(500)),
            "{left:?}"
        );
    }

    #[test]
    fn the_literals_come_back() {
        let symbolic = symbolic(FILL).expect("large bounds");
        let all = symbolic.cfg.blocks.iter().flat_map(|b| &b.edges);
        let back: Vec<Term> = all.map(|e| symbolic.original(&e.guard)).collect();
        assert!(back.iter().all(|g| symbolic.constants().all(|c| !g.mentions(c))));
        assert!(back.iter().any(|g| g.has(|t| *t == Term::int(1000))));
    }

    #[test]
    fn small_bounds_and_loops_over_numbers_stay() {
        assert!(symbolic(&FILL.replace("1000", "10").replace("999", "9").replace("500", "5")).is_none());
        assert!(symbolic("procedure p() { var i: int := 0; while (i < 1000) { i := i + 1; } }").is_none());
        assert!(symbolic(&FILL.replace("1000", "65535").replace("999", "9").replace("500", "5")).is_none());
    }
}
