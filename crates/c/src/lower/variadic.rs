//! Arguments beyond the parameters: `va_list` and its macros. Which ones a caller passes is not known.

use super::body::Body;
use super::state::Base;
use super::value::{Lowering, Val, unsupported, wrong};
use crate::syntax::ast::{Expr, ExprKind as E, IntType, Name};
use crate::types::Type;
use abide_base::Span;
use abide_ir::AssumptionKind;

impl<'a> Body<'_, 'a> {
    /// `va_start`, `va_copy` and `va_end`; nothing if it is none of them.
    pub(super) fn argument_list(&mut self, word: &str, args: &'a [Expr], span: Span) -> Lowering<Option<Val>> {
        let (list, started) = match (word, args) {
            ("va_start", [list, ..]) => (list, None),
            ("va_copy", [list, from]) => (list, Some(from)),
            ("va_end", [list]) => (list, Some(list)),
            _ => return Ok(None),
        };
        if let Some(started) = started {
            self.started_list(started, span)?;
        }
        let place = self.place(list)?;
        match (&place.base, word) {
            (Base::Object(object), "va_end") => self.unset(object, span),
            (_, "va_end") => {}
            _ => self.store(&place, Vec::new(), span)?,
        }
        Ok(Some(Val::void()))
    }

    /// A list of arguments has been started, and not been ended since. Of one that is a parameter, or in memory, that is
    /// assumed.
    fn started_list(&mut self, list: &'a Expr, span: Span) -> Lowering<()> {
        let place = self.place(list)?;
        let is_followed = matches!(&place.base, Base::Object(object) if object.set.is_some());
        if !is_followed {
            let text = "the list of arguments has been started, and not been ended";
            self.rely_on(AssumptionKind::Contract, span, text);
        }
        self.read(&place, span).map(drop)
    }

    /// `va_arg(list, T)`.
    pub(super) fn next_argument(&mut self, name: &Name, args: &'a [Expr], span: Span) -> Lowering<Val> {
        let ("__builtin_va_arg", [list, ty]) = (&*name.text, args) else {
            return Err(unsupported(span, format!("`{}`", name.text)));
        };
        let E::SizeofType(ty) = &*ty.kind else {
            return Err(unsupported(span, "this argument of `va_arg`"));
        };
        self.started_list(list, span)?;
        let ty = self.resolve(ty, span)?;
        if let Type::Unknown(what) = &ty {
            return Err(unsupported(span, format!("an argument of type `{what}`")));
        }
        if let Type::Int(
            IntType::Bool | IntType::Char | IntType::SChar | IntType::UChar | IntType::Short | IntType::UShort,
        )
        | Type::Float(4) = &ty
        {
            let message = format!(
                "no argument has the type `{}`: it is promoted when it is passed",
                self.show(&ty)
            );
            return Err(wrong(span, message));
        }
        let text = format!("callers pass an argument of type `{}` here", self.show(&ty));
        self.rely_on(AssumptionKind::Contract, span, text);
        self.guesses.insert(span);
        Ok(self.arbitrary(&ty, span))
    }

    /// What a list of arguments holds that the library prints.
    pub(super) fn arguments_fit(&mut self, name: &str, span: Span) {
        let text =
            format!("the arguments that `{name}` prints are as its format asks for, and it writes to none of them");
        self.rely_on(AssumptionKind::Contract, span, text);
    }
}
