//! Contracts that methods are granted which nobody wrote for them.

use crate::syntax::{ast, parse_expression};
use abide_base::FileId;
use abide_ir::{ContractClause, Granted, Keyword};
use std::collections::BTreeMap;

/// A clause as it is read.
pub(super) enum Clause {
    /// `requires`.
    Requires(ast::Expr),
    /// `signals`: the class of the exception.
    Signals(ast::TypeRef),
}

/// The clauses of routines, by name; none for one that cannot be read.
pub(super) type Clauses = BTreeMap<String, Vec<Option<Clause>>>;

/// Reads clauses.
pub(super) fn read(granted: &Granted) -> Clauses {
    let all = |clauses: &Vec<ContractClause>| clauses.iter().map(clause).collect();
    granted
        .iter()
        .map(|(name, clauses)| (name.clone(), all(clauses)))
        .collect()
}

fn clause(clause: &ContractClause) -> Option<Clause> {
    match clause.keyword {
        Keyword::Requires => parse_expression(FileId::default(), &clause.text, 0)
            .ok()
            .map(Clause::Requires),
        Keyword::Signals => {
            let name = clause.text.strip_prefix('(')?.split_once(' ')?.0;
            Some(Clause::Signals(ast::TypeRef::named(name, Default::default())))
        }
    }
}
