//! What workers are told and what they tell: a length in four bytes, then as many bytes.

use super::purpose::Purpose;
use crate::files::{Input, Origin};
use abide_base::{Diagnostic, SourceFile, Span};
use abide_verify::{Answer, Beforehand, FileCoverage, FileReport, Headers, Interface, Mode};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// What a worker is told.
#[derive(Serialize, Deserialize)]
pub enum Order {
    /// What all of the work is about.
    Setup(Setup),
    /// Read a file by itself, and tell what it has for others. Those that are only known come after those that are verified.
    Read(usize),
    /// What is known of the files; only then can any be verified.
    Know(Beforehand),
    /// Verify a file.
    Verify {
        /// Its number.
        file: usize,
        /// Its routines that are left out.
        without: BTreeSet<String>,
        /// Threads.
        jobs: usize,
        /// Is it to tell which headers the file has?
        headers: bool,
    },
    /// See what can be read of a file.
    Survey(usize),
    /// What others know of the routine that was asked for.
    Found(Option<Vec<u8>>),
    /// Come to an end.
    Cancel,
}

/// What all of the work is about; the options are on the command line.
#[derive(Serialize, Deserialize)]
pub struct Setup {
    /// The files to be verified.
    pub files: Vec<Text>,
    /// Those that are known to them.
    pub context: Vec<Text>,
    /// The command lines by which files are read.
    pub parts: Vec<Vec<String>>,
    /// What for.
    pub purpose: Purpose,
    /// What to do with them.
    pub mode: Mode,
    /// Are abstract control-flow graphs wanted?
    pub drawn: bool,
    /// Are results of routines shared with other machines?
    pub shares: bool,
}

/// A file.
#[derive(Serialize, Deserialize)]
pub struct Text {
    path: Vec<u8>,
    text: String,
    /// How it is to be read.
    pub origin: Origin,
    /// By which command line.
    pub part: usize,
    /// Where it lies for its preprocessor, if that is not its path.
    pub place: Option<Place>,
}

/// Where a file lies for a preprocessor.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    /// Its path.
    pub path: String,
    /// Further flags.
    pub flags: Vec<String>,
}

impl Text {
    /// A file, by what it is read as.
    pub fn new(file: &Input, place: Option<Place>) -> Text {
        Text {
            path: bytes(file.source.path()),
            text: file.source.text().to_string(),
            origin: file.origin,
            part: file.part,
            place,
        }
    }

    /// The file.
    pub fn source(self) -> SourceFile {
        SourceFile::new(path(self.path), self.text)
    }
}

/// A path as bytes, for other machines.
#[cfg(unix)]
pub fn bytes(path: &Path) -> Vec<u8> {
    use std::os::unix::ffi::OsStrExt;
    path.as_os_str().as_bytes().to_vec()
}

/// A path from its bytes.
#[cfg(unix)]
pub fn path(bytes: Vec<u8>) -> PathBuf {
    use std::os::unix::ffi::OsStringExt;
    std::ffi::OsString::from_vec(bytes).into()
}

/// A path as bytes, for other machines.
#[cfg(not(unix))]
pub fn bytes(path: &Path) -> Vec<u8> {
    path.to_string_lossy().into_owned().into_bytes()
}

/// A path from its bytes.
#[cfg(not(unix))]
pub fn path(bytes: Vec<u8>) -> PathBuf {
    String::from_utf8_lossy(&bytes).into_owned().into()
}

/// What a worker tells, and when.
#[derive(Serialize, Deserialize)]
pub struct Told {
    /// The processor time it has used.
    pub spent: Duration,
    /// What it tells.
    pub news: News,
}

/// What a worker tells.
#[derive(Serialize, Deserialize)]
pub enum News {
    /// It is set up, with this prover.
    Ready(String),
    /// It has no prover.
    Missing(Diagnostic),
    /// What a file has for others, and which headers it has, if that is all it follows from.
    Read(Interface, Option<Headers>),
    /// It knows the files.
    Knows,
    /// A file was read that has these routines.
    Loaded(Vec<(String, Span)>),
    /// A part of the work on a routine has begun.
    Begun(String),
    /// It has come to an end.
    Ended(String),
    /// So many of so many routines of the file are done.
    Progress(usize, usize, String),
    /// A file is done.
    Done(Box<Done>),
    /// This can be read of a file.
    Surveyed(FileCoverage),
    /// Do others know this routine?
    Find([u8; 32]),
    /// It knows this of a routine now.
    Keep([u8; 32], Vec<u8>),
    /// The prover has failed.
    Failed(String),
}

/// What came of a file.
#[derive(Serialize, Deserialize)]
pub struct Done {
    /// What was found out.
    pub report: FileReport,
    /// How many errors of our own were in the way.
    pub bugs: usize,
    /// Its headers, if these were asked for and it follows from nothing else.
    pub headers: Option<Headers>,
    /// What it has asked of the others, with the answers.
    pub answers: BTreeMap<String, Answer>,
}

/// What a report follows from besides the text and the options.
#[derive(Serialize, Deserialize)]
pub struct Basis {
    /// The headers.
    pub headers: Headers,
    /// What the file has asked of the others, with the answers.
    pub answers: BTreeMap<String, Answer>,
}

/// More than this is no message.
const LONGEST: u32 = 1 << 30;

/// Writes a message.
pub fn write(to: &mut impl Write, message: &impl Serialize) -> io::Result<()> {
    let bytes = postcard::to_stdvec(message).map_err(io::Error::other)?;
    let length = u32::try_from(bytes.len()).ok().filter(|n| *n <= LONGEST);
    let length = length.ok_or_else(|| io::Error::other("the message is too long"))?;
    to.write_all(&length.to_le_bytes())?;
    to.write_all(&bytes)?;
    to.flush()
}

/// Reads a message.
pub fn read<T: DeserializeOwned>(from: &mut impl Read) -> io::Result<T> {
    let mut length = [0; 4];
    from.read_exact(&mut length)?;
    let length = u32::from_le_bytes(length);
    if length > LONGEST {
        return Err(io::Error::other("the message is too long"));
    }
    let mut bytes = Vec::new();
    if from.take(u64::from(length)).read_to_end(&mut bytes)? < length as usize {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    postcard::from_bytes(&bytes).map_err(io::Error::other)
}

#[cfg(test)]
mod tests {
    use super::*;
    use abide_verify::Gcl;
    use std::sync::Arc;

    #[test]
    fn messages_come_as_they_went() {
        let mut pipe = Vec::new();
        write(&mut pipe, &Order::Read(7)).unwrap();
        write(&mut pipe, &Order::Cancel).unwrap();
        let mut from = &pipe[..];
        assert!(matches!(read(&mut from), Ok(Order::Read(7))));
        assert!(matches!(read(&mut from), Ok(Order::Cancel)));
        assert!(read::<Order>(&mut from).is_err());
        assert!(read::<Order>(&mut &pipe[..5]).is_err());
        assert!(read::<Order>(&mut &[255; 8][..]).is_err());
    }

    #[test]
    fn paths_of_any_bytes_are_kept() {
        let name = path(b"a\xff.c".to_vec());
        let file = Input {
            source: SourceFile::new(name.clone(), "int x;"),
            language: Arc::new(Gcl),
            origin: Origin::Plain,
            task: None,
            part: 0,
        };
        let sent = Text::new(&file, None);
        assert_eq!(sent.source().path(), name);
    }
}
