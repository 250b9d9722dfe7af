//! `System.arraycopy`: a part of an array goes to another one, or to another place in the same.

use super::body::Body;
use super::value::{Lowering, Val, sort_of};
use crate::types::Type;
use abide_base::Span;
use abide_ir::{CheckKind, StmtKind};
use abide_logic::{Kind, Sort, Term};

/// So many elements are copied one by one, at the most.
const SINGLE: i64 = 8;

impl<'a> Body<'_, 'a> {
    /// `System.arraycopy(source, from, target, to, count)`; none where it is not known what it does.
    pub(super) fn copy_part(&mut self, args: &[Val], span: Span) -> Lowering<Option<Val>> {
        let [source, from, target, to, count] = args else {
            return Ok(None);
        };
        self.not_null(source, span)?;
        self.not_null(target, span)?;
        let (Some(own), Some(theirs)) = (source.ty.element().cloned(), target.ty.element().cloned()) else {
            // only Java knows whether these are arrays that fit
            self.may_go_wrong("this copy", "ArrayStoreException", span)?;
            return Ok(None);
        };
        if !own.is_reference() || !theirs.is_reference() {
            self.demand(
                Term::bool(own == theirs),
                CheckKind::ArrayStore,
                "ArrayStoreException",
                span,
            )?;
        } else if !self.takes_all_of(&theirs) || !self.classes().is_assignable(&own, &theirs) {
            // elements before the one that does not fit are copied
            let fits = self.holds_all_of((source, target), &theirs);
            if self.may_throw("ArrayStoreException") {
                self.may_go_wrong("this copy", "ArrayStoreException", span)?;
                return Ok(None);
            }
            let takes = self.unknown_choice("takes", span);
            self.demand(
                Term::or([fits, takes]),
                CheckKind::ArrayStore,
                "ArrayStoreException",
                span,
            )?;
        }
        let mut numbers = Vec::new();
        for number in [from, to, count] {
            numbers.push(self.convert(number.clone(), &Type::INT, span)?.term);
        }
        let [from, to, count] = numbers.as_slice() else {
            return Ok(None);
        };
        let lengths = [source, target].map(|array| self.length_term(&array.term).term);
        let zero = Term::int(0);
        let parts = [(from, &lengths[0]), (to, &lengths[1])];
        let inside = parts.into_iter().flat_map(|(at, length)| {
            let end = Term::add(at.clone(), count.clone());
            [Term::le(zero.clone(), at.clone()), Term::le(end, length.clone())]
        });
        let holds = Term::and(
            inside
                .chain([Term::le(zero.clone(), count.clone())])
                .collect::<Vec<_>>(),
        );
        self.demand(holds, CheckKind::Bounds, "ArrayIndexOutOfBoundsException", span)?;
        self.put_part((source, from), (target, to), count, span)?;
        Ok(Some(Val::new(Term::ff(), Type::Void)))
    }

    /// An array holds whatever another one may hold: it is of the same type, or exactly of the type that is declared.
    fn holds_all_of(&mut self, (source, target): (&Val, &Val), element: &Type) -> Term {
        let types = self.types().term();
        let [own, theirs] = [source, target].map(|array| Term::select(types.clone(), array.term.clone()));
        let same = Term::eq(own, theirs.clone());
        let declared = source
            .ty
            .element()
            .is_some_and(|own| self.classes().is_assignable(own, element));
        let exact = Term::eq(theirs, Term::int(self.classes().exact(&target.ty)));
        Term::or([same, Term::and([Term::bool(declared), exact])])
    }

    /// The part is written: as it was before, also where it comes from the same array.
    fn put_part(
        &mut self,
        (source, from): (&Val, &Term),
        (target, to): (&Val, &Term),
        count: &Term,
        span: Span,
    ) -> Lowering<()> {
        let element = |array: &Val| array.ty.element().cloned().unwrap_or(Type::INT);
        let [own, map] = [source, target].map(|array| self.elements_map(&element(array)));
        let given = self.save_term(Term::select(own.term(), source.term.clone()), span);
        let before = self.save_term(Term::select(map.term(), target.term.clone()), span);
        let end = Term::add(to.clone(), count.clone());
        self.frame_check_part(&map, &target.term, (to, &end), span);
        self.mark_written(&map, Some(target), span)?;
        let at = |from: &Term, i: i64| Term::add(from.clone(), Term::int(i));
        let contents = match count.kind() {
            Kind::Int(n) if *n <= SINGLE.into() => {
                let n = i64::try_from(n).unwrap_or(0);
                (0..n).fold(before, |all, i| {
                    Term::store(all, at(to, i), Term::select(given.clone(), at(from, i)))
                })
            }
            _ => self.contents_with((&given, from), (&before, to), count, (target, &element(target)), span),
        };
        self.store(&map, &target.term, contents, false, span);
        Ok(())
    }

    /// What an array holds with a part of it replaced.
    fn contents_with(
        &mut self,
        (given, from): (&Term, &Term),
        (before, to): (&Term, &Term),
        count: &Term,
        (target, element): (&Val, &Type),
        span: Span,
    ) -> Term {
        // runs know what it is
        let quiet = Span {
            start: span.end,
            ..span
        };
        let contents = self.temp("contents", Sort::map(Sort::Int, sort_of(element)));
        let new = contents.term();
        self.emit(StmtKind::Havoc(vec![contents]), quiet);
        let held = |t: &Term, k: Term| Term::select(t.clone(), k);
        let end = Term::add(to.clone(), count.clone());
        let length = self.length_term(&target.term).term;
        let same = |k: Term| Term::eq(held(&new, k.clone()), held(before, k));
        let first = self.for_each_place(&Term::int(0), to, |_, k| same(k));
        let moved = self.for_each_place(to, &end, |_, k| {
            let place = Term::add(Term::sub(k.clone(), to.clone()), from.clone());
            Term::eq(held(&new, k), held(given, place))
        });
        let last = self.for_each_place(&end, &length, |_, k| same(k));
        self.assume(Term::and([first, moved, last]), quiet);
        new
    }
}
