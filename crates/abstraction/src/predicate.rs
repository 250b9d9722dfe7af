//! Predicates: the atoms offered to the abstraction of one loop.

use abide_base::Span;
use abide_logic::{Term, Var};
use abide_region::Clause;
use std::collections::BTreeSet;
use std::fmt;

/// An atom and where it came from.
#[derive(Clone, Debug)]
pub struct Predicate {
    /// The formula, over program variables and skolem constants.
    pub formula: Term,
    /// Who proposed it.
    pub origin: Origin,
    /// Where it stands in the source, if it does.
    pub span: Option<Span>,
}

/// Who proposed a predicate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Origin {
    /// The user, in the source.
    User,
    /// A source of predicates; what it proposes, in words.
    Source(&'static str),
    /// The shape analysis.
    Shape,
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Origin::User => "given in the source",
            Origin::Source(words) => words,
            Origin::Shape => "found by shape analysis",
        })
    }
}

/// The predicates of one loop, and the skolem constants they may mention.
#[derive(Clone, Debug, Default)]
pub struct Precision {
    /// Numbered by position.
    pub predicates: Vec<Predicate>,
    /// Constants of unknown value, over which each clause is closed.
    pub skolems: Vec<Var>,
}

impl Precision {
    /// The number of predicates.
    pub fn width(&self) -> usize {
        self.predicates.len()
    }

    /// The skolem constants that occur in the predicates of a clause.
    pub fn skolems_of(&self, clause: Clause) -> Vec<Var> {
        let mut free = BTreeSet::new();
        for literal in clause.literals() {
            free.extend(self.predicates[literal.predicate as usize].formula.free_vars());
        }
        self.skolems.iter().filter(|s| free.contains(s)).cloned().collect()
    }

    /// γ of a clause, closed over its own skolem constants: `∀S. ⋁ literals` (FQ §4.1; the
    /// released code closes each clause separately).
    pub fn closed(&self, clause: Clause) -> Term {
        let literals = clause.literals().map(|l| {
            let formula = self.predicates[l.predicate as usize].formula.clone();
            if l.positive { formula } else { Term::not(formula) }
        });
        Term::forall(self.skolems_of(clause), Term::or(literals))
    }
}
