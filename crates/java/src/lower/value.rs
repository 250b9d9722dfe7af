//! Values of expressions, and the scopes in which formulas are read.

use crate::syntax::ast::{Arithmetic, Modifiers, TypeRef};
use crate::types::{ClassId, Type};
use abide_base::{Diagnostic, Span};
use abide_frontend::failure;
pub(super) use abide_frontend::failure::{Lowering, wrong};
pub(super) use abide_frontend::snapshot::View;
use abide_logic::heap::set_sort;
use abide_logic::{Int, Sort, Term, Var};

/// The value of an expression.
#[derive(Clone, Debug)]
pub(super) struct Val {
    pub(super) term: Term,
    pub(super) ty: Type,
    /// Bounds known from the expression's form.
    pub(super) low: Option<Int>,
    pub(super) high: Option<Int>,
    /// Does Java know a more special type, or another number's? So where a type parameter stands for some type, and
    /// where nothing is known of the code that the value comes from.
    pub(super) vague: bool,
    /// Is it one of several types of numbers, which a `switch` yields? To operators it is of the widest of them; to an
    /// overloaded method and in a box each is of its own.
    pub(super) mixed: bool,
}

impl Val {
    pub(super) fn new(term: Term, ty: Type) -> Val {
        let number = ty.as_int().map(|kind| crate::ints::typed(term.clone(), kind));
        let (low, high) = number.map_or((None, None), |n| (n.low, n.high));
        Val {
            term,
            ty,
            low,
            high,
            vague: false,
            mixed: false,
        }
    }

    /// The same value, of a type that is vague if `so`.
    pub(super) fn vague_if(self, so: bool) -> Val {
        let vague = self.vague || so;
        Val { vague, ..self }
    }

    pub(super) fn null() -> Val {
        Val::new(Term::null(), Type::Null)
    }

    pub(super) fn number(&self) -> crate::ints::Number {
        crate::ints::Number {
            term: self.term.clone(),
            low: self.low.clone(),
            high: self.high.clone(),
        }
    }
}

/// A local variable, parameter or skolem constant in scope.
#[derive(Clone, Debug)]
pub(super) struct Local {
    pub(super) name: String,
    pub(super) var: Var,
    pub(super) ty: Type,
    pub(super) non_null: bool,
    /// Is its type that of a vague value?
    pub(super) vague: bool,
    /// Is its type written as `Object`?
    pub(super) plain_object: bool,
}

impl Local {
    pub(super) fn value(&self) -> Val {
        Val::new(self.var.term(), self.ty.clone()).vague_if(self.vague)
    }
}

/// Where a formula of the source is to be read.
#[derive(Clone, Debug)]
pub(super) struct Scope {
    /// Names bound to values, the last one first: parameters of a callee, bound variables.
    pub(super) bound: Vec<(String, Val)>,
    /// Are the method's own locals visible?
    pub(super) locals: bool,
    /// `this`.
    pub(super) this: Option<Val>,
    /// The class names are looked up in.
    pub(super) class: ClassId,
    /// `\result`.
    pub(super) result: Option<Val>,
    /// The state in which variables and heap are read.
    pub(super) view: View,
    /// What `\old` means here.
    pub(super) old: View,
    /// The snapshot of the loop around.
    pub(super) entry: usize,
    /// What arithmetic means.
    pub(super) math: Arithmetic,
    /// Calls of pure methods unfolded around this.
    pub(super) depth: usize,
}

/// What arithmetic means in formulas of a class or method with these modifiers.
pub(super) fn arithmetic_of(modifiers: &Modifiers) -> Arithmetic {
    modifiers.spec_math.unwrap_or_default()
}

/// The sort of a type's values.
pub(super) fn sort_of(ty: &Type) -> Sort {
    match ty {
        Type::Bool => Sort::Bool,
        Type::Set(_) => set_sort(),
        Type::Seq(element) => Sort::map(Sort::Int, sort_of(element)),
        _ if ty.is_reference() => Sort::Ref,
        _ => Sort::Int,
    }
}

/// Does the source say `Object`, or an array of such?
pub(super) fn is_written_object(ty: &TypeRef) -> bool {
    &*ty.name == "Object"
}

/// Something in the source is beyond us.
pub(super) fn unsupported(span: Span, what: impl std::fmt::Display) -> Box<Diagnostic> {
    failure::unsupported(span, what, "method")
}
