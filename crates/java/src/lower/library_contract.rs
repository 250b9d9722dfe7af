//! Calls of methods whose contracts come with Abide: exceptions as those of the language, and whether a contract says all.

use super::body::Body;
use super::contract::Contract;
use super::value::{Lowering, Scope};
use crate::syntax::ast::{Behavior, BinaryOp, Expr, ExprKind, Location, QuantifierKind, SpecCase, UnaryOp};
use crate::syntax::walk::conjuncts;
use crate::types::{MethodRef, Type};
use abide_base::Span;
use abide_ir::{AssumptionKind, CheckKind};
use abide_logic::Term;

/// Does the contract of a method come with Abide?
pub(super) fn is_of_library(m: MethodRef) -> bool {
    m.decl.name.span.file.is_built_in()
}

/// Does a method of the library change its object, and so those that are views of it, by what its contract says?
pub(super) fn changes_object(m: MethodRef) -> bool {
    let frames = m.decl.spec.cases.iter().filter_map(|c| c.assignable.as_ref());
    let mut places = frames.flat_map(|a| &a.locations);
    !m.decl.constructor && places.any(|l| matches!(l, Location::One(_)))
}

impl<'a> Body<'_, 'a> {
    /// May a value be an object of a class of the program?
    pub(super) fn may_be_of_program(&self, ty: &Type) -> bool {
        match ty {
            Type::Array(element) => self.may_be_of_program(element),
            Type::Class(id) => self.classes().get(*id).decl.is_some() || !self.classes().get(*id).is_final,
            _ => false,
        }
    }

    /// The contract where nothing is thrown. What the library throws is thrown before anything else happens, as by an
    /// operator of the language.
    pub(super) fn without_exceptions(
        &mut self,
        m: MethodRef<'a>,
        contract: &Contract<'a>,
        scope: &Scope,
        span: Span,
    ) -> Lowering<Contract<'a>> {
        let is_thrown = |case: &SpecCase| is_of_library(m) && case.behavior == Behavior::Exceptional;
        for number in 0..contract.cases.len() {
            let case = contract.cases[number].1;
            if !is_thrown(case) {
                continue;
            }
            let requires = self.requires(contract, number, scope)?;
            let mut when = Term::and(requires.into_iter().map(|(t, _)| t));
            for exception in case.signals_only.iter().flat_map(|(types, _)| types) {
                let name = &*exception.name;
                if case.requires.is_empty() && !self.may_throw(name) {
                    let text = format!("`{}` throws no `{name}`", m.decl.name.text);
                    self.rely_on(AssumptionKind::Library, span, text);
                    continue;
                }
                if case.requires.is_empty() || !case.signals.is_empty() {
                    // it may be thrown, or not
                    when = Term::and([when, self.unknown_choice("thrown", span)]);
                }
                self.demand(Term::not(when.clone()), kind_of(name), name, span)?;
            }
        }
        let cases = contract.cases.iter().filter(|(_, case)| !is_thrown(case));
        Ok(Contract {
            cases: cases.copied().collect(),
            pure: contract.pure,
        })
    }
}

/// What goes wrong where an exception of the library is not caught.
fn kind_of(exception: &str) -> CheckKind {
    match exception {
        "NullPointerException" => CheckKind::Null,
        "IndexOutOfBoundsException" | "ArrayIndexOutOfBoundsException" | "StringIndexOutOfBoundsException" => {
            CheckKind::Bounds
        }
        "NegativeArraySizeException" => CheckKind::NegativeSize,
        "ClassCastException" => CheckKind::Cast,
        _ => CheckKind::Uncaught,
    }
}

/// What a contract determines: a run that depends on nothing else is one that can be.
pub(super) struct Known {
    pub result: bool,
    /// All that changes.
    pub effect: bool,
}

impl Known {
    pub fn by(m: MethodRef, contract: &Contract) -> Known {
        let mut facts = Vec::new();
        let clauses = contract.cases.iter().flat_map(|(_, case)| &case.ensures);
        clauses.for_each(|c| conjuncts(&c.formula, &mut facts));
        let equals = |wanted: &dyn Fn(&Expr) -> bool| {
            let tells = |e: &&Expr| matches!(&*e.kind, ExprKind::Binary(BinaryOp::Eq, value, _) if wanted(value));
            facts.iter().any(tells)
        };
        let is_result = |e: &Expr| matches!(&*e.kind, ExprKind::Result);
        let is_truth = |e: &Expr| match &*e.kind {
            ExprKind::Unary(UnaryOp::Not, value) => is_result(value),
            _ => is_result(e),
        };
        let gives = !m.decl.constructor && &*m.decl.result.name != "void";
        let is_set = |location: &Location| match location {
            Location::Nothing => true,
            Location::One(place) => match &*place.kind {
                ExprKind::Name(name) => equals(&|e| matches!(&*e.kind, ExprKind::Name(n) if n == name)),
                _ => false,
            },
            Location::Elements(_) => facts.iter().any(|e| fills(e)),
            _ => false,
        };
        let mut frames = contract.cases.iter().map(|(_, case)| case.assignable.as_ref());
        Known {
            result: !gives || equals(&is_result) || facts.iter().any(|e| is_truth(e)),
            effect: contract.pure || frames.all(|f| f.is_some_and(|a| a.locations.iter().all(is_set))),
        }
    }
}

/// Does a formula say what every element is?
fn fills(e: &Expr) -> bool {
    let ExprKind::Quantified(QuantifierKind::Forall, _, _, _, body) = &*e.kind else {
        return false;
    };
    matches!(&*body.kind, ExprKind::Binary(BinaryOp::Eq, value, _) if matches!(&*value.kind, ExprKind::Index(..)))
}
