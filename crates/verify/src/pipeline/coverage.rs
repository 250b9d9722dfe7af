//! How much of a code base can be read: the first stage alone, without a prover.

use super::request::Beforehand;
use super::{known, load};
use crate::language::Language;
use abide_base::{Diagnostic, FileId, SourceFile, Sources, Span};
use abide_ir::{Block, StmtKind, Unsupported};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// What can be read of some files.
#[derive(Default)]
pub struct Coverage {
    /// Their texts.
    pub sources: Sources,
    /// Routines that can be verified.
    pub read: usize,
    /// Those of them with a loop.
    pub read_with_loop: usize,
    /// Routines that cannot.
    pub unsupported: Vec<UnsupportedRoutine>,
    /// Bugs of ours that were met.
    pub bugs: Vec<Diagnostic>,
}

/// A routine that cannot be verified.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct UnsupportedRoutine {
    /// Its name.
    pub name: String,
    /// Where it is declared.
    pub span: Span,
    /// What in it stands in the way, as far as that is known.
    pub why: Vec<Diagnostic>,
    /// Is there a loop in it?
    pub has_loop: bool,
}

impl From<Unsupported> for UnsupportedRoutine {
    fn from(routine: Unsupported) -> UnsupportedRoutine {
        let Unsupported {
            name,
            span,
            why,
            has_loop,
        } = routine;
        UnsupportedRoutine {
            name,
            span,
            why,
            has_loop,
        }
    }
}

/// What can be read of one file.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct FileCoverage {
    /// Routines that can be verified.
    pub read: usize,
    /// Those of them with a loop.
    pub read_with_loop: usize,
    /// Routines that cannot.
    pub unsupported: Vec<UnsupportedRoutine>,
    /// A bug of ours that was in the way.
    pub bug: Option<Diagnostic>,
}

impl Coverage {
    /// Adds what can be read of one more file.
    pub fn add(&mut self, file: FileCoverage) {
        self.read += file.read;
        self.read_with_loop += file.read_with_loop;
        self.unsupported.extend(file.unsupported);
        self.bugs.extend(file.bug);
    }

    /// How many routines there are.
    pub fn routines(&self) -> usize {
        self.read + self.unsupported.len()
    }

    /// How many routines have a loop.
    pub fn with_loop(&self) -> usize {
        self.read_with_loop + self.unsupported_with_loop()
    }

    /// How many of those cannot be verified.
    pub fn unsupported_with_loop(&self) -> usize {
        self.unsupported.iter().filter(|u| u.has_loop).count()
    }
}

/// Files that know each other, to be read one at a time; nothing is verified.
pub struct Survey {
    sources: Sources,
    ids: Vec<FileId>,
    languages: Vec<Arc<dyn Language>>,
}

impl Survey {
    /// Of some files, and others that are known to them.
    pub fn new(
        files: Vec<(SourceFile, Arc<dyn Language>)>,
        context: &[(SourceFile, Arc<dyn Language>)],
        beforehand: &Beforehand,
    ) -> Survey {
        let mut sources = Sources::default();
        let (ids, languages) = known(&mut sources, (&files, context), beforehand);
        Survey {
            sources,
            ids,
            languages,
        }
    }

    /// What can be read of the file of this number.
    pub fn file(&self, at: usize) -> FileCoverage {
        let (Some(id), Some(language)) = (self.ids.get(at), self.languages.get(at)) else {
            return FileCoverage::default();
        };
        match load(*id, self.sources.file(*id), language) {
            Ok(loaded) => {
                let routines = &loaded.program.routines;
                FileCoverage {
                    read: routines.len(),
                    read_with_loop: routines.iter().filter(|r| has_loop(&r.body)).count(),
                    unsupported: loaded.unsupported.into_iter().map(UnsupportedRoutine::from).collect(),
                    bug: None,
                }
            }
            Err(bug) => FileCoverage {
                bug: Some(*bug),
                ..FileCoverage::default()
            },
        }
    }
}

/// Is there a loop that the user wrote? One of a callee that is read in place counts too.
fn has_loop(block: &Block) -> bool {
    block.iter().any(|s| match &s.kind {
        StmtKind::While(_) => true,
        StmtKind::If(_, yes, no) => has_loop(yes) || has_loop(no),
        StmtKind::Choice(blocks) => blocks.iter().any(has_loop),
        _ => false,
    })
}
