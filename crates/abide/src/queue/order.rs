//! The side of the client: packages files, puts a ticket for each into the queue, and hears what came of them.

use super::broker::{Broker, Bucket, Lost, Reached};
use super::package::{
    Content, Entry, Hash, Note, Outcome, Package, Surroundings, Ticket, decoded, encoded, hash, hex, put, put_missing,
};
use super::version::{Version, short};
use super::{SILENCE, connect};
use crate::cache::{Common, Key};
use crate::files::Input;
use crate::isolate::{Elsewhere, Failure, Job, Ordered, Reason, Returned, bytes};
use crate::output::say;
use crate::usage;
use abide_verify::{Beforehand, as_c};
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, absolute};
use std::time::{Duration, Instant, SystemTime};

/// How long to wait for a note before something else is looked at.
const GLANCE: Duration = Duration::from_millis(200);

/// How long nothing may be heard before it is asked why.
const QUIET: Duration = Duration::from_secs(15);

/// Who has files verified by workers that take them from a queue.
pub struct Client {
    broker: Box<dyn Broker>,
    version: Version,
    is_quiet: bool,
}

impl Client {
    /// A client of the queue at an address.
    pub fn new(address: &str, options: &crate::args::Options) -> Result<Client, String> {
        if !options.prover.is_in_process() {
            return Err("workers on other machines have Z3 in their process, and no other prover".to_string());
        }
        Ok(Client {
            version: Version::here(options).map_err(|e| e.message)?,
            broker: connect(address, SILENCE)?,
            is_quiet: options.quiet,
        })
    }
}

impl Elsewhere for Client {
    fn prover(&self) -> &str {
        &self.version.prover
    }

    fn order(
        &self,
        job: &Job<'_>,
        files: &[Ordered],
        beforehand: &Beforehand,
        hear: &mut dyn FnMut(usize, Returned) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let mut run = Run {
            client: self,
            id: name(),
            tickets: BTreeMap::new(),
            heard: Instant::now(),
            is_empty: false,
        };
        let mut failure = None;
        let mut tell = |at: usize, returned: Returned| {
            if failure.is_none() {
                failure = hear(at, returned).err();
            }
        };
        let done = run.all(job, files, beforehand, &mut tell);
        if let Err(Lost(why)) = done {
            // what has come is kept
            let left = files
                .iter()
                .filter(|f| run.tickets.contains_key(&f.at) || !run.was_sent());
            for file in left {
                tell(file.at, Returned::GivenUp(Reason::Unreachable(why.clone())));
            }
        }
        failure.map_or(Ok(()), Err)
    }
}

/// A name that no other run has.
fn name() -> String {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    let now = now.unwrap_or_default().as_nanos().to_le_bytes();
    let host = std::env::var("HOSTNAME").unwrap_or_default();
    let process = std::process::id().to_le_bytes();
    short(&Key::of([&now[..], &process, host.as_bytes()]))
}

/// What a client hears.
type Tell<'t> = dyn FnMut(usize, Returned) + 't;

struct Run<'a> {
    client: &'a Client,
    id: String,
    /// The jobs of which nothing was heard, by the numbers of their files.
    tickets: BTreeMap<usize, Ticket>,
    heard: Instant,
    /// Was the queue seen without our jobs, although not all were heard of?
    is_empty: bool,
}

impl Run<'_> {
    fn broker(&self) -> &dyn Broker {
        &*self.client.broker
    }

    fn was_sent(&self) -> bool {
        !self.tickets.is_empty()
    }

    fn all(&mut self, job: &Job<'_>, files: &[Ordered], beforehand: &Beforehand, tell: &mut Tell<'_>) -> Reached<()> {
        if files.is_empty() {
            return Ok(());
        }
        let version = self.client.version.id();
        self.tickets = self.tickets(job, files, beforehand)?;
        if !job.options.no_cache && !job.options.recheck {
            self.known(tell)?;
        }
        self.submit(files)?;
        while !self.tickets.is_empty() {
            if job.cancel.requested() {
                self.broker().withdraw(&version, &self.id)?;
                for at in std::mem::take(&mut self.tickets).into_keys() {
                    tell(at, Returned::GivenUp(Reason::Cancelled));
                }
                break;
            }
            for note in self.broker().hear(&self.id, GLANCE)? {
                self.heard = Instant::now();
                self.is_empty = false;
                self.note(&note, tell)?;
            }
            if self.heard.elapsed() > QUIET && !self.tickets.is_empty() {
                self.look(&version, files)?;
            }
        }
        self.broker().forget(&self.id)
    }

    /// Sends what the files are, and says what is to be done.
    fn tickets(&self, job: &Job<'_>, files: &[Ordered], beforehand: &Beforehand) -> Reached<BTreeMap<usize, Ticket>> {
        let headers: BTreeMap<usize, &Ordered> = files.iter().map(|f| (f.at, f)).collect();
        let mut contents: BTreeMap<Hash, Vec<u8>> = BTreeMap::new();
        let mut entry = |(at, input): (usize, &Input)| Entry {
            path: bytes(input.source.path()),
            text: hash(input.source.text().as_bytes()),
            origin: input.origin,
            part: input.part,
            around: headers.get(&at).and_then(|file| around(input, file, &mut contents)),
        };
        let package = Package {
            words: words(job.words),
            parts: job.parts.iter().map(|part| words(part)).collect(),
            mode: job.mode,
            drawn: job.drawn,
            files: (0..).zip(job.files).map(&mut entry).collect(),
            context: (job.files.len()..).zip(job.context).map(&mut entry).collect(),
            beforehand: beforehand.clone(),
        };
        let texts = job.files.iter().chain(job.context).map(|f| f.source.text().as_bytes());
        let all = texts.chain(contents.values().map(Vec::as_slice));
        put_missing(self.broker(), all)?;
        let basis = Basis::new(self.common(job), &package);
        let packed = encoded(&package);
        let package_hash = put(self.broker(), &packed)?;
        let ticket = |file: &Ordered| {
            let ticket = Ticket {
                package: package_hash,
                at: file.at as u32,
                result: basis.key(&package, file.at, job.files[file.at].language.name()),
                run: self.id.clone(),
                shares: !job.options.no_cache,
            };
            (file.at, ticket)
        };
        Ok(files.iter().map(ticket).collect())
    }

    /// What all results of the run follow from.
    fn common(&self, job: &Job<'_>) -> Key {
        let graph = job.drawn.then_some(job.options.cut);
        let settings = Common::of(job.options, job.mode, graph, &self.client.version.prover);
        let settings = settings
            .filter(|_| !job.options.recheck)
            .map(|common| common.portable_key());
        // what such a run finds out is nobody else's
        let settings = settings.unwrap_or_else(|| Key::of([self.id.as_bytes()]));
        Key::of([self.client.version.id().as_bytes(), settings.bytes()])
    }

    /// What somebody has found out before.
    fn known(&mut self, tell: &mut Tell<'_>) -> Reached<()> {
        let jobs: Vec<(usize, String)> = self.tickets.iter().map(|(at, t)| (*at, hex(&t.result))).collect();
        let keys: Vec<String> = jobs.iter().map(|(_, key)| key.clone()).collect();
        let values = self.broker().get_all(Bucket::Results, &keys)?;
        for ((at, _), value) in jobs.iter().zip(values) {
            let content: Option<Content> = value.and_then(|bytes| decoded(&bytes));
            let Some(content) = content else { continue };
            if let Some(worked) = content.worked(self.broker())? {
                self.tickets.remove(at);
                tell(*at, Returned::Worked(Box::new(worked)));
            }
        }
        Ok(())
    }

    /// Puts the jobs that are left into the queue, in the order of the files.
    fn submit(&self, files: &[Ordered]) -> Reached<()> {
        let jobs = files.iter().filter_map(|file| self.tickets.get(&file.at)).map(encoded);
        let jobs: Vec<Vec<u8>> = jobs.collect();
        self.broker().submit(&self.client.version.id(), &self.id, &jobs)
    }

    /// Hears what came of a job; the first time counts.
    fn note(&mut self, note: &[u8], tell: &mut Tell<'_>) -> Reached<()> {
        let Some(Note { at, outcome }) = decoded(note) else {
            return Ok(());
        };
        let at = at as usize;
        if !self.tickets.contains_key(&at) {
            return Ok(());
        }
        let returned = match outcome {
            Outcome::Done(content) => match content.worked(self.broker())? {
                Some(worked) => Returned::Worked(Box::new(worked)),
                None => Returned::Refused("what came of it is not there any more".to_string()),
            },
            Outcome::GivenUp(count) => Returned::GivenUp(Reason::Lost(count)),
            Outcome::Refused(why) => Returned::Refused(why),
        };
        self.tickets.remove(&at);
        tell(at, returned);
        Ok(())
    }

    /// Looks why nothing is heard.
    fn look(&mut self, version: &str, files: &[Ordered]) -> Reached<()> {
        self.heard = Instant::now();
        if self.broker().left(version, &self.id)? == 0 {
            // what was just told is on its way; if it is still not there the next time, the queue has lost the jobs
            if std::mem::replace(&mut self.is_empty, true) {
                self.submit(files)?;
            }
            return Ok(());
        }
        let mut others = Vec::new();
        for key in self.broker().keys(Bucket::Workers)? {
            let known = self.broker().get(Bucket::Workers, &key)?;
            let Some((name, other)) = known.and_then(|bytes| decoded::<(String, Version)>(&bytes)) else {
                continue;
            };
            if other == self.client.version {
                return Ok(());
            }
            let differs = self.client.version.differs(&other).join("; ");
            others.push(format!("the worker {name} is another one: {differs}"));
        }
        if !self.client.is_quiet {
            let count = self.tickets.len();
            say(&format!(
                "note: {count} files are in the queue, and no worker is there for them"
            ));
            others.iter().for_each(|line| say(&format!("note: {line}")));
        }
        Ok(())
    }
}

/// The command line, without what belongs to this machine only.
fn words(all: &[OsString]) -> Vec<String> {
    let own = ["--queue", "--compile-commands"];
    let all = usage::without(all.to_vec(), &own);
    all.iter().map(|word| word.to_string_lossy().into_owned()).collect()
}

/// What lies around a file of C. Headers of this project are sent.
fn around(input: &Input, file: &Ordered, contents: &mut BTreeMap<Hash, Vec<u8>>) -> Option<Surroundings> {
    let c = as_c(&*input.language)?;
    let text = |path: &Path| path.display().to_string();
    let mut headers = Vec::new();
    for path in &file.headers.found {
        let content = fs::read(path).unwrap_or_default();
        headers.push((text(path), hash(&content)));
        if !super::place::is_of_system(path) {
            contents.insert(hash(&content), content);
        }
    }
    Some(Surroundings {
        path: text(&absolute(&c.path).unwrap_or_else(|_| c.path.clone())),
        flags: c.flags.to_vec(),
        headers,
        missing: file.headers.missing.clone(),
    })
}

/// What results follow from. Files of Java know each other; one of C knows its headers, and what the others define.
struct Basis {
    common: Key,
    java: Key,
    c: Key,
}

impl Basis {
    fn new(common: Key, package: &Package) -> Basis {
        let java = encoded(&(&package.files, &package.context, &package.parts));
        let c = encoded(&package.beforehand.definitions);
        let unreadable = encoded(&package.beforehand.unreadable);
        Basis {
            common: Key::of([common.bytes(), &unreadable]),
            java: Key::of([&java[..]]),
            c: Key::of([&c[..]]),
        }
    }

    /// By what the result of a file is told from others.
    fn key(&self, package: &Package, at: usize, language: &str) -> Hash {
        let own = encoded(&package.files[at]);
        let others = match language {
            "java" => self.java.bytes(),
            "c" => self.c.bytes(),
            _ => &[],
        };
        Key::of([self.common.bytes(), &at.to_le_bytes(), &own, others]).array()
    }
}
