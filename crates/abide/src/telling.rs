//! What is told of files as soon as they are done: lines of JSON in the order in which that happens, text in the order of
//! the files. A file that relies on routines of others waits until all are done: what becomes of those may change what is
//! said of it.

use crate::args::{self, Format, Options};
use crate::output::print;
use crate::progress::Bar;
use crate::status::Status;
use abide_base::{Cancel, FileId, Sources};
use abide_report::text::of_file;
use abide_report::{Text, json_line};
use abide_verify::FileReport;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, MutexGuard};

/// What is told of files as soon as they are done.
#[derive(Clone, Copy, Debug)]
pub enum Telling {
    /// Nothing.
    Nothing,
    /// An object for each.
    Lines,
    /// Text.
    Text(Text),
}

impl Telling {
    /// What can be told by these options; text, if it is to look like that. What comes later must not change it.
    pub fn of(options: &Options, text: Option<Text>) -> Telling {
        let changes = options.confirm || options.in_process || options.contracts == args::Contracts::Infer;
        match (options.format, text) {
            _ if changes => Telling::Nothing,
            (Format::Jsonl, _) => Telling::Lines,
            (Format::Text, Some(text)) => Telling::Text(text),
            _ => Telling::Nothing,
        }
    }
}

/// Tells of files.
pub struct Teller<'a> {
    telling: Telling,
    sources: &'a Sources,
    bar: &'a Bar,
    cancel: &'a Cancel,
    state: Mutex<State>,
}

struct State {
    /// The file whose text is next.
    next: u32,
    /// Texts that have to wait for those before them.
    waiting: BTreeMap<FileId, String>,
    /// The files that were told of.
    told: BTreeSet<FileId>,
    /// Could everything be written?
    written: Status,
}

impl<'a> Teller<'a> {
    /// Tells of files of these sources.
    pub fn new(telling: Telling, sources: &'a Sources, bar: &'a Bar, cancel: &'a Cancel) -> Teller<'a> {
        let state = State {
            next: 0,
            waiting: BTreeMap::new(),
            told: BTreeSet::new(),
            written: Status::Proved,
        };
        Teller {
            telling,
            sources,
            bar,
            cancel,
            state: Mutex::new(state),
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(|e| e.into_inner())
    }

    /// Could everything be written?
    pub fn written(&self) -> Status {
        self.state().written
    }

    /// The files that were told of.
    pub fn told(&self) -> BTreeSet<FileId> {
        self.state().told.clone()
    }

    /// A file is done.
    pub fn hear(&self, file: &FileReport) {
        if file.routines.iter().any(|r| !r.relies.is_empty()) {
            return;
        }
        let mut state = self.state();
        let text = match &self.telling {
            Telling::Nothing => return,
            Telling::Lines => {
                state.told.insert(file.file);
                json_line(self.sources, file)
            }
            Telling::Text(how) => {
                let text = of_file(self.sources, file, self.cancel.requested(), how);
                state.waiting.insert(file.file, text);
                let mut ready = String::new();
                loop {
                    let next = FileId(state.next);
                    let Some(text) = state.waiting.remove(&next) else { break };
                    ready.push_str(&text);
                    state.told.insert(next);
                    state.next += 1;
                }
                ready
            }
        };
        // one complaint is enough
        if !text.is_empty() && state.written == Status::Proved {
            state.written = self.bar.aside(|| print(&text));
        }
    }
}
