//! Initialisers.

use super::body::Body;
use super::environment::{Global, sized};
use super::state::{Base, HeapKind, Place, StringBlock};
use super::survey;
use super::value::{Lowering, View, unsupported, wrong};
use crate::syntax::ast::{Decl, Designator, ExprKind as E, Function, Init, StmtKind};
use crate::syntax::walk;
use crate::types::{Type, unnamed};
use abide_base::Span;
use abide_frontend::draft::Drafting;
use abide_ir::Stmt;
use abide_logic::{Sort, Term};
use std::collections::BTreeSet;

/// Arrays longer than this are given their values by a formula rather than one by one.
const LONG: u64 = 4096;

/// The place of a compound literal in an initial value.
fn compound_literal(init: &Init) -> Option<Span> {
    let (mut parts, mut found) = (Vec::new(), None);
    walk::initial(init, &mut parts);
    for e in parts {
        walk::each_part(e, &mut |e| {
            if let E::Compound(..) = &*e.kind {
                found = Some(e.span);
            }
        });
    }
    found
}

/// May an initial value with an effect be one that another value of the list replaces, or that fills several elements?
/// It is evaluated once, or not at all.
fn may_be_replaced(parts: &[(Vec<Designator>, Init)]) -> bool {
    let mut values = Vec::new();
    parts.iter().for_each(|(_, init)| walk::initial(init, &mut values));
    let members = parts.iter().filter_map(|(path, _)| match path.as_slice() {
        [Designator::Field(name)] => Some(&name.text),
        _ => None,
    });
    let distinct = members.collect::<BTreeSet<_>>().len() == parts.len();
    let designated = parts.iter().any(|(path, _)| !path.is_empty());
    designated && !distinct && values.into_iter().any(survey::has_effect)
}

impl<'a> Body<'_, 'a> {
    /// What constants hold; at the start of a program, what all global variables hold.
    pub(super) fn initial_values(&mut self, start: bool) -> Lowering<Vec<Stmt>> {
        let ((), code) = self.block(|b| {
            let mut done = BTreeSet::new();
            // initial values may lead to further variables
            while let Some(name) = b.used_global(&done) {
                if let Some(global) = b.env.globals.get(&name).cloned()
                    && !global.volatile
                    && !global.is_extern
                    && (start || global.is_const)
                {
                    b.initial_value(&name, &global)?;
                }
                done.insert(name);
            }
            Ok(())
        })?;
        Ok(code)
    }

    /// A global variable that the function speaks of, as far as it is known, besides these.
    fn used_global(&self, besides: &BTreeSet<String>) -> Option<String> {
        let used = self.heap.iter().filter_map(|(key, h)| match &h.kind {
            HeapKind::Global(name, _) => Some(name.as_str()),
            _ => key.strip_prefix("~&"),
        });
        used.into_iter()
            .find(|name| !besides.contains(*name))
            .map(str::to_string)
    }

    /// Assumes that a global variable has its initial value.
    fn initial_value(&mut self, name: &str, global: &Global<'a>) -> Lowering<()> {
        let span = self.function.name.span;
        // the initial value is read where the variable stands, not here
        let here = std::mem::replace(&mut self.scopes, vec![Vec::new()]);
        let initial = self.first_parts(name, global, span);
        self.scopes = here;
        let initial = initial?;
        let own = self.named_global(name, span)?;
        if self.is_scattered(&own) {
            // written, as it is the first thing that is: its parts are places of their own
            return self.store(&own, initial, span);
        }
        if global.init.is_some() {
            self.stored_as_declared(&own, span)?;
        }
        let initial = self.as_stored(&own, initial);
        let parts = self.parts_at(&own, View::Now);
        for (a, b) in parts.into_iter().zip(initial) {
            self.assume(Term::eq(a, b), span);
        }
        Ok(())
    }

    /// The parts of an initial value: written to a variable of our own.
    fn first_parts(&mut self, name: &str, global: &Global<'a>, span: Span) -> Lowering<Vec<Term>> {
        if let Some(compound) = global.init.and_then(compound_literal) {
            // it lives as long as the program, and is made by nobody
            return Err(unsupported(compound, "a compound literal outside of functions"));
        }
        if let (Some(function), Some(init)) = (global.within, global.init) {
            self.bring_statics(function, init)?;
        }
        let ghost = self.new_object(&format!("initial {name}"), &global.ty, false, span)?;
        let place = self.object_place(&ghost);
        match global.init {
            Some(init) => self.initialise(&place, init, span)?,
            None => self.clear(&place, span)?,
        }
        Ok(self.parts_at(&place, View::Now))
    }

    /// Brings the static variables of a function into scope that an initial value inside of it names.
    fn bring_statics(&mut self, function: &'a Function, init: &'a Init) -> Lowering<()> {
        let (mut found, mut names) = (Vec::new(), Vec::new());
        walk::initial(init, &mut found);
        for e in found {
            walk::each_part(e, &mut |e| {
                if let E::Name(name) = &*e.kind {
                    names.push(name);
                }
            });
        }
        let mut declared: Vec<&'a Decl> = Vec::new();
        walk::statements(&function.body, &mut |s| {
            if let StmtKind::Decl(decls) = &s.kind {
                declared.extend(decls);
            }
        });
        for name in names {
            let params = function.params.iter().filter_map(|p| p.name.as_ref());
            let is_param = params.into_iter().any(|p| p.text == name.text);
            let own: Vec<_> = declared.iter().filter(|d| d.name.text == name.text).collect();
            match own.as_slice() {
                [] if !is_param => {}
                [one] if !is_param && one.storage.is_static && !self.env.globals.contains_key(&*name.text) => {
                    let ty = sized(&self.env.types, self.env.types.resolve(&one.ty), one.init.as_ref());
                    self.declare_static(one, ty, name.span)?;
                }
                // which of them is visible is not looked for
                _ => {
                    let what = format!("`{}` in the initial value of a `static` variable", name.text);
                    return Err(unsupported(name.span, what));
                }
            }
        }
        Ok(())
    }

    /// Gives a new variable its initial value; what is not mentioned is zero.
    pub(super) fn initialise(&mut self, place: &Place, init: &'a Init, span: Span) -> Lowering<()> {
        match (init, &place.ty) {
            (Init::Expr(e), Type::Array(..)) => match &*e.kind {
                E::Str(bytes) => self.fill_with_string(place, bytes, span),
                _ => Err(wrong(span, "an array needs a list of values")),
            },
            (Init::Expr(e), _) => {
                let val = self.value(e)?;
                let val = self.stored_as(val, &place.ty.clone(), span)?;
                self.store(place, val.parts, span)
            }
            (Init::List(parts, at), Type::Array(..) | Type::Record(_)) => {
                if let ([(path, Init::Expr(e))], Type::Array(..)) = (parts.as_slice(), &place.ty)
                    && path.is_empty()
                    && let E::Str(bytes) = &*e.kind
                {
                    return self.fill_with_string(place, bytes, span);
                }
                if may_be_replaced(parts) {
                    return Err(unsupported(span, "designators in a list of values with effects"));
                }
                self.listed(init);
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
            let full = next > 0 && self.is_union(&place.ty);
            if path.is_empty() && (full || self.child(place, next).is_none()) {
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
            let value = self.env.types.constant(e);
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
                let fields = self.env.types.record(*id).fields.iter().flatten();
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
                let info = self.env.types.record(*id);
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
            let value = super::value::Val::number(abide_logic::number::Number::new(Term::int(*byte)), Type::INT);
            let value = self.convert(value, &of, span)?;
            self.store(&at, value.parts, span)?;
        }
        Ok(())
    }

    /// All zeros and null pointers.
    pub(super) fn clear(&mut self, place: &Place, span: Span) -> Lowering<()> {
        if let (Base::Block { root, block }, Type::Array(_, size)) = (&place.base, &place.ty) {
            if self.has_parts(root) && size.is_none_or(|n| n > super::subobjects::COPIED) {
                let (root, block) = (root.clone(), block.clone());
                let count = Term::int(size.unwrap_or(0));
                return self.clear_parts(&root, &block, &count, span);
            }
            self.zeroed.insert(root.clone());
            let zeros = self.zeros(root);
            let parts = zeros.into_iter().map(|z| Term::constant_map(Sort::Int, z)).collect();
            return self.store(place, parts, span);
        }
        let zeros = self.zeros(&place.ty.clone());
        self.store(place, zeros, span)
    }

    /// The parts of a value that is all zero.
    pub(super) fn zeros(&self, ty: &Type) -> Vec<Term> {
        let zero = |l: super::state::Leaf| (0..l.depth).fold(l.part.zero(), |v, _| Term::constant_map(Sort::Int, v));
        self.leaves(ty).into_iter().map(zero).collect()
    }

    /// The block of a string; its bytes never change.
    pub(super) fn string(&mut self, bytes: &[u8], span: Span) -> Term {
        let char = Type::Int(crate::syntax::ast::IntType::Char);
        let ty = Type::Array(Box::new(char), Some(bytes.len() as u64 + 1));
        let shown = bytes.escape_ascii().to_string();
        // equal strings may be one, or not
        let number = -self.env.kind_number(&Type::Unknown(format!("\"{shown}\"")));
        let name = format!("\"{shown}\" {}", span.start);
        let block = self.numbered_block(&name, &format!("&{name}"), &ty, false, number);
        if bytes.len() as u64 <= LONG / 16 {
            let root = self.env.cell_type(&Type::Int(crate::syntax::ast::IntType::Char));
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
        if !self.strings.iter().any(|known| known.block == block) {
            self.strings.push(StringBlock {
                block: block.clone(),
                text: bytes.to_vec(),
            });
        }
        block
    }
}
