//! Calls of functions whose parameters are not told before.
//!
//! Behind `int f();`, or a definition in the old style, arguments are passed as they are, but for promotions, and what
//! happens is undefined where the parameters have other types.

use super::body::Body;
use super::environment::Callee;
use crate::syntax::ast::{Expr, IntType};
use crate::types::Type;
use abide_base::Span;
use abide_ir::CheckKind;

impl<'a> Body<'_, 'a> {
    /// The arguments of a call have the types of the parameters, if nothing before it tells these.
    pub(super) fn fits_unseen_parameters(&mut self, name: &str, callee: &Callee<'a>, args: &'a [Expr], span: Span) {
        if callee.function.is_none() {
            return;
        }
        let told = self.env.prototypes.get(name);
        if told.is_some_and(|told| told.start < span.start) {
            return;
        }
        let types: Vec<Option<Type>> = args.iter().map(|a| self.type_of(a).map(|t| t.decayed())).collect();
        if !self.takes(callee, &types) {
            let fits = self.unknown_choice("fits", span.beginning());
            self.check(fits, CheckKind::Cast, span, None);
        }
    }

    /// Does a function take arguments of some types, as they are but for promotions?
    pub(super) fn takes(&self, callee: &Callee<'a>, args: &[Option<Type>]) -> bool {
        let signature = &callee.signature;
        let old_style = callee.function.is_some_and(|f| f.old_style);
        let mut passed = args.iter().zip(&signature.params);
        // a function that is only declared, without its parameters, may take anything
        callee.function.is_none() && signature.says_nothing()
            || args.len() == signature.params.len()
                && (old_style || !signature.variadic)
                && passed.all(|(arg, param)| arg.as_ref().is_none_or(|arg| self.passes_as(arg, param, old_style)))
    }

    /// Is an argument, once it is promoted, what a parameter is taken from?
    fn passes_as(&self, arg: &Type, param: &Type, old_style: bool) -> bool {
        let model = &self.env.types.model;
        let promoted = |kind: IntType| model.bytes(model.promoted(kind));
        match (arg, param) {
            (Type::Int(arg), Type::Int(param)) if old_style => promoted(*arg) == promoted(*param),
            (Type::Int(arg), Type::Int(param)) => promoted(*arg) == model.bytes(*param),
            // `float` is promoted to `double`
            (Type::Float(arg), Type::Float(param)) if old_style => (*arg).max(8) == (*param).max(8),
            (Type::Float(arg), Type::Float(param)) => (*arg).max(8) == *param,
            (Type::Pointer(_), Type::Pointer(_)) => true,
            (arg, param) => arg == param,
        }
    }
}
