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
        let Some(function) = callee.function else { return };
        let told = self.env.prototypes.get(name);
        if told.is_some_and(|told| told.start < span.start) {
            return;
        }
        let params = &callee.signature.params;
        let fits = |(arg, param): (&'a Expr, &Type)| {
            self.type_of(arg)
                .is_none_or(|ty| self.passes_as(&ty.decayed(), param, function.old_style))
        };
        if !args.iter().zip(params).all(fits) {
            let fits = self.unknown_choice("fits", span.beginning());
            self.check(fits, CheckKind::Cast, span, None);
        }
    }

    /// Is an argument, once it is promoted, what a parameter is taken from?
    fn passes_as(&self, arg: &Type, param: &Type, old_style: bool) -> bool {
        let model = &self.env.types.model;
        let bytes = |kind: IntType| model.bytes(model.promoted(kind));
        match (arg, param) {
            (Type::Int(arg), Type::Int(param)) => bytes(*arg) == bytes(*param),
            // `float` is promoted to `double`
            (Type::Float(arg), Type::Float(param)) if old_style => (*arg).max(8) == (*param).max(8),
            (Type::Float(arg), Type::Float(param)) => (*arg).max(8) == *param,
            (Type::Pointer(_), Type::Pointer(_)) => true,
            (arg, param) => arg == param,
        }
    }
}
