//! What clients and workers send each other: packages say what a run is about, tickets name a file of a package, notes
//! tell what came of it. Contents of files are sent by their hashes.

use super::broker::{Broker, Bucket, Reached};
use crate::cache::Key;
use crate::files::Origin;
use crate::isolate::Worked;
use abide_verify::{Beforehand, Mode};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// The hash of a content.
pub type Hash = [u8; 32];

/// What a run is about.
#[derive(Serialize, Deserialize)]
pub struct Package {
    /// The command line.
    pub words: Vec<String>,
    /// The command lines of the parts that files are read by.
    pub parts: Vec<Vec<String>>,
    /// What to do with the files.
    pub mode: Mode,
    /// Are abstract control-flow graphs wanted?
    pub drawn: bool,
    /// The files to be verified.
    pub files: Vec<Entry>,
    /// Those that are known to them.
    pub context: Vec<Entry>,
    /// What is known of the files.
    pub beforehand: Beforehand,
}

/// A file.
#[derive(Clone, Serialize, Deserialize)]
pub struct Entry {
    /// Its path.
    pub path: Vec<u8>,
    /// Its text.
    pub text: Hash,
    /// How it is to be read.
    pub origin: Origin,
    /// The part of the project it belongs to.
    pub part: usize,
    /// What belongs to it on the machine that it comes from, if it is of C.
    pub around: Option<Surroundings>,
}

/// Where a file of C lies, and what lies around it.
#[derive(Clone, Serialize, Deserialize)]
pub struct Surroundings {
    /// Its path from the root.
    pub path: String,
    /// Flags for the preprocessor.
    pub flags: Vec<String>,
    /// The headers it was read with, with their contents.
    pub headers: Vec<(String, Hash)>,
    /// The names of those that were not there.
    pub missing: Vec<String>,
}

/// A job: a file of a package.
#[derive(Clone, Serialize, Deserialize)]
pub struct Ticket {
    /// The package.
    pub package: Hash,
    /// The number of the file.
    pub at: u32,
    /// What its result follows from.
    pub result: Hash,
    /// The run that waits for it.
    pub run: String,
    /// May results of earlier runs be used, and later ones use this?
    pub shares: bool,
}

/// What came of a job.
#[derive(Serialize, Deserialize)]
pub struct Note {
    /// The number of the file.
    pub at: u32,
    /// What came of it.
    pub outcome: Outcome,
}

/// What came of a job.
#[derive(Serialize, Deserialize)]
pub enum Outcome {
    /// It is done.
    Done(Content),
    /// It was handed out so many times, and nobody lived to tell what came of it.
    GivenUp(u64),
    /// The worker cannot do it.
    Refused(String),
}

/// Something that may be too large for a message.
#[derive(Serialize, Deserialize)]
pub enum Content {
    /// It is here.
    Here(Vec<u8>),
    /// It is kept under this hash.
    Kept(Hash),
}

/// What is longer than this is kept on its own, in pieces of this length.
pub const PIECE: usize = 400 << 10;

impl Content {
    /// What came of a file, as it is sent.
    pub fn of(worked: &Worked, broker: &dyn Broker) -> Reached<Content> {
        let bytes = encoded(worked);
        match bytes.len() <= PIECE {
            true => Ok(Content::Here(bytes)),
            false => Ok(Content::Kept(put(broker, &bytes)?)),
        }
    }

    /// What came of a file, if it can be read.
    pub fn worked(&self, broker: &dyn Broker) -> Reached<Option<Worked>> {
        match self {
            Content::Here(bytes) => Ok(decoded(bytes)),
            Content::Kept(hash) => Ok(get(broker, hash)?.and_then(|bytes| decoded(&bytes))),
        }
    }
}

/// A message in bytes.
pub fn encoded(message: &impl Serialize) -> Vec<u8> {
    // only what no message has, such as lists of unknown length, cannot be written
    postcard::to_stdvec(message).unwrap_or_default()
}

/// A message from its bytes.
pub fn decoded<T: DeserializeOwned>(bytes: &[u8]) -> Option<T> {
    postcard::from_bytes(bytes).ok()
}

/// The hash of a content.
pub fn hash(content: &[u8]) -> Hash {
    Key::of([content]).array()
}

/// A hash in letters.
pub fn hex(hash: &Hash) -> String {
    hash.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn piece(hash: &Hash, number: usize) -> String {
    format!("{}.{number}", hex(hash))
}

/// Keeps a content under its hash. The first piece, which says how many there are, comes last.
pub fn put(broker: &dyn Broker, content: &[u8]) -> Reached<Hash> {
    let hash = hash(content);
    let pieces: Vec<&[u8]> = match content.is_empty() {
        true => vec![content],
        false => content.chunks(PIECE).collect(),
    };
    for (number, bytes) in pieces.iter().enumerate().rev() {
        let count = (pieces.len() as u32).to_le_bytes();
        broker.put(Bucket::Contents, &piece(&hash, number), &[&count[..], bytes].concat())?;
    }
    Ok(hash)
}

/// Keeps those of some contents that are not there yet.
pub fn put_missing<'c>(broker: &dyn Broker, contents: impl IntoIterator<Item = &'c [u8]>) -> Reached<()> {
    let contents: Vec<(String, &[u8])> = contents.into_iter().map(|c| (piece(&hash(c), 0), c)).collect();
    for some in contents.chunks(1024) {
        let keys: Vec<String> = some.iter().map(|(key, _)| key.clone()).collect();
        let known = broker.get_all(Bucket::Contents, &keys)?;
        for ((_, content), _) in some.iter().zip(&known).filter(|(_, known)| known.is_none()) {
            put(broker, content)?;
        }
    }
    Ok(())
}

/// The content with a hash, if all of it is there.
pub fn get(broker: &dyn Broker, wanted: &Hash) -> Reached<Option<Vec<u8>>> {
    let mut content = Vec::new();
    let (mut number, mut count) = (0, 1);
    while number < count {
        let bytes = broker.get(Bucket::Contents, &piece(wanted, number))?;
        let Some((head, rest)) = bytes.as_deref().and_then(|bytes| bytes.split_first_chunk()) else {
            return Ok(None);
        };
        count = u32::from_le_bytes(*head) as usize;
        content.extend(rest);
        number += 1;
    }
    Ok(Some(content).filter(|content| hash(content) == *wanted))
}
