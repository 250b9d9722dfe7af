//! A loop as a finite transition system, which answers every question by looking at all its states.

#![allow(dead_code)] // every test binary uses its own part

use std::collections::BTreeSet;

use abide_abstraction::{Abstract, AbstractorKind, Oracle, Post, Round, Style, Tally, Truth, Unknown, Witness};
use abide_region::{Clause, Region, Valuation};

/// A head state.
#[derive(Clone, Debug, Default)]
pub struct State {
    /// One for every value of the skolem constants; at least one.
    pub valuations: BTreeSet<Valuation>,
    /// The head states that one execution of the body can lead to.
    pub next: Vec<usize>,
}

#[derive(Clone, Debug)]
pub struct System {
    pub width: usize,
    pub states: Vec<State>,
    pub entry: Vec<usize>,
}

impl System {
    /// From a list of states, their valuations, their successors and a test for entry states.
    pub fn explore<S: Ord + Clone>(
        width: usize,
        states: impl IntoIterator<Item = S>,
        valuations: impl Fn(&S) -> BTreeSet<Valuation>,
        enters: impl Fn(&S) -> bool,
        body: impl Fn(&S) -> Vec<S>,
    ) -> System {
        let states: Vec<S> = states.into_iter().collect::<BTreeSet<S>>().into_iter().collect();
        let number = |s: &S| {
            states
                .binary_search(s)
                .expect("the body stays within the listed states")
        };
        System {
            width,
            entry: (0..states.len()).filter(|i| enters(&states[*i])).collect(),
            states: states
                .iter()
                .map(|s| State {
                    valuations: valuations(s),
                    next: body(s).iter().map(number).collect(),
                })
                .collect(),
        }
    }

    fn concretises(&self, state: usize, from: &Region) -> bool {
        self.states[state].valuations.iter().all(|v| from.contains(*v))
    }

    fn post(&self, post: &Post) -> BTreeSet<usize> {
        let entry = self.entry.iter().copied();
        let back = |from: &Region| -> BTreeSet<usize> {
            let starts = (0..self.states.len()).filter(|s| self.concretises(*s, from));
            starts.flat_map(|s| self.states[s].next.iter().copied()).collect()
        };
        match post {
            Post::Entry => entry.collect(),
            Post::Back { from } => back(from),
            Post::Head { from } => entry.chain(back(from)).collect(),
        }
    }

    fn valuations(&self, post: &Post) -> BTreeSet<Valuation> {
        self.post(post)
            .into_iter()
            .flat_map(|s| self.states[s].valuations.iter().copied())
            .collect()
    }

    /// lfp r. close(α(entry) ∪ α(post(γ(r)))): the exact result for the identity, a coarser one otherwise.
    pub fn least_fixpoint(&self, close: impl Fn(Region) -> Region) -> Region {
        let mut r = Region::empty(self.width);
        loop {
            let mut next = r.clone();
            next.extend(self.valuations(&Post::Head { from: &r }));
            let next = close(next);
            if next == r {
                return r;
            }
            r = next;
        }
    }

    pub fn exact(&self) -> Region {
        self.least_fixpoint(|r| r)
    }

    /// Contains the entry and is closed under the body.
    pub fn is_invariant(&self, r: &Region) -> bool {
        self.valuations(&Post::Head { from: r })
            .into_iter()
            .all(|v| r.contains(v))
    }
}

/// A system under question.
pub struct TableOracle<'a> {
    pub system: &'a System,
    /// The steps a witness runs on.
    pub replay: usize,
    /// Which clauses the prover cannot decide.
    pub undecided: fn(Clause) -> bool,
    pub asked: u64,
    /// After how many questions the work is given up.
    pub patience: u64,
    /// The last region asked about, by the value it starts from.
    pub post: Option<(Option<(&'static str, Region)>, Region)>,
}

impl<'a> TableOracle<'a> {
    pub fn new(system: &'a System) -> TableOracle<'a> {
        TableOracle {
            system,
            replay: 0,
            undecided: |_| false,
            asked: 0,
            patience: u64::MAX,
            post: None,
        }
    }

    /// The region of `post`, computed once per round.
    fn region(&mut self, post: &Post) -> &Region {
        let key = match post {
            Post::Entry => None,
            Post::Back { from } => Some(("back", (*from).clone())),
            Post::Head { from } => Some(("head", (*from).clone())),
        };
        if self.post.as_ref().is_none_or(|(k, _)| *k != key) {
            let region = Region::from_valuations(self.system.width, self.system.valuations(post));
            self.post = Some((key, region));
        }
        &self.post.as_ref().unwrap().1
    }
}

impl Oracle for TableOracle<'_> {
    fn width(&self) -> usize {
        self.system.width
    }

    fn holds(&mut self, post: &Post, clause: Clause) -> Truth {
        self.asked += 1;
        if (self.undecided)(clause) {
            return Truth::Unknown(Unknown(format!("cannot decide {clause}")));
        }
        if self.region(post).implies(clause) {
            Truth::Yes
        } else {
            Truth::No
        }
    }

    fn witness(&mut self, post: &Post, known: &Region, style: Style) -> Witness {
        self.asked += 1;
        let states = &self.system.states;
        let outside = |s: &usize| states[*s].valuations.iter().find(|v| !known.contains(**v));
        let Some(mut state) = self.system.post(post).into_iter().find(|s| outside(s).is_some()) else {
            return Witness::None;
        };
        if style == Style::Valuation {
            return Witness::Found(vec![*outside(&state).unwrap()]);
        }
        let mut found: Vec<Valuation> = states[state].valuations.iter().copied().collect();
        for _ in 0..self.replay {
            let Some(&next) = states[state].next.first() else { break };
            state = next;
            found.extend(&states[state].valuations);
        }
        Witness::Found(found)
    }

    fn stopped(&self) -> Option<Unknown> {
        (self.asked >= self.patience).then(out_of_patience)
    }
}

/// Why an oracle gives up.
pub fn out_of_patience() -> Unknown {
    Unknown("out of patience".to_string())
}

/// Rounds until closed.
pub fn close(kind: &AbstractorKind, r: &mut Abstract, oracle: &mut TableOracle) -> Result<Tally, Unknown> {
    let mut abstractor = kind.build();
    let mut tally = Tally::default();
    loop {
        let before = r.region.clone();
        let round = abstractor.round(r, oracle, &mut tally)?;
        assert!(before.is_subset(&r.region), "the value never shrinks");
        assert!(r.entered);
        if round == Round::Closed {
            assert_eq!(tally.tried, oracle.asked);
            assert_eq!(Region::from_clauses(r.region.width(), r.cnf()), r.region);
            return Ok(tally);
        }
    }
}

pub fn kind(name: &str) -> AbstractorKind {
    name.parse().unwrap()
}

pub const EXACT: [&str; 7] = ["state-models", "allsmt", "fq", "fq-linear", "ddp", "ss", "naive"];
