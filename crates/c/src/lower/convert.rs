//! Conversions between types.

use super::body::Body;
use super::value::{Lowering, Val, unsupported, wrong};
use crate::syntax::ast::{self, IntType};
use crate::types::{Type, is_signed};
use abide_base::{Diagnostic, Span};
use abide_ir::CheckKind;
use abide_logic::Term;
use abide_logic::number::{Number, Range};

impl<'a> Body<'_, 'a> {
    /// A value brought to another type.
    pub(super) fn convert(&mut self, val: Val, ty: &Type, span: Span) -> Lowering<Val> {
        if val.ty == *ty && val.real.is_none() {
            return Ok(val);
        }
        match (&val.ty, ty) {
            (_, Type::Void) => Ok(Val::void()),
            (
                Type::Int(_) | Type::Bits(..) | Type::Integer | Type::Pointer(_) | Type::Float(_),
                Type::Int(ast::IntType::Bool) | Type::Bits(ast::IntType::Bool, _),
            ) => {
                let truth = self.is_true(&val, span)?;
                Ok(Val {
                    ty: ty.clone(),
                    ..Val::truth(truth)
                })
            }
            (Type::Int(_) | Type::Bits(..) | Type::Integer, Type::Int(_) | Type::Bits(..)) => {
                let range = self.range(ty).or_else(|| self.narrower(ty, false));
                Ok(wrapped(val, ty, range))
            }
            (Type::Int(_) | Type::Bits(..), Type::Integer) => Ok(Val {
                ty: Type::Integer,
                ..val
            }),
            (Type::Int(_) | Type::Bits(..), Type::Float(_)) | (Type::Float(_), Type::Float(_)) => {
                Ok(self.as_floating(&val, ty, span))
            }
            (Type::Float(_), Type::Int(_)) if self.quiet => Err(unsupported(
                span,
                "a floating value converted to an integer in a formula",
            )),
            (Type::Float(_), Type::Int(kind)) => self.cut_off(&val, *kind, span),
            (Type::Float(_), Type::Bits(kind, _)) if !self.quiet => {
                let whole = self.cut_off(&val, *kind, span)?;
                self.convert(whole, ty, span)
            }
            (Type::Int(_) | Type::Bits(..), Type::Pointer(_)) if val.is_null_constant() => {
                Ok(Val::new(ty.clone(), self.zeros(ty)))
            }
            (Type::Int(_) | Type::Bits(..), Type::Pointer(to)) => {
                self.pointer_elsewhere(to, None, "a pointer made of a number", span)
            }
            (Type::Pointer(_), Type::Int(_)) => {
                self.warn(Diagnostic::warning(span, "a pointer taken for a number").note("the number is arbitrary"));
                self.guesses.insert(span);
                Ok(self.arbitrary(ty, span))
            }
            (Type::Pointer(from), Type::Pointer(to)) => {
                let (from, to) = ((**from).clone(), (**to).clone());
                self.retarget(val, &from, &to, span)
            }
            (Type::Record(a), Type::Record(b)) if a == b => Ok(val),
            (_, Type::Unknown(what)) => Err(unsupported(span, format!("a value of type `{what}`"))),
            (from, to) => {
                let (from, to) = (self.show(from), self.show(to));
                Err(wrong(span, format!("`{from}` cannot become `{to}`")))
            }
        }
    }

    /// A value that is cast to another type.
    pub(super) fn cast(&mut self, val: Val, ty: &Type, span: Span) -> Lowering<Val> {
        let val = self.convert(val, ty, span)?;
        match self.narrower(ty, true).filter(|_| self.range(ty).is_none()) {
            Some(range) => Ok(wrapped(val, ty, Some(range))),
            None => Ok(val),
        }
    }

    /// The values of a type narrower than `int` to which a value wraps around also where integers are mathematical: by
    /// a cast, for that is what the one in `isdigit((unsigned char)c)` is for, and where C has unsigned numbers. What
    /// becomes of a signed number that does not fit is left to the machine, and is an overflow here.
    fn narrower(&self, ty: &Type, cast: bool) -> Option<Range> {
        let model = self.env.types.model;
        match ty {
            Type::Int(kind) if model.bytes(*kind) < model.bytes(IntType::Int) && (cast || !is_signed(*kind)) => {
                Some(model.range(*kind))
            }
            Type::Bits(kind, bits) if *bits < model.bits(IntType::Int) && !is_signed(*kind) => {
                Some(Range::of_bits(*bits, false))
            }
            _ => None,
        }
    }

    /// A pointer that is to point to something else.
    fn retarget(&mut self, val: Val, from: &Type, to: &Type, span: Span) -> Lowering<Val> {
        let real = val.real.clone().unwrap_or_else(|| from.clone());
        let same = |a: &Type, b: &Type| self.env.cell_type(a) == self.env.cell_type(b);
        let ty = to.clone().pointer();
        let function = |t: &Type| matches!(t, Type::Function(_));
        if same(&real, to) || val.parts[0] == Term::null() || function(to) && function(&real) {
            let parts = self.fitted(&ty, val.parts.clone(), span)?;
            return Ok(Val {
                ty,
                parts,
                real: None,
                ..val
            });
        }
        if let Some(there) = self.first_member(&val, &real, to, span)? {
            return Ok(there);
        }
        if let Some(around) = self.structure_around(&val, 0, to, span)? {
            return Ok(around);
        }
        if *to == Type::Void {
            // what it points to is not forgotten within the expression
            return Ok(Val {
                ty,
                real: Some(real).filter(|r| *r != Type::Void),
                ..val
            });
        }
        if real == Type::Void {
            let (block, _) = val.address().unwrap_or((Term::null(), Term::int(0)));
            self.is_what_it_is_taken_for(Some(block), to, span);
            let parts = self.fitted(&ty, val.parts.clone(), span)?;
            return Ok(Val {
                ty,
                parts,
                real: None,
                ..val
            });
        }
        Ok(Val {
            ty,
            real: Some(real),
            ..val
        })
    }

    /// A `void *` must point to what it is taken for; that alone fails nowhere, if nothing is accessed.
    fn is_what_it_is_taken_for(&mut self, block: Option<Term>, to: &Type, span: Span) {
        let unused = self.unknown_choice("unused", span.beginning());
        let right = match block {
            Some(block) => Term::or([Term::eq(block.clone(), Term::null()), self.consists_of(&block, to)]),
            None => Term::ff(),
        };
        self.check(Term::or([right, unused]), CheckKind::Cast, span, None);
    }

    /// What a contract takes the pointers for that a call passes as `void *`: its formulas and frames speak of such
    /// memory only.
    pub(super) fn passed_as_void(&mut self, span: Span) {
        let mut casts = std::mem::take(&mut self.void_casts);
        casts.dedup();
        for (block, to) in casts {
            self.is_what_it_is_taken_for(block, &to, span);
        }
    }

    /// A value converted to be kept in a place of a type.
    pub(super) fn stored_as(&mut self, val: Val, ty: &Type, span: Span) -> Lowering<Val> {
        let val = self.convert(val, ty, span)?;
        if let (Some(real), Some(to)) = (&val.real, ty.target())
            && self.env.cell_type(real) != self.env.cell_type(to)
            && *to != Type::Void
        {
            let what = format!(
                "a pointer to `{}` kept as a pointer to `{}`",
                self.show(real),
                self.show(to)
            );
            return self.reinterpreted(&val, to, &what, span);
        }
        // whoever takes it back from `void *` must know what it points to
        let parts = self.fitted(ty, val.parts.clone(), span)?;
        Ok(Val {
            parts,
            real: None,
            ..val
        })
    }

    /// The type of `c ? x : y`.
    pub(super) fn joined(&mut self, x: &Val, y: &Val, span: Span) -> Lowering<Type> {
        Ok(match (&x.ty, &y.ty) {
            (a, b) if a == b && a.as_int().is_none() => a.clone(),
            (Type::Void, _) | (_, Type::Void) => Type::Void,
            (Type::Float(a), Type::Float(b)) => Type::Float(*a.max(b)),
            (Type::Float(_), _) => x.ty.clone(),
            (_, Type::Float(_)) => y.ty.clone(),
            (Type::Pointer(_), _) if y.is_null_constant() => x.ty.clone(),
            (_, Type::Pointer(_)) if x.is_null_constant() => y.ty.clone(),
            (Type::Pointer(a), Type::Pointer(b)) => match (&**a, &**b) {
                (Type::Void, _) => x.ty.clone(),
                (_, Type::Void) => y.ty.clone(),
                _ => x.ty.clone(),
            },
            (a, b) => match (a.as_int(), b.as_int()) {
                (Some(a), Some(b)) => Type::Int(self.env.types.model.common(a, b)),
                _ => return Err(wrong(span, "the two values do not fit together")),
            },
        })
    }

    /// The value is not zero.
    pub(super) fn is_true(&mut self, val: &Val, span: Span) -> Lowering<Term> {
        if let Some(truth) = &val.truth {
            return Ok(truth.clone());
        }
        match &val.ty {
            Type::Int(_) | Type::Bits(..) | Type::Integer => Ok(Term::ne(val.parts[0].clone(), Term::int(0))),
            Type::Pointer(_) => Ok(Term::ne(val.parts[0].clone(), Term::null())),
            Type::Truth => Ok(Term::ne(val.parts[0].clone(), Term::int(0))),
            Type::Float(_) => Ok(self.is_not_zero(val, span)),
            ty => Err(wrong(
                span,
                format!("a value of type `{}` is no condition", self.show(ty)),
            )),
        }
    }
}

/// A number of another type, wrapped around to a range, if there is one. It keeps its truth value where it stays the same.
fn wrapped(val: Val, ty: &Type, range: Option<Range>) -> Val {
    let number = val.int().unwrap_or_else(|| Number::new(Term::int(0)));
    let wrapped = match range {
        Some(range) => number.wrap(&range),
        None => number,
    };
    let same = wrapped.term == val.parts[0];
    Val {
        truth: val.truth.filter(|_| same),
        ..Val::number(wrapped, ty.clone())
    }
}
