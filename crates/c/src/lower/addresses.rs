//! Addresses: comparisons of pointers, and where in bytes they lead within a block.

use super::body::Body;
use super::state::HeapKind;
use super::value::{Lowering, Val, unsupported};
use crate::types::Type;
use abide_base::Span;
use abide_ir::StmtKind;
use abide_logic::{Sort, Term, Var};

/// The key of the map that says which addresses in formulas are one where nothing else does.
pub(super) const MEET: &str = "~\\meet";

impl<'a> Body<'_, 'a> {
    /// The byte of the whole block at which each block begins.
    pub(super) fn starts(&mut self) -> Var {
        let sort = Sort::map(Sort::Ref, Sort::Int);
        self.heap_var("~\\start".into(), "\\start", sort, HeapKind::Fixed)
    }

    /// The byte of its whole block that a pointer points to; none where the layout is not known.
    pub(super) fn byte_address(&mut self, to: &Type, block: &Term, offset: &Term, span: Span) -> Lowering<Term> {
        let size = self.env.types.size_of(to).filter(|_| *to != Type::Void);
        let size = size.ok_or_else(|| unsupported(span, format!("addresses of `{}`", self.show(to))))?;
        let low = Term::select(self.lows().term(), block.clone());
        let inside = Term::mul(Term::int(size), Term::sub(offset.clone(), low));
        if !self.env.may_be_part(to) {
            return Ok(inside);
        }
        if !self.env.layouts_known() {
            return Err(unsupported(
                span,
                "the address of a part of a structure of unusual layout",
            ));
        }
        let start = Term::select(self.starts().term(), block.clone());
        let whole = Term::select(self.wholes().term(), block.clone());
        // what is no part begins with itself
        let plain = Term::implies(Term::eq(whole, block.clone()), Term::eq(start.clone(), Term::int(0)));
        self.noted(&start, Term::and([plain, Term::le(Term::int(0), start.clone())]), span);
        Ok(Term::add(start, inside))
    }

    /// A pointer points to where another one does. One past the end of a part may be where the next one begins.
    pub(super) fn same_address(&mut self, x: &Val, y: &Val, span: Span) -> Lowering<Term> {
        let (a, i) = x.address().unwrap_or((Term::null(), Term::int(0)));
        let (b, j) = y.address().unwrap_or((Term::null(), Term::int(0)));
        let plain = equal_pointers(&a, &i, &b, &j);
        if a == b || a == Term::null() || b == Term::null() {
            return Ok(plain);
        }
        let plain = Term::or([plain, self.happens_to_follow(x, y, span)]);
        let (s, t) = (memory_type(x), memory_type(y));
        if !self.may_meet(&s, &t) {
            return Ok(plain);
        }
        let typed = s != Type::Void && t != Type::Void && self.env.layouts_known();
        let same = match typed {
            true => {
                let there = self.byte_address(&t, &b, &j, span)?;
                Term::eq(self.byte_address(&s, &a, &i, span)?, there)
            }
            false => self.same_byte((&a, &i), (&b, &j), span),
        };
        let null = |block: &Term| Term::eq(block.clone(), Term::null());
        let mut meet = vec![
            Term::ne(a.clone(), b.clone()),
            // null is no part of anything
            Term::not(Term::or([null(&a), null(&b)])),
            Term::eq(self.whole_of(&a), self.whole_of(&b)),
            same,
        ];
        if s != Type::Void && self.env.cell_type(&s) == self.env.cell_type(&t) {
            // two parts of one type have nothing in common
            let (here, other) = (self.inside(&a, &i, &i), self.inside(&b, &j, &j));
            meet.push(Term::not(Term::and([here, other])));
        }
        Ok(Term::or([plain, Term::and(meet)]))
    }

    /// One past the end of an object may be where another one begins that happens to follow it. Of pointers that
    /// nobody moves here it is not said.
    fn happens_to_follow(&mut self, x: &Val, y: &Val, span: Span) -> Term {
        let (a, i) = x.address().unwrap_or((Term::null(), Term::int(0)));
        let (b, j) = y.address().unwrap_or((Term::null(), Term::int(0)));
        let moved = [&i, &j].into_iter().any(|offset| *offset != Term::int(0));
        let alone = self.stands_alone(&memory_type(x)) || self.stands_alone(&memory_type(y));
        if self.quiet || !moved || alone {
            return Term::ff();
        }
        self.guesses.insert(span);
        let any = self.temp("any", Sort::Bool);
        self.emit(StmtKind::Havoc(vec![any.clone()]), span);
        let (lows, highs) = (self.lows(), self.highs());
        let is =
            |map: &Var, block: &Term, offset: &Term| Term::eq(offset.clone(), Term::select(map.term(), block.clone()));
        let follows = Term::or([
            Term::and([is(&highs, &a, &i), is(&lows, &b, &j)]),
            Term::and([is(&highs, &b, &j), is(&lows, &a, &i)]),
        ]);
        let others = Term::ne(self.whole(&a), self.whole(&b));
        let there = [&a, &b].map(|block| Term::ne(block.clone(), Term::null()));
        Term::and([Term::and(there), others, follows, any.term()])
    }

    /// Two pointers into one block have the same address, where the layout or the type of what one of them points
    /// to is not known: of the beginnings of blocks it is, at most.
    fn same_byte(&mut self, x: (&Term, &Term), y: (&Term, &Term), span: Span) -> Term {
        let ((a, i), (b, j)) = (x, y);
        let any = match self.quiet {
            true => {
                let sort = Sort::map(Sort::Ref, Sort::map(Sort::Ref, Sort::Bool));
                let any = self.heap_var(MEET.into(), "\\meet", sort, HeapKind::Fixed);
                Term::select(Term::select(any.term(), a.clone()), b.clone())
            }
            false => {
                self.guesses.insert(span);
                let any = self.temp("any", Sort::Bool);
                self.emit(StmtKind::Havoc(vec![any.clone()]), span);
                any.term()
            }
        };
        if !self.env.layouts_known() {
            return any;
        }
        let (lows, starts) = (self.lows(), self.starts());
        let first = |block: &Term, offset: &Term| Term::eq(offset.clone(), Term::select(lows.term(), block.clone()));
        let begin = Term::and([first(a, i), first(b, j)]);
        let start = |block: &Term| Term::select(starts.term(), block.clone());
        let same = Term::eq(start(a), start(b));
        for block in [a, b] {
            let whole = Term::eq(self.whole_of(block), block.clone());
            let fact = Term::implies(whole, Term::eq(start(block), Term::int(0)));
            self.noted(&start(block), fact, span);
        }
        Term::or([Term::and([begin.clone(), same]), Term::and([Term::not(begin), any])])
    }

    /// The block that lives and dies.
    pub(super) fn whole_of(&mut self, block: &Term) -> Term {
        Term::select(self.wholes().term(), block.clone())
    }

    /// A pointer points below another one: in one block, or in parts of one.
    pub(super) fn below(&mut self, x: &Val, y: &Val, or_same: bool, span: Span) -> Lowering<Term> {
        let (a, i) = x.address().unwrap_or((Term::null(), Term::int(0)));
        let (b, j) = y.address().unwrap_or((Term::null(), Term::int(0)));
        let less = |p: Term, q: Term| if or_same { Term::le(p, q) } else { Term::lt(p, q) };
        let plain = less(i.clone(), j.clone());
        let (s, t) = (memory_type(x), memory_type(y));
        if a == b || !self.may_meet(&s, &t) {
            return Ok(plain);
        }
        let (at, there) = (
            self.byte_address(&s, &a, &i, span)?,
            self.byte_address(&t, &b, &j, span)?,
        );
        let same = Term::eq(a, b);
        Ok(Term::or([
            Term::and([same.clone(), plain]),
            Term::and([Term::not(same), less(at, there)]),
        ]))
    }

    /// Two pointers point into one object, so that their order is defined.
    pub(super) fn one_object(&mut self, x: &Val, y: &Val) -> Term {
        let (a, _) = x.address().unwrap_or((Term::null(), Term::int(0)));
        let (b, _) = y.address().unwrap_or((Term::null(), Term::int(0)));
        let same = Term::eq(a.clone(), b.clone());
        match a != b && self.may_meet(&memory_type(x), &memory_type(y)) {
            true => Term::or([same, Term::eq(self.whole_of(&a), self.whole_of(&b))]),
            false => same,
        }
    }

    /// The number of bytes of each block that is no part.
    fn bytes(&mut self) -> Var {
        let sort = Sort::map(Sort::Ref, Sort::Int);
        self.heap_var("~\\bytes".into(), "\\bytes", sort, HeapKind::Fixed)
    }

    /// Does the number of bytes of blocks matter in this routine?
    pub(super) fn bytes_matter(&self) -> bool {
        self.heap.contains_key("~\\bytes")
    }

    pub(super) fn bytes_at(&mut self, block: &Term) -> Term {
        Term::select(self.bytes().term(), block.clone())
    }

    /// A block has the bytes of its elements and no more.
    pub(super) fn bytes_are(&mut self, block: &Term, of: &Type, count: &Term) -> Option<Term> {
        let size = self.env.types.size_of(of).filter(|_| self.bytes_matter())?;
        let bytes = Term::mul(Term::int(size), count.clone());
        Some(Term::eq(self.bytes_at(block), bytes))
    }

    /// `\\offset(p)`: bytes from the beginning of the block.
    pub(super) fn offset_in_block(&mut self, p: &Val, span: Span) -> Lowering<Term> {
        let (block, offset) = p.address().unwrap_or((Term::null(), Term::int(0)));
        self.byte_address(&memory_type(p), &block, &offset, span)
    }

    /// `\\block_length(p)`: how many bytes the whole block has.
    pub(super) fn block_length(&mut self, p: &Val, span: Span) -> Lowering<Term> {
        let (block, _) = p.address().unwrap_or((Term::null(), Term::int(0)));
        let to = memory_type(p);
        let size = self.env.types.size_of(&to).filter(|_| to != Type::Void);
        let size = size.ok_or_else(|| unsupported(span, "a block of elements of unknown size"))?;
        let (low, high) = (self.lows(), self.highs());
        let low = Term::select(low.term(), block.clone());
        let count = Term::sub(Term::select(high.term(), block.clone()), low);
        let own = Term::mul(Term::int(size), count);
        let parts = self.env.has_parts();
        let whole = match parts {
            true => self.whole_of(&block),
            false => block.clone(),
        };
        let bytes = self.bytes_at(&whole);
        let flexible = self.env.flexible(&to).is_some();
        let below = Term::lt(bytes.clone(), Term::add(own.clone(), Term::int(size)));
        let mut all = vec![Term::le(own.clone(), bytes.clone())];
        all.extend(Some(below).filter(|_| !flexible));
        let exact = Term::and(all);
        let fact = match parts {
            false => exact,
            true if !self.env.may_be_part(&to) => Term::and([Term::eq(whole, block.clone()), exact]),
            true => {
                let start = Term::select(self.starts().term(), block.clone());
                let alone = Term::eq(whole, block.clone());
                let inside = Term::and([
                    Term::le(Term::int(0), start.clone()),
                    Term::le(Term::add(start, own), bytes.clone()),
                ]);
                Term::or([Term::and([alone.clone(), exact]), Term::and([Term::not(alone), inside])])
            }
        };
        let fact = Term::or([Term::eq(block, Term::null()), fact]);
        self.noted(&bytes, fact, span);
        Ok(bytes)
    }

    /// `\\base_addr(p)`: where the whole block begins.
    pub(super) fn base_address(&mut self, p: &Val, span: Span) -> Val {
        let (block, _) = p.address().unwrap_or((Term::null(), Term::int(0)));
        let to = memory_type(p);
        let whole = match self.env.may_be_part(&to) {
            true => {
                let whole = self.whole_of(&block);
                let itself = Term::eq(self.whole_of(&whole), whole.clone());
                let first = Term::eq(Term::select(self.starts().term(), whole.clone()), Term::int(0));
                let null = Term::eq(Term::eq(whole.clone(), Term::null()), Term::eq(block, Term::null()));
                self.noted(&whole, Term::and([itself, first, null]), span);
                whole
            }
            false => block,
        };
        let first = Term::select(self.lows().term(), whole.clone());
        let is_null = Term::eq(whole.clone(), Term::null());
        let first = Term::ite(is_null, Term::int(0), first);
        Val::pointer(Type::Void, whole, first)
    }
}

/// What the memory that a pointer points to consists of.
pub(super) fn memory_type(p: &Val) -> Type {
    let to = p.real.as_ref().or(p.ty.target());
    to.cloned().unwrap_or(Type::Void)
}

/// The pointers are the same. Null has offset zero.
fn equal_pointers(a: &Term, i: &Term, b: &Term, j: &Term) -> Term {
    let blocks = Term::eq(a.clone(), b.clone());
    if *a == Term::null() || *b == Term::null() {
        return blocks;
    }
    Term::and([blocks, Term::eq(i.clone(), j.clone())])
}
