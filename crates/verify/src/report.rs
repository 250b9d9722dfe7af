//! The report of a run, as data.

use abide_base::{Diagnostic, FileId, Heap, Sources, Span};
use abide_ir::{Assumption, CheckKind, ContractClause, Granted};
use abide_logic::Int;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// All files of a run.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// The files as they were read.
    pub sources: Sources,
    /// What was found out about each.
    pub files: Vec<FileReport>,
    /// The prover that was used.
    pub prover: String,
    /// Was the run stopped before its end?
    pub cancelled: bool,
    /// Errors of our own that a routine or a file was given up for.
    pub bugs: usize,
}

/// One file.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct FileReport {
    /// The file.
    pub file: FileId,
    /// Its language; left out where a report is stored.
    #[serde(skip)]
    pub language: &'static str,
    /// How its results are to be read; left out where a report is stored.
    #[serde(skip)]
    pub mode: &'static str,
    /// Errors and warnings about the source itself.
    pub diagnostics: Vec<Diagnostic>,
    /// Its routines, in source order.
    pub routines: Vec<RoutineReport>,
    /// The text with all invariants in it, if there are any.
    pub annotated: Option<String>,
}

impl FileReport {
    /// A file of which nothing is known.
    pub fn bare(file: FileId, language: &'static str, mode: &'static str) -> FileReport {
        FileReport {
            file,
            language,
            mode,
            diagnostics: Vec::new(),
            routines: Vec::new(),
            annotated: None,
        }
    }
}

/// What is known about something to prove. Ordered from good to bad.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Verdict {
    /// It holds.
    Proved,
    /// It holds for callers that keep to preconditions which nobody wrote.
    Given,
    /// Neither proved nor refuted.
    Open,
    /// It does not hold: there is an input.
    Refuted,
    /// It could not be looked at.
    Unsupported,
}

impl Verdict {
    /// The word people and machines read.
    pub fn word(self) -> &'static str {
        match self {
            Verdict::Proved => "proved",
            Verdict::Given => "given",
            Verdict::Open => "open",
            Verdict::Refuted => "refuted",
            Verdict::Unsupported => "unsupported",
        }
    }
}

/// One routine.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct RoutineReport {
    /// Its name.
    pub name: String,
    /// Its place.
    pub span: Span,
    /// The worst verdict of its obligations.
    pub verdict: Verdict,
    /// What had to be proved, in source order.
    pub obligations: Vec<Obligation>,
    /// Its loops, in program order.
    pub loops: Vec<LoopReport>,
    /// The failing input of the first check that is refuted; each has its own.
    pub counterexample: Option<Counterexample>,
    /// Its abstract control-flow graph, if that was asked for.
    pub graph: Option<GraphReport>,
    /// What the analysis says of the state at the return, if that was asked for; nobody has proved it.
    pub at_return: Vec<String>,
    /// The contract that nobody wrote and for which it is proved, but perhaps for overflow; without one of the clauses
    /// it is not.
    pub given: Vec<ContractClause>,
    /// The routines that it calls without their code having been read.
    pub relies: BTreeSet<String>,
    /// Was all of it seen in its runs, with those of the functions it calls?
    pub is_run: bool,
    /// Was it proved once more, from the invariants of an earlier run?
    pub is_rechecked: bool,
    /// The contracts that nobody wrote which those were granted when it was verified.
    pub under: Granted,
    /// What the verdict rests on beyond the language, in order.
    pub assumes: Vec<Assumption>,
    /// Clauses that were left out, as warnings at their places.
    pub unread: Vec<Diagnostic>,
    /// What stands in the way, if it is unsupported.
    pub why: Vec<Diagnostic>,
    /// Counts.
    pub stats: RoutineStats,
}

impl RoutineReport {
    /// A routine about which only its verdict is known.
    pub fn bare(name: &str, span: Span, verdict: Verdict) -> RoutineReport {
        RoutineReport {
            name: name.to_string(),
            span,
            verdict,
            obligations: Vec::new(),
            loops: Vec::new(),
            counterexample: None,
            graph: None,
            at_return: Vec::new(),
            given: Vec::new(),
            relies: BTreeSet::new(),
            is_run: false,
            is_rechecked: false,
            under: Granted::new(),
            assumes: Vec::new(),
            unread: Vec::new(),
            why: Vec::new(),
            stats: RoutineStats::default(),
        }
    }
}

impl RoutineReport {
    /// Was it verified with these contracts of the routines that it calls without having read their code?
    pub fn is_under(&self, granted: &Granted) -> bool {
        let mut called = granted.iter().filter(|(name, _)| self.relies.contains(*name));
        called.all(|(name, clauses)| self.under.get(name) == Some(clauses))
    }

    /// All places in it; those of messages about the source are not among them.
    pub(crate) fn places(&mut self) -> Vec<&mut Span> {
        let RoutineReport {
            span,
            obligations,
            loops,
            counterexample,
            assumes,
            ..
        } = self;
        let mut places = vec![span];
        let mut inputs: Vec<&mut Counterexample> = counterexample.iter_mut().collect();
        for o in obligations {
            places.push(&mut o.span);
            places.extend(&mut o.demanded);
            inputs.extend(&mut o.counterexample);
        }
        for input in inputs {
            places.push(&mut input.span);
            places.extend(input.choices.iter_mut().map(|c| &mut c.span));
        }
        for l in loops {
            places.push(&mut l.span);
            places.extend(l.history.missing.iter_mut().map(|m| &mut m.check));
        }
        places.extend(assumes.iter_mut().map(|a| &mut a.span));
        places
    }

    /// Is everything proved but that sums and products stay in their ranges?
    pub fn is_proved_but_for_overflow(&self) -> bool {
        let mut left = self.obligations.iter().filter(|o| o.verdict != Verdict::Proved);
        let not_proved = matches!(self.verdict, Verdict::Open | Verdict::Refuted) && left.clone().next().is_some();
        not_proved && left.all(|o| o.kind == CheckKind::Overflow)
    }
}

/// Something to prove at a place.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Obligation {
    /// What it is about.
    pub kind: CheckKind,
    /// Where it is.
    pub span: Span,
    /// Who demands it, if that is another place.
    pub demanded: Option<Span>,
    /// What is known.
    pub verdict: Verdict,
    /// In words.
    pub message: String,
    /// For an open one: why, and the state that breaks the proof.
    pub details: Vec<String>,
    /// The linked objects of that state.
    pub heaps: Vec<Moment>,
    /// The input on which it fails, or seemed to fail.
    pub counterexample: Option<Counterexample>,
    /// A proof that holds of runs only in which an earlier check, which is not proved, does not fail.
    pub conditional: bool,
}

/// Linked objects at some moment of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Moment {
    /// When, in words.
    pub when: String,
    /// The objects.
    pub heap: Heap,
}

/// A formula at a loop head that was proved from the printed source.
///
/// Only the verifier's final check makes one; one that was stored is read back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Invariant {
    text: String,
}

impl Invariant {
    /// The verifier has just proved `text` as part of the annotated source.
    pub(crate) fn proved(text: String) -> Invariant {
        Invariant { text }
    }

    /// The formula in the annotation language of the file.
    pub fn text(&self) -> &str {
        &self.text
    }
}

/// One loop.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct LoopReport {
    /// Its keyword or label.
    pub span: Span,
    /// What was inferred and proved.
    pub invariants: Vec<Invariant>,
    /// What was found to get smaller in each round, and proved.
    pub measure: Option<String>,
    /// Does the source say why it ends?
    pub measured: bool,
    /// How it came about.
    pub history: History,
}

/// How the invariants of a loop came about.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct History {
    /// The predicates with their origins.
    pub predicates: Vec<(String, String)>,
    /// The abstract value in each round.
    pub rounds: Vec<RoundReport>,
    /// Why the result is perhaps not the strongest.
    pub weakened: Option<String>,
    /// Clauses that hold but were not needed, and are therefore not shown.
    pub not_needed: Vec<String>,
    /// Candidates that could not be proved from the printed source.
    pub dropped: Vec<String>,
    /// What open checks lack at this loop, if it was looked for.
    pub missing: Vec<MissingReport>,
    /// Solver checks made for this loop.
    pub checks: u64,
    /// The abstractor's own count of queries that went to the prover.
    pub queries: u64,
}

/// A fact that is missing: what it would tell apart.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct MissingReport {
    /// The place of the check that is open.
    pub check: Span,
    /// A state at the loop that no predicate excludes and from which the check fails.
    pub broken: Vec<(String, String)>,
    /// A state that runs come to, as like it as possible.
    pub reached: Vec<(String, String)>,
    /// How many of the predicates tried tell these two apart.
    pub distinguished: usize,
    /// What has values in the broken state that no run has seen together.
    pub about: Vec<String>,
}

/// One round of the abstraction.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct RoundReport {
    /// How many valuations are reachable.
    pub count: u128,
    /// The valuations, as a letter `T` or `F` per predicate; at most 64 of them.
    pub valuations: Vec<String>,
    /// Clauses that hold now and did not before.
    pub came: Vec<String>,
    /// Clauses that held before and do not now.
    pub went: Vec<String>,
}

/// The reachable part of an abstract control-flow graph.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct GraphReport {
    /// Its points, in program order.
    pub points: Vec<PointReport>,
    /// Its states: a point, and a letter `T` or `F` for each predicate tracked there.
    pub states: Vec<(usize, String)>,
    /// Its transitions, from state to state.
    pub transitions: Vec<(usize, usize)>,
    /// Why there may be more.
    pub unfinished: Option<String>,
}

/// A point of an abstract control-flow graph.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PointReport {
    /// What it is.
    pub kind: PointKind,
    /// Its line, if it has one.
    pub line: Option<usize>,
    /// The predicates tracked there.
    pub predicates: Vec<String>,
}

/// What a point is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum PointKind {
    /// Where the routine starts.
    Start,
    /// Where the rounds of a loop begin.
    LoopHead,
    /// Where the routine ends.
    End,
    /// Any other.
    Inner,
}

/// An input on which a check fails.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counterexample {
    /// The inputs by name, printed.
    pub inputs: Vec<(String, String)>,
    /// The check that fails.
    pub span: Span,
    /// The lines the run passes, in order, without immediate repetitions.
    pub path: Vec<usize>,
    /// The arbitrary numbers on the way, in order: what calls of unknown functions return.
    pub choices: Vec<Choice>,
    /// A program that runs into it.
    pub test: Option<String>,
    /// What a run of that program on the machine has shown.
    pub confirmation: Confirmation,
    /// The linked objects, at the start and where the check fails.
    pub heaps: Vec<Moment>,
}

/// What a machine says of a failing input.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Confirmation {
    /// It was not asked.
    #[default]
    NotAsked,
    /// It could not be asked, for this reason.
    Impossible(String),
    /// It fails there, too.
    Fails,
    /// It does not.
    Passes,
}

/// An arbitrary number, where the run came by it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Choice {
    /// The call or command.
    pub span: Span,
    /// The number.
    pub value: Int,
}

/// Counts of one routine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RoutineStats {
    /// Predicates offered to the abstraction, over all loops.
    pub predicates: u64,
    /// Solver checks of the abstraction.
    pub checks_infer: u64,
    /// Solver checks for cutting down what was found.
    pub checks_minimise: u64,
    /// Solver checks of the final proof from the printed source.
    pub checks_final: u64,
    /// Solver checks of the search for a failing input.
    pub checks_refute: u64,
    /// Solver checks for seeing whether something is proved of nothing.
    pub checks_vacuous: u64,
    /// Rounds of the abstraction, over all loops.
    pub rounds: u64,
    /// Ground instances of quantified facts.
    pub instances: u64,
    /// Answers that were unknown.
    pub unknown: u64,
    /// Checks that the second procedure proved.
    pub second: u64,
    /// Entailments that Bohne's analysis asked for.
    pub entailments: u64,
    /// Of these, known from others.
    pub cache_hits: u64,
    /// The time that the work took, on the processor.
    pub ms: u64,
}

impl RoutineStats {
    /// All solver checks.
    pub fn checks(&self) -> u64 {
        self.checks_infer + self.checks_minimise + self.checks_final + self.checks_refute + self.checks_vacuous
    }
}

impl Report {
    /// How many routines have the verdict.
    pub fn count(&self, verdict: Verdict) -> usize {
        self.routines().filter(|r| r.verdict == verdict).count()
    }

    /// How many routines are proved but for overflow.
    pub fn count_but_for_overflow(&self) -> usize {
        self.routines().filter(|r| r.is_proved_but_for_overflow()).count()
    }

    /// All routines of all files.
    pub fn routines(&self) -> impl Iterator<Item = &RoutineReport> {
        self.files.iter().flat_map(|f| &f.routines)
    }
}
