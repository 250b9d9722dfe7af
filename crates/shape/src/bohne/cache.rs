//! Semantic caching: entailments that are known, ordered by their contexts (BOH, §3).
//!
//! That a context and a cube entail something holds for every stronger context and every longer cube;
//! that they do not, and the run that shows it, for every weaker context and every shorter cube. So an
//! answer is found even if the query was never asked in that form: contexts get weaker from one
//! iteration to the next. Unknown answers are not cached.
//!
//! Commands are distinguished by their formulas, up to the names of variables. Equal commands of different
//! routines share what is known.

use super::context::Context;
use super::cube::Signature;
use super::heap::Heap;
use super::transition::{Pair, Run, Transition};
use abide_logic::Term;
use abide_region::Cube;
use std::collections::{BTreeSet, HashMap};
use std::ops::AddAssign;

/// A command as its formulas, with the variables numbered in the order in which they occur.
pub type Key = Vec<Term>;

/// What is known of all commands.
#[derive(Debug, Default)]
pub struct Cache {
    commands: HashMap<Key, Known>,
}

/// How often something was asked, and how often it was known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Entailments asked for.
    pub queries: u64,
    /// Of these, answered without the prover.
    pub hits: u64,
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Tally) {
        self.queries += other.queries;
        self.hits += other.hits;
    }
}

/// What is known of one command, by context.
#[derive(Clone, Debug, Default)]
pub struct Known {
    answers: Vec<(Context, Answers)>,
}

#[derive(Clone, Debug, Default)]
struct Answers {
    none: BTreeSet<(Cube, Cube)>,
    found: BTreeSet<Pair>,
}

impl Cache {
    /// What is known of a command.
    pub fn of(&self, key: &Key) -> Known {
        self.commands.get(key).cloned().unwrap_or_default()
    }

    /// Remembers what is known of a command now.
    pub fn put(&mut self, key: Key, known: Known) {
        let all = self.commands.entry(key).or_default();
        for (context, answers) in known.answers {
            let here = all.at(&context);
            here.none.extend(answers.none);
            here.found.extend(answers.found);
        }
    }
}

impl Known {
    /// The answer, if a stronger or weaker question has it.
    pub fn answer(&self, context: &Context, before: Cube, after: Cube) -> Option<Run> {
        for (known, answers) in &self.answers {
            let covers = |(b, a): &&(Cube, Cube)| b.is_subset(before) && a.is_subset(after);
            if answers.none.iter().any(|n| covers(&n)) && context.is_stronger(known) {
                return Some(Run::None);
            }
            let shows = |(b, a): &&Pair| before.holds_in(*b) && after.holds_in(*a);
            if let Some(pair) = answers.found.iter().find(shows)
                && known.is_stronger(context)
            {
                return Some(Run::Found(*pair));
            }
        }
        None
    }

    /// Remembers an answer.
    pub fn note(&mut self, context: &Context, before: Cube, after: Cube, run: Run) {
        match run {
            Run::None => {
                self.at(context).none.insert((before, after));
            }
            Run::Found(pair) => {
                self.at(context).found.insert(pair);
            }
            Run::Unknown => {}
        }
    }

    /// The pairs that are known to occur in a context.
    pub fn pairs(&self, context: &Context) -> BTreeSet<Pair> {
        let stronger = self.answers.iter().filter(|(known, _)| known.is_stronger(context));
        stronger
            .flat_map(|(_, answers)| answers.found.iter().copied())
            .collect()
    }

    fn at(&mut self, context: &Context) -> &mut Answers {
        let place = self.answers.iter().position(|(c, _)| c == context);
        let place = place.unwrap_or_else(|| {
            self.answers.push((context.clone(), Answers::default()));
            self.answers.len() - 1
        });
        &mut self.answers[place].1
    }
}

/// A command whose answers are remembered.
pub struct Cached<T> {
    /// The command.
    pub inner: T,
    /// What is known of it; nothing is remembered without.
    pub known: Option<Known>,
    /// What was asked.
    pub tally: Tally,
}

impl<T: Transition> Transition for Cached<T> {
    fn before(&self) -> &Signature {
        self.inner.before()
    }

    fn after(&self) -> &Signature {
        self.inner.after()
    }

    fn run(&mut self, context: &Context, before: Cube, after: Cube) -> Run {
        self.tally.queries += 1;
        if let Some(run) = self.known.as_ref().and_then(|k| k.answer(context, before, after)) {
            self.tally.hits += 1;
            return run;
        }
        let run = self.inner.run(context, before, after);
        if let Some(known) = &mut self.known {
            known.note(context, before, after, run);
        }
        run
    }

    fn another(&mut self, context: &Context, heap: &Heap, pairs: &BTreeSet<Pair>) -> Run {
        self.tally.queries += 1;
        let run = self.inner.another(context, heap, pairs);
        if let (Some(known), Run::Found(_)) = (&mut self.known, run) {
            known.note(context, Cube::EMPTY, Cube::EMPTY, run);
        }
        run
    }

    fn known(&self, context: &Context) -> BTreeSet<Pair> {
        self.known.as_ref().map(|k| k.pairs(context)).unwrap_or_default()
    }

    fn unchanged(&self, after: usize) -> Option<usize> {
        self.inner.unchanged(after)
    }
}

#[cfg(test)]
mod tests {
    use super::super::context::Kappa;
    use super::*;
    use abide_region::{Literal, Region, Valuation};

    fn context(cubes: &[u64]) -> Context {
        let signature = Signature {
            width: 2,
            singletons: vec![0],
            of_state: 0,
        };
        Kappa::Every.of(
            &signature,
            &Region::from_valuations(2, cubes.iter().map(|c| Valuation(*c))),
        )
    }

    fn cube(literals: &[Literal]) -> Cube {
        literals.iter().copied().collect()
    }

    #[test]
    fn what_is_proved_holds_in_stronger_contexts_and_for_longer_cubes() {
        let (weak, strong) = (context(&[0, 1]), context(&[0]));
        let p = Literal::positive(0);
        let longer = cube(&[p, Literal::negative(1)]);
        let mut known = Known::default();
        known.note(&weak, p.into(), p.into(), Run::None);
        assert_eq!(known.answer(&strong, longer, p.into()), Some(Run::None));
        assert_eq!(known.answer(&weak, Cube::EMPTY, p.into()), None);
        assert_eq!(known.answer(&context(&[0, 1, 2]), longer, p.into()), None);
    }

    #[test]
    fn what_fails_fails_in_weaker_contexts_and_for_shorter_cubes() {
        let (weak, strong) = (context(&[0, 1]), context(&[0]));
        let found = Run::Found((Valuation(0), Valuation(1)));
        let mut known = Known::default();
        known.note(&strong, cube(&[Literal::negative(0)]), Cube::EMPTY, found);
        assert_eq!(
            known.answer(&weak, cube(&[Literal::negative(1)]), Cube::EMPTY),
            Some(found)
        );
        assert_eq!(known.answer(&weak, cube(&[Literal::positive(1)]), Cube::EMPTY), None);
        assert_eq!(known.answer(&context(&[1]), Cube::EMPTY, Cube::EMPTY), None);
        assert_eq!(known.pairs(&weak).len(), 1);
        assert!(known.pairs(&context(&[1])).is_empty());
    }

    #[test]
    fn what_is_not_known_is_not_remembered() {
        let mut known = Known::default();
        known.note(&context(&[0]), Cube::EMPTY, Cube::EMPTY, Run::Unknown);
        assert_eq!(known.answer(&context(&[0]), Cube::EMPTY, Cube::EMPTY), None);
    }

    #[test]
    fn routines_share_what_is_known_of_equal_commands() {
        let mut cache = Cache::default();
        let key = vec![Term::tt()];
        let mut known = cache.of(&key);
        known.note(&context(&[0]), Cube::EMPTY, Cube::EMPTY, Run::None);
        cache.put(key.clone(), known);
        assert_eq!(
            cache.of(&key).answer(&context(&[0]), Cube::EMPTY, Cube::EMPTY),
            Some(Run::None)
        );
        let other = cache.of(&vec![Term::ff()]);
        assert_eq!(other.answer(&context(&[0]), Cube::EMPTY, Cube::EMPTY), None);
    }
}
