//! Initial values.

use super::place::{Base, Place};
use super::{Body, Lowering, unsupported, wrong};
use crate::syntax::ast::{Designator, ExprKind as E, Init};
use crate::types::{Type, unnamed};
use abide_base::Span;
use abide_logic::{Sort, Term};

/// Arrays longer than this are given their values by a formula rather than one by one.
const LONG: u64 = 4096;

impl<'a> Body<'_, 'a> {
    /// Gives a new variable its initial value; what is not mentioned is zero.
    pub(super) fn initialise(&mut self, place: &Place, init: &'a Init, span: Span) -> Lowering<()> {
        match (init, &place.ty) {
            (Init::Expr(e), Type::Array(..)) => match &*e.kind {
                E::Str(bytes) => self.fill_with_string(place, bytes, span),
                _ => Err(wrong(span, "an array needs a list of values")),
            },
            (Init::Expr(e), _) => {
                let val = self.value(e)?;
                let val = self.kept_as(val, &place.ty.clone(), span)?;
                self.store(place, val.parts, span)
            }
            (Init::List(parts, at), Type::Array(..) | Type::Record(_)) => {
                if let ([(path, Init::Expr(e))], Type::Array(..)) = (parts.as_slice(), &place.ty)
                    && path.is_empty()
                    && let E::Str(bytes) = &*e.kind
                {
                    return self.fill_with_string(place, bytes, span);
                }
                self.clear(place, span)?;
                let mut items = parts.iter().peekable();
                self.fill(place, &mut items, *at, true, &[])
            }
            (Init::List(parts, _), _) => match parts.as_slice() {
                [] => self.clear(place, span),
                [(_, first), ..] => self.initialise(place, first, span),
            },
        }
    }

    /// Takes from a list what belongs into an array or structure; braces may be left out.
    fn fill(
        &mut self,
        place: &Place,
        items: &mut std::iter::Peekable<std::slice::Iter<'a, (Vec<Designator>, Init)>>,
        span: Span,
        braces: bool,
        inside: &'a [Designator],
    ) -> Lowering<()> {
        let mut next = 0usize;
        // the first value goes where the rest of its designators says
        let mut inside = Some(inside).filter(|path| !path.is_empty());
        while let Some((path, init)) = items.peek().copied() {
            let path = match inside.take() {
                Some(rest) => rest,
                None if !path.is_empty() && !braces => return Ok(()),
                None => path.as_slice(),
            };
            if path.is_empty() && self.child(place, next).is_none() {
                return match braces {
                    true => Err(wrong(span, "there are more values than members")),
                    false => Ok(()),
                };
            }
            if let Some((first, rest)) = path.split_first() {
                let numbers = self.designated(place, first, span)?;
                let after = items.clone();
                for number in numbers.clone() {
                    let Some(at) = self.child(place, number) else {
                        return Err(wrong(span, "there is no such member"));
                    };
                    *items = after.clone();
                    if rest.is_empty() && self.is_whole_value(&at.ty, init) {
                        items.next();
                        self.initialise(&at, init, span)?;
                    } else if numbers.len() == 1 {
                        // what follows without a designator goes on behind it, inside
                        self.fill(&at, items, span, false, rest)?;
                    } else {
                        return Err(unsupported(span, "a range of designators with members behind it"));
                    }
                }
                next = numbers.end;
                continue;
            }
            let Some(at) = self.child(place, next) else {
                return Ok(());
            };
            if self.is_whole_value(&at.ty, init) {
                items.next();
                self.initialise(&at, init, span)?;
            } else {
                self.fill(&at, items, span, false, &[])?;
            }
            next += 1;
        }
        Ok(())
    }

    /// Is an initial value one for all of a type, and not for its first scalar?
    fn is_whole_value(&self, ty: &Type, init: &Init) -> bool {
        let string = matches!(init, Init::Expr(e) if matches!(&*e.kind, E::Str(_)));
        match (ty, init) {
            (Type::Array(of, _), Init::Expr(_)) => string && of.as_int().is_some(),
            (Type::Record(_), Init::Expr(e)) => matches!(self.type_of(e), Some(Type::Record(_))),
            _ => true,
        }
    }

    /// The numbers of the members that a designator names.
    fn designated(&mut self, place: &Place, d: &'a Designator, span: Span) -> Lowering<std::ops::Range<usize>> {
        let number = |e: &'a crate::syntax::ast::Expr| {
            let value = self.world.types.constant(e);
            value
                .and_then(|v| usize::try_from(v).ok())
                .ok_or_else(|| wrong(e.span, "a constant is needed"))
        };
        match d {
            Designator::Index(i) => number(i).map(|n| n..n + 1),
            Designator::Range(a, b) => Ok(number(a)?..number(b)? + 1),
            Designator::Field(f) => {
                let Type::Record(id) = &place.ty else {
                    return Err(wrong(f.span, "only structures have members"));
                };
                let fields = self.world.types.record(*id).fields.iter().flatten();
                let found = fields.enumerate().find(|(_, m)| *m.name == *f.text);
                let (n, _) = found.ok_or_else(|| unsupported(span, format!("the member `{}` here", f.text)))?;
                Ok(n..n + 1)
            }
        }
    }

    /// The element or member with a number.
    fn child(&mut self, place: &Place, number: usize) -> Option<Place> {
        match &place.ty {
            Type::Array(_, size) => {
                if size.is_some_and(|n| number as u64 >= n) {
                    return None;
                }
                Some(self.element_unchecked(place.clone(), Term::int(number as u64)))
            }
            Type::Record(id) => {
                let info = self.world.types.record(*id);
                let field = info.fields.as_ref()?.get(number)?.clone();
                if field.name.is_empty() {
                    let mut inner = place.clone();
                    inner.path = format!("{}.{}", inner.path, unnamed(number));
                    inner.ty = field.ty;
                    return Some(inner);
                }
                self.member(place.clone(), &field.name, Span::default()).ok()
            }
            _ => None,
        }
    }

    /// A string fills an array, zeros after it.
    fn fill_with_string(&mut self, place: &Place, bytes: &[u8], span: Span) -> Lowering<()> {
        self.clear(place, span)?;
        let Type::Array(of, size) = place.ty.clone() else {
            return Err(wrong(span, "a string fills an array only"));
        };
        for (i, byte) in bytes.iter().enumerate() {
            if size.is_some_and(|n| i as u64 >= n) {
                break;
            }
            let at = self.element_unchecked(place.clone(), Term::int(i as u64));
            let value = super::Val::number(abide_logic::number::Number::new(Term::int(*byte)), Type::INT);
            let value = self.convert(value, &of, span)?;
            self.store(&at, value.parts, span)?;
        }
        Ok(())
    }

    /// All zeros and null pointers.
    pub(super) fn clear(&mut self, place: &Place, span: Span) -> Lowering<()> {
        if let (Base::Block { root, block }, Type::Array(_, size)) = (&place.base, &place.ty) {
            if self.has_parts(root) && size.is_none_or(|n| n > super::parts::COPIED) {
                let (root, block) = (root.clone(), block.clone());
                let count = Term::int(size.unwrap_or(0));
                return self.clear_parts(&root, &block, &count, span);
            }
            let zeros = self.zeros(root);
            let parts = zeros.into_iter().map(|z| Term::constant_map(Sort::Int, z)).collect();
            return self.store(place, parts, span);
        }
        let zeros = self.zeros(&place.ty.clone());
        self.store(place, zeros, span)
    }

    /// The parts of a value that is all zero.
    pub(super) fn zeros(&self, ty: &Type) -> Vec<Term> {
        let zero = |l: super::memory::Leaf| {
            let value = match l.part {
                super::memory::Part::Block | super::memory::Part::Whole => Term::null(),
                _ => Term::int(0),
            };
            (0..l.depth).fold(value, |v, _| Term::constant_map(Sort::Int, v))
        };
        self.leaves(ty).into_iter().map(zero).collect()
    }

    /// The block of a string; its bytes never change.
    pub(super) fn string(&mut self, bytes: &[u8], span: Span) -> Term {
        let char = Type::Int(crate::syntax::ast::IntType::Char);
        let ty = Type::Array(Box::new(char), Some(bytes.len() as u64 + 1));
        let shown = String::from_utf8_lossy(bytes).into_owned();
        // equal strings may be one, or not
        let number = -self.world.kind_number(&Type::Unknown(format!("\"{shown}\"")));
        let block = self.numbered_block(&format!("\"{shown}\" {}", span.start), &ty, false, number);
        if bytes.len() as u64 <= LONG / 16 {
            let root = self.world.cell_type(&Type::Int(crate::syntax::ast::IntType::Char));
            let range = self.range(&root);
            let leaf = self.leaves(&root).remove(0);
            let map = self.cells(&root, &leaf);
            let own = Term::select(map.term(), block.clone());
            let each = bytes.iter().chain([&0u8]).enumerate().map(|(i, byte)| {
                let value = abide_logic::Int::from(*byte);
                let value = range.as_ref().map_or(value.clone(), |r| r.wrap(&value));
                Term::eq(Term::select(own.clone(), Term::int(i as u64)), Term::int(value))
            });
            let facts = Term::and(each);
            self.assume(facts, span);
        }
        block
    }
}
