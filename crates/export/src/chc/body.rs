//! The bodies of clauses.

use abide_ir::Fact;
use abide_ir::cfg::{Cfg, CommandKind};
use abide_logic::{Func, Kind, Quantifier, Sort, Subst, Term, Var};
use abide_vc::Passive;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// `∀ all. given ∧ what makes demanded true ⇒ head`.
pub(super) fn clause(passive: &Passive, given: &[Term], demanded: Term, head: Term) -> Term {
    let body = needed(passive, demanded, &head);
    let mut next = passive.next_tag;
    let body = given.iter().chain(&body).map(|t| open(t, Sign::Holds, &mut next));
    let formula = Term::implies(Term::and(body.collect::<Vec<_>>()), head);
    Term::forall(formula.free_vars(), formula)
}

/// What of the passive form makes `demanded` possible and defines what `head` speaks of.
///
/// A formula `c ⇒ facts` is left out where nothing needs `c`, and is just `facts` where `c` is
/// demanded; a definition `v = e` is left out where nothing needs `v`.
fn needed(passive: &Passive, demanded: Term, head: &Term) -> Vec<Term> {
    let mut controls: BTreeMap<&Var, Term> = BTreeMap::new();
    let mut values: BTreeMap<&Var, &Term> = BTreeMap::new();
    let mut facts = Vec::new();
    for formula in &passive.formulas {
        match formula.kind() {
            Kind::Implies(c, fact) if c.as_var().is_some() => {
                controls.insert(c.as_var().expect("a variable"), fact.clone());
            }
            Kind::Not(c) if c.as_var().is_some() => {
                controls.insert(c.as_var().expect("a variable"), Term::ff());
            }
            Kind::Eq(v, _) if v.as_var().is_some() => {
                values.insert(v.as_var().expect("a variable"), formula);
            }
            _ => facts.push(formula.clone()),
        }
    }
    let mut asserted = vec![demanded];
    while let Some(t) = asserted.pop() {
        match t.as_var().and_then(|c| controls.remove(c)) {
            Some(fact) => asserted.extend(fact.conjuncts()),
            None => facts.push(t),
        }
    }
    let mut wanted: BTreeSet<Var> = facts.iter().chain([head]).flat_map(Term::free_vars).collect();
    while let Some(var) = wanted.pop_last() {
        let control = controls.remove(&var).map(|fact| Term::implies(var.term(), fact));
        if let Some(fact) = control.or_else(|| values.remove(&var).cloned()) {
            wanted.extend(fact.free_vars());
            facts.push(fact);
        }
    }
    facts.reverse();
    facts
}

#[derive(Clone, Copy, PartialEq)]
enum Sign {
    Holds,
    Fails,
}

impl Sign {
    fn flip(self) -> Sign {
        match self {
            Sign::Holds => Sign::Fails,
            Sign::Fails => Sign::Holds,
        }
    }
}

/// A formula of a clause's body without the quantifiers that the clause itself can bind: what
/// there is where it holds, and what fails for something.
fn open(t: &Term, sign: Sign, next: &mut u32) -> Term {
    if !t.has_quantifier() {
        return t.clone();
    }
    match t.kind() {
        Kind::Not(a) => Term::not(open(a, sign.flip(), next)),
        Kind::And(parts) => Term::and(parts.iter().map(|p| open(p, sign, next)).collect::<Vec<_>>()),
        Kind::Or(parts) => Term::or(parts.iter().map(|p| open(p, sign, next)).collect::<Vec<_>>()),
        Kind::Implies(a, b) => Term::implies(open(a, sign.flip(), next), open(b, sign, next)),
        Kind::Quant(Quantifier::Exists, vars, body) if sign == Sign::Holds => opened(vars, body, sign, next),
        Kind::Quant(Quantifier::Forall, vars, body) if sign == Sign::Fails => opened(vars, body, sign, next),
        _ => t.clone(),
    }
}

fn opened(vars: &[Var], body: &Term, sign: Sign, next: &mut u32) -> Term {
    let fresh = vars.iter().map(|v| {
        *next += 1;
        (v.clone(), v.with_tag(*next - 1).term())
    });
    let body = fresh.collect::<Subst>().apply(body);
    open(&body, sign, next)
}

/// Uninterpreted functions as maps: `f(x, y)` is `f[x][y]`, a constant is a variable.
pub(super) struct Functions {
    maps: BTreeMap<Func, Var>,
    axioms: Vec<Term>,
}

impl Functions {
    /// Replaces the functions in `cfg` by new variables.
    pub fn of(cfg: &mut Cfg, axioms: &[Fact]) -> Functions {
        let mut functions = Functions { maps: BTreeMap::new(), axioms: Vec::new() };
        let mut next = cfg.next_tag;
        functions.axioms = axioms.iter().map(|a| functions.replaced(&a.formula, &mut next)).collect();
        for block in &mut cfg.blocks {
            for command in &mut block.commands {
                match &mut command.kind {
                    CommandKind::Assign(pairs) => pairs.iter_mut().for_each(|(_, t)| *t = functions.replaced(t, &mut next)),
                    CommandKind::Havoc(_) => {}
                    CommandKind::Assume(t) => *t = functions.replaced(t, &mut next),
                    CommandKind::Assert(c) => c.formula = functions.replaced(&c.formula, &mut next),
                }
            }
            block.edges.iter_mut().for_each(|e| e.guard = functions.replaced(&e.guard, &mut next));
        }
        for l in &mut cfg.loops {
            l.spec.invariants.iter_mut().for_each(|c| c.formula = functions.replaced(&c.formula, &mut next));
        }
        cfg.next_tag = next;
        functions
    }

    /// The axioms about them.
    pub fn axioms(&self) -> &[Term] {
        &self.axioms
    }

    fn replaced(&mut self, term: &Term, next: &mut u32) -> Term {
        self.go(term, next, &mut HashMap::new())
    }

    fn go(&mut self, term: &Term, next: &mut u32, done: &mut HashMap<usize, Term>) -> Term {
        if let Some(t) = done.get(&term.address()) {
            return t.clone();
        }
        let mut new = term.map_children(&mut |c| self.go(c, next, done));
        if let Kind::Apply(func, args) = new.kind() {
            let map = self.maps.entry(func.clone()).or_insert_with(|| {
                let sort = func.params.iter().rev().fold(func.result.clone(), |to, from| Sort::map(from.clone(), to));
                *next += 1;
                Var::new(func.name.clone(), *next - 1, sort)
            });
            new = args.iter().fold(map.term(), |map, arg| Term::select(map, arg.clone()));
        }
        done.insert(term.address(), new.clone());
        new
    }
}
