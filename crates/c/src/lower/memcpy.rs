//! Filling and copying memory: `memset`, `memcpy` and `memmove`.

use super::addresses::memory_type;
use super::body::Body;
use super::initialized;
use super::malloc::divided;
use super::state::{Key, Leaf, Region};
use super::value::{Lowering, Val, unsupported};
use crate::syntax::ast::{Expr, IntType};
use crate::types::Type;
use abide_base::Span;
use abide_ir::CheckKind;
use abide_logic::number::Number;
use abide_logic::{Sort, Term};

impl<'a> Body<'_, 'a> {
    /// What memory that is passed as `void *` consists of, and how many elements a number of bytes is; else why what is
    /// written is not followed. What is copied consists of the same.
    fn extent(
        &mut self,
        to: &Val,
        copied: Option<&Val>,
        n: &'a Expr,
        span: Span,
    ) -> Lowering<Result<(Type, Term), String>> {
        let of = memory_type(to);
        let size = self.env.types.size_of(&of).filter(|size| *size > 0);
        let is_other = |from: &Val| self.env.cell_type(&memory_type(from)) != self.env.cell_type(&of);
        let why = match size {
            _ if of == Type::Void => "memory whose type is not known".to_string(),
            None => format!("the bytes of `{}`", self.show(&of)),
            Some(_) if copied.is_some_and(is_other) => "memory copied to memory of another type".to_string(),
            Some(size) => match self.elements_of(n, size, span)? {
                Some(count) => return Ok(Ok((of, count))),
                None => return Ok(Err(format!("bytes that are no whole elements of `{}`", self.show(&of)))),
            },
        };
        self.value(n)?;
        Ok(Err(why))
    }

    /// How many elements a number of bytes is, if it may be whole ones.
    fn elements_of(&mut self, n: &'a Expr, size: u64, span: Span) -> Lowering<Option<Term>> {
        let bytes = self.size_argument(n, span)?;
        let count = match bytes.constant() {
            Some(n) => Term::int(n / abide_logic::Int::from(size)),
            None => divided(&bytes.term, size),
        };
        let whole = Term::eq(Term::mul(Term::int(size), count.clone()), bytes.term);
        if whole.is_false() {
            return Ok(None);
        }
        if !whole.is_true() {
            // other numbers of bytes are no error
            let partly = self.unknown_choice("partly", span.beginning());
            self.check(Term::or([whole, partly]), CheckKind::Bounds, span, None);
        }
        Ok(Some(count))
    }

    /// `count` elements from a pointer on can be accessed.
    pub(super) fn accessible(&mut self, p: &Val, count: &Term, write: bool, span: Span) {
        let Some((block, offset)) = p.address() else { return };
        let some = Term::lt(Term::int(0), count.clone());
        let last = Term::sub(Term::add(offset.clone(), count.clone()), Term::int(1));
        let alive = self.alive();
        let mut parts = vec![
            Term::ne(block.clone(), Term::null()),
            Term::select(alive.term(), self.whole(&block)),
            self.inside(&block, &offset, &last),
        ];
        if write {
            parts.push(Term::select(self.writable().term(), block));
        }
        self.check(Term::implies(some, Term::and(parts)), CheckKind::Bounds, span, None);
    }

    pub(super) fn memset(&mut self, p: &'a Expr, c: &'a Expr, n: &'a Expr, span: Span) -> Lowering<Val> {
        let to = self.value(p)?;
        let value = self.value(c)?;
        let (of, count) = match self.extent(&to, None, n, span)? {
            Ok(known) => known,
            Err(what) => return self.bytes_written(to, &what, span),
        };
        self.accessible(&to, &count, true, span);
        let root = self.env.cell_type(&of);
        let fill = match (value.is_null_constant(), value.int()) {
            (true, _) => Some(self.zeros(&root)),
            (false, Some(byte)) => self.made_of_bytes(&root, byte),
            (false, None) => None,
        };
        if let Some(byte) = value.int().filter(|_| !value.is_null_constant()) {
            self.gives_truth_values(&root, byte, span);
        }
        if fill.is_none() {
            // the bytes are some value, which is not known
            self.guesses.insert(span);
        }
        self.fill_range(&to, &root, &count, fill, None, span)?;
        Ok(to)
    }

    /// A `_Bool` whose bits are neither zero nor one has no value: it is no error until it is read.
    fn gives_truth_values(&mut self, root: &Type, byte: Number, span: Span) {
        let is_truth = |leaf: &Leaf| leaf.ty == Type::Int(IntType::Bool);
        if !self.leaves(root).iter().any(is_truth) {
            return;
        }
        let byte = byte.wrap(&self.env.types.model.range(IntType::UChar)).term;
        let unread = self.unknown_choice("unread", span.beginning());
        let fine = Term::or([Term::le(byte, Term::int(1)), unread]);
        self.check(fine, CheckKind::Uninitialised, span, None);
    }

    pub(super) fn memcpy(
        &mut self,
        to: &'a Expr,
        from: &'a Expr,
        n: &'a Expr,
        overlap: bool,
        span: Span,
    ) -> Lowering<Val> {
        let source = self.value(from)?;
        let source = self.save(source, span);
        let to = self.value(to)?;
        let (of, count) = match self.extent(&to, Some(&source), n, span)? {
            Ok(known) => known,
            Err(what) => return self.bytes_written(to, &what, span),
        };
        self.accessible(&source, &count, false, span);
        self.accessible(&to, &count, true, span);
        if let (false, Some((a, i)), Some((b, j))) = (overlap, to.address(), source.address()) {
            let n = count.clone();
            let apart = Term::or([
                Term::ne(a, b),
                Term::le(Term::add(i.clone(), n.clone()), j.clone()),
                Term::le(Term::add(j, n.clone()), i),
                Term::le(n, Term::int(0)),
            ]);
            self.check(apart, CheckKind::Bounds, span, None);
        }
        let root = self.env.cell_type(&of);
        self.fill_range(&to, &root, &count, None, Some(&source), span)?;
        Ok(to)
    }

    /// Elements from a pointer on get new values: constants, copies, or anything.
    pub(super) fn fill_range(
        &mut self,
        to: &Val,
        root: &Type,
        count: &Term,
        fill: Option<Vec<Term>>,
        copy: Option<&Val>,
        span: Span,
    ) -> Lowering<()> {
        let Some((block, offset)) = to.address() else {
            return Ok(());
        };
        self.not_alone(root, "bytes of", span)?;
        if self.has_parts(root) {
            return Err(unsupported(span, "structures whose members are pointed to, as bytes"));
        }
        let last = Term::sub(Term::add(offset.clone(), count.clone()), Term::int(1));
        let key = Key::In(Some(offset.clone()), Some(last.clone()));
        let region = Region::of_cells(root.clone(), block.clone(), key, root.clone());
        self.frame_covers(std::slice::from_ref(&region), span);
        let leaves = self.leaves(root);
        let (mut before, mut given) = (Vec::new(), Vec::new());
        for leaf in &leaves {
            let map = self.cells(root, leaf);
            let kept = self.temp("before", map.sort().clone());
            self.assign(&kept, map.term(), span);
            before.push((map.clone(), kept));
            if copy.is_some() {
                self.must_be_known(map.name());
            }
            if let Some(set) = self.shadow_of(&map) {
                let kept = self.temp("before", set.sort().clone());
                self.assign(&kept, set.term(), span);
                given.push((set, kept));
            }
        }
        if let (Some(from), Some(to)) = (copy.and_then(Val::address), to.address()) {
            for (set, kept) in &given {
                self.copies_values(set, kept, from.clone(), to.clone(), count, span);
            }
        }
        self.forget(&region, span);
        if !given.is_empty() {
            self.forget_values(&region, span);
        }
        let given = given.into_iter().map(|(set, kept)| {
            let element = Term::select(Term::select(set.term(), block.clone()), Term::int(0));
            (Some(initialized::all(element.sort(), true)), (set, kept))
        });
        let before = before.into_iter().enumerate();
        let filled = |number: usize| fill.as_ref().and_then(|parts| parts.get(number).cloned());
        let before = before.map(|(number, pair)| (filled(number), pair));
        for (fill, (map, kept)) in before.chain(given).collect::<Vec<_>>() {
            let k = self.fresh("k", Sort::Int);
            let inside = Term::and([Term::le(offset.clone(), k.term()), Term::le(k.term(), last.clone())]);
            let now = Term::select(Term::select(map.term(), block.clone()), k.term());
            let value = match (fill, copy.and_then(Val::address)) {
                (_, Some((from, start))) => {
                    let at = Term::add(Term::sub(k.term(), offset.clone()), start);
                    Some(Term::select(Term::select(kept.term(), from), at))
                }
                (fill, None) => fill,
            };
            if let Some(value) = value {
                let same = Term::eq(now, value);
                self.assume(Term::forall([k], Term::implies(inside, same)), span);
            }
        }
        Ok(())
    }
}
