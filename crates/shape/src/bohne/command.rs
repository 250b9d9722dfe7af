//! The commands of a routine: the loop-free segments from one place to the next.
//!
//! Places are the start, the heads of the loops, and the return. A command is a part of the cut graph:
//! what leads to its source, in the state the loops have left, and on to its target past no other
//! head. One incremental session answers all queries about it; what is unchanged since the start of
//! the routine stays known there, with or without a predicate for it.

use super::cache::Key;
use super::context::{Context, Instance};
use super::cube::Signature;
use super::heap::Heap;
use super::transition::{Pair, Run, Transition};
use super::vocabulary::Vocabulary;
use abide_ir::cfg::{BlockId, LoopId, reverse_post_order};
use abide_logic::{Subst, Term, Value, Var};
use abide_prover::{Answer, Instantiating, Limits, Prover, ProverError, Session, Stats};
use abide_region::{Clause, Cube, Valuation};
use abide_vc::{CutGraph, Passive, Point};
use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

/// Where the analysis stops.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Place {
    /// Where the routine starts.
    Start,
    /// Where the rounds of a loop begin.
    Head(LoopId),
    /// Where the routine ends.
    Return,
}

/// A segment from place to place, as a part of the cut graph.
pub struct Segment {
    /// Where it begins.
    pub from: Place,
    /// Where it ends.
    pub to: Place,
    graph: CutGraph,
    end: BlockId,
}

/// All segments of a routine, in program order; those to the return only if they are wanted.
pub fn segments(graph: &CutGraph, to_return: bool) -> Vec<Segment> {
    let heads = (0..graph.loops.len()).map(|l| Place::Head(LoopId(l as u32)));
    let mut found = Vec::new();
    for from in [Place::Start].into_iter().chain(heads) {
        for (l, cut) in graph.loops.iter().enumerate() {
            let to = Place::Head(LoopId(l as u32));
            found.extend(
                [cut.entry, cut.back]
                    .into_iter()
                    .filter_map(|end| segment(graph, from, to, end)),
            );
        }
        if to_return {
            let back = |b: &BlockId| graph.loops.iter().any(|l| l.back == *b);
            let last = |b: &&BlockId| graph.blocks[b.index()].edges.is_empty() && !back(b);
            let ends = graph.order.iter().filter(last);
            found.extend(ends.filter_map(|end| segment(graph, from, Place::Return, *end)));
        }
    }
    found
}

/// The part of the graph that leads over `from` to the block `end`, past no other head.
fn segment(graph: &CutGraph, from: Place, to: Place, end: BlockId) -> Option<Segment> {
    let source = match from {
        Place::Start => graph.entry,
        Place::Head(l) => graph.loops[l.index()].head,
        Place::Return => return None,
    };
    let mut part = graph.clone();
    let before = match from {
        Place::Start => BTreeSet::new(),
        _ => graph.leading_to(&[source]),
    };
    let is_before = |b: BlockId| before.contains(&b) && b != source;
    let is_head = |b: BlockId| graph.loops.iter().any(|l| l.head == b);
    for (index, block) in part.blocks.iter_mut().enumerate() {
        let here = BlockId(index as u32);
        // before the source all edges that lead to it; after it those that do not enter a head
        block.edges.retain(|e| match is_before(here) {
            true => before.contains(&e.to),
            false => !is_head(e.to),
        });
    }
    part.order = reverse_post_order(&part.blocks, part.entry);
    let reached = part.order.contains(&source) && part.order.contains(&end) && !is_before(end);
    reached.then_some(Segment {
        from,
        to,
        graph: part,
        end,
    })
}

/// A segment, and the session that answers queries about it.
pub struct Command {
    before: (Vocabulary, Signature),
    after: (Vocabulary, Signature),
    session: Instantiating,
    passive: Passive,
    head: Point,
    end: Point,
    /// The truth of each predicate before and after.
    pre: Vec<Term>,
    post: Vec<Term>,
    /// Facts of contexts, each with the Boolean that switches it on.
    switches: HashMap<(Instance, Clause), Term>,
    /// Pairs, each with the Boolean that excludes it.
    excluded: HashMap<Pair, Term>,
    key: Key,
}

impl Command {
    /// Opens the session of a segment, with the predicates at both of its ends. Nothing if its end is unreachable.
    pub fn open(
        segment: &Segment,
        vars: &BTreeSet<Var>,
        ends: (&Vocabulary, &Vocabulary),
        prover: &Arc<dyn Prover>,
        limits: &Limits,
    ) -> Result<Option<Command>, ProverError> {
        let mut passive = Passive::leading_to(&segment.graph, &[segment.end], vars);
        let head = match segment.from {
            Place::Head(l) => passive.ends.get(&segment.graph.loops[l.index()].head).cloned(),
            _ => Some(Point {
                reached: Term::tt(),
                state: vars.iter().map(|v| (v.clone(), v.term())).collect(),
            }),
        };
        let (Some(head), Some(end)) = (head, passive.ends.get(&segment.end).cloned()) else {
            return Ok(None);
        };
        let mut formulas = std::mem::take(&mut passive.formulas);
        let mut atoms = |passive: &mut Passive, vocabulary: &Vocabulary, point: &Point| -> Vec<Term> {
            let predicates = vocabulary.predicates.iter();
            let named = predicates.map(|p| {
                let atom = passive.fresh_bool("atom");
                formulas.push(Term::eq(atom.clone(), point.at(&p.formula)));
                atom
            });
            named.collect()
        };
        let pre = atoms(&mut passive, ends.0, &head);
        let post = atoms(&mut passive, ends.1, &end);
        formulas.push(end.reached.clone());
        let mut session = Instantiating::open(prover, limits)?;
        formulas.iter().for_each(|f| session.assert(f));
        // which variable is the object matters too
        formulas.push(Term::eq(ends.0.object.term(), Term::null()));
        Ok(Some(Command {
            before: (ends.0.clone(), ends.0.signature()),
            after: (ends.1.clone(), ends.1.signature()),
            session,
            passive,
            pre,
            post,
            switches: HashMap::new(),
            excluded: HashMap::new(),
            key: canonical(&formulas),
            head,
            end,
        }))
    }

    /// The command up to the names of its variables.
    pub fn key(&self) -> &Key {
        &self.key
    }

    /// What the session did.
    pub fn stats(&self) -> Stats {
        self.session.stats()
    }

    /// The switches of a context.
    fn assumed(&mut self, context: &Context) -> Vec<Term> {
        let mut assumed = Vec::new();
        for (instance, region) in context.parts() {
            for clause in region.clauses() {
                let switch = match self.switches.get(&(*instance, clause)) {
                    Some(switch) => switch.clone(),
                    None => self.state(*instance, clause),
                };
                assumed.push(switch);
            }
        }
        assumed
    }

    /// States a fact about the objects of an instance, under a new switch.
    fn state(&mut self, instance: Instance, clause: Clause) -> Term {
        let (vocabulary, _) = &self.before;
        let literals = clause.literals().map(|l| {
            let atom = vocabulary.at(l.predicate.into(), instance);
            if l.positive { atom } else { Term::not(atom) }
        });
        let fact = Term::or(literals);
        let free = fact.free_vars();
        let object = Some(vocabulary.object.clone()).filter(|v| free.contains(v));
        let fact = Term::forall(object, fact);
        let switch = self.passive.fresh_bool("context");
        self.session.assert(&Term::implies(switch.clone(), self.head.at(&fact)));
        self.switches.insert((instance, clause), switch.clone());
        switch
    }

    fn query(&mut self, assumed: &[Term]) -> Run {
        match self.session.check(assumed) {
            Answer::Unsat(_) => Run::None,
            Answer::Unknown(_) => Run::Unknown,
            Answer::Sat => {
                let pair = (self.valuation(Side::Before), self.valuation(Side::After));
                match pair {
                    (Some(before), Some(after)) => Run::Found((before, after)),
                    _ => Run::Unknown,
                }
            }
        }
    }

    fn valuation(&mut self, side: Side) -> Option<Valuation> {
        let atoms = self.atoms(side).to_vec();
        let values = atoms.iter().map(|atom| match self.session.value(atom) {
            Some(Value::Bool(value)) => Some(value),
            _ => None,
        });
        values.collect()
    }

    fn atoms(&self, side: Side) -> &[Term] {
        match side {
            Side::Before => &self.pre,
            Side::After => &self.post,
        }
    }

    fn literals(&self, side: Side, cube: Cube) -> impl Iterator<Item = Term> {
        cube.literals().map(move |l| {
            let atom = self.atoms(side)[usize::from(l.predicate)].clone();
            if l.positive { atom } else { Term::not(atom) }
        })
    }
}

#[derive(Clone, Copy)]
enum Side {
    Before,
    After,
}

impl Transition for Command {
    fn before(&self) -> &Signature {
        &self.before.1
    }

    fn after(&self) -> &Signature {
        &self.after.1
    }

    fn run(&mut self, context: &Context, before: Cube, after: Cube) -> Run {
        let mut assumed = self.assumed(context);
        assumed.extend(self.literals(Side::Before, before));
        assumed.extend(self.literals(Side::After, after));
        self.query(&assumed)
    }

    fn another(&mut self, context: &Context, heap: &Heap, known: &BTreeSet<Pair>) -> Run {
        let mut assumed = self.assumed(context);
        let inside = self.passive.fresh_bool("inside");
        for clause in heap.clauses() {
            let literals = clause.literals().map(|l| {
                let atom = self.pre[usize::from(l.predicate)].clone();
                if l.positive { atom } else { Term::not(atom) }
            });
            let clause = Term::or(literals);
            self.session.assert(&Term::implies(inside.clone(), clause));
        }
        assumed.push(inside);
        for pair in known {
            if !self.excluded.contains_key(pair) {
                let switch = self.passive.fresh_bool("excluded");
                let before = Cube::exactly(pair.0, self.pre.len());
                let after = Cube::exactly(pair.1, self.post.len());
                let literals = self.literals(Side::Before, before);
                let same = Term::and(literals.chain(self.literals(Side::After, after)));
                self.session.assert(&Term::implies(switch.clone(), Term::not(same)));
                self.excluded.insert(*pair, switch);
            }
            assumed.push(self.excluded[pair].clone());
        }
        self.query(&assumed)
    }

    fn unchanged(&self, after: usize) -> Option<usize> {
        let formula = self.end.at(&self.after.0.predicates[after].formula);
        let same = |p: &usize| self.head.at(&self.before.0.predicates[*p].formula) == formula;
        (0..self.pre.len()).find(same)
    }
}

/// Formulas with their free variables numbered in the order in which they occur.
fn canonical(formulas: &[Term]) -> Key {
    let mut numbers = Subst::new();
    let mut next = 0;
    let mut named = |formula: &Term| {
        let free = formula.free_vars();
        formula.visit(&mut |t| {
            if let Some(v) = t.as_var().filter(|v| free.contains(v))
                && numbers.get(v).is_none()
            {
                numbers.insert(v.clone(), Var::new("x", next, v.sort().clone()).term());
                next += 1;
            }
            true
        });
        numbers.apply(formula)
    };
    formulas.iter().map(&mut named).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use abide_logic::Sort;

    #[test]
    fn keys_forget_names_and_nothing_else() {
        let var = |name: &str, tag| Var::new(name, tag, Sort::Ref).term();
        let differ = |a: &Term, b: &Term| vec![Term::ne(a.clone(), b.clone()), Term::eq(b.clone(), Term::null())];
        let (x, y, z) = (var("x", 1), var("y", 2), var("z", 9));
        assert_eq!(canonical(&differ(&x, &y)), canonical(&differ(&z, &x)));
        assert_ne!(canonical(&differ(&x, &y)), canonical(&differ(&x, &x)));
        let turned = vec![Term::ne(x.clone(), y.clone()), Term::eq(x.clone(), Term::null())];
        assert_ne!(canonical(&differ(&x, &y)), canonical(&turned));
    }
}
