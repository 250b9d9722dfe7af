//! Arrays: new ones.

use super::body::Body;
use super::value::{Lowering, Val, unsupported, wrong};
use crate::syntax::ast::{Expr, ExprKind};
use crate::types::Type;
use abide_base::Span;
use abide_ir::{CheckKind, StmtKind};
use abide_logic::{Kind, Sort, Term, Var};

/// How many rows of arrays of arrays are made one by one, at the most.
const ROWS: i64 = 16;

impl<'a> Body<'_, 'a> {
    /// The value of an expression, which may be an array initialiser.
    pub(super) fn initial(&mut self, e: &'a Expr, ty: &Type) -> Lowering<Val> {
        self.initial_as(e, ty, None)
    }

    /// The same, where the type means a class of which nothing is known, or arrays of it.
    pub(super) fn initial_as(&mut self, e: &'a Expr, ty: &Type, unknown: Option<&str>) -> Lowering<Val> {
        if let Type::Set(_) = ty {
            return self.set_to_keep(e);
        }
        let ExprKind::ArrayInit(elements) = &*e.kind else {
            let val = self.expr(e)?;
            return match ty.is_reference() {
                true => Ok(val),
                false => self.box_as_taken(val, e),
            };
        };
        let Type::Array(element) = ty else {
            return Err(wrong(e.span, "only an array can be initialised like this"));
        };
        let number = self.number_of_array(ty, unknown);
        let array = self.allocate_as(ty, number, Some(Term::int(elements.len() as i64)), e.span);
        self.clear(&array, e.span)?;
        for (i, part) in elements.iter().enumerate() {
            let val = self.initial_as(part, element, unknown)?;
            let val = self.convert(val, element, part.span)?;
            let map = self.elements_map(element);
            let contents = Term::select(map.term(), array.term.clone());
            let changed = Term::store(contents, Term::int(i as i64), val.term);
            self.store(&map, &array.term, changed, true, part.span);
        }
        Ok(array)
    }

    /// `new T[a][b][]`, where `T` may be a class of which nothing is known.
    pub(super) fn new_array(
        &mut self,
        (ty, unknown): (&Type, Option<&str>),
        sizes: &'a [Expr],
        span: Span,
    ) -> Lowering<Val> {
        let mut lengths = Vec::new();
        for (i, size) in sizes.iter().enumerate() {
            let val = self.expr(size)?;
            let val = self.convert(val, &Type::INT, size.span)?;
            let later: Vec<&Expr> = sizes[i + 1..].iter().collect();
            lengths.push(self.save_if_changed(val, &later, size.span));
        }
        for (length, size) in lengths.iter().zip(sizes) {
            let holds = Term::le(Term::int(0), length.term.clone());
            self.demand(holds, CheckKind::NegativeSize, "NegativeArraySizeException", size.span)?;
        }
        self.filled_array((ty, unknown), &lengths, span)
    }

    /// A new array with rows of the lengths given, which have rows of their own and so on.
    fn filled_array(&mut self, (ty, unknown): (&Type, Option<&str>), lengths: &[Val], span: Span) -> Lowering<Val> {
        let Some((length, inner)) = lengths.split_first() else {
            return Err(unsupported(span, "an array without a size"));
        };
        let number = self.number_of_array(ty, unknown);
        let array = self.allocate_as(ty, number, Some(length.term.clone()), span);
        self.clear(&array, span)?;
        match inner {
            [] => {}
            [row] => self.rows((&array, unknown), length, row, span),
            // deeper ones are made one by one
            _ => {
                let rows = constant(length).filter(|n| *n <= ROWS);
                let rows = rows.ok_or_else(|| unsupported(span, "an array of so many dimensions"))?;
                let element = ty.element().cloned().ok_or_else(|| unsupported(span, "this array"))?;
                let map = self.elements_map(&element);
                for i in 0..rows {
                    let row = self.filled_array((&element, unknown), inner, span)?;
                    let contents = Term::select(map.term(), array.term.clone());
                    let changed = Term::store(contents, Term::int(i), row.term);
                    self.store(&map, &array.term, changed, true, span);
                }
            }
        }
        Ok(array)
    }

    /// The rows of a new array of arrays: new, different from each other, of the length given.
    fn rows(&mut self, (array, unknown): (&Val, Option<&str>), length: &Val, width: &Val, span: Span) {
        let Some(row) = array.ty.element().cloned() else { return };
        let object = self.classes().object();
        let refs = self.elements_map(&object);
        let allocated = self.allocated();
        let before = self.grow(span);
        let rows = self.temp("rows", Sort::map(Sort::Int, Sort::Ref));
        self.emit(StmtKind::Havoc(vec![rows.clone()]), span);
        let (i, j, r) = (
            self.fresh("i", Sort::Int),
            self.fresh("j", Sort::Int),
            self.fresh("r", Sort::Ref),
        );
        let within = |v: &Var| {
            Term::and([
                Term::le(Term::int(0), v.term()),
                Term::lt(v.term(), length.term.clone()),
            ])
        };
        let at = |v: &Var| Term::select(rows.term(), v.term());
        let types = self.types();
        let exact = self.number_of_array(&row, unknown);
        let mut facts = vec![
            Term::ne(at(&i), Term::null()),
            Term::not(Term::select(before.term(), at(&i))),
            Term::select(allocated.term(), at(&i)),
            Term::eq(Term::select(types.term(), at(&i)), exact),
        ];
        let all = self.lengths();
        facts.push(Term::eq(Term::select(all.term(), at(&i)), width.term.clone()));
        if let Some(element) = row.element() {
            let map = self.elements_map(element);
            let zeros = Term::constant_map(Sort::Int, Self::zero(element));
            let kept = self.temp("contents", map.sort().clone());
            self.assign(&kept, map.term(), span);
            self.emit(StmtKind::Havoc(vec![map.clone()]), span);
            self.wrote_new(&map, None);
            facts.push(Term::eq(Term::select(map.term(), at(&i)), zeros));
            let same = Term::eq(Term::select(map.term(), r.term()), Term::select(kept.term(), r.term()));
            let old = Term::forall([r.clone()], Term::implies(Term::select(before.term(), r.term()), same));
            self.assume(old, span);
        }
        self.assume(
            Term::forall([i.clone()], Term::implies(within(&i), Term::and(facts))),
            span,
        );
        let apart = Term::implies(
            Term::and([within(&i), within(&j), Term::ne(i.term(), j.term())]),
            Term::ne(at(&i), at(&j)),
        );
        self.assume(Term::forall([i, j], apart), span);
        self.assume(Term::select(allocated.term(), array.term.clone()), span);
        self.store(&refs, &array.term, rows.term(), true, span);
    }
}

/// The value, if it is a constant.
fn constant(val: &Val) -> Option<i64> {
    match val.term.kind() {
        Kind::Int(i) => i64::try_from(i).ok(),
        _ => None,
    }
}
