//! Contracts that methods are granted which nobody wrote for them.

use super::body::Body;
use super::value::{Lowering, View};
use crate::syntax::{ast, parse_expression};
use crate::types::Type;
use abide_base::FileId;
use abide_ir::{ContractClause, Granted, Keyword};
use abide_logic::Term;
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
            Some(Clause::Signals(ast::TypeRef {
                name: name.into(),
                dims: 0,
                span: Default::default(),
                args: Vec::new(),
            }))
        }
    }
}

impl<'a> Body<'_, 'a> {
    /// What each precondition says that the method is granted, and what the types of what it reads say.
    pub(super) fn granted_preconditions(&mut self, routine: &str) -> Vec<Vec<Term>> {
        let clauses: &'a Clauses = self.env.granted;
        let entry = self.contract_scope(View::Now, View::Now);
        let mut granted = Vec::new();
        for clause in clauses.get(routine).into_iter().flatten() {
            let formula = match clause {
                Some(Clause::Requires(formula)) => self.formula(formula, &entry).ok(),
                _ => None,
            };
            // what is not understood says nothing
            granted.push(formula.map_or_else(Vec::new, |f| vec![self.read_types(&f), f]));
        }
        granted
    }

    /// The exceptions that the method may throw by what it is granted.
    pub(super) fn granted_exceptions(&mut self, routine: &str) -> Lowering<Vec<Type>> {
        let clauses: &'a Clauses = self.env.granted;
        let mut types = Vec::new();
        for clause in clauses.get(routine).into_iter().flatten() {
            if let Some(Clause::Signals(ty)) = clause {
                types.push(self.resolve_known(ty, self.method.class)?);
            }
        }
        Ok(types)
    }
}
