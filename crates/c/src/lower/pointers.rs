//! Sets of pointers in formulas: `p + (0 .. n)`, whether they are valid, and apart from others.

use super::body::Body;
use super::place::{is_place, is_row};
use super::regions::{ends, scaled, shifted};
use super::spec::defined_if;
use super::state::{Base, Cast, Key, Place, Pointers, Region};
use super::value::{Lowering, Scope, unsupported, wrong};
use crate::syntax::ast::{BinaryOp, Expr, ExprKind as E, UnaryOp};
use crate::types::Type;
use abide_base::Span;
use abide_logic::{Term, Var};

impl<'a> Body<'_, 'a> {
    /// Pointers with ranges.
    pub(super) fn pointers(&mut self, e: &'a Expr, scope: &Scope) -> Lowering<Vec<Pointers>> {
        match &*e.kind {
            E::Binary(BinaryOp::Add, a, b) => {
                let (p, by) = match self.spec_type(b, scope) {
                    Some(Type::Pointer(_) | Type::Array(..)) => (b, a),
                    _ => (a, b),
                };
                let bases = self.pointers(p, scope)?;
                let key = self.key(by, scope)?;
                let moved = |p: Pointers| match p.cast {
                    Some(cast) => Pointers {
                        cast: Some(Cast {
                            from: shifted(cast.from, scaled(key.clone(), cast.size)),
                            ..cast
                        }),
                        ..p
                    },
                    None => Pointers {
                        offset: shifted(p.offset, key.clone()),
                        ..p
                    },
                };
                Ok(bases.into_iter().map(moved).collect())
            }
            E::Unary(UnaryOp::Address, place) => {
                let regions = self.regions(place, scope)?;
                let each = regions.into_iter().map(|r| self.address_of(r, e.span));
                each.collect()
            }
            E::Cast(ty, a) => {
                let ty = self.resolve(ty, e.span)?;
                let to = ty.target().cloned().unwrap_or(Type::Void);
                let bases = self.pointers(a, scope)?;
                for p in bases.iter().filter(|p| p.ty == Type::Void && p.cast.is_none()) {
                    self.note_void_cast(&p.block, &to, scope);
                }
                bases.into_iter().map(|p| self.taken_for(p, &to, e.span)).collect()
            }
            E::Set(parts) => {
                let mut all = Vec::new();
                for part in parts {
                    all.extend(self.pointers(part, scope)?);
                }
                Ok(all)
            }
            E::Acsl(name, _, parts) if &*name.text == "union" => {
                let mut all = Vec::new();
                for part in parts {
                    all.extend(self.pointers(part, scope)?);
                }
                Ok(all)
            }
            E::Named(_, inner) => self.pointers(inner, scope),
            E::Index(_, i) if matches!(&*i.kind, E::Range(..)) => {
                // the pointers kept in several cells
                Err(unsupported(e.span, "the targets of an array of pointers"))
            }
            _ if self.names_array(e, scope) && is_row(&self.spec_place(e, scope)?) => {
                let place = self.spec_place(e, scope)?;
                Ok(vec![self.row(place, e.span)?])
            }
            _ => {
                let val = self.term(e, scope)?;
                let Some((block, offset)) = val.address() else {
                    return Err(wrong(e.span, "a pointer is needed here"));
                };
                let ty = val.ty.target().cloned().unwrap_or(Type::Void);
                let plain = Pointers {
                    block,
                    offset: Key::Is(offset),
                    ty: val.real.clone().unwrap_or_else(|| ty.clone()),
                    cast: None,
                };
                Ok(vec![self.taken_for(plain, &ty, e.span)?])
            }
        }
    }

    fn names_array(&self, e: &Expr, scope: &Scope) -> bool {
        is_place(e) && matches!(self.spec_type(e, scope), Some(Type::Array(..)))
    }

    /// The first element of an array that is an element of an array: distances are counted in bytes inside of it.
    fn row(&self, place: Place, span: Span) -> Lowering<Pointers> {
        let to = place.ty.target().cloned().unwrap_or(Type::Void);
        let size = self.env.types.size_of(&to).filter(|n| *n > 0);
        let (Base::Cell { block, offset, .. }, Some(size)) = (place.base, size) else {
            return Err(unsupported(span, "a pointer into an array of arrays"));
        };
        let from = Key::Is(Term::int(0));
        Ok(Pointers {
            block,
            offset: Key::Is(offset),
            ty: place.ty,
            cast: Some(Cast { to, size, from }),
        })
    }

    /// Pointers under a cast: from there on distances are counted in bytes.
    fn taken_for(&mut self, p: Pointers, to: &Type, span: Span) -> Lowering<Pointers> {
        let now = p.cast.as_ref().map_or(&p.ty, |c| &c.to);
        if self.env.cell_type(now) == self.env.cell_type(to) {
            return Ok(match p.cast {
                Some(_) => p,
                None => Pointers { ty: to.clone(), ..p },
            });
        }
        // null, and memory of which the type is not known
        if p.block == Term::null() || p.ty == Type::Void && p.cast.is_none() {
            return Ok(Pointers { ty: to.clone(), ..p });
        }
        let size = self.env.types.size_of(to).filter(|n| *n > 0);
        let (Some(size), Some(_)) = (size, self.env.types.size_of(&p.ty)) else {
            let (from, to) = (self.show(&p.ty), self.show(to));
            return Err(unsupported(
                span,
                format!("a pointer to `{from}` as a pointer to `{to}`"),
            ));
        };
        let from = match (&p.cast, &p.offset) {
            (Some(cast), _) => cast.from.clone(),
            (None, Key::Is(_)) => Key::Is(Term::int(0)),
            (None, Key::In(..)) => return Err(unsupported(span, "a range of pointers under a cast")),
        };
        let to = to.clone();
        Ok(Pointers {
            cast: Some(Cast { to, size, from }),
            ..p
        })
    }

    /// The first and the last byte of what pointers point to, counted from the beginning of the whole block.
    fn interval(&mut self, p: &Pointers, span: Span) -> Lowering<(Option<Term>, Option<Term>)> {
        let size = self.env.types.size_of(&p.ty);
        let size = size.ok_or_else(|| unsupported(span, format!("addresses of `{}`", self.show(&p.ty))))?;
        let (low, high) = ends(&p.offset);
        let mut at = |t: Option<Term>| t.map(|t| self.byte_address(&p.ty, &p.block, &t, span)).transpose();
        let (low, high) = (at(low)?, at(high)?);
        let plus = |a: Option<Term>, b: Option<Term>| a.zip(b).map(|(a, b)| Term::add(a, b));
        Ok(match &p.cast {
            None => (low, plus(high, Some(Term::int(size - 1)))),
            Some(cast) => {
                let (from, to) = ends(&cast.from);
                let last = plus(to, Some(Term::int(cast.size - 1)));
                (plus(low, from), plus(high, last))
            }
        })
    }

    fn address_of(&mut self, r: Region, span: Span) -> Lowering<Pointers> {
        match (&r.base, r.path.is_empty(), r.keys.as_slice()) {
            (Base::Cell { block, .. }, true, [key]) => Ok(Pointers {
                block: block.clone(),
                offset: key.clone(),
                ty: r.ty,
                cast: None,
            }),
            (Base::Block { block, root }, true, []) => {
                let last = match &r.ty {
                    Type::Array(_, Some(n)) => Some(Term::int(*n as i64 - 1)),
                    _ => None,
                };
                Ok(Pointers {
                    block: block.clone(),
                    offset: Key::In(Some(Term::int(0)), last),
                    ty: root.clone(),
                    cast: None,
                })
            }
            _ => Err(unsupported(span, "the address of this")),
        }
    }

    /// All that pointers point to can be accessed.
    pub(super) fn valid(&mut self, p: &Pointers, write: bool, scope: &Scope, span: Span) -> Lowering<Term> {
        let alive = self.alive();
        let lives = Term::select(self.at(scope.view, &alive), self.whole(&p.block));
        let mut parts = vec![Term::ne(p.block.clone(), Term::null()), lives];
        if write {
            parts.push(Term::select(self.writable().term(), p.block.clone()));
        }
        if self.kinds_matter() && p.ty != Type::Void {
            parts.push(self.consists_of(&p.block, &p.ty));
        }
        if let (Some(cast), Key::Is(offset)) = (&p.cast, &p.offset) {
            self.not_alone(&p.ty, "bytes of", span)?;
            let size = self.env.types.size_of(&p.ty);
            let size = size.ok_or_else(|| unsupported(span, format!("bytes of `{}`", self.show(&p.ty))))?;
            let (Some(from), Some(to)) = ends(&cast.from) else {
                return Err(unsupported(span, "a range without an end"));
            };
            let byte = |element: Term| Term::mul(Term::int(size), element);
            let first = Term::add(byte(offset.clone()), from.clone());
            let end = Term::add(Term::add(byte(offset.clone()), to.clone()), Term::int(cast.size));
            let (low, high) = (self.lows(), self.highs());
            let bound = |m: &Var| byte(Term::select(m.term(), p.block.clone()));
            parts.push(Term::le(bound(&low), first));
            // behind the last whole element there may be some bytes more, too few for another
            let last = bound(&high);
            let fits = Term::le(end.clone(), last.clone());
            let decided = Term::or([fits.clone(), Term::le(Term::add(last, Term::int(size)), end.clone())]);
            parts.push(defined_if(decided, fits, "\\valid", &[end, p.block.clone()]));
            return Ok(match &cast.from {
                Key::Is(_) => Term::and(parts),
                Key::In(..) => Term::or([Term::lt(to, from), Term::and(parts)]),
            });
        }
        match &p.offset {
            Key::Is(offset) => {
                self.unmoved(&p.ty, offset, span)?;
                if !self.stands_alone(&p.ty) {
                    parts.push(self.inside(&p.block, offset, offset));
                }
                Ok(Term::and(parts))
            }
            Key::In(..) if self.stands_alone(&p.ty) => {
                self.not_alone(&p.ty, "a range of", span)?;
                Ok(Term::and(parts))
            }
            Key::In(Some(low), Some(high)) => {
                parts.push(self.inside(&p.block, low, high));
                let empty = Term::lt(high.clone(), low.clone());
                Ok(Term::or([empty, Term::and(parts)]))
            }
            _ => Err(unsupported(span, "a range without an end")),
        }
    }

    /// What two sets of pointers point to has nothing in common.
    pub(super) fn apart(&mut self, a: &Pointers, b: &Pointers, span: Span) -> Lowering<Term> {
        let one_type = self.env.cell_type(&a.ty) == self.env.cell_type(&b.ty);
        let mut ways = Vec::new();
        let mixed = !one_type && self.env.has_parts();
        if !mixed {
            // two parts of one type have nothing in common
            ways.push(Term::ne(a.block.clone(), b.block.clone()));
        }
        let bytes = mixed || a.cast.is_some() || b.cast.is_some();
        let ((al, ah), (bl, bh)) = match bytes {
            false => (ends(&a.offset), ends(&b.offset)),
            true => (self.interval(a, span)?, self.interval(b, span)?),
        };
        if mixed {
            ways.push(Term::ne(self.whole_of(&a.block), self.whole_of(&b.block)));
        }
        let below = |x: Option<Term>, y: Option<Term>| x.zip(y).map(|(x, y)| Term::lt(x, y));
        ways.extend(below(ah.clone(), bl.clone()));
        ways.extend(below(bh.clone(), al.clone()));
        // nothing is in common with nothing
        ways.extend(below(ah, al));
        ways.extend(below(bh, bl));
        Ok(Term::or(ways))
    }
}
