//! Places: what can be read, written and pointed to.

use super::body::Body;
use super::environment::{elements, is_const, object, sized};
use super::state::{Base, HeapKind, Place};
use super::survey;
use super::value::{Home, Lowering, Object, Val, unsupported, wrong};
use crate::syntax::ast::{BinaryOp, Expr, ExprKind as E, UnaryOp};
use crate::types::Type;
use abide_base::Span;
use abide_ir::CheckKind;
use abide_logic::number::Number;
use abide_logic::{Sort, Term};

impl Place {
    pub fn new(base: Base, ty: Type) -> Place {
        Place {
            base,
            path: String::new(),
            indices: Vec::new(),
            ty,
        }
    }
}

impl<'a> Body<'_, 'a> {
    /// The place an expression stands for; its parts are evaluated and what is accessed on the
    /// way is checked, the place itself is not.
    pub(super) fn place(&mut self, e: &'a Expr) -> Lowering<Place> {
        match &*e.kind {
            E::Name(n) => self.named_place(&n.text, e.span),
            E::Unary(UnaryOp::Deref, p) => match in_row(p, |a| self.type_of(a)) {
                Some((row, Some(index))) => self.indexed(row, index, e.span),
                Some((row, None)) => {
                    let row = self.place(row)?;
                    self.element(row, Term::int(0), e.span)
                }
                None => {
                    let pointer = self.value(p)?;
                    self.pointed(pointer, e.span)
                }
            },
            E::Index(a, i) => self.indexed(a, i, e.span),
            E::Member(a, f) => {
                let base = match is_place(a) {
                    true => self.place(a)?,
                    false => self.value_place(a)?,
                };
                match &*a.kind {
                    E::Unary(UnaryOp::Deref, p) if is_null_constant(p) => {}
                    E::Unary(UnaryOp::Deref, _) | E::Index(..) => self.leads_to_member(&base, &f.text, e.span),
                    _ => {}
                }
                self.member(base, &f.text, f.span)
            }
            E::Arrow(a, f) => {
                let pointer = self.value(a)?;
                let base = self.pointed(pointer, e.span)?;
                if !is_null_constant(a) {
                    self.leads_to_member(&base, &f.text, e.span);
                }
                self.member(base, &f.text, f.span)
            }
            E::Str(_) | E::Compound(..) => self.value_place(e),
            E::Named(_, inner) => self.place(inner),
            E::Cast(..) => Err(wrong(e.span, "a cast is not something that can be assigned")),
            _ => Err(wrong(e.span, "this is not a place that can be read or written")),
        }
    }

    /// A place that holds the value of an expression.
    fn value_place(&mut self, e: &'a Expr) -> Lowering<Place> {
        match &*e.kind {
            E::Str(bytes) => {
                let block = self.string(bytes, e.span);
                let root = Type::Int(crate::syntax::ast::IntType::Char);
                let ty = Type::Array(Box::new(root), Some(bytes.len() as u64 + 1));
                return Ok(Place::new(self.block_base(&ty, block), ty));
            }
            E::Compound(ty, init) => {
                let writable = !is_const(ty);
                let ty = sized(&self.env.types, self.resolve(ty, e.span)?, Some(init));
                let object = self.literal(e, &ty, writable)?;
                self.bring(object.clone());
                let place = self.object_place(&object);
                self.initialise(&place, init, e.span)?;
                return Ok(place);
            }
            _ => {}
        }
        let val = self.value(e)?;
        let object = self.new_object("\\value", &val.ty, false, e.span)?;
        let place = self.object_place(&object);
        self.store(&place, val.parts, e.span)?;
        Ok(place)
    }

    /// The place of a name.
    pub(super) fn named_place(&mut self, name: &str, span: Span) -> Lowering<Place> {
        if self.declaring.as_ref().is_some_and(|(declared, _)| declared == name) {
            return Err(unsupported(span, "a variable in its own initial value"));
        }
        if let Some(object) = self.find_local(name) {
            return Ok(self.object_place(&object));
        }
        self.named_global(name, span)
    }

    /// A variable of the function.
    pub(super) fn object_place(&mut self, object: &Object) -> Place {
        let base = match &object.home {
            Home::Block(block) => self.block_base(&object.ty, block.clone()),
            _ => Base::Object(Box::new(object.clone())),
        };
        Place::new(base, object.ty.clone())
    }

    /// The place that is a whole block.
    pub(super) fn block_base(&self, ty: &Type, block: Term) -> Base {
        match ty {
            Type::Array(of, _) => Base::Block {
                root: self.env.cell_type(of),
                block,
            },
            ty => Base::Cell {
                root: self.env.cell_type(ty),
                block,
                offset: Term::int(0),
            },
        }
    }

    /// A global variable.
    pub(super) fn named_global(&mut self, name: &str, span: Span) -> Lowering<Place> {
        let Some(global) = self.env.globals.get(name) else {
            let known = self.env.callees.contains_key(name);
            if self.env.types.is_uncomputed(name) {
                return Err(unsupported(span, format!("the value of the constant `{name}`")));
            }
            return Err(match known {
                true => wrong(span, format!("the function `{name}` is not a variable")),
                false => wrong(span, format!("nothing is known of the name `{name}`")),
            });
        };
        let global = global.clone();
        let ty = global.ty.clone();
        self.uses_name(name);
        self.has_one_name(name, span)?;
        self.no_array_of_alone(&ty, span)?;
        let base = if global.volatile {
            Base::Volatile {
                library: global.library,
            }
        } else if self.env.address_taken.vars.contains(name) {
            let constant = global.is_const;
            let block = self.static_block(name, &ty, !constant);
            self.block_base(&ty, block)
        } else {
            Base::Global(name.to_string(), ty.clone())
        };
        Ok(Place::new(base, ty))
    }

    /// The block of a global variable or string, which is always alive.
    pub(super) fn static_block(&mut self, name: &str, ty: &Type, writable: bool) -> Term {
        self.uses_name(name);
        let known = self.heap.values().filter(|h| h.var.sort() == &Sort::Ref).count();
        if !matches!(ty, Type::Function(_)) {
            self.anchored.insert(self.env.cell_type(&elements(ty).0));
        }
        let shown = match ty {
            Type::Function(_) => format!("&{name}"),
            _ => object(name, ty),
        };
        self.numbered_block(name, &shown, ty, writable, known as i64 + 1)
    }

    /// Such a block with a number: blocks with different numbers are different.
    pub(super) fn numbered_block(&mut self, name: &str, shown: &str, ty: &Type, writable: bool, number: i64) -> Term {
        let (root, count) = elements(ty);
        let (var, new) = self.constant_block(name, shown);
        let block = var.term();
        let mut facts = Vec::new();
        if new {
            let names = self.heap_var(
                "~\\static".into(),
                "\\static",
                Sort::map(Sort::Ref, Sort::Int),
                HeapKind::Fixed,
            );
            let (allocated, alive) = (self.allocated(), self.alive());
            let (low, high, may) = (self.lows(), self.highs(), self.writable());
            let writes = Term::select(may.term(), block.clone());
            facts = vec![
                Term::ne(block.clone(), Term::null()),
                Term::eq(Term::select(names.term(), block.clone()), Term::int(number)),
                Term::select(allocated.term(), block.clone()),
                Term::select(alive.term(), block.clone()),
                Term::eq(Term::select(low.term(), block.clone()), Term::int(0)),
                if writable { writes } else { Term::not(writes) },
            ];
            let high = |n: u64| Term::eq(Term::select(high.term(), block.clone()), Term::int(n));
            facts.extend(count.map(high));
        }
        // that bytes and types matter may turn out after a block was first named
        let bytes = count.and_then(|n| self.bytes_are(&block, &root, &Term::int(n)));
        let kind = self.kinds_matter().then(|| self.consists_of(&block, &root));
        let late = bytes.into_iter().chain(kind).filter(|f| !self.facts.contains(f));
        facts.extend(late.collect::<Vec<_>>());
        self.facts.extend(facts);
        block
    }

    /// What a pointer points to.
    pub(super) fn pointed(&mut self, pointer: Val, span: Span) -> Lowering<Place> {
        let Some((block, offset)) = pointer.address() else {
            return Err(wrong(
                span,
                format!("a value of type `{}` is no pointer", self.show(&pointer.ty)),
            ));
        };
        let ty = pointer.ty.target().cloned().unwrap_or(Type::Void);
        let root = self.env.cell_type(pointer.real.as_ref().unwrap_or(&ty));
        if let Type::Array(of, _) = &ty
            && self.env.cell_type(of) == root
            && offset == Term::int(0)
        {
            return Ok(Place::new(Base::Block { root, block }, ty));
        }
        if root != self.env.cell_type(&ty) {
            let what = format!("access to memory of `{}` as `{}`", self.show(&root), self.show(&ty));
            let elsewhere = self.reinterpreted(&pointer, &ty, &what, span)?;
            return self.pointed(elsewhere, span);
        }
        match &root {
            Type::Void => return Err(wrong(span, "a `void` pointer cannot be dereferenced")),
            Type::Unknown(what) if what.starts_with("struct ") => {
                return Err(wrong(span, format!("the members of `{what}` are not known here")));
            }
            Type::Unknown(what) if !root.is_argument_list() => {
                return Err(unsupported(span, format!("access to {what}")));
            }
            Type::Record(id) if self.env.types.record(*id).fields.is_none() => {
                let what = self.show(&ty);
                return Err(wrong(span, format!("the members of `{what}` are not known")));
            }
            _ => {}
        }
        self.unmoved(&root, &offset, span)?;
        Ok(Place::new(Base::Cell { root, block, offset }, ty))
    }

    /// `a[i]`.
    fn indexed(&mut self, a: &'a Expr, i: &'a Expr, span: Span) -> Lowering<Place> {
        let is_array = is_place(a) && matches!(self.type_of(a), Some(Type::Array(..)));
        let mut parts = match is_array {
            true => self.read_by_place(a),
            false => vec![a],
        };
        parts.push(i);
        self.sequenced(&parts)?;
        // `i[a]` is the same
        if is_array {
            let base = self.place(a)?;
            let index = self.integer(i)?;
            return self.element(base, index.term, span);
        }
        let array = self.value(a)?;
        let array = match survey::has_effect(i) {
            true => self.save(array, span),
            false => array,
        };
        let index = self.value(i)?;
        let (pointer, index) = match array.address() {
            Some(_) => (array, index),
            None => (index, array),
        };
        let sum = self.moved(pointer, index, false, span)?;
        self.pointed(sum, span)
    }

    /// An element of an array; the index is checked.
    pub(super) fn element(&mut self, array: Place, index: Term, span: Span) -> Lowering<Place> {
        let Type::Array(of, size) = array.ty.clone() else {
            return Err(wrong(span, "only arrays and pointers have elements"));
        };
        if let Base::Block { root, block } = array.base {
            return Ok(Place {
                base: Base::Cell {
                    root,
                    block,
                    offset: index,
                },
                ty: *of,
                ..array
            });
        }
        let natural = Term::le(Term::int(0), index.clone());
        let counted = match &array.base {
            Base::Object(object) if array.path.replace("[]", "").is_empty() => {
                object.counts.get(array.indices.len()).cloned().flatten()
            }
            _ => None,
        };
        let below = match size.map(Term::int).or(counted) {
            Some(n) => Term::lt(index.clone(), n),
            None => return Err(unsupported(span, "an array of unknown size")),
        };
        self.check(Term::and([natural, below]), CheckKind::Bounds, span, None);
        Ok(self.element_unchecked(array, index))
    }

    /// An element of an array, in formulas.
    pub(super) fn element_unchecked(&mut self, mut array: Place, index: Term) -> Place {
        let of = array.ty.target().cloned().unwrap_or(Type::Void);
        if let Base::Block { root, block } = array.base {
            return Place {
                base: Base::Cell {
                    root,
                    block,
                    offset: index,
                },
                ty: of,
                ..array
            };
        }
        array.path.push_str("[]");
        array.indices.push(index);
        array.ty = of;
        array
    }

    /// A member of a structure.
    pub(super) fn member(&mut self, base: Place, name: &str, span: Span) -> Lowering<Place> {
        let Type::Record(id) = &base.ty.clone() else {
            let ty = self.show(&base.ty);
            return Err(wrong(span, format!("a value of type `{ty}` has no members")));
        };
        let Some((names, ty)) = self.env.types.member(*id, name) else {
            let record = self.show(&base.ty);
            return Err(wrong(span, format!("`{record}` has no member `{name}`")));
        };
        if self.env.is_exposed_union(*id, name) {
            return self.member_elsewhere(&ty, span);
        }
        let mut place = base;
        // what lies inside a member that nobody points to is pointed to by nobody
        let part = at_root(&place.path) && self.env.is_exposed(*id, name);
        for step in &names {
            place.path.push('.');
            place.path.push_str(step);
        }
        place.ty = ty.clone();
        if part && let Base::Cell { root, block, offset } = &place.base {
            let (root, block, offset) = (root.clone(), block.clone(), offset.clone());
            // the bounds of the part say nothing of those of what it is a part of
            if !self.quiet && !self.stands_alone(&root) {
                let none = Term::eq(block.clone(), Term::null());
                let inside = self.inside(&block, &offset, &offset);
                self.check(Term::or([none, inside]), CheckKind::Bounds, span, None);
            }
            place.base = self.part(&root, &place.path, &ty, &block, &offset, span)?;
            place.path.clear();
        }
        Ok(place)
    }

    /// A null pointer has no members whose address can be taken.
    fn leads_to_member(&mut self, base: &Place, name: &str, span: Span) {
        if let (Base::Cell { block, .. }, Type::Record(id)) = (&base.base, &base.ty)
            && self.env.is_exposed(*id, name)
            && !self.quiet
        {
            let not_null = Term::ne(block.clone(), Term::null());
            self.check(not_null, CheckKind::Null, span, None);
        }
    }

    /// The parts of what memory holds in the type that the place is declared with: the other way round.
    pub(super) fn as_declared(&self, place: &Place, parts: Vec<Term>) -> Vec<Term> {
        match (self.range(&place.ty), parts.as_slice()) {
            (Some(range), [part]) if self.real_type(place) != place.ty => {
                vec![Number::new(part.clone()).wrap(&range).term]
            }
            _ => parts,
        }
    }

    /// An array as a value is a pointer to its first element. That of a row of an array of arrays is followed by what
    /// is beside the row, too.
    pub(super) fn decayed(&mut self, place: &Place, span: Span) -> Lowering<Val> {
        if !is_row(place) {
            return self.pointer_to(place, span);
        }
        let (to, _) = elements(&place.ty);
        let what = "a pointer into an array of arrays or a nested structure";
        self.pointer_elsewhere(&to, Some(Term::ff()), what, span)
    }

    /// A pointer to a place.
    pub(super) fn pointer_to(&mut self, place: &Place, span: Span) -> Lowering<Val> {
        match (&place.base, place.path.is_empty()) {
            (Base::Cell { block, offset, .. }, true) => {
                Ok(Val::pointer(place.ty.clone(), block.clone(), offset.clone()))
            }
            (Base::Block { block, .. }, true) => {
                let (to, _) = elements(&place.ty);
                Ok(Val::pointer(to, block.clone(), Term::int(0)))
            }
            _ => {
                let (to, _) = elements(&place.ty);
                let what = "a pointer into an array of arrays or a nested structure";
                self.pointer_elsewhere(&to, Some(Term::ff()), what, span)
            }
        }
    }
}

/// `(struct S *)0`: its members tell where they lie in the structure.
fn is_null_constant(e: &Expr) -> bool {
    match &*e.kind {
        E::Cast(_, inner) => is_null_constant(inner),
        E::Int(lit) => lit.value == 0u8.into(),
        _ => false,
    }
}

/// Does a way stay in the structure it begins in: does it lead through unnamed members at most?
pub(super) fn at_root(path: &str) -> bool {
    path.split('.').skip(1).all(|step| step.starts_with('#'))
        && !path.contains('[')
        && (path.is_empty() || path.starts_with('.'))
}

/// Is it an array that is an element of a block?
pub(super) fn is_row(place: &Place) -> bool {
    matches!(place.base, Base::Cell { .. }) && place.path.is_empty() && matches!(place.ty, Type::Array(..))
}

/// What `*p` is of an array of arrays or of one of its rows: the array, and the index if there is one. Such arrays are
/// no pointers to what lies in them.
pub(super) fn in_row(p: &Expr, type_of: impl Fn(&Expr) -> Option<Type>) -> Option<(&Expr, Option<&Expr>)> {
    let is_plain = |e: &Expr| {
        matches!(
            &*e.kind,
            E::Name(_) | E::Member(..) | E::Arrow(..) | E::Str(_) | E::Compound(..)
        )
    };
    let has_rows = |e: &Expr| match type_of(e) {
        Some(Type::Array(of, _)) if is_place(e) => matches!(*of, Type::Array(..)) || !is_plain(e),
        _ => false,
    };
    match &*p.kind {
        E::Binary(BinaryOp::Add, a, i) if has_rows(a) => Some((a, Some(i))),
        E::Binary(BinaryOp::Add, i, a) if has_rows(a) => Some((a, Some(i))),
        _ => has_rows(p).then_some((p, None)),
    }
}

/// Is the expression one that can stand for a place?
pub(super) fn is_place(e: &Expr) -> bool {
    match &*e.kind {
        E::Name(_) | E::Index(..) | E::Arrow(..) | E::Unary(UnaryOp::Deref, _) | E::Str(_) | E::Compound(..) => true,
        E::Member(a, _) | E::Named(_, a) => is_place(a),
        _ => false,
    }
}

/// A map read at one key after the other.
pub(super) fn select(map: Term, keys: &[Term]) -> Term {
    keys.iter().fold(map, |m, k| Term::select(m, k.clone()))
}

/// A map changed at one key after the other.
pub(super) fn store(map: Term, keys: &[Term], value: Term) -> Term {
    match keys {
        [] => value,
        [key, rest @ ..] => {
            let inner = store(Term::select(map.clone(), key.clone()), rest, value);
            Term::store(map, key.clone(), inner)
        }
    }
}
