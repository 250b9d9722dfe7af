//! Memory: blocks, maps, which blocks are alive and how large they are.

use super::body::Body;
use super::floating;
use super::state::{HeapKind, HeapVar, Leaf, Part};
use super::value::{Lowering, Val, View};
use crate::syntax::ast::RecordKind;
use crate::types::{Type, unnamed};
use abide_base::Span;
use abide_ir::{CheckKind, StmtKind};
use abide_logic::{Kind, Sort, Term, Var, float};

/// What asks for a block of memory.
pub(super) enum Request {
    /// A declaration, or a literal: it has the size of its type.
    Declared,
    /// A call that names the bytes; can the block be given back (`malloc`, not `alloca`)?
    Bytes { bytes: Term, freeable: bool },
}

impl Part {
    /// How the name of a map that holds such parts ends.
    pub(super) fn tail(self) -> &'static str {
        match self {
            Part::Int | Part::Float => "",
            Part::Block => "@block",
            Part::Offset => "@offset",
            Part::Whole => "@whole",
        }
    }

    /// What it holds where all bytes are zero.
    pub(super) fn zero(self) -> Term {
        match self {
            Part::Block | Part::Whole => Term::null(),
            Part::Int | Part::Offset => Term::int(0),
            Part::Float => float::constant(0.0),
        }
    }
}

impl Leaf {
    /// The sort of a variable that holds all of them, an index for each array on the way.
    pub fn sort(&self) -> Sort {
        let value = match self.part {
            Part::Block | Part::Whole => Sort::Ref,
            Part::Int | Part::Offset => Sort::Int,
            Part::Float => Sort::Float,
        };
        (0..self.depth).fold(value, |s, _| Sort::map(Sort::Int, s))
    }

    /// Does the way to it lead through that place?
    pub(super) fn is_below(&self, path: &str) -> bool {
        let rest = self.path.strip_prefix(path);
        rest.is_some_and(|r| r.is_empty() || r.starts_with(['.', '[']))
    }
}

impl HeapKind {
    /// The scalar that values and variables are taken apart into.
    pub fn leaf(&self) -> Option<&Leaf> {
        match self {
            HeapKind::Cells(_, leaf) | HeapKind::Global(_, leaf) => Some(leaf),
            _ => None,
        }
    }
}

impl<'a> Body<'_, 'a> {
    /// The scalar parts of a type, in order.
    pub(super) fn leaves(&self, ty: &Type) -> Vec<Leaf> {
        let mut found = Vec::new();
        self.collect(ty, String::new(), 0, false, &mut found);
        found
    }

    fn collect(&self, ty: &Type, path: String, depth: usize, shared: bool, found: &mut Vec<Leaf>) {
        let leaf = |part: Part| Leaf {
            path: path.clone(),
            ty: ty.clone(),
            part,
            depth,
            shared,
        };
        match ty {
            Type::Int(_) | Type::Bits(..) | Type::Integer | Type::Truth => found.push(leaf(Part::Int)),
            _ if floating::is_known(ty) => found.push(leaf(Part::Float)),
            Type::Pointer(to) if self.stands_alone(to) => found.push(leaf(Part::Whole)),
            Type::Pointer(_) => found.extend([leaf(Part::Block), leaf(Part::Offset)]),
            Type::Array(of, _) => self.collect(of, format!("{path}[]"), depth + 1, shared, found),
            Type::Record(id) => {
                let info = self.env.types.record(*id);
                let shared = shared || info.kind == RecordKind::Union;
                for (number, field) in info.fields.iter().flatten().enumerate() {
                    let name = match field.name.is_empty() {
                        true => unnamed(number),
                        false => field.name.clone(),
                    };
                    self.collect(&field.ty, format!("{path}.{name}"), depth, shared, found);
                }
            }
            _ => {}
        }
    }

    pub(super) fn heap_var(&mut self, key: String, name: &str, sort: Sort, kind: HeapKind) -> Var {
        let draft = &mut self.draft;
        self.heap.var(key, kind, || draft.fresh(name, sort))
    }

    /// The map of a scalar inside blocks that consist of a type. Structures that stand alone are
    /// found by their block, all others by block and offset.
    pub(super) fn cells(&mut self, root: &Type, leaf: &Leaf) -> Var {
        let name = self.cells_name(root, leaf);
        let sort = match self.stands_alone(root) {
            true => leaf.sort(),
            false => Sort::map(Sort::Int, leaf.sort()),
        };
        let sort = Sort::map(Sort::Ref, sort);
        let kind = HeapKind::Cells(root.clone(), leaf.clone());
        self.heap_var(format!("cells {name}"), &name, sort, kind)
    }

    /// The name of that map.
    pub(super) fn cells_name(&self, root: &Type, leaf: &Leaf) -> String {
        let (shown, tail) = (self.show(root), leaf.part.tail());
        if !self.stands_alone(root) {
            return format!("{shown}:{}{tail}", leaf.path);
        }
        let reach = self.env.reach_predicate_along(root, &leaf.path);
        let reach = reach.map_or(String::new(), |r| format!(" {r}"));
        format!("{shown}::{}{tail}{reach}", leaf.path)
    }

    /// A part of a global variable.
    pub(super) fn global_var(&mut self, name: &str, leaf: &Leaf) -> Var {
        let shown = format!("{name}{}{}", leaf.path, leaf.part.tail());
        let kind = HeapKind::Global(name.to_string(), leaf.clone());
        self.heap_var(format!("global {shown}"), &shown, leaf.sort(), kind)
    }

    /// The scalars of global variables that do not live in memory, with their variables.
    pub(super) fn global_scalars(&self) -> Vec<(Type, Vec<Var>)> {
        let mut found: Vec<(Type, Vec<Var>)> = Vec::new();
        for h in self.heap.values() {
            match &h.kind {
                HeapKind::Global(_, leaf) if leaf.depth == 0 => match (leaf.part, found.last_mut()) {
                    // the offset comes behind the block
                    (Part::Offset, Some((Type::Pointer(_), vars))) => vars.push(h.var.clone()),
                    _ => found.push((leaf.ty.clone(), vec![h.var.clone()])),
                },
                _ => {}
            }
        }
        found
    }

    /// The integers among them.
    pub(super) fn global_integers(&self) -> Vec<(Type, Var)> {
        let integer = |(ty, vars): (Type, Vec<Var>)| match vars.as_slice() {
            [var] => Some((ty, var.clone())),
            _ => None,
        };
        self.global_scalars().into_iter().filter_map(integer).collect()
    }

    /// A map from blocks that never changes.
    fn fixed(&mut self, name: &str, value: Sort) -> Var {
        let sort = Sort::map(Sort::Ref, value);
        self.heap_var(format!("~{name}"), name, sort, HeapKind::Fixed)
    }

    /// The first offset of each block.
    pub(super) fn lows(&mut self) -> Var {
        self.fixed("\\low", Sort::Int)
    }

    /// One past the last offset of each block.
    pub(super) fn highs(&mut self) -> Var {
        self.fixed("\\high", Sort::Int)
    }

    /// May a block be written?
    pub(super) fn writable(&mut self) -> Var {
        self.fixed("\\writable", Sort::Bool)
    }

    /// What a block consists of, as a number.
    fn kinds(&mut self) -> Var {
        self.fixed("\\type", Sort::Int)
    }

    /// The block that a block is a part of: that of the whole structure for a member that is
    /// pointed to, itself for all others. Blocks are made and end as wholes.
    pub(super) fn whole(&mut self, block: &Term) -> Term {
        match self.heap.contains_key("~\\whole") {
            true => Term::select(self.wholes().term(), block.clone()),
            false => block.clone(),
        }
    }

    pub(super) fn wholes(&mut self) -> Var {
        self.fixed("\\whole", Sort::Ref)
    }

    /// The block is no part of another.
    pub(super) fn is_whole(&mut self, block: &Term) -> Term {
        Term::eq(self.whole(block), block.clone())
    }

    /// Which blocks have ever been made.
    pub(super) fn allocated(&mut self) -> Var {
        let sort = Sort::map(Sort::Ref, Sort::Bool);
        self.heap_var("~allocated".into(), "\\allocated", sort, HeapKind::Allocated)
    }

    /// Which blocks are alive.
    pub(super) fn alive(&mut self) -> Var {
        let sort = Sort::map(Sort::Ref, Sort::Bool);
        self.heap_var("~alive".into(), "\\alive", sort, HeapKind::Alive)
    }

    /// A block that is always there, a global variable or a string, and whether it was not named before.
    pub(super) fn constant_block(&mut self, name: &str, shown: &str) -> (Var, bool) {
        let key = format!("~&{name}");
        let known = self.heap.contains_key(&key);
        (self.heap_var(key, shown, Sort::Ref, HeapKind::Fixed), !known)
    }

    /// From now on it matters what blocks consist of: one that ends is none of another type.
    pub(super) fn tell_kinds_apart(&mut self) {
        self.kinds();
    }

    /// Does the type of what a block consists of matter in this routine?
    pub(super) fn kinds_matter(&self) -> bool {
        self.heap.contains_key("~\\type")
    }

    /// The block consists of that type.
    pub(super) fn consists_of(&mut self, block: &Term, ty: &Type) -> Term {
        let number = self.env.kind_number(ty);
        Term::eq(Term::select(self.kinds().term(), block.clone()), Term::int(number))
    }

    /// What every value of a type satisfies, in the present state.
    pub(super) fn well_typed(&mut self, ty: &Type, parts: &[Term]) -> Term {
        let mut facts = Vec::new();
        let leaves = self.leaves(ty);
        let mut pairs = leaves.iter().zip(parts).peekable();
        while let Some((leaf, term)) = pairs.next() {
            if leaf.depth > 0 {
                continue;
            }
            match leaf.part {
                Part::Int => facts.extend(self.range(&leaf.ty).map(|r| r.holds(term))),
                Part::Block => {
                    let Some((_, offset)) = pairs.next() else { continue };
                    facts.push(self.pointer_fact(&leaf.ty, term, offset));
                }
                Part::Whole => facts.push(self.pointer_fact(&leaf.ty, term, &Term::int(0))),
                Part::Float => {
                    facts.push(float::is_double(term));
                    if leaf.ty == Type::Float(4) {
                        facts.push(Term::eq(float::Op::Single.term(vec![term.clone()]), term.clone()));
                    }
                }
                Part::Offset => {}
            }
        }
        Term::and(facts)
    }

    /// A pointer points into a block that has been made, or is null.
    fn pointer_fact(&mut self, ty: &Type, block: &Term, offset: &Term) -> Term {
        if *block == Term::null() {
            return Term::tt();
        }
        let allocated = self.allocated();
        let mut made = vec![Term::select(allocated.term(), self.whole(block))];
        if self.kinds_matter()
            && let Some(to) = ty.target()
            && *to != Type::Void
            && !matches!(to, Type::Function(_))
        {
            made.push(self.consists_of(block, to));
        }
        let null = Term::eq(block.clone(), Term::null());
        let nil = Term::and([null.clone(), Term::eq(offset.clone(), Term::int(0))]);
        Term::or([nil, Term::and([Term::not(null)].into_iter().chain(made))])
    }

    /// A variable as it is in a view.
    pub(super) fn at(&mut self, view: View, var: &Var) -> Term {
        let View::At(number) = view else { return var.term() };
        let fixed = |h: &HeapVar| h.var == *var && h.kind == HeapKind::Fixed;
        let input = self.inputs.contains(var);
        if input || self.heap.values().any(fixed) {
            return var.term();
        }
        self.keep(number, var)
    }

    /// A new block of `count` elements of a type, alive.
    pub(super) fn allocate(
        &mut self,
        name: &str,
        ty: &Type,
        count: Term,
        writable: bool,
        span: Span,
    ) -> Lowering<Term> {
        self.allocate_bytes(name, ty, count, Request::Declared, writable, span)
    }

    /// The same for a declaration or a call.
    pub(super) fn allocate_bytes(
        &mut self,
        name: &str,
        ty: &Type,
        count: Term,
        request: Request,
        writable: bool,
        span: Span,
    ) -> Lowering<Term> {
        let own = self.next_block.take();
        let block = own.unwrap_or_else(|| self.temp(name, Sort::Ref));
        self.made.push(block.clone());
        let (allocated, alive) = (self.allocated(), self.alive());
        self.emit(StmtKind::Havoc(vec![block.clone()]), span);
        let own = block.term();
        let mut facts = vec![
            Term::ne(own.clone(), Term::null()),
            Term::not(Term::select(allocated.term(), own.clone())),
            Term::not(Term::select(alive.term(), own.clone())),
        ];
        facts.extend(self.laid_out(&own, ty, &count, request, writable));
        self.assume(Term::and(facts), span);
        self.flip(&allocated, &own, true, span);
        self.flip(&alive, &own, true, span);
        let root = self.env.cell_type(ty);
        self.made_with(&root, &own, &count, false, span)?;
        Ok(own)
    }

    /// What is true of a block as long as it lives: its bounds, what it consists of, whether it may be written.
    pub(super) fn laid_out(
        &mut self,
        own: &Term,
        ty: &Type,
        count: &Term,
        request: Request,
        writable: bool,
    ) -> Vec<Term> {
        let (low, high, may) = (self.lows(), self.highs(), self.writable());
        let mut facts = vec![
            Term::eq(Term::select(low.term(), own.clone()), Term::int(0)),
            Term::eq(Term::select(high.term(), own.clone()), count.clone()),
            Term::eq(Term::select(may.term(), own.clone()), Term::bool(writable)),
            self.is_whole(own),
        ];
        if let Request::Bytes { freeable: true, .. } = request {
            facts.push(Term::select(self.on_heap().term(), own.clone()));
        }
        match request {
            Request::Bytes { bytes, .. } if self.bytes_matter() => facts.push(Term::eq(self.bytes_at(own), bytes)),
            _ => facts.extend(self.bytes_are(own, ty, count)),
        }
        if self.kinds_matter() {
            facts.push(self.consists_of(own, ty));
        }
        facts
    }

    /// Says of a block that it is, or is no longer, in a set.
    pub(super) fn flip(&mut self, set: &Var, block: &Term, to: bool, span: Span) {
        // a block that is taken out of a set is one that ends
        self.ended |= !to;
        let changed = Term::store(set.term(), block.clone(), Term::bool(to));
        self.assign(set, changed, span);
        match to {
            true => self.wrote_new(set, None),
            false => self.wrote(set, Some(block)),
        }
    }

    /// A cell of a block that consists of a type may be read, or written.
    pub(super) fn may_access(&mut self, root: &Type, block: &Term, offset: &Term, write: bool, span: Span) {
        let not_null = Term::ne(block.clone(), Term::null());
        self.check(not_null, CheckKind::Null, span, None);
        let alive = self.alive();
        let lives = Term::select(alive.term(), self.whole(block));
        self.check(lives, CheckKind::Lifetime, span, None);
        if !self.stands_alone(root) {
            let inside = self.inside(block, offset, offset);
            self.check(inside, CheckKind::Bounds, span, None);
        }
        if write {
            let writable = Term::select(self.writable().term(), block.clone());
            self.check(writable, CheckKind::ReadOnly, span, None);
        }
    }

    /// Offsets from one to another lie in a block.
    pub(super) fn inside(&mut self, block: &Term, from: &Term, to: &Term) -> Term {
        let (low, high) = (self.lows(), self.highs());
        Term::and([
            Term::le(Term::select(low.term(), block.clone()), from.clone()),
            Term::lt(to.clone(), Term::select(high.term(), block.clone())),
        ])
    }

    /// What the types of what a formula reads from memory say, outside of quantifiers.
    pub(super) fn read_types(&self, formula: &Term) -> Term {
        let mut facts: Vec<Term> = Vec::new();
        let mut bound: Vec<Var> = Vec::new();
        formula.visit(&mut |t| {
            if let Kind::Quant(_, vars, _) = t.kind() {
                bound.extend(vars.iter().cloned());
            }
            true
        });
        // inside of quantifiers what does not depend on their variables
        let own = self.unfoldings.iter().filter(|(app, _)| !app.mentions_any(&bound));
        let own: Vec<&(Term, Term)> = own.collect();
        if !own.is_empty() {
            formula.visit(&mut |t| {
                for (_, fact) in own.iter().filter(|(app, _)| app == t) {
                    if !facts.contains(fact) {
                        facts.push(fact.clone());
                    }
                }
                true
            });
        }
        formula.visit(&mut |t| {
            if matches!(t.kind(), Kind::Quant(..)) {
                return false;
            }
            if *t.sort() == Sort::Int
                && let Some(map) = root_of(t)
                && let Some(ty) = self.held_by(map)
                && let Some(range) = self.range(&ty)
            {
                let fact = range.holds(t);
                if !facts.contains(&fact) {
                    facts.push(fact);
                }
            }
            true
        });
        Term::and(facts)
    }

    /// A formula to be proved, given what the types of what it reads say.
    pub(super) fn with_types(&self, formula: Term) -> Term {
        Term::implies(self.read_types(&formula), formula)
    }

    /// The type of the integers that a heap variable, now or in a snapshot, holds.
    fn held_by(&self, var: &Var) -> Option<Type> {
        let original = self.original(var);
        let heap = self.heap.part(original)?;
        match &heap.kind {
            HeapKind::Cells(_, leaf) | HeapKind::Global(_, leaf) if leaf.part == Part::Int => Some(leaf.ty.clone()),
            _ => None,
        }
    }

    /// A value just read: what its type says may be assumed.
    pub(super) fn known(&mut self, val: Val, span: Span) -> Val {
        let fact = self.well_typed(&val.ty, &val.parts);
        self.assume(fact, span);
        val
    }
}

/// The variable at the root of a chain of selections.
fn root_of(t: &Term) -> Option<&Var> {
    match t.kind() {
        Kind::Var(v) => Some(v),
        Kind::Select(map, _) => root_of(map),
        _ => None,
    }
}
