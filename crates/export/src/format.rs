//! The languages programs are exported to.

use crate::error::ExportError;
use std::fmt;
use std::str::FromStr;

/// A language to export to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// Constrained Horn clauses in SMT-LIB: `sat` when everything can be proved. The user's
    /// invariants are among what is to be proved; the predicates are not given.
    Chc,
    /// Boogie, with the user's invariants, and the predicates for Boogie's own predicate
    /// abstraction.
    Boogie,
    /// SMT-LIB obligations from the annotations as they stand: `unsat` for each that is
    /// proved.
    Smt2,
}

impl Format {
    /// All of them.
    pub const ALL: [Format; 3] = [Format::Chc, Format::Boogie, Format::Smt2];

    /// The name on a command line.
    pub fn name(self) -> &'static str {
        match self {
            Format::Chc => "chc",
            Format::Boogie => "boogie",
            Format::Smt2 => "smt2",
        }
    }

    /// The usual ending of such a file's name, without the dot.
    pub fn extension(self) -> &'static str {
        match self {
            Format::Chc | Format::Smt2 => "smt2",
            Format::Boogie => "bpl",
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Format {
    type Err = ExportError;

    fn from_str(text: &str) -> Result<Format, ExportError> {
        let known = Format::ALL.into_iter().find(|f| f.name() == text);
        known.ok_or_else(|| ExportError::NoFormat {
            name: text.to_string(),
            known: Format::ALL.map(|f| f.name().to_string()).to_vec(),
        })
    }
}
