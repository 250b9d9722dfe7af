//! `abide worker --queue`: takes jobs from a queue, and has them done by processes of its own.

use super::broker::{Broker, Bucket, Delivery, Lost, Reached};
use super::connect;
use super::package::{Content, Entry, Hash, Note, Outcome, Package, Ticket, decoded, encoded, get, hex};
use super::place::{restored, settle};
use super::version::Version;
use crate::args::Options;
use crate::cache::Shared;
use crate::files::{Input, Languages};
use crate::how::{jobs, languages_of};
use crate::isolate::{Failure, Foreign, Job, Place, Processes, Purpose, Slot, Worked, path};
use crate::output::say;
use crate::run::listen_for_interrupts;
use crate::station::Station;
use crate::status::Status;
use crate::usage;
use abide_base::{Cancel, SourceFile};
use abide_verify::Verdict;
use std::collections::HashMap;
use std::collections::hash_map::Entry as Kept;
use std::ffi::OsString;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// How long to wait for a job before something else is looked at.
const GLANCE: Duration = Duration::from_millis(500);

/// How often a worker says that it is there.
const GREETING: Duration = Duration::from_secs(20);

/// Without jobs of a package for so long, its files are forgotten.
const IDLE: Duration = Duration::from_secs(30);

/// A job that was handed out so many times is not begun again.
const ATTEMPTS: u64 = 3;

/// Works until the process is asked to end.
pub fn serve(station: &Station) -> Status {
    let options = usage::defaults();
    let address = station.queue.clone().or_else(super::address);
    let started = Version::here(&options).map_err(|e| e.message);
    let started = started.and_then(|version| {
        let address = address.ok_or("no queue is named: `--queue nats://HOST`")?;
        Ok((version, connect(&address, station.silence)?))
    });
    let (version, broker) = match started {
        Ok(started) => started,
        Err(why) => {
            say(&format!("error: {why}"));
            return Status::Bad;
        }
    };
    let cancel = Cancel::default();
    let _listening = listen_for_interrupts(&cancel);
    let agent = Agent {
        id: version.id(),
        broker: &*broker,
        station,
        cancel: &cancel,
    };
    let count = jobs(station.jobs);
    say(&format!(
        "{count} workers wait for jobs; {} with {}",
        version.program, version.prover
    ));
    std::thread::scope(|scope| {
        scope.spawn(|| agent.greet(&version));
        for _ in 0..count {
            scope.spawn(|| agent.work());
        }
    });
    Status::Proved
}

/// A machine that works for others.
struct Agent<'a> {
    id: String,
    broker: &'a dyn Broker,
    station: &'a Station,
    cancel: &'a Cancel,
}

/// A job that was taken.
type Taken = (Box<dyn Delivery>, Ticket);

/// Results of routines in the queue.
struct Others<'a> {
    agent: &'a Agent<'a>,
}

impl Shared for Others<'_> {
    fn find(&self, key: &[u8; 32]) -> Option<Vec<u8>> {
        self.agent.broker.get(Bucket::Results, &self.agent.key(key)).ok()?
    }

    fn keep(&self, key: &[u8; 32], value: &[u8]) {
        if value.len() <= super::package::PIECE {
            let _ = self.agent.broker.put(Bucket::Results, &self.agent.key(key), value);
        }
    }
}

impl Agent<'_> {
    fn key(&self, routine: &Hash) -> String {
        format!("{}.{}", self.id, hex(routine))
    }

    /// Says now and then that it is there.
    fn greet(&self, version: &Version) {
        let host = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
        let name = format!("{}-{}", host.trim(), std::process::id());
        let key: String = name
            .chars()
            .map(|c| if c.is_ascii_alphanumeric() { c } else { '-' })
            .collect();
        let mut last: Option<Instant> = None;
        while !self.cancel.requested() {
            if last.is_none_or(|last| last.elapsed() > GREETING) {
                let _ = self.broker.put(Bucket::Workers, &key, &encoded(&(&name, version)));
                last = Some(Instant::now());
            }
            std::thread::sleep(GLANCE);
        }
    }

    /// One job after the other.
    fn work(&self) {
        let mut next = None;
        while !self.cancel.requested() {
            let done = match next.take() {
                Some(taken) => self.package(taken).map(|taken| next = taken),
                None => self.take().map(|taken| next = taken),
            };
            if let Err(Lost(why)) = done {
                say(&format!("warning: the queue cannot be reached: {why}"));
            }
        }
        if let Some((delivery, _)) = next {
            delivery.give_back();
        }
    }

    fn take(&self) -> Reached<Option<Taken>> {
        let Some(delivery) = self.broker.take(&self.id, GLANCE)? else {
            return Ok(None);
        };
        match decoded::<Ticket>(delivery.job()) {
            Some(ticket) => Ok(Some((delivery, ticket))),
            None => {
                // nobody can read it
                delivery.done()?;
                Ok(None)
            }
        }
    }

    /// Does jobs of one package, until there is one of another.
    fn package(&self, first: Taken) -> Reached<Option<Taken>> {
        let hash = first.1.package;
        let Some(first) = self.without_work(first)? else {
            return Ok(None);
        };
        let unpacked = match Unpacked::new(self, &hash)? {
            Ok(unpacked) => unpacked,
            Err(why) => return self.refuse(first, why).map(|()| None),
        };
        let job = unpacked.job(self.cancel);
        let others = Others { agent: self };
        let foreign = Foreign {
            places: unpacked.places.clone(),
            shared: first.1.shares.then_some(&others as &dyn Shared),
        };
        let processes = match Processes::new(&job, 1, Some(foreign)) {
            Ok(processes) => processes,
            Err(e) => return self.refuse(first, e.to_string()).map(|()| None),
        };
        *processes.beforehand() = unpacked.package.beforehand.clone();
        let mut slot = Slot::default();
        let mut taken = Some(first);
        let mut last = Instant::now();
        while !self.cancel.requested() {
            let Some(current) = taken.take() else {
                if last.elapsed() > IDLE {
                    return Ok(None);
                }
                taken = self.take()?;
                continue;
            };
            if current.1.package != hash {
                return Ok(Some(current));
            }
            let Some((delivery, ticket)) = self.without_work(current)? else {
                continue;
            };
            let worked = unpacked.file(&processes, &mut slot, ticket.at as usize);
            if self.cancel.requested() {
                delivery.give_back();
                break;
            }
            match worked {
                Ok(worked) => self.tell((delivery, ticket), &worked)?,
                Err(why) => self.refuse((delivery, ticket), why)?,
            }
            last = Instant::now();
        }
        Ok(taken)
    }

    /// The job, if it has to be done: it may have been done before, or have ended too many workers.
    fn without_work(&self, (delivery, ticket): Taken) -> Reached<Option<Taken>> {
        if ticket.shares
            && let Some(known) = self.broker.get(Bucket::Results, &hex(&ticket.result))?
            && let Some(content) = decoded(&known)
        {
            self.note((delivery, ticket), Outcome::Done(content))?;
            return Ok(None);
        }
        if delivery.attempt() > ATTEMPTS {
            self.note((delivery, ticket), Outcome::GivenUp(ATTEMPTS))?;
            return Ok(None);
        }
        Ok(Some((delivery, ticket)))
    }

    fn tell(&self, taken: Taken, worked: &Worked) -> Reached<()> {
        let content = Content::of(worked, self.broker)?;
        // what was given up is asked again the next time
        if taken.1.shares && worked.is_whole {
            self.broker
                .put(Bucket::Results, &hex(&taken.1.result), &encoded(&content))?;
        }
        self.note(taken, Outcome::Done(content))
    }

    fn refuse(&self, taken: Taken, why: String) -> Reached<()> {
        self.note(taken, Outcome::Refused(why))
    }

    fn note(&self, (delivery, ticket): Taken, outcome: Outcome) -> Reached<()> {
        let note = Note { at: ticket.at, outcome };
        self.broker.tell(&ticket.run, &encoded(&note))?;
        delivery.done()
    }
}

/// A package whose contents are here.
struct Unpacked {
    package: Package,
    words: Vec<OsString>,
    parts: Vec<Vec<OsString>>,
    options: Options,
    files: Vec<Input>,
    context: Vec<Input>,
    places: Vec<Option<Place>>,
    /// Where headers are that are another machine's.
    root: TempDir,
}

impl Unpacked {
    /// The package with a hash. Says why it cannot be worked on, if so.
    fn new(agent: &Agent<'_>, hash: &Hash) -> Reached<Result<Unpacked, String>> {
        let Some(package) = get(agent.broker, hash)?.and_then(|bytes| decoded::<Package>(&bytes)) else {
            return Ok(Err("what the run is about was not sent".to_string()));
        };
        let mut words: Vec<OsString> = package.words.iter().map(OsString::from).collect();
        let Some(mut options) = usage::options(&words) else {
            return Ok(Err("the command line cannot be read".to_string()));
        };
        if !options.prover.is_in_process() {
            return Ok(Err("workers have no other prover than their own".to_string()));
        }
        options.memory = options.memory.min(agent.station.memory);
        words.push(format!("--memory={}", options.memory).into());
        let parts: Vec<Vec<OsString>> = package
            .parts
            .iter()
            .map(|part| part.iter().map(OsString::from).collect())
            .collect();
        let languages: Option<Vec<Languages>> = parts.iter().map(|words| languages_of(words)).collect();
        let (Some(languages), Ok(root)) = (languages, tempfile::Builder::new().prefix("abide-").tempdir()) else {
            return Ok(Err("the options cannot be used".to_string()));
        };
        let mut texts = HashMap::new();
        let mut places = Vec::new();
        let mut lists = [Vec::new(), Vec::new()];
        for (list, entries) in lists.iter_mut().zip([&package.files, &package.context]) {
            for entry in entries {
                let Some(input) = input(agent.broker, entry, &languages, &mut texts)? else {
                    return Ok(Err("a file was not sent".to_string()));
                };
                list.push(input);
                places.push(match &entry.around {
                    None => None,
                    Some(around) => match settle(around, root.path(), agent.broker)? {
                        Ok(place) => Some(place),
                        Err(why) => return Ok(Err(why)),
                    },
                });
            }
        }
        let [files, context] = lists;
        Ok(Ok(Unpacked {
            package,
            words,
            parts,
            options,
            files,
            context,
            places,
            root,
        }))
    }

    fn job<'a>(&'a self, cancel: &'a Cancel) -> Job<'a> {
        Job {
            files: &self.files,
            chosen: &[],
            words: &self.words,
            parts: &self.parts,
            context: &self.context,
            purpose: Purpose::Report,
            mode: self.package.mode,
            drawn: self.package.drawn,
            options: &self.options,
            cancel,
            prover: None,
            results: None,
            elsewhere: None,
            on_file: &|_| {},
            progress: &|_| {},
        }
    }

    /// Verifies a file. Says why it cannot be verified on this machine, if so.
    fn file(&self, processes: &Processes<'_>, slot: &mut Slot, at: usize) -> Result<Worked, String> {
        let entry = self.package.files.get(at).ok_or("there is no such file")?;
        let mut worked = processes.file(slot, at).map_err(Failure::message)?;
        if let Some(around) = &entry.around {
            let decided = worked.report.routines.iter().any(|r| r.verdict != Verdict::Open);
            match &mut worked.basis {
                Some(basis) => {
                    let headers = restored(&basis.headers, around, self.root.path());
                    basis.headers = headers.ok_or("it is read with other headers there")?;
                }
                None if decided => return Err("its headers are not known there".to_string()),
                None => {}
            }
        }
        Ok(worked)
    }
}

fn input(
    broker: &dyn Broker,
    entry: &Entry,
    languages: &[Languages],
    texts: &mut HashMap<Hash, String>,
) -> Reached<Option<Input>> {
    let text = match texts.entry(entry.text) {
        Kept::Occupied(known) => known.into_mut(),
        Kept::Vacant(new) => {
            let content = get(broker, &entry.text)?.and_then(|bytes| String::from_utf8(bytes).ok());
            let Some(content) = content else { return Ok(None) };
            new.insert(content)
        }
    };
    let path = path(entry.path.clone());
    let language = languages.get(entry.part).and_then(|l| l.of_origin(&path, entry.origin));
    Ok(language.map(|language| Input {
        source: SourceFile::new(path, text.clone()),
        language,
        origin: entry.origin,
        task: None,
        part: entry.part,
    }))
}
