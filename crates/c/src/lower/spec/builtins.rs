//! Built-in functions and predicates of ACSL: `\valid`, `\separated`, `\min` and the like.

use super::labels::{at_label, label_given};
use super::terms::{holds, integer};
use crate::lower::addresses::memory_type;
use crate::lower::body::Body;
use crate::lower::exits::EXIT_STATUS;
use crate::lower::floating;
use crate::lower::value::{Lowering, Scope, Val, unsupported, wrong};
use crate::syntax::ast::{Expr, Name};
use crate::types::Type;
use abide_base::Span;
use abide_logic::{Term, Var, float};

impl<'a> Body<'_, 'a> {
    pub(super) fn built_in_formula(
        &mut self,
        name: &'a Name,
        labels: &'a [Name],
        args: &'a [Expr],
        scope: &Scope,
        span: Span,
    ) -> Lowering<Option<Term>> {
        let outer = scope;
        let scope = &match labels.first() {
            Some(label) => Scope {
                view: label_given(scope, label)?,
                ..scope.clone()
            },
            None => scope.clone(),
        };
        Ok(Some(match &*name.text {
            "valid" | "valid_read" => {
                let mut parts = Vec::new();
                for arg in args {
                    for p in self.pointers(arg, scope)? {
                        parts.push(self.valid(&p, &*name.text == "valid", scope, span)?);
                    }
                }
                Term::and(parts)
            }
            "separated" => {
                let mut sets = Vec::new();
                for arg in args {
                    sets.push(self.pointers(arg, scope)?);
                }
                let mut parts = Vec::new();
                for (i, a) in sets.iter().enumerate() {
                    for b in &sets[i + 1..] {
                        for (x, y) in a.iter().flat_map(|x| b.iter().map(move |y| (x, y))) {
                            parts.push(self.apart(x, y, span)?);
                        }
                    }
                }
                Term::and(parts)
            }
            "initialized" => {
                let parts = args.iter().map(|arg| self.initialized(arg, scope, span));
                Term::and(parts.collect::<Lowering<Vec<Term>>>()?)
            }
            "is_NaN" | "is_finite" | "is_infinite" if args.len() == 1 => {
                let val = self.spec(&args[0], scope)?;
                let x = val.parts.first().filter(|_| floating::is_known(&val.ty));
                let x = x.ok_or_else(|| unsupported(span, format!("`\\{}` of this", name.text)))?;
                match &*name.text {
                    "is_NaN" => float::is_nan(x),
                    "is_finite" => float::is_finite(x),
                    _ => float::is_infinite(x),
                }
            }
            "dangling" => {
                let mut parts = Vec::new();
                for arg in args {
                    // what is pointed to is a pointer, and its target has ended
                    let pointer = self.spec(arg, scope)?;
                    let place = self.pointed(pointer, arg.span)?;
                    let held = self.place_value(&place, scope, arg.span)?;
                    let held = held
                        .address()
                        .ok_or_else(|| wrong(arg.span, "a pointer to a pointer is needed"))?;
                    let alive = self.alive();
                    let alive = self.at(scope.view, &alive);
                    let ended = Term::not(Term::select(alive, self.whole(&held.0)));
                    parts.push(Term::and([Term::ne(held.0, Term::null()), ended]));
                }
                Term::and(parts)
            }
            "fresh" => {
                let Some(first) = args.first() else {
                    return Err(wrong(span, "a pointer is needed"));
                };
                let before = match labels {
                    [] => at_label(scope, "Old", span)?.view,
                    [before, ..] => label_given(outer, before)?,
                };
                let view = match labels {
                    [_, after] => label_given(outer, after)?,
                    _ => outer.view,
                };
                let scope = &Scope { view, ..outer.clone() };
                let val = self.spec(first, scope)?;
                let (block, _) = val.address().ok_or_else(|| wrong(span, "a pointer is needed"))?;
                let (allocated, alive) = (self.allocated(), self.alive());
                let whole = self.whole(&block);
                let mut parts = vec![
                    Term::ne(block.clone(), Term::null()),
                    Term::not(Term::select(self.at(before, &allocated), whole.clone())),
                    Term::select(self.at(view, &alive), whole),
                ];
                if let Some(size) = args.get(1) {
                    let offset = self.offset_in_block(&val, span)?;
                    parts.push(Term::eq(offset, Term::int(0)));
                    let size = self.spec_integer(size, scope)?;
                    let length = self.block_length(&val, span)?;
                    parts.push(Term::eq(length, size));
                }
                Term::and(parts)
            }
            "readable_bytes" | "writable_bytes" => {
                let [p, bytes] = args else {
                    return Err(wrong(span, "a pointer and a number of bytes are needed"));
                };
                let (p, bytes) = (self.spec(p, scope)?, self.spec_integer(bytes, scope)?);
                self.has_bytes(&p, bytes, &*name.text == "writable_bytes", scope, span)
            }
            "allocable" => return Err(unsupported(span, "`\\allocable`")),
            "freeable" => {
                let Some(first) = args.first() else {
                    return Err(wrong(span, "a pointer is needed"));
                };
                let val = self.spec(first, scope)?;
                let (block, offset) = val.address().ok_or_else(|| wrong(span, "a pointer is needed"))?;
                let alive = self.alive();
                let lives = Term::select(self.at(scope.view, &alive), self.whole(&block));
                let heap = self.on_heap();
                Term::and([
                    Term::ne(block.clone(), Term::null()),
                    lives,
                    self.is_whole(&block),
                    Term::select(heap.term(), block),
                    Term::eq(offset, Term::int(0)),
                ])
            }
            _ => return Ok(None),
        }))
    }

    /// `\\readable_bytes(p, n)`, `\\writable_bytes(p, n)`: so many bytes of memory of any type can be accessed. It is not known
    /// where only `void *` is known of the pointer.
    fn has_bytes(&mut self, p: &Val, bytes: Term, write: bool, scope: &Scope, span: Span) -> Term {
        let (block, offset) = p.address().unwrap_or((Term::null(), Term::int(0)));
        let of = memory_type(p);
        let size = self.env.types.size_of(&of).filter(|_| of != Type::Void);
        let none = Term::le(bytes.clone(), Term::int(0));
        let null = Term::eq(block.clone(), Term::null());
        let (Some(size), None) = (size, self.env.flexible(&of)) else {
            let unknown = self.unknown_choice("bytes", span.beginning());
            return Term::or([none, Term::and([Term::not(null), unknown])]);
        };
        let (alive, lows, highs) = (self.alive(), self.lows(), self.highs());
        let bound = |map: &Var| Term::select(map.term(), block.clone());
        let room = Term::mul(Term::int(size), Term::sub(bound(&highs), offset.clone()));
        let mut parts = vec![
            Term::not(null),
            Term::select(self.at(scope.view, &alive), self.whole(&block)),
            Term::le(bound(&lows), offset),
            Term::le(bytes, room),
        ];
        if write {
            parts.push(Term::select(self.writable().term(), block.clone()));
        }
        Term::or([none, Term::and(parts)])
    }

    pub(super) fn built_in_term(
        &mut self,
        name: &'a Name,
        args: &'a [Expr],
        scope: &Scope,
        span: Span,
    ) -> Lowering<Val> {
        let pointer = |b: &mut Self| -> Lowering<Val> {
            let first = args.first().ok_or_else(|| wrong(span, "a pointer is needed"))?;
            let val = b.spec(first, scope)?;
            match val.address() {
                Some(_) => Ok(val),
                None => Err(wrong(first.span, "a pointer is needed")),
            }
        };
        match (&*name.text, args) {
            ("abs", [a]) => {
                let t = self.spec_integer(a, scope)?;
                Ok(integer(Term::ite(
                    Term::le(Term::int(0), t.clone()),
                    t.clone(),
                    Term::neg(t),
                )))
            }
            ("min" | "max", [a, b]) => {
                let (a, b) = (self.spec_integer(a, scope)?, self.spec_integer(b, scope)?);
                let less = Term::le(a.clone(), b.clone());
                Ok(integer(match &*name.text {
                    "min" => Term::ite(less, a, b),
                    _ => Term::ite(less, b, a),
                }))
            }
            ("sum" | "product" | "numof", _) | ("min" | "max", [_, _, _]) => self.folded(&name.text, args, scope, span),
            ("exit_status", []) => {
                let known = scope.bound.iter().rev().find(|(name, _)| name == EXIT_STATUS);
                let status = known.map(|(_, val)| val.clone());
                status.ok_or_else(|| wrong(span, "`\\exit_status` means something in `exits` only"))
            }
            ("base_addr", [_]) => {
                let p = pointer(self)?;
                Ok(self.base_address(&p, span))
            }
            ("offset" | "block_length", [_]) => {
                let p = pointer(self)?;
                Ok(integer(match &*name.text {
                    "offset" => self.offset_in_block(&p, span)?,
                    _ => self.block_length(&p, span)?,
                }))
            }
            (other, _) => {
                if let Some(formula) = self.built_in_formula(name, &[], args, scope, span)? {
                    return Ok(holds(formula));
                }
                Err(unsupported(span, format!("`\\{other}`")))
            }
        }
    }
}
