//! Contracts of functions that are only declared, as C: to be evaluated around a call of the real function.

use super::formula::Formulas;
use super::logic_functions::logic_functions;
use crate::syntax::ast::{BinaryOp as B, Clause, Contract, Expr, ExprKind as E, Item, UnaryOp as U, Unit};

/// A contract in C. Parameters have their names, the result is `abide_result`, and `abide_before(p)` leads from a place to
/// a copy that was made before the call.
#[derive(Clone, Debug)]
pub struct ContractInC {
    /// The functions and predicates that it applies.
    pub definitions: String,
    /// What holds before the call.
    pub requires: Vec<String>,
    /// Variables for values before the call.
    pub kept: Vec<(String, String)>,
    /// What holds after it.
    pub ensures: Vec<String>,
    /// What it may write, as pointers with the numbers of a first and a last element; none if that may be anything.
    pub assigns: Option<Vec<(String, String, String)>>,
    /// How many of its clauses are left out, or in part.
    pub untested: usize,
}

/// The contract of a function that a header of the library declares.
pub fn contract_in_c(unit: &Unit, name: &str) -> Option<ContractInC> {
    let contract = contract_of(unit, name)?;
    let mut formulas = Formulas::of_library(unit);
    let mut untested = contract.behaviors.len();
    let mut clauses = |formulas: &mut Formulas<'_>, clauses: &[Clause]| -> Vec<String> {
        let mut texts = Vec::new();
        for clause in clauses {
            let whole = formulas.formula(&clause.formula);
            untested += usize::from(whole.is_none());
            texts.extend(whole.or_else(|| formulas.weakened(&clause.formula)));
        }
        texts
    };
    let requires = clauses(&mut formulas, &contract.common.requires);
    let ensures = clauses(&mut formulas, &contract.common.ensures);
    let assigns = contract.common.assigns.as_ref().map(|assigns| {
        let places = assigns.places.iter().filter(|e| !matches!(&*e.kind, E::Nothing));
        // what the library keeps is no memory that a test can see
        places.filter_map(|e| place(&mut formulas, e)).collect()
    });
    let definitions = logic_functions(formulas.library.as_ref()?)?;
    Some(ContractInC {
        definitions,
        requires,
        kept: formulas.kept,
        ensures,
        assigns,
        untested,
    })
}

pub(super) fn contract_of<'u>(unit: &'u Unit, name: &str) -> Option<&'u Contract> {
    unit.items.iter().find_map(|item| match item {
        Item::Decl(d) if d.system && *d.name.text == *name => d.contract.as_ref(),
        _ => None,
    })
}

/// A place of an `assigns` clause.
fn place(formulas: &mut Formulas<'_>, e: &Expr) -> Option<(String, String, String)> {
    match &*e.kind {
        E::Unary(U::Deref, p) => formulas.pointed_range(p),
        E::Index(p, by) => {
            let sum = Expr {
                kind: Box::new(E::Binary(B::Add, p.clone(), by.clone())),
                span: e.span,
            };
            formulas.pointed_range(&sum)
        }
        _ => None,
    }
}
