//! The analysis against brute force, over all heaps of up to three objects and null.
//!
//! Every state after a command is one of the abstract post, whatever is switched on or off; the exact
//! post is the best one. Here questions are answered by trying, so this is about the domain, not about a
//! prover.

mod small;

use abide_ir::cfg::LoopId;
use abide_region::{Cube, Literal};
use abide_shape::bohne::Options;
use abide_shape::bohne::cache::{Cached, Known, Tally};
use abide_shape::bohne::clean::clean;
use abide_shape::bohne::command::Place;
use abide_shape::bohne::context::Kappa;
use abide_shape::bohne::heap::{Heap, Heaps};
use abide_shape::bohne::post::{Method, Post};
use abide_shape::bohne::split::split;
use abide_shape::bohne::transition::{Asking, Run, Transition};
use abide_shape::bohne::tree::{Edge, Tree};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use small::*;
use std::collections::BTreeSet;

fn options() -> impl Strategy<Value = Options> {
    let switches = (
        any::<bool>(),
        any::<bool>(),
        any::<bool>(),
        any::<bool>(),
        any::<bool>(),
    );
    (switches, 1..=3usize).prop_map(|((split, clean, context, instantiate, exact), cube_length)| Options {
        split,
        clean,
        context,
        instantiate,
        cube_length,
        post: if exact { Method::Exact } else { Method::Cartesian },
        ..Options::default()
    })
}

fn kappa() -> impl Strategy<Value = Kappa> {
    prop_oneof![Just(Kappa::Nothing), Just(Kappa::Names), Just(Kappa::Every)]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, rng_seed: RngSeed::Fixed(2006), failure_persistence: None, ..ProptestConfig::default() })]

    /// If a state is in γ(𝓗) and the command leads from it to another, that one is in γ(post(𝓗)).
    #[test]
    fn every_state_after_is_in_the_abstract_post(
        before in predicates(), after_it in predicates(), code in code(), chosen in chosen(), options in options()
    ) {
        let states = states();
        let heaps = heaps(&before, &states, &chosen);
        let transition = Small::new(&code, &states, &before, &after_it);
        let post = Edge::new(Place::Start, Place::Return, transition).abstract_post(&options, &heaps);
        for state in states.iter().filter(|s| is_in_some(&before, s, &heaps)) {
            for next in after(&code, state) {
                prop_assert!(is_in_some(&after_it, &next, &post), "{state:?} to {next:?}, not in {post:?}");
            }
        }
    }

    /// The exact post has the cubes that objects come to have, no more; any other has at least these.
    #[test]
    fn the_exact_post_is_the_best_one(
        before in predicates(), after_it in predicates(), code in code(), chosen in chosen(), kappa in kappa(), length in 1..=3usize
    ) {
        let states = states();
        let heap: Heap = heaps(&before, &states, &chosen).join(before.len());
        let mut transition = Small::new(&code, &states, &before, &after_it);
        let context = kappa.of(transition.before(), &heap);
        let best: BTreeSet<_> = transition.pairs(&context).into_iter().filter(|(b, _)| heap.contains(*b)).collect();
        let mut asking = Asking::new(&mut transition, &context);
        prop_assert_eq!(asking.all(&heap), Some(best.clone()));
        let exact = Post::of(Method::Exact, &mut asking, &heap, length).apply(&heap);
        let reached = Heap::from_valuations(after_it.len(), best.iter().map(|(_, a)| *a));
        prop_assert_eq!(&exact, &reached);
        let cartesian = Post::of(Method::Cartesian, &mut asking, &heap, length).apply(&heap);
        prop_assert!(exact.is_subset(&cartesian));
    }

    /// The cases of a heap have its states, all of them and no others.
    #[test]
    fn splitting_loses_no_state(predicates in predicates(), chosen in chosen()) {
        let states = states();
        let heap = heaps(&predicates, &states, &chosen).join(predicates.len());
        let cases = split(&signature(&predicates), &heap);
        for state in &states {
            prop_assert_eq!(is_in(&predicates, state, &heap), is_in_some(&predicates, state, &cases));
        }
    }

    /// Cleaning keeps every state from which the command runs.
    #[test]
    fn cleaning_keeps_what_runs(predicates in predicates(), code in code(), chosen in chosen(), kappa in kappa()) {
        let states = states();
        let heaps = heaps(&predicates, &states, &chosen);
        let mut transition = Small::new(&code, &states, &predicates, &[]);
        let cleaned = clean(&mut transition, kappa, heaps.clone());
        for heap in cleaned.iter() {
            prop_assert!(heaps.subsumes(heap));
        }
        let runs = |s: &&State| !after(&code, s).is_empty();
        for state in states.iter().filter(|s| is_in_some(&predicates, s, &heaps)).filter(runs) {
            prop_assert!(is_in_some(&predicates, state, &cleaned));
        }
    }

    /// What the cache answers, the prover would have answered.
    #[test]
    fn the_cache_answers_as_the_prover_does(
        before in predicates(), after_it in predicates(), code in code(),
        asked in prop::collection::vec((chosen(), kappa(), any::<[u8; 4]>()), 12)
    ) {
        let states = states();
        let mut plain = Small::new(&code, &states, &before, &after_it);
        let mut cached = Cached {
            inner: Small::new(&code, &states, &before, &after_it),
            known: Some(Known::default()),
            tally: Tally::default(),
        };
        for (chosen, kappa, [b1, b2, a1, _]) in asked {
            let heap = heaps(&before, &states, &chosen).join(before.len());
            let context = kappa.of(plain.before(), &heap);
            let literal = |bits: u8, width: usize| {
                let predicate = usize::from(bits / 2) % width;
                if bits & 1 == 0 { Literal::negative(predicate) } else { Literal::positive(predicate) }
            };
            let (first, second) = (literal(b1, before.len()), literal(b2, before.len()));
            let cube = if first.predicate == second.predicate { Cube::from(first) } else { Cube::from(first).with(second) };
            let to = Cube::from(literal(a1, after_it.len()));
            match (plain.run(&context, cube, to), cached.run(&context, cube, to)) {
                (Run::None, Run::None) => {}
                (Run::Found(_), Run::Found(pair)) => {
                    prop_assert!(cube.holds_in(pair.0) && to.holds_in(pair.1));
                    prop_assert!(plain.pairs(&context).contains(&pair));
                }
                other => prop_assert!(false, "{other:?}"),
            }
        }
        prop_assert_eq!(cached.tally.queries as usize, cached.inner.asked + cached.tally.hits as usize);
    }

    /// All states that a loop comes to are in the heaps of its head.
    #[test]
    fn the_tree_has_every_reachable_state(
        predicates in predicates(), entry in code(), body in code(), options in options()
    ) {
        let states = states();
        let head = Place::Head(LoopId(0));
        let first = Edge::new(Place::Start, head, Small::new(&entry, &states, &[], &predicates));
        let round = Edge::new(head, head, Small::new(&body, &states, &predicates, &predicates));
        let tree = Tree::grow(&mut [first, round], &options, &|| false).expect("it is not stopped");
        let heaps = tree.heaps.get(&head).cloned().unwrap_or_default();
        let mut open: Vec<State> = states.iter().flat_map(|s| after(&entry, s)).collect();
        let mut seen: BTreeSet<State> = BTreeSet::new();
        while let Some(state) = open.pop() {
            if seen.insert(state.clone()) {
                open.extend(after(&body, &state));
            }
        }
        for state in &seen {
            prop_assert!(is_in_some(&predicates, state, &heaps), "{state:?} is not in {heaps:?}");
        }
    }
}

#[test]
fn there_are_heaps_to_try() {
    // null alone, and one, two or three objects: successors and two variables
    assert_eq!(states().len(), 1 + 2 * 4 + 9 * 9 + 64 * 16);
    assert!(Heaps::default().is_empty());
}
