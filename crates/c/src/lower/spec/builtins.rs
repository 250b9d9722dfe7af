//! What ACSL brings along: `\valid`, `\separated`, `\min` and the like.

use super::terms::{holds, integer};
use super::{at_label, label_given};
use crate::lower::{Body, Lowering, Scope, Val, unsupported, wrong};
use crate::syntax::ast::{Expr, Name};
use abide_base::Span;
use abide_logic::Term;

impl<'a> Body<'_, 'a> {
    pub(super) fn built_in_formula(
        &mut self,
        name: &'a Name,
        labels: &'a [Name],
        args: &'a [Expr],
        scope: &Scope,
        span: Span,
    ) -> Lowering<Option<Term>> {
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
            "dangling" => {
                let mut parts = Vec::new();
                for arg in args {
                    for p in self.pointers(arg, scope)? {
                        let valid = self.valid(&p, false, scope, span)?;
                        parts.push(Term::not(valid));
                    }
                }
                Term::and(parts)
            }
            "fresh" => {
                let Some(first) = args.first() else {
                    return Err(wrong(span, "a pointer is needed"));
                };
                let old = at_label(scope, "Old", span)?;
                let mut parts = Vec::new();
                for p in self.pointers(first, scope)? {
                    let allocated = self.allocated();
                    let before = self.at(old.view, &allocated);
                    parts.push(Term::not(Term::select(before, self.whole(&p.block))));
                    parts.push(Term::ne(p.block.clone(), Term::null()));
                }
                Term::and(parts)
            }
            "freeable" | "allocable" => {
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
