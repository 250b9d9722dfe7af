//! All heaps of up to three objects and null, and commands that change them: what the analysis says
//! can be compared with what happens.

use abide_region::{Cube, Valuation};
use abide_shape::bohne::context::{Context, Instance};
use abide_shape::bohne::cube::Signature;
use abide_shape::bohne::heap::{Heap, Heaps};
use abide_shape::bohne::transition::{Pair, Run, Transition};
use proptest::prelude::*;
use std::collections::BTreeSet;

/// An object; the first one is null.
pub type Object = usize;

/// Two variables and a field.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct State {
    pub vars: [Object; 2],
    pub next: Vec<Object>,
}

/// All states of up to three objects.
pub fn states() -> Vec<State> {
    let mut all = Vec::new();
    for objects in 1..=4usize {
        for code in 0..objects.pow(objects as u32 - 1) {
            // null has no successor
            let digits = (0..objects as u32 - 1).map(|i| code / objects.pow(i) % objects);
            let next: Vec<Object> = [0].into_iter().chain(digits).collect();
            for x in 0..objects {
                all.extend((0..objects).map(|y| State {
                    vars: [x, y],
                    next: next.clone(),
                }));
            }
        }
    }
    all
}

impl State {
    fn reaches(&self, from: Object, to: Object) -> bool {
        let mut at = from;
        for _ in 0..=self.next.len() {
            if at == to {
                return true;
            }
            at = self.next[at];
        }
        false
    }
}

/// A predicate over objects, or over states.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Predicate {
    Is(usize),
    IsNull,
    PointsTo(usize),
    ReachedFrom(usize),
    EndsInNull,
    VarIsNull(usize),
    Equal,
}

pub const PREDICATES: [Predicate; 11] = [
    Predicate::Is(0),
    Predicate::Is(1),
    Predicate::IsNull,
    Predicate::PointsTo(0),
    Predicate::PointsTo(1),
    Predicate::ReachedFrom(0),
    Predicate::ReachedFrom(1),
    Predicate::EndsInNull,
    Predicate::VarIsNull(0),
    Predicate::VarIsNull(1),
    Predicate::Equal,
];

impl Predicate {
    fn holds(self, state: &State, v: Object) -> bool {
        match self {
            Predicate::Is(x) => v == state.vars[x],
            Predicate::IsNull => v == 0,
            Predicate::PointsTo(x) => state.next[v] == state.vars[x],
            Predicate::ReachedFrom(x) => state.reaches(state.vars[x], v),
            Predicate::EndsInNull => state.reaches(v, 0),
            Predicate::VarIsNull(x) => state.vars[x] == 0,
            Predicate::Equal => state.vars[0] == state.vars[1],
        }
    }
}

pub fn signature(predicates: &[Predicate]) -> Signature {
    let singleton = |p: &Predicate| matches!(p, Predicate::Is(_) | Predicate::IsNull);
    let of_state = |p: &Predicate| matches!(p, Predicate::VarIsNull(_) | Predicate::Equal);
    let numbers = |is: &dyn Fn(&Predicate) -> bool| -> Vec<usize> {
        (0..predicates.len()).filter(|i| is(&predicates[*i])).collect()
    };
    Signature {
        width: predicates.len(),
        singletons: numbers(&singleton),
        of_state: numbers(&of_state).into_iter().fold(0, |bits, i| bits | 1 << i),
    }
}

/// The complete cube of every object.
pub fn cubes(predicates: &[Predicate], state: &State) -> Vec<Valuation> {
    let cube = |v| predicates.iter().map(|p| p.holds(state, v)).collect();
    (0..state.next.len()).map(cube).collect()
}

/// γ: is the state one of the heap's, of the heaps'?
pub fn is_in(predicates: &[Predicate], state: &State, heap: &Heap) -> bool {
    cubes(predicates, state).into_iter().all(|c| heap.contains(c))
}

pub fn is_in_some(predicates: &[Predicate], state: &State, heaps: &Heaps) -> bool {
    heaps.iter().any(|h| is_in(predicates, state, h))
}

/// A simple command.
#[derive(Clone, Copy, Debug)]
pub enum Step {
    Copy(usize, usize),
    Null(usize),
    Follow(usize, usize),
    Link(usize, usize),
    Cut(usize),
    IsNull(usize),
    NotNull(usize),
    Same,
}

impl Step {
    fn run(self, state: &mut State) -> Option<()> {
        let at = |x: usize, s: &State| Some(s.vars[x]).filter(|o| *o != 0);
        match self {
            Step::Copy(x, y) => state.vars[x] = state.vars[y],
            Step::Null(x) => state.vars[x] = 0,
            Step::Follow(x, y) => state.vars[x] = state.next[at(y, state)?],
            Step::Link(x, y) => {
                let object = at(x, state)?;
                state.next[object] = state.vars[y];
            }
            Step::Cut(x) => {
                let object = at(x, state)?;
                state.next[object] = 0;
            }
            Step::IsNull(x) => return (state.vars[x] == 0).then_some(()),
            Step::NotNull(x) => return (state.vars[x] != 0).then_some(()),
            Step::Same => return (state.vars[0] == state.vars[1]).then_some(()),
        }
        Some(())
    }
}

/// Alternatives, each a sequence.
pub type Code = Vec<Vec<Step>>;

/// The states after a command.
pub fn after(code: &Code, state: &State) -> Vec<State> {
    let alternative = |steps: &Vec<Step>| {
        let mut state = state.clone();
        steps.iter().try_for_each(|s| s.run(&mut state).ok_or(())).ok()?;
        Some(state)
    };
    code.iter().filter_map(alternative).collect()
}

/// A command on all small heaps, which answers by trying.
pub struct Small {
    before: Signature,
    after: Signature,
    /// The cubes of all objects before and after, run by run.
    runs: Vec<Vec<Pair>>,
    /// The context asked about last, and its pairs.
    last: Option<(Context, BTreeSet<Pair>)>,
    /// Questions asked.
    pub asked: usize,
}

impl Small {
    /// From the predicates before to those after.
    pub fn new(code: &Code, states: &[State], before: &[Predicate], after_it: &[Predicate]) -> Small {
        let mut runs = Vec::new();
        for state in states {
            for next in after(code, state) {
                let pairs = cubes(before, state).into_iter().zip(cubes(after_it, &next));
                runs.push(pairs.collect());
            }
        }
        Small {
            before: signature(before),
            after: signature(after_it),
            runs,
            last: None,
            asked: 0,
        }
    }

    /// The pairs of all objects, in the runs from states of the context.
    pub fn pairs(&self, context: &Context) -> BTreeSet<Pair> {
        let fits = |run: &&Vec<Pair>| {
            context.parts().iter().all(|(instance, region)| {
                let mut objects = run.iter().map(|(b, _)| *b).filter(|b| match instance {
                    Instance::At(p) => b.get(*p),
                    Instance::Every => true,
                });
                objects.all(|b| region.contains(b))
            })
        };
        self.runs.iter().filter(fits).flatten().copied().collect()
    }
}

impl Small {
    fn find(&mut self, context: &Context, wanted: impl Fn(&Pair) -> bool) -> Run {
        self.asked += 1;
        let pairs = match self.last.take() {
            Some((known, pairs)) if known == *context => pairs,
            _ => self.pairs(context),
        };
        let found = pairs.iter().copied().find(wanted);
        self.last = Some((context.clone(), pairs));
        found.map_or(Run::None, Run::Found)
    }
}

impl Transition for Small {
    fn before(&self) -> &Signature {
        &self.before
    }

    fn after(&self) -> &Signature {
        &self.after
    }

    fn run(&mut self, context: &Context, before: Cube, after: Cube) -> Run {
        self.find(context, |(b, a)| before.holds_in(*b) && after.holds_in(*a))
    }

    fn another(&mut self, context: &Context, heap: &Heap, known: &BTreeSet<Pair>) -> Run {
        self.find(context, |p| heap.contains(p.0) && !known.contains(p))
    }
}

/// Some of the predicates, in their order.
pub fn predicates() -> impl Strategy<Value = Vec<Predicate>> {
    proptest::sample::subsequence(PREDICATES.to_vec(), 2..=6)
}

/// A command of a few steps.
pub fn code() -> impl Strategy<Value = Code> {
    let var = || 0..2usize;
    let step = prop_oneof![
        (var(), var()).prop_map(|(x, y)| Step::Copy(x, y)),
        var().prop_map(Step::Null),
        (var(), var()).prop_map(|(x, y)| Step::Follow(x, y)),
        (var(), var()).prop_map(|(x, y)| Step::Link(x, y)),
        var().prop_map(Step::Cut),
        var().prop_map(Step::IsNull),
        var().prop_map(Step::NotNull),
        Just(Step::Same),
    ];
    prop::collection::vec(prop::collection::vec(step, 1..=3), 1..=2)
}

/// Heaps: each has the cubes of the objects of a few states.
pub fn heaps(predicates: &[Predicate], states: &[State], chosen: &[Vec<prop::sample::Index>]) -> Heaps {
    let heap = |some: &Vec<prop::sample::Index>| {
        let all = some.iter().flat_map(|i| cubes(predicates, i.get(states)));
        Heap::from_valuations(predicates.len(), all)
    };
    chosen.iter().map(heap).collect()
}

/// Which states heaps are made of.
pub fn chosen() -> impl Strategy<Value = Vec<Vec<prop::sample::Index>>> {
    let some = prop::collection::vec(any::<prop::sample::Index>(), 1..=4);
    prop::collection::vec(some, 1..=2)
}
