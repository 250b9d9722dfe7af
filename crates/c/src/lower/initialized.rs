//! Which memory is initialized: shadow maps of truth values.
//!
//! Beside a map of memory, and beside a local array or structure, there is a shadow map that says which elements have a
//! value: `int:@set` beside `int:`. A map has one only if the function makes some of its elements without a value and
//! reads them as well, or passes them on; the first pass finds out.
//!
//! A contract that is silent about `\initialized` takes all memory to have values where the function begins, and
//! guarantees it where the function ends; the text of the function shows what of it is only written
//! ([`super::accesses`]). One that mentions `\initialized` says all there is to say.

use super::body::Body;
use super::place::{select, store};
use super::state::{Base, HeapKind, Initialized, Key, Leaf, Part, Place};
use super::value::{Lowering, Object, View};
use crate::syntax::ast::Contract;
use crate::types::Type;
use abide_base::Span;
use abide_ir::{Check, CheckKind, Stmt, StmtKind};
use abide_logic::{Sort, Term, Var};

impl Initialized {
    /// What the second pass follows; all that is used where the contract speaks of values.
    pub(super) fn again(self, speaks: bool) -> Initialized {
        let followed = match speaks {
            true => self.used,
            false => self.made.intersection(&self.used).cloned().collect(),
        };
        Initialized {
            followed,
            speaks,
            ..Initialized::default()
        }
    }
}

/// The sort of the shadow of a map.
pub(super) fn shadow_sort(sort: &Sort) -> Sort {
    match sort.as_map() {
        Some((key, value)) => Sort::map(key.clone(), shadow_sort(value)),
        None => Sort::Bool,
    }
}

/// The same truth for all elements.
pub(super) fn all(sort: &Sort, truth: bool) -> Term {
    match sort.as_map() {
        Some((key, value)) => Term::constant_map(key.clone(), all(value, truth)),
        None => Term::bool(truth),
    }
}

impl<'a> Body<'_, 'a> {
    /// The shadow of a map: which of its elements have a value, if that is followed.
    pub(super) fn shadow_of(&mut self, map: &Var) -> Option<Var> {
        if !self.initialized.followed.contains(map.name()) {
            return None;
        }
        let name = format!("{}@set", map.name());
        let cells = |h: &super::state::HeapVar| h.var == *map && matches!(h.kind, HeapKind::Cells(..));
        if self.heap.values().any(cells) {
            return Some(self.heap_var(
                format!("set {name}"),
                &name,
                shadow_sort(map.sort()),
                HeapKind::Initialized,
            ));
        }
        if let Some(known) = self.initialized.locals.get(map) {
            return Some(known.clone());
        }
        let own = self.temp(&name, shadow_sort(map.sort()));
        self.initialized.locals.insert(map.clone(), own.clone());
        Some(own)
    }

    /// The shadows of a variable: whether it, or which of its parts, have a value.
    pub(super) fn shadows_of(&self, object: &Object, vars: &[Var]) -> Vec<Var> {
        let flag = object.set.iter().filter(|_| self.flagged.contains(&object.name));
        let parts = vars.iter().filter_map(|v| self.initialized.locals.get(v));
        flag.chain(parts).cloned().collect()
    }

    /// The elements of a map at some keys have a value, or none, from now on.
    pub(super) fn has_from_now(&mut self, map: &Var, keys: &[Term], truth: bool) -> Option<(Var, Term)> {
        if !truth {
            self.initialized.made.insert(map.name().to_string());
        }
        let set = self.shadow_of(map)?;
        let part = all(select(set.term(), keys).sort(), truth);
        Some((set.clone(), store(set.term(), keys, part)))
    }

    /// A new block has values, or none.
    pub(super) fn made_with(
        &mut self,
        root: &Type,
        block: &Term,
        count: &Term,
        truth: bool,
        span: Span,
    ) -> Lowering<()> {
        if *count != Term::int(1) && self.has_parts(root) {
            for (of, leaf) in self.leaves_of_parts(root).into_iter().filter(|(_, leaf)| counts(leaf)) {
                let name = self.cells_name(&of, &leaf);
                if !truth {
                    self.initialized.made.insert(name.clone());
                }
                if self.initialized.followed.contains(&name) {
                    let map = self.cells(&of, &leaf);
                    if let Some(set) = self.shadow_of(&map) {
                        let row = all(Term::select(set.term(), block.clone()).sort(), truth);
                        self.fill_parts(&set, block, row, span);
                    }
                }
            }
            self.have_values(root, block, truth, span);
            return Ok(());
        }
        let first = Base::Cell {
            root: root.clone(),
            block: block.clone(),
            offset: Term::int(0),
        };
        let whole = Place::new(first, root.clone());
        if self.is_scattered(&whole) {
            for place in self.scattered(&whole, span).unwrap_or_default() {
                let parts = self.behind(&place);
                for (_, map, keys) in parts.into_iter().filter(|(leaf, ..)| counts(leaf)) {
                    if let Some((set, changed)) = self.has_from_now(&map, &keys, truth) {
                        self.assign(&set, changed, span);
                        self.wrote(&set, None);
                    }
                }
            }
        }
        self.have_values(root, block, truth, span);
        Ok(())
    }

    fn have_values(&mut self, root: &Type, block: &Term, truth: bool, span: Span) {
        for leaf in self.own_leaves(root).into_iter().filter(counts) {
            let name = self.cells_name(root, &leaf);
            if !truth {
                self.initialized.made.insert(name.clone());
            }
            if !self.initialized.followed.contains(&name) {
                continue;
            }
            let map = self.cells(root, &leaf);
            if let Some((set, changed)) = self.has_from_now(&map, std::slice::from_ref(block), truth) {
                self.assign(&set, changed, span);
                self.wrote_new(&set, Some(block));
            }
        }
    }

    /// Elements of a map have to have values.
    pub(super) fn must_be_known(&mut self, map: &str) {
        if self.env.options.run_time {
            self.initialized.used.insert(map.to_string());
        }
    }

    /// A place that is read must have been given a value.
    pub(super) fn must_have_value(&mut self, place: &Place, span: Span) -> Lowering<()> {
        for part in self.scattered(place, span)? {
            self.part_must_have_value(&part, matches!(place.ty, Type::Record(_)), span);
        }
        Ok(())
    }

    fn part_must_have_value(&mut self, place: &Place, copied: bool, span: Span) {
        match &place.base {
            // variables have a flag of their own
            Base::Object(object) if matches!(object.ty, Type::Int(_) | Type::Pointer(_)) => return,
            Base::Cell { .. } | Base::Object(_) => {}
            _ => return,
        }
        let parts = self.behind(place);
        for (leaf, map, keys) in parts.into_iter().filter(|(leaf, ..)| counts(leaf)) {
            self.must_be_known(map.name());
            if let Some(set) = self.shadow_of(&map) {
                let inner = self.indices(&place.ty, &leaf.path[place.path.len()..]);
                let keys: Vec<Key> = keys.into_iter().map(Key::Is).chain(inner).collect();
                let holds = self.everywhere(set.term(), &keys);
                match copied {
                    // a copy of a structure may be without values, as long as nobody reads them
                    true => self.may_be_read(holds, span),
                    false => self.check(holds, CheckKind::Uninitialised, span, None),
                }
            }
        }
    }

    /// The indices of the arrays on a way into a type.
    pub(super) fn indices(&self, ty: &Type, path: &str) -> Vec<Key> {
        match (ty, path.strip_prefix("[]"), path.strip_prefix('.')) {
            (Type::Array(of, n), Some(rest), _) => {
                let last = n.map(|n| Term::int(n as i64 - 1));
                let own = Key::In(Some(Term::int(0)), last);
                [own].into_iter().chain(self.indices(of, rest)).collect()
            }
            (Type::Record(id), _, Some(rest)) => {
                let end = rest.find(['.', '[']).unwrap_or(rest.len());
                let member = self.env.types.member(*id, &rest[..end]);
                member.map_or(Vec::new(), |(_, ty)| self.indices(&ty, &rest[end..]))
            }
            _ => Vec::new(),
        }
    }

    /// A map holds at all of some keys.
    pub(super) fn everywhere(&mut self, map: Term, keys: &[Key]) -> Term {
        match keys.split_first() {
            None if map.sort().as_map().is_some() => self.everywhere(map, &[Key::In(None, None)]),
            None => map,
            Some((Key::Is(key), rest)) => self.everywhere(Term::select(map, key.clone()), rest),
            Some((range @ Key::In(..), rest)) => {
                let k = self.fresh("k", Sort::Int);
                let inner = self.everywhere(Term::select(map, k.term()), rest);
                let inside = range.contains(&k.term());
                Term::forall([k], Term::implies(inside, inner))
            }
        }
    }

    /// All of a block has values.
    pub(super) fn full(&mut self, root: &Type, leaf: &Leaf, set: Term, block: &Term) -> Term {
        let own = Term::select(set, block.clone());
        let inner = self.indices(root, &leaf.path);
        if self.stands_alone(root) {
            return self.everywhere(own, &inner);
        }
        let k = self.fresh("k", Sort::Int);
        let inside = self.inside(block, &k.term(), &k.term());
        let inner = self.everywhere(Term::select(own, k.term()), &inner);
        Term::forall([k], Term::implies(inside, inner))
    }

    /// The elements of a map in a range, which end up in another place, have values; or the place had none.
    pub(super) fn copies_values(
        &mut self,
        set: &Var,
        kept: &Var,
        from: (Term, Term),
        to: (Term, Term),
        count: &Term,
        span: Span,
    ) {
        self.initialized.copied.insert(set.clone());
        let k = self.fresh("k", Sort::Int);
        let at =
            |(block, start): (Term, Term)| Term::select(Term::select(kept.term(), block), Term::add(start, k.term()));
        let inside = Term::and([Term::le(Term::int(0), k.term()), Term::lt(k.term(), count.clone())]);
        let keeps = self.stays(at(to), at(from));
        self.may_be_read(Term::forall([k], Term::implies(inside, keeps)), span);
    }

    /// The cells of a block from one offset to another must have values.
    pub(super) fn range_must_have_values(&mut self, map: &Var, block: &Term, from: &Term, to: &Term, span: Span) {
        self.must_be_known(map.name());
        if let Some(set) = self.shadow_of(map) {
            let keys = [Key::Is(block.clone()), Key::In(Some(from.clone()), Some(to.clone()))];
            let holds = self.everywhere(set.term(), &keys);
            self.check(holds, CheckKind::Uninitialised, span, None);
        }
    }

    /// Memory that somebody may read who is not seen; whether it is read is a guess.
    pub(super) fn may_be_read(&mut self, has_value: Term, span: Span) {
        let spared = self.temp("spared", Sort::Bool);
        self.emit(StmtKind::Havoc(vec![spared.clone()]), span);
        self.guesses.insert(span);
        let holds = Term::or([spared.term(), has_value]);
        self.check(holds, CheckKind::Uninitialised, span, None);
    }

    /// Where a function begins whose contract is silent, all memory has values.
    pub(super) fn values_at_first(&mut self, contract: Option<&Contract>, span: Span) -> Vec<Stmt> {
        let mut first = Vec::new();
        if let Some(spared) = self.initialized.spared.take() {
            first.push(StmtKind::Havoc(vec![spared]));
            self.guesses.insert(span);
        }
        let full = self.given_maps().into_iter();
        let full: Vec<(Var, Term)> = full.map(|map| (map.clone(), all(map.sort(), true))).collect();
        match contract.is_some_and(|c| self.env.speaks_of_values(c)) {
            false if !full.is_empty() => first.push(StmtKind::Assign(full)),
            false => {}
            true => first.extend(full.into_iter().map(|(map, _)| StmtKind::Assume(self.certain(&map)))),
        }
        first.into_iter().map(|kind| Stmt { kind, span }).collect()
    }

    /// What has values whatever a contract says: blocks that are not made yet, when a function that is called
    /// makes them, and those that live as long as the program.
    fn certain(&mut self, map: &Var) -> Term {
        let full = |b: Term| {
            Term::eq(
                Term::select(map.term(), b.clone()),
                all(Term::select(map.term(), b).sort(), true),
            )
        };
        let statics = self
            .heap
            .iter()
            .filter(|(key, h)| key.starts_with("~&") && *h.var.sort() == Sort::Ref);
        let mut facts: Vec<Term> = statics.map(|(_, h)| full(h.var.term())).collect();
        let allocated = self.allocated();
        let r = self.fresh("r", Sort::Ref);
        let made = Term::select(allocated.term(), self.whole(&r.term()));
        facts.push(Term::forall([r.clone()], Term::or([made, full(r.term())])));
        Term::and(facts)
    }

    /// Where it ends, what it has made and leaves behind has values too. Whether anybody reads it is a guess.
    pub(super) fn values_at_last(&mut self, span: Span) -> Vec<Check> {
        let mut checks = Vec::new();
        for root in std::mem::take(&mut self.initialized.roots) {
            for leaf in self.own_leaves(&root).into_iter().filter(counts) {
                let name = self.cells_name(&root, &leaf);
                self.must_be_known(&name);
                if !self.initialized.followed.contains(&name) {
                    continue;
                }
                let map = self.cells(&root, &leaf);
                let Some(set) = self.shadow_of(&map) else { continue };
                let r = self.fresh("r", Sort::Ref);
                let whole = self.whole(&r.term());
                let (alive, allocated) = (self.alive(), self.allocated());
                let before = Term::select(self.at(View::At(0), &allocated), whole.clone());
                let mine = Term::and([Term::select(alive.term(), whole), Term::not(before)]);
                let full = self.full(&root, &leaf, set.term(), &r.term());
                let left = Term::forall([r], Term::implies(mine, full));
                let spared = match self.initialized.spared.clone() {
                    Some(known) => known,
                    None => self.temp("spared", Sort::Bool),
                };
                self.initialized.spared = Some(spared.clone());
                checks.push(Check {
                    formula: Term::or([spared.term(), left]),
                    span,
                    kind: CheckKind::Uninitialised,
                    demanded: None,
                });
            }
        }
        checks
    }

    pub(super) fn given_maps(&self) -> Vec<Var> {
        let maps = self.heap.values().filter(|h| h.kind == HeapKind::Initialized);
        maps.map(|h| h.var.clone()).collect()
    }

    pub(super) fn stays(&mut self, before: Term, now: Term) -> Term {
        let Some((key, _)) = before.sort().as_map() else {
            return Term::implies(before, now);
        };
        let k = self.fresh("k", key.clone());
        let at = |m: Term| Term::select(m, k.term());
        let inner = self.stays(at(before), at(now));
        Term::forall([k], inner)
    }
}

/// A leaf that has a truth of its own: of a pointer, the block; in a union it is not followed.
pub(super) fn counts(leaf: &Leaf) -> bool {
    leaf.part != Part::Offset && !leaf.shared
}
