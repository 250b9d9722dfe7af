//! Values of expressions, variables in scope, and the scopes in which formulas are read.

use crate::types::Type;
use abide_base::{Diagnostic, Span};
use abide_frontend::failure;
pub(in crate::lower) use abide_frontend::failure::{Lowering, wrong};
pub(in crate::lower) use abide_frontend::snapshot::View;
use abide_logic::number::Number;
use abide_logic::{Int, Term, Var};
use std::collections::BTreeMap;

/// The value of an expression: a term for each scalar part of its type ([`super::state::Leaf`]).
#[derive(Clone, Debug)]
pub(in crate::lower) struct Val {
    pub(in crate::lower) ty: Type,
    pub(in crate::lower) parts: Vec<Term>,
    /// Bounds known from the expression's form.
    pub(in crate::lower) low: Option<Int>,
    pub(in crate::lower) high: Option<Int>,
    /// The formula whose truth the value is.
    pub(in crate::lower) truth: Option<Term>,
    /// What the memory really consists of, where a pointer was cast to a type of another sign.
    pub(in crate::lower) real: Option<Type>,
}

impl Val {
    pub(in crate::lower) fn new(ty: Type, parts: Vec<Term>) -> Val {
        Val {
            ty,
            parts,
            low: None,
            high: None,
            truth: None,
            real: None,
        }
    }

    pub(in crate::lower) fn void() -> Val {
        Val::new(Type::Void, Vec::new())
    }

    pub(in crate::lower) fn number(number: Number, ty: Type) -> Val {
        Val {
            low: number.low,
            high: number.high,
            ..Val::new(ty, vec![number.term])
        }
    }

    /// A truth value as `int`.
    pub(in crate::lower) fn truth(formula: Term) -> Val {
        let number = Term::ite(formula.clone(), Term::int(1), Term::int(0));
        Val {
            truth: Some(formula),
            ..Val::number(Number::between(number, Int::ZERO, Int::ONE), Type::INT)
        }
    }

    pub(in crate::lower) fn pointer(to: Type, block: Term, offset: Term) -> Val {
        Val::new(to.pointer(), vec![block, offset])
    }

    pub(in crate::lower) fn null() -> Val {
        Val::pointer(Type::Void, Term::null(), Term::int(0))
    }

    /// The integer.
    pub(in crate::lower) fn int(&self) -> Option<Number> {
        match (&self.ty, self.parts.first()) {
            (Type::Int(_) | Type::Bits(..) | Type::Integer, Some(term)) => Some(Number {
                term: term.clone(),
                low: self.low.clone(),
                high: self.high.clone(),
            }),
            _ => None,
        }
    }

    /// Block and offset.
    pub(in crate::lower) fn address(&self) -> Option<(Term, Term)> {
        match (&self.ty, self.parts.as_slice()) {
            (Type::Pointer(_), [block, offset]) => Some((block.clone(), offset.clone())),
            // a structure that stands alone
            (Type::Pointer(_), [block]) => Some((block.clone(), Term::int(0))),
            _ => None,
        }
    }

    /// Is it the null pointer or the constant zero?
    pub(in crate::lower) fn is_null_constant(&self) -> bool {
        match self.parts.first() {
            Some(t) if self.ty.as_int().is_some() => *t == Term::int(0),
            Some(t) => *t == Term::null(),
            None => false,
        }
    }
}

/// A variable of the source.
#[derive(Clone, Debug)]
pub(in crate::lower) struct Object {
    pub(in crate::lower) name: String,
    pub(in crate::lower) ty: Type,
    pub(in crate::lower) home: Home,
    /// Is it true that it has been given a value? Only for variables declared without one.
    pub(in crate::lower) set: Option<Var>,
    /// A name in ghost code.
    pub(in crate::lower) ghost: bool,
    /// The numbers of elements of an array, of its elements and so on, where these were found out at run time.
    pub(in crate::lower) counts: Vec<Option<Term>>,
}

/// Where a variable lives.
#[derive(Clone, Debug)]
pub(in crate::lower) enum Home {
    /// In variables of the routine, one for each scalar part.
    Vars(Vec<Var>),
    /// In terms that never change: a parameter that nobody assigns.
    Fixed(Vec<Term>),
    /// In memory: the block.
    Block(Term),
    /// It is the variable of that name at file scope, declared again in a block.
    OfFile,
}

/// Where a formula of the source is to be read.
#[derive(Clone, Debug)]
pub(in crate::lower) struct Scope {
    /// Names bound to values, the last one first: parameters of a callee, bound variables.
    pub(in crate::lower) bound: Vec<(String, Val)>,
    /// Are the function's own locals visible?
    pub(in crate::lower) locals: bool,
    /// `\result`.
    pub(in crate::lower) result: Option<Val>,
    /// The state in which variables and memory are read.
    pub(in crate::lower) view: View,
    /// What labels mean here.
    pub(in crate::lower) labels: BTreeMap<String, View>,
    /// Applications of logic functions unfolded around this.
    pub(in crate::lower) depth: usize,
    /// Is a formula inside a quantifier: facts about what it reads cannot be stated outside.
    pub(in crate::lower) bound_vars: Vec<Var>,
}

impl Scope {
    /// Where only names of the file and no labels are known.
    pub(in crate::lower) fn of_file(view: View) -> Scope {
        Scope {
            bound: Vec::new(),
            locals: false,
            result: None,
            view,
            labels: BTreeMap::new(),
            depth: 0,
            bound_vars: Vec::new(),
        }
    }

    /// Where the contract of a function is read, with its parameters.
    pub(in crate::lower) fn of_contract(bound: Vec<(String, Val)>, view: View, old: View) -> Scope {
        let labels = [("Pre", old), ("Old", old), ("Post", View::Now), ("Here", view)];
        Scope {
            bound,
            labels: labels.into_iter().map(|(n, v)| (n.to_string(), v)).collect(),
            ..Scope::of_file(view)
        }
    }
}

/// Where `break` and `continue` go.
#[derive(Clone, Debug)]
pub(in crate::lower) struct Target {
    /// Where `break` goes to.
    pub(in crate::lower) end: String,
    /// Where `continue` goes to; none in a `switch`.
    pub(in crate::lower) next: Option<String>,
    /// Scopes open there.
    pub(in crate::lower) depth: usize,
    /// Was `continue` used?
    pub(in crate::lower) continued: bool,
    /// Was `break` used?
    pub(in crate::lower) broken: bool,
}

/// Something in the source is beyond us.
pub(in crate::lower) fn unsupported(span: Span, what: impl std::fmt::Display) -> Box<Diagnostic> {
    failure::unsupported(span, what, "function")
}
