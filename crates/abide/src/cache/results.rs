//! Results of a run, kept and found again.

use super::around::{Around, Machine};
use super::place::folder;
use super::store::{Key, Store};
use crate::args::Options;
use crate::files::Input;
use crate::how::settings;
use abide_base::FileId;
use abide_base::process::on_path;
use abide_infer::Cut;
use abide_verify::{Answer, Definitions, FileReport, Headers, Interface, Mode, Settings, as_c};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// What all results of a run follow from.
pub struct Common {
    /// The prover with its version.
    prover: String,
    /// The program that is asked second.
    second: Option<PathBuf>,
    /// What is done, and how.
    settings: String,
}

impl Common {
    /// What results follow from that a prover has part in. None if they are not to be kept: of other provers than ours
    /// nobody knows when they have changed.
    pub fn of(options: &Options, mode: Mode, graph: Option<Cut>, prover: &str) -> Option<Common> {
        let settings = Settings {
            // no result depends on it
            jobs: 1,
            ..settings(options)
        };
        let may = !options.no_cache && options.prover.is_in_process();
        may.then(|| Common {
            prover: prover.to_string(),
            second: options.second_prover.program(),
            settings: format!(
                "{mode:?} {graph:?} {settings:?} {:?} {}",
                options.reading, options.memory
            ),
        })
    }

    /// By what these results are told from others, on machines that have the same programs.
    pub fn portable_key(&self) -> Key {
        Key::of([self.prover.as_bytes(), self.settings.as_bytes()])
    }

    /// By what these results are told from others.
    pub(super) fn key(&self) -> Option<Key> {
        let second = self.second.as_deref().map_or(Some(String::new()), identity)?;
        let program = identity(&std::env::current_exe().ok()?)?;
        let parts = [
            env!("CARGO_PKG_VERSION"),
            &program,
            &self.prover,
            &second,
            &self.settings,
        ];
        Some(Key::of(parts.map(str::as_bytes)))
    }
}

/// May results be kept, and used in later runs?
pub fn may_be_kept(options: &Options) -> bool {
    !options.no_cache && options.prover.is_in_process() && folder().is_some()
}

/// Results of earlier runs, for the files of this one.
pub struct Results<'a> {
    store: Store,
    machine: Machine,
    files: Vec<&'a Input>,
    common: Key,
    /// All files of Java.
    java: Key,
    /// The compiler of C, and what it listens to.
    compiler: Key,
}

/// What is known of a file from an earlier run.
#[derive(Serialize, Deserialize)]
pub struct Kept<T> {
    around: Around,
    /// What it has asked of the others, with the answers.
    answers: BTreeMap<String, Answer>,
    /// What was found out.
    pub value: T,
}

impl<T> Kept<T> {
    /// The headers it was read with.
    pub fn headers(&self) -> &Headers {
        self.around.headers()
    }
}

impl<'a> Results<'a> {
    /// Those for files that are verified and others that are known to them.
    pub fn new(common: &Common, files: &'a [Input], context: &'a [Input]) -> Option<Results<'a>> {
        let files: Vec<&Input> = files.iter().chain(context).collect();
        let java = files.iter().filter(|f| f.language.name() == "java");
        let java: Vec<Vec<u8>> = java
            .flat_map(|f| {
                let path = f.source.path().as_os_str().as_encoded_bytes();
                [path.to_vec(), f.source.text().into(), f.language.reading().into_bytes()]
            })
            .collect();
        Some(Results {
            store: Store::new(folder()?),
            machine: Machine::new(),
            common: common.key()?,
            java: Key::of(java.iter().map(Vec::as_slice)),
            compiler: compiler(),
            files,
        })
    }

    fn key(&self, kind: &str, at: usize) -> Key {
        let file = self.files[at];
        let path = file.source.path();
        let how = match as_c(&*file.language) {
            Some(c) => format!(
                "{:?} {:?} {:?} {:?}",
                c.options,
                c.flags,
                std::path::absolute(path),
                c.entry
            ),
            None => String::new(),
        };
        let others = match file.language.name() {
            "java" => self.java.bytes(),
            "c" => self.compiler.bytes(),
            _ => &[],
        };
        Key::of([
            kind.as_bytes(),
            self.common.bytes(),
            &at.to_le_bytes(),
            path.as_os_str().as_encoded_bytes(),
            file.source.text().as_bytes(),
            format!("{:?} {}", file.origin, file.language.reading()).as_bytes(),
            how.as_bytes(),
            others,
        ])
    }

    fn find<T: DeserializeOwned>(&self, kind: &str, at: usize) -> Option<Kept<T>> {
        let bytes = self.store.get(&self.key(kind, at))?;
        let kept: Kept<T> = postcard::from_bytes(&bytes).ok()?;
        self.machine.is_unchanged(&kept.around).then_some(kept)
    }

    fn keep<T: Serialize>(&self, kind: &str, at: usize, headers: Headers, answers: BTreeMap<String, Answer>, value: T) {
        let Some(around) = self.machine.around(headers) else {
            return;
        };
        let kept = Kept { around, answers, value };
        let Ok(bytes) = postcard::to_stdvec(&kept) else { return };
        self.store.put(&self.key(kind, at), &bytes);
    }

    /// What a file has for others.
    pub fn interface(&self, at: usize) -> Option<Kept<Interface>> {
        self.find("interface", at)
    }

    /// Keeps what a file has for others.
    pub fn keep_interface(&self, at: usize, headers: Headers, interface: &Interface) {
        self.keep("interface", at, headers, BTreeMap::new(), interface);
    }

    /// What was found out of a file that has this id, beside others with these definitions.
    pub fn report(&self, at: usize, id: FileId, others: &Definitions) -> Option<FileReport> {
        let kept: Kept<FileReport> = self.find("report", at)?;
        others.agrees(id, &kept.answers).then_some(kept.value)
    }

    /// Keeps what was found out of a file.
    pub fn keep_report(&self, at: usize, headers: Headers, answers: BTreeMap<String, Answer>, report: &FileReport) {
        self.keep("report", at, headers, answers, report);
        let time: u64 = report.routines.iter().map(|r| r.stats.ms).sum();
        self.store.put(&self.time_key(at), &time.to_le_bytes());
    }

    /// How long a file took when it was last verified, whatever was in it, in milliseconds.
    pub fn time(&self, at: usize) -> Option<u64> {
        let bytes = self.store.get(&self.time_key(at))?;
        Some(u64::from_le_bytes(bytes.try_into().ok()?))
    }

    fn time_key(&self, at: usize) -> Key {
        let path = self.files[at].source.path();
        let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        Key::of([&b"time"[..], path.as_os_str().as_encoded_bytes()])
    }
}

/// By what a program is told from others, newer ones of the same name among them.
fn identity(program: &Path) -> Option<String> {
    let known = std::fs::metadata(program).ok()?;
    Some(format!(
        "{} {} {:?}",
        program.display(),
        known.len(),
        known.modified().ok()?
    ))
}

/// The compiler of C, and the variables that it listens to.
fn compiler() -> Key {
    let set = |name: &str| std::env::var_os(name).unwrap_or_default();
    let words = set("CC");
    let first = words.to_str().and_then(|words| words.split_whitespace().next());
    let name = first.unwrap_or("cc");
    let program = on_path(name).or_else(|| Some(PathBuf::from(name)));
    let program = program.and_then(|p| identity(&std::fs::canonicalize(p).ok()?));
    let listens = [
        "CPATH",
        "C_INCLUDE_PATH",
        "SOURCE_DATE_EPOCH",
        "COMPILER_PATH",
        "GCC_EXEC_PREFIX",
    ]
    .map(set);
    let program = program.unwrap_or_default();
    let rest = listens.iter().map(|value| value.as_encoded_bytes());
    Key::of([words.as_encoded_bytes(), program.as_bytes()].into_iter().chain(rest))
}
