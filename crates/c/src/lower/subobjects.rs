//! Subobjects: members of structures that are pointed to.
//!
//! A member whose address is taken somewhere in the file is a *part* of the block of its structure: a reference of its
//! own, found by the block and the offset of the structure, so that a plain pointer to its type can point to it. The
//! layout of the structure determines which block it is a part of (`\\whole`: that one lives and dies), at which byte
//! of it it begins (`\\start`), its bounds, and which member of which structure it is. Addresses are compared by the
//! byte (`addresses.rs`).
//!
//! These facts never change. In code they are assumed where the part is named; in a formula they are noted with the
//! term of the part ([`Body::noted`]), as a quantifier may bind what leads to it.

use super::body::Body;
use super::environment::elements;
use super::place::at_root;
use super::state::{Base, HeapKind, Leaf, Place};
use super::value::{Lowering, View, unsupported};
use crate::syntax::ast::{Expr, ExprKind as E};
use crate::types::Type;
use abide_base::Span;
use abide_ir::{CheckKind, StmtKind};
use abide_logic::number::Number;
use abide_logic::{Sort, Term, Var};

/// Arrays of structures with parts that are longer than this are not copied as a whole.
pub(super) const COPIED: u64 = 64;

impl<'a> Body<'_, 'a> {
    /// A member that is pointed to somewhere in the file.
    pub(super) fn part(
        &mut self,
        root: &Type,
        path: &str,
        ty: &Type,
        block: &Term,
        offset: &Term,
        span: Span,
    ) -> Lowering<Base> {
        self.no_array_of_alone(ty, span)?;
        let shown = format!("&{}{path}", self.show(root));
        let sort = Sort::map(Sort::Ref, Sort::map(Sort::Int, Sort::Ref));
        let map = self.heap_var(format!("~{shown}"), &shown, sort, HeapKind::Fixed);
        let own = Term::select(Term::select(map.term(), block.clone()), offset.clone());
        let (of, count) = elements(ty);
        self.anchored.insert(self.env.cell_type(&of));
        let fixed = |b: &mut Self, name: &str, sort: Sort| {
            let sort = Sort::map(Sort::Ref, sort);
            b.heap_var(format!("~{name}"), name, sort, HeapKind::Fixed)
        };
        let owner = fixed(self, "\\owner", Sort::Ref);
        let place = fixed(self, "\\owner offset", Sort::Int);
        let which = fixed(self, "\\owner member", Sort::Int);
        let number = self.env.kind_number(&Type::Unknown(shown));
        let wholes = self.wholes();
        let (low, high, may) = (self.lows(), self.highs(), self.writable());
        let get = |m: &Var| Term::select(m.term(), own.clone());
        let of_block = |m: &Var| Term::select(m.term(), block.clone());
        let mut facts = vec![
            Term::ne(own.clone(), Term::null()),
            Term::eq(get(&owner), block.clone()),
            Term::eq(get(&place), offset.clone()),
            Term::eq(get(&which), Term::int(number)),
            Term::eq(get(&wholes), of_block(&wholes)),
            Term::ne(get(&wholes), own.clone()),
            Term::eq(get(&may), of_block(&may)),
            Term::eq(get(&low), Term::int(0)),
        ];
        if !self.env.may_be_part(root) {
            facts.push(Term::eq(of_block(&wholes), block.clone()));
        }
        if let Some(count) = count {
            facts.push(Term::eq(get(&high), Term::int(count)));
        }
        if self.kinds_matter() {
            facts.push(self.consists_of(&own, &of));
        }
        if self.heap.contains_key("~\\start") {
            let starts = self.starts();
            let start = self.byte_of(root, path).map(|at| {
                let row = Term::sub(offset.clone(), of_block(&low));
                let row = Term::mul(Term::int(self.env.types.size_of(root).unwrap_or(1)), row);
                Term::add(Term::add(of_block(&starts), row), Term::int(at))
            });
            facts.extend(start.map(|at| Term::eq(get(&starts), at)));
            let plain = Term::eq(of_block(&wholes), block.clone());
            facts.push(Term::implies(plain, Term::eq(of_block(&starts), Term::int(0))));
        }
        self.noted(&own, Term::and(facts), span);
        Ok(self.block_base(ty, own))
    }

    /// What is true of a term wherever it is: assumed in code, and noted where a formula is read.
    pub(super) fn noted(&mut self, term: &Term, fact: Term, span: Span) {
        if !self.quiet {
            return self.assume(fact, span);
        }
        let known = |(t, f): &(Term, Term)| t == term && *f == fact;
        if !self.unfoldings.iter().any(known) {
            self.unfoldings.push((term.clone(), fact));
        }
    }

    /// What was noted of terms inside a formula that some variables are bound in.
    pub(super) fn noted_inside(&self, body: &Term, bound: &[Var]) -> Term {
        let own = self.unfoldings.iter().filter(|(t, _)| t.mentions_any(bound));
        let mut own = own.peekable();
        if own.peek().is_none() {
            return Term::tt();
        }
        let mut inside: std::collections::HashSet<Term> = Default::default();
        body.visit(&mut |t| {
            inside.insert(t.clone());
            true
        });
        Term::and(own.filter(|(t, _)| inside.contains(t)).map(|(_, fact)| fact.clone()))
    }

    /// The byte at which the member at the end of a way begins.
    fn byte_of(&self, root: &Type, path: &str) -> Option<u64> {
        let Type::Record(id) = root else { return None };
        let steps: Vec<String> = path.split('.').skip(1).map(str::to_string).collect();
        self.env.types.size_of(root)?;
        self.env.types.offset_of(*id, &steps)
    }

    /// A place whose address is taken is aligned: it is in no member of a structure that is packed and need not begin where its
    /// type does. That it is there is not known.
    pub(super) fn is_aligned(&mut self, place: &'a Expr, span: Span) {
        let (mut at, mut way) = (place, Vec::new());
        let mut aligned = true;
        loop {
            let (of, name, ty) = match &*at.kind {
                E::Index(array, _) if matches!(self.type_of(array), Some(Type::Array(..))) => {
                    (at, way) = (array, Vec::new());
                    continue;
                }
                E::Member(of, name) => (Some(of), name, self.type_of(of)),
                E::Arrow(p, name) => (None, name, self.type_of(p).and_then(|p| p.decayed().target().cloned())),
                _ => break,
            };
            let Some(Type::Record(id)) = ty else { break };
            let Some((mut steps, _)) = self.env.types.member(id, &name.text) else {
                break;
            };
            steps.append(&mut way);
            aligned &= !self.env.types.is_misaligned(id, &steps);
            way = steps;
            match of {
                Some(of) => at = of,
                None => break,
            }
        }
        if !aligned && !self.quiet {
            let is_there = self.unknown_choice("aligned", span.beginning());
            self.check(is_there, CheckKind::Cast, span, None);
        }
    }

    /// Is it, in memory, a structure with parts, or an array of such?
    pub(super) fn is_scattered(&self, place: &Place) -> bool {
        match &place.base {
            Base::Cell { .. } => at_root(&place.path) && self.has_parts(&place.ty),
            Base::Block { root, .. } => self.has_parts(root),
            _ => false,
        }
    }

    /// Has a structure that is not inside another one parts?
    pub(super) fn has_parts(&self, ty: &Type) -> bool {
        let Type::Record(id) = ty else { return false };
        let mut fields = self.env.types.record(*id).fields.iter().flatten();
        fields.any(|f| match f.name.is_empty() {
            true => self.has_parts(&f.ty),
            false => self.env.is_exposed(*id, &f.name),
        })
    }

    pub(super) fn members_of(&self, ty: &Type) -> Vec<String> {
        let Type::Record(id) = ty else { return Vec::new() };
        let fields = self.env.types.record(*id).fields.iter().flatten();
        let names = fields.map(|f| match f.name.is_empty() {
            // the members of an unnamed one are its own
            true => self.members_of(&f.ty),
            false => vec![f.name.clone()],
        });
        names.flatten().collect()
    }

    /// The places that a structure with parts, or an array of such, consists of: its members, or its elements.
    fn pieces(&mut self, place: &Place, span: Span) -> Lowering<Vec<Place>> {
        if let Type::Array(_, size) = &place.ty {
            let count = size.filter(|n| *n <= COPIED);
            let Some(count) = count else {
                return Err(unsupported(
                    span,
                    "all of an array of structures whose members are pointed to",
                ));
            };
            let each = (0..count).map(|i| self.element_unchecked(place.clone(), Term::int(i)));
            return Ok(each.collect());
        }
        let names = self.members_of(&place.ty).into_iter();
        names.map(|name| self.member(place.clone(), &name, span)).collect()
    }

    /// The places of a structure in memory, parts taken apart.
    pub(super) fn scattered(&mut self, place: &Place, span: Span) -> Lowering<Vec<Place>> {
        if !self.is_scattered(place) {
            return Ok(vec![place.clone()]);
        }
        let mut found = Vec::new();
        for piece in self.pieces(place, span)? {
            found.extend(self.scattered(&piece, span)?);
        }
        Ok(found)
    }

    /// What a place with parts holds in a view.
    pub(super) fn scattered_parts(&mut self, place: &Place, view: View, span: Span) -> Lowering<Vec<Term>> {
        if !self.is_scattered(place) {
            self.stored_as_declared(place, span)?;
            return Ok(self.parts_at(place, view));
        }
        let pieces = self.pieces(place, span)?;
        let each = pieces.iter().map(|piece| {
            let parts = self.scattered_parts(piece, view, span)?;
            Ok(self.as_declared(piece, parts))
        });
        let each = each.collect::<Lowering<Vec<Vec<Term>>>>()?;
        if let Type::Array(of, _) = &place.ty {
            let zeros = self.zeros(of).into_iter();
            let mut maps: Vec<Term> = zeros.map(|z| Term::constant_map(Sort::Int, z)).collect();
            for (number, parts) in each.into_iter().enumerate() {
                for (map, part) in maps.iter_mut().zip(parts) {
                    *map = Term::store(map.clone(), Term::int(number as u64), part);
                }
            }
            return Ok(maps);
        }
        Ok(each.into_iter().flatten().collect())
    }

    /// Writes a place with parts.
    pub(super) fn store_parts(&mut self, place: &Place, parts: Vec<Term>, span: Span) -> Lowering<()> {
        let pieces = self.pieces(place, span)?;
        if let Type::Array(..) = &place.ty {
            for (number, piece) in pieces.iter().enumerate() {
                let own = parts.iter().map(|p| Term::select(p.clone(), Term::int(number as u64)));
                self.store(piece, own.collect(), span)?;
            }
            return Ok(());
        }
        let mut rest = parts.into_iter();
        for piece in &pieces {
            let count = self.leaves(&piece.ty).len();
            let own: Vec<Term> = rest.by_ref().take(count).collect();
            self.store(piece, own, span)?;
        }
        Ok(())
    }

    /// May pointers to these types point to one address though into different blocks?
    pub(super) fn may_meet(&self, a: &Type, b: &Type) -> bool {
        self.env.may_be_part(a) || self.env.may_be_part(b)
    }

    /// The leaves of a structure that are in its own maps, not in those of its parts.
    pub(super) fn own_leaves(&self, root: &Type) -> Vec<Leaf> {
        let mut leaves = self.leaves(root);
        if self.has_parts(root) {
            leaves.retain(|l| !self.leads_into_part(root, &l.path));
        }
        leaves
    }

    fn leads_into_part(&self, root: &Type, path: &str) -> bool {
        let mut ty = root.clone();
        for step in path.split('.').skip(1) {
            let Type::Record(id) = &ty else { return false };
            let name = step.split('[').next().unwrap_or(step);
            let Some(number) = name.strip_prefix('#') else {
                return self.env.is_exposed(*id, name);
            };
            let fields = self.env.types.record(*id).fields.as_ref();
            let Some(field) = number.parse::<usize>().ok().and_then(|n| fields?.get(n)) else {
                return false;
            };
            ty = field.ty.clone();
        }
        false
    }

    /// The maps in which the parts of a structure, and parts of these, are kept: each once.
    pub(super) fn leaves_of_parts(&self, root: &Type) -> Vec<(Type, Leaf)> {
        let mut found: Vec<(Type, Leaf)> = Vec::new();
        let Type::Record(id) = root else { return found };
        for name in self.members_of(root).iter().filter(|n| self.env.is_exposed(*id, n)) {
            let Some((_, ty)) = self.env.types.member(*id, name) else {
                continue;
            };
            let of = self.env.cell_type(&elements(&ty).0);
            let own = self.leaves(&of).into_iter().map(|leaf| (of.clone(), leaf));
            for pair in own.chain(self.leaves_of_parts(&of)) {
                if !found.contains(&pair) {
                    found.push(pair);
                }
            }
        }
        found
    }

    /// All rows of a map that belong to a block, as parts of it or as itself, become equal.
    pub(super) fn fill_parts(&mut self, map: &Var, block: &Term, row: Term, span: Span) {
        let before = self.temp("before", map.sort().clone());
        self.assign(&before, map.term(), span);
        self.emit(StmtKind::Havoc(vec![map.clone()]), span);
        let r = self.fresh("r", Sort::Ref);
        let mine = Term::eq(self.whole_of(&r.term()), block.clone());
        let now = Term::select(map.term(), r.term());
        let same = Term::eq(now.clone(), Term::select(before.term(), r.term()));
        let filled = Term::and([Term::implies(mine.clone(), Term::eq(now, row)), Term::or([mine, same])]);
        self.assume(Term::forall([r], filled), span);
        self.wrote(map, None);
    }

    /// The parts of a structure get arbitrary values, and those of all others of its type.
    pub(super) fn forget_parts(&mut self, root: &Type, span: Span) {
        for (of, leaf) in self.leaves_of_parts(root) {
            let map = self.cells(&of, &leaf);
            self.emit(StmtKind::Havoc(vec![map.clone()]), span);
            self.guesses.insert(span);
            self.wrote(&map, None);
        }
    }

    /// All zeros and null pointers in the parts of a new block of so many elements.
    pub(super) fn clear_parts(&mut self, root: &Type, block: &Term, count: &Term, span: Span) -> Lowering<()> {
        if !self.has_parts(root) {
            return Ok(());
        }
        if *count == Term::int(1) && self.env.flexible(root).is_none() {
            let first = Base::Cell {
                root: root.clone(),
                block: block.clone(),
                offset: Term::int(0),
            };
            return self.store_parts(&Place::new(first, root.clone()), self.zeros(root), span);
        }
        for (of, leaf) in self.leaves_of_parts(root) {
            let depth = leaf.depth + usize::from(!self.stands_alone(&of));
            let row = (0..depth).fold(leaf.part.zero(), |v, _| Term::constant_map(Sort::Int, v));
            let map = self.cells(&of, &leaf);
            self.fill_parts(&map, block, row, span);
        }
        for (leaf, zero) in self.leaves(root).into_iter().zip(self.zeros(root)) {
            let map = self.cells(root, &leaf);
            let row = match self.stands_alone(root) {
                true => zero,
                false => Term::constant_map(Sort::Int, zero),
            };
            let changed = Term::store(map.term(), block.clone(), row);
            self.assign(&map, changed, span);
            self.wrote(&map, Some(block));
        }
        Ok(())
    }

    /// Where the array at the end of a structure ends in a block of so many bytes.
    pub(super) fn flexible_end(&mut self, of: &Type, block: &Term, bytes: &Number, span: Span) -> Lowering<()> {
        let Some((name, element)) = self.env.flexible(of) else {
            return Ok(());
        };
        let root = self.env.cell_type(of);
        let first = Base::Cell {
            root: root.clone(),
            block: block.clone(),
            offset: Term::int(0),
        };
        let array = self.member(Place::new(first, root.clone()), &name, span)?;
        let at = self.byte_of(&root, &format!(".{name}"));
        let size = self.env.types.size_of(&element).filter(|n| *n > 0);
        let (Base::Block { block, .. }, Some(at), Some(size)) = (&array.base, at, size) else {
            return Err(unsupported(span, "memory for a structure that ends in such an array"));
        };
        let high = Term::select(self.highs().term(), block.clone());
        let room = Term::sub(bytes.term.clone(), Term::int(at));
        let used = Term::mul(Term::int(size), high.clone());
        let fits = Term::and([
            Term::le(used.clone(), room.clone()),
            Term::lt(room.clone(), Term::add(used, Term::int(size))),
        ]);
        let none = Term::and([Term::lt(room.clone(), Term::int(0)), Term::eq(high, Term::int(0))]);
        let some = Term::and([Term::le(Term::int(0), room), fits]);
        self.assume(Term::or([none, some]), span);
        Ok(())
    }
}
