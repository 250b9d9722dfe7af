//! A request: files, what to do with them, and the settings.

use crate::language::{Definitions, Language};
use crate::report::RoutineReport;
use abide_abstraction::AbstractorKind;
use abide_base::{Cancel, FileId, SourceFile, Span};
use abide_infer::Cut;
use abide_infer::engine::EngineKind;
use abide_infer::sources::Chosen;
use abide_prover::{Decider, Prover};
use abide_shape::bohne::Options as BohneOptions;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

/// What to do with which files.
pub struct Request {
    /// The files, each with its language.
    pub files: Vec<(SourceFile, Arc<dyn Language>)>,
    /// Files that these know and that are not verified themselves.
    pub context: Vec<(SourceFile, Arc<dyn Language>)>,
    /// What to do.
    pub mode: Mode,
    /// How.
    pub settings: Settings,
    /// The prover.
    pub prover: Arc<dyn Prover>,
    /// Who is asked about reachability along fields where the prover leaves something open.
    pub second: Option<Arc<dyn Decider>>,
    /// Ends everything when asked to.
    pub cancel: Cancel,
    /// Hears of routines that are begun and done.
    pub progress: Arc<dyn Fn(Progress) + Send + Sync>,
    /// Hears of every part of the work.
    pub events: Option<Arc<dyn Fn(Event) + Send + Sync>>,
    /// What is known of the files already.
    pub beforehand: Beforehand,
    /// Where reports of routines are kept from run to run.
    pub cache: Option<Arc<dyn RoutineCache>>,
    /// What is done with these.
    pub earlier: Earlier,
}

/// What is done with proofs of earlier runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Earlier {
    /// They are believed.
    #[default]
    Believed,
    /// They are made again from the invariants that were found then, which are candidates as any others. Where that
    /// fails, and where there was no proof, the routine is verified as if it were new.
    Rechecked,
}

/// Reports of routines, by what the routines are. All that they follow from besides, such as the settings and the prover,
/// is the same for all of a cache.
pub trait RoutineCache: Send + Sync {
    /// What was kept.
    fn find(&self, identity: &[u8]) -> Option<KeptRoutine>;

    /// Keeps something for later runs.
    fn keep(&self, identity: &[u8], kept: &KeptRoutine);
}

/// What is kept of a routine. Its places are numbers.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct KeptRoutine {
    /// What was found out of it.
    pub report: RoutineReport,
    /// What is written into the source, by the place of the loop.
    pub written: Vec<(Span, Vec<String>)>,
}

impl Request {
    /// Verifies files as the defaults have it: with one prover, and nobody who listens or interrupts.
    pub fn new(files: Vec<(SourceFile, Arc<dyn Language>)>, prover: Arc<dyn Prover>) -> Request {
        Request {
            files,
            context: Vec::new(),
            mode: Mode::Verify,
            settings: Settings::default(),
            prover,
            second: None,
            cancel: Cancel::default(),
            progress: Arc::new(|_| {}),
            events: None,
            beforehand: Beforehand::default(),
            cache: None,
            earlier: Earlier::Believed,
        }
    }
}

/// What is known of files before they are looked at.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Beforehand {
    /// What they define for each other, if that is known.
    pub definitions: Option<Definitions>,
    /// Those that cannot be read: the others do not know them.
    pub unreadable: BTreeSet<FileId>,
}

/// What happens in a run.
#[derive(Clone, Debug)]
pub enum Event {
    /// A file was read that has these routines.
    Loaded(Vec<(String, Span)>),
    /// A part of the work on a routine has begun.
    Begun(String),
    /// It has come to an end.
    Ended(String),
}

/// How far the work is.
#[derive(Clone, Debug)]
pub struct Progress {
    /// Routines done.
    pub done: usize,
    /// Routines in all.
    pub total: usize,
    /// The one that was begun or done just now.
    pub routine: String,
}

/// What to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Mode {
    /// Infer what is missing, prove everything.
    Verify,
    /// The same, and find out why the loops end.
    Infer,
    /// The same as `Verify`, and infer even where nothing is missing, to tell about it.
    Explain,
    /// Prove with the annotations as they stand.
    Check,
}

/// How to do it.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Which abstractor computes the abstraction.
    pub abstractor: AbstractorKind,
    /// Where it takes place.
    pub cut: Cut,
    /// Which abstract control-flow graph of each routine to report, if any.
    pub graph: Option<Cut>,
    /// Who looks for predicates where those of the source are not enough.
    pub engine: EngineKind,
    /// Where it may look.
    pub sources: Chosen,
    /// The switches of Bohne's analysis.
    pub bohne: BohneOptions,
    /// Time for one routine.
    pub timeout: Duration,
    /// Solver steps for one check.
    pub steps: Option<u64>,
    /// Threads.
    pub jobs: usize,
    /// Which invariants to show.
    pub show: Show,
    /// Only routines with this name.
    pub method: Option<String>,
    /// Is everything open that a verdict assumes?
    pub strict: bool,
    /// Are preconditions looked for where a routine has no contract and is not proved without?
    pub contracts: Contracts,
    /// Are frames written beside invariants? They are wherever annotations are inferred to be written.
    pub frames: bool,
}

/// What is done about contracts that nobody wrote.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Contracts {
    /// Nothing: a routine without a contract is verified for every input.
    #[default]
    Off,
    /// Preconditions are inferred, and granted.
    Infer,
    /// They are inferred and reported; the verdict is about every input.
    Strict,
}

/// Which invariants to show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Show {
    /// Those the checks of the routine rest on.
    Needed,
    /// All clauses of the strongest invariant.
    All,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            abstractor: AbstractorKind::default(),
            cut: Cut::default(),
            graph: None,
            engine: EngineKind::default(),
            sources: Chosen::default(),
            bohne: BohneOptions::default(),
            timeout: Duration::from_secs(60),
            steps: Some(20_000_000),
            jobs: 1,
            show: Show::Needed,
            method: None,
            strict: false,
            contracts: Contracts::Off,
            frames: false,
        }
    }
}

impl Settings {
    /// Is a routine of this name asked for? `find` chooses `Find.find` and `Find.find(int)` too.
    pub(super) fn chooses(&self, name: &str) -> bool {
        let Some(wanted) = &self.method else { return true };
        let plain = name.split('(').next().unwrap_or(name);
        let last = plain.rsplit('.').next().unwrap_or(plain);
        [name, plain, last].contains(&wanted.as_str())
    }
}
