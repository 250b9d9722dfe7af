//! Arguments beyond the parameters: `va_list` and its macros. Which ones a caller passes is not known.

use super::body::Body;
use super::value::{Lowering, Val, unsupported};
use crate::syntax::ast::{Expr, ExprKind as E, Name};
use crate::types::Type;
use abide_base::Span;
use abide_ir::AssumptionKind;

impl<'a> Body<'_, 'a> {
    /// `va_start`, `va_copy` and `va_end`; nothing if it is none of them.
    pub(super) fn argument_list(&mut self, word: &str, args: &'a [Expr], span: Span) -> Lowering<Option<Val>> {
        match (word, args) {
            ("va_start" | "va_copy", [list, ..]) => {
                let place = self.place(list)?;
                self.store(&place, Vec::new(), span)?;
            }
            ("va_end", [_]) => {}
            _ => return Ok(None),
        }
        Ok(Some(Val::void()))
    }

    /// `va_arg(list, T)`.
    pub(super) fn next_argument(&mut self, name: &Name, args: &'a [Expr], span: Span) -> Lowering<Val> {
        let ("__builtin_va_arg", [list, ty]) = (&*name.text, args) else {
            return Err(unsupported(span, format!("`{}`", name.text)));
        };
        let E::SizeofType(ty) = &*ty.kind else {
            return Err(unsupported(span, "this argument of `va_arg`"));
        };
        self.value(list)?;
        let ty = self.resolve(ty, span)?;
        if let Type::Unknown(what) = &ty {
            return Err(unsupported(span, format!("an argument of type `{what}`")));
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
