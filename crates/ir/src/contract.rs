//! Contracts of routines that nobody wrote.

use abide_base::Span;
use abide_logic::Term;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A clause of a contract that nobody wrote.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ContractClause {
    /// What it says of the formula.
    pub keyword: Keyword,
    /// The formula in the annotation language of the file.
    pub text: String,
    /// How it is to be read.
    pub grade: Grade,
    /// How much it asks, compared with others: what asks more is done without first.
    pub strength: u32,
}

/// Clauses by routine.
pub type Granted = BTreeMap<String, Vec<ContractClause>>;

/// What functions ensure that nobody wrote a contract for, by name: formulas over their parameters and results, in the
/// annotation language of the file.
pub type Summaries = BTreeMap<String, Vec<String>>;

/// A precondition that a routine is granted.
#[derive(Clone, Debug)]
pub struct Grant {
    /// What it says, as far as it was understood.
    pub facts: Vec<Term>,
    /// The place by which checks at calls name it.
    pub place: Span,
}

impl Grant {
    /// The place of the clause of this number, at the name of its routine: the number of bytes tells clauses apart.
    pub fn place(name: Span, number: usize) -> Span {
        let start = name.start as usize;
        Span::new(name.file, start, start + 1 + number)
    }
}

/// What a clause says of its formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Keyword {
    /// It holds whenever the routine is called.
    Requires,
    /// It holds when the routine ends by an exception, whose class stands in front of it.
    Signals,
}

impl Keyword {
    /// The keyword in annotations.
    pub fn word(self) -> &'static str {
        match self {
            Keyword::Requires => "requires",
            Keyword::Signals => "signals",
        }
    }
}

/// How a clause is to be read. Ordered from what everybody takes for granted to what has to be thought about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Grade {
    /// What every caller does who uses the routine as it is meant: pointers that are valid, an index inside, a size
    /// that is not negative, a divisor that is not zero.
    Obvious,
    /// What a reader should see: what is kept by a module, ranges of elements, memory that does not overlap, an
    /// exception that is thrown on purpose.
    Shown,
    /// Numbers so large or small that the machine's are not enough.
    Limit,
}

impl Grade {
    /// The word people and machines read.
    pub fn word(self) -> &'static str {
        match self {
            Grade::Obvious => "obvious",
            Grade::Shown => "shown",
            Grade::Limit => "limit",
        }
    }
}
