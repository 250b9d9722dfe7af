//! Which memory is initialized.
//!
//! Beside a map of memory, and beside a local array or structure, there is one of truth values that
//! tells which elements have a value: `int:@set` beside `int:`. Only such maps are followed as a function
//! makes without a value and reads as well, or passes on; the first pass finds out.
//!
//! A contract that is silent about `\initialized` takes all memory to have values where the function
//! begins, and leaves it so where it ends; the text of the function tells what of it is only written
//! ([`Accesses`]). One that speaks of it says all there is to say.

use super::accesses::Accesses;
use super::body::Body;
use super::place::{select, store};
use super::state::{Base, HeapKind, Initialized, Key, Leaf, Part, Place, Region};
use super::value::{Home, Lowering, Object, Scope, Val, View, unsupported};
use crate::syntax::ast::{Contract, Expr, ExprKind as E, Function, RecordKind, UnaryOp};
use crate::types::Type;
use abide_base::Span;
use abide_frontend::writes::Write;
use abide_ir::{Check, CheckKind, Stmt, StmtKind};
use abide_logic::{Sort, Term, Var};
use std::collections::BTreeSet;

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

/// The sort of the map that tells which elements of a map have a value.
fn told(sort: &Sort) -> Sort {
    match sort.as_map() {
        Some((key, value)) => Sort::map(key.clone(), told(value)),
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
    /// The map that tells which elements of a map have a value, if it is followed.
    pub(super) fn tells(&mut self, map: &Var) -> Option<Var> {
        if !self.initialized.followed.contains(map.name()) {
            return None;
        }
        let name = format!("{}@set", map.name());
        let cells = |h: &super::state::HeapVar| h.var == *map && matches!(h.kind, HeapKind::Cells(..));
        if self.heap.values().any(cells) {
            return Some(self.heap_var(format!("set {name}"), &name, told(map.sort()), HeapKind::Initialized));
        }
        if let Some(known) = self.initialized.locals.get(map) {
            return Some(known.clone());
        }
        let own = self.temp(&name, told(map.sort()));
        self.initialized.locals.insert(map.clone(), own.clone());
        Some(own)
    }

    /// What tells that a variable, or which of its parts, have a value.
    pub(super) fn telling(&self, object: &Object, vars: &[Var]) -> Vec<Var> {
        let flag = object.set.iter().filter(|_| self.flagged.contains(&object.name));
        let parts = vars.iter().filter_map(|v| self.initialized.locals.get(v));
        flag.chain(parts).cloned().collect()
    }

    /// The elements of a map at some keys have a value, or none, from now on.
    pub(super) fn has_from_now(&mut self, map: &Var, keys: &[Term], truth: bool) -> Option<(Var, Term)> {
        if !truth {
            self.initialized.made.insert(map.name().to_string());
        }
        let set = self.tells(map)?;
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
                    if let Some(set) = self.tells(&map) {
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
        if self.world.options.run_time {
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
            if let Some(set) = self.tells(&map) {
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
    fn indices(&self, ty: &Type, path: &str) -> Vec<Key> {
        match (ty, path.strip_prefix("[]"), path.strip_prefix('.')) {
            (Type::Array(of, n), Some(rest), _) => {
                let last = n.map(|n| Term::int(n as i64 - 1));
                let own = Key::In(Some(Term::int(0)), last);
                [own].into_iter().chain(self.indices(of, rest)).collect()
            }
            (Type::Record(id), _, Some(rest)) => {
                let end = rest.find(['.', '[']).unwrap_or(rest.len());
                let member = self.world.types.member(*id, &rest[..end]);
                member.map_or(Vec::new(), |(_, ty)| self.indices(&ty, &rest[end..]))
            }
            _ => Vec::new(),
        }
    }

    /// A map holds at all of some keys.
    fn everywhere(&mut self, map: Term, keys: &[Key]) -> Term {
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
    fn full(&mut self, root: &Type, leaf: &Leaf, set: Term, block: &Term) -> Term {
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

    /// Memory that is passed to a function of which it is not known that it does not read it.
    pub(super) fn pass_on(&mut self, values: &[Val], span: Span) {
        for val in values {
            self.pass_one(val, &Accesses::default(), span);
        }
    }

    /// The same for a function whose text is known.
    pub(super) fn pass_to(&mut self, function: Option<&Function>, values: &[Val], span: Span) {
        for (number, val) in values.iter().enumerate() {
            let param = function.and_then(|f| Some((f, f.params.get(number)?.name.as_ref()?)));
            let accesses = param.map_or_else(Accesses::default, |(f, name)| Accesses::of(f, &name.text));
            self.pass_one(val, &accesses, span);
        }
    }

    fn pass_one(&mut self, val: &Val, accesses: &Accesses, span: Span) {
        let (Some((block, _)), Some(to)) = (val.address(), val.real.as_ref().or(val.ty.target())) else {
            return;
        };
        let root = self.world.cell_type(to);
        let null = Term::eq(block.clone(), Term::null());
        for leaf in self.own_leaves(&root).into_iter().filter(counts) {
            let name = self.cells_name(&root, &leaf);
            if accesses.may_read(&leaf.path) {
                self.must_be_known(&name);
                if self.initialized.followed.contains(&name) {
                    let map = self.cells(&root, &leaf);
                    let Some(set) = self.tells(&map) else { continue };
                    let full = self.full(&root, &leaf, set.term(), &block);
                    self.may_be_read(Term::or([null.clone(), full]), span);
                }
            }
        }
    }

    /// What a function whose text is known has certainly written through its parameters.
    pub(super) fn given_by(&mut self, function: &Function, values: &[Val], span: Span) {
        for (param, val) in function.params.iter().zip(values) {
            let (Some(name), Some((block, offset))) = (&param.name, val.address()) else {
                continue;
            };
            let Some(to) = val.ty.target() else { continue };
            let root = self.world.cell_type(to);
            let writes = Accesses::of(function, &name.text).writes;
            for leaf in self.own_leaves(&root).into_iter().filter(counts) {
                let name = self.cells_name(&root, &leaf);
                let is_written = writes.iter().any(|way| leaf.is_below(way)) && leaf.depth == 0;
                if !is_written || !self.initialized.followed.contains(&name) {
                    continue;
                }
                let map = self.cells(&root, &leaf);
                let offset = (!self.stands_alone(&root)).then(|| offset.clone());
                let keys: Vec<Term> = [block.clone()].into_iter().chain(offset).collect();
                if let Some((set, changed)) = self.has_from_now(&map, &keys, true) {
                    self.assign(&set, changed, span);
                    self.wrote(&set, Some(&block));
                }
            }
        }
    }

    /// What has a value in a region may have been given one, and keeps the one it has.
    pub(super) fn may_be_given(&mut self, region: &Region, span: Span) {
        let mut kept = Vec::new();
        for (_, map, block) in self.maps_of(region) {
            if let Some(set) = self.tells(&map) {
                let before = self.temp("before", set.sort().clone());
                self.assign(&before, set.term(), span);
                kept.push((select(before.term(), &block), select(set.term(), &block)));
            }
        }
        if kept.is_empty() {
            return;
        }
        self.guesses.insert(span);
        self.forget_values(region, span);
        for (before, now) in kept {
            let fact = self.stays(before, now);
            self.assume(fact, span);
        }
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
        if let Some(set) = self.tells(map) {
            let keys = [Key::Is(block.clone()), Key::In(Some(from.clone()), Some(to.clone()))];
            let holds = self.everywhere(set.term(), &keys);
            self.check(holds, CheckKind::Uninitialised, span, None);
        }
    }

    /// Memory that somebody may read who is not seen; whether it is read is a guess.
    fn may_be_read(&mut self, has_value: Term, span: Span) {
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
        match contract.is_some_and(|c| self.world.speaks_of_values(c)) {
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
                let Some(set) = self.tells(&map) else { continue };
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

    /// `\initialized(p)`.
    pub(super) fn initialized(&mut self, arg: &'a Expr, scope: &Scope, span: Span) -> Lowering<Term> {
        let regions = match &*arg.kind {
            E::Unary(UnaryOp::Address, place) => self.regions(place, scope)?,
            _ => self.pointed_regions(arg, scope, span)?,
        };
        let mut parts = Vec::new();
        for region in regions {
            for region in self.spread(region, span)? {
                parts.push(self.has_values(&region, scope, span)?);
            }
        }
        Ok(Term::and(parts))
    }

    /// All places of a region have a value.
    fn has_values(&mut self, region: &Region, scope: &Scope, span: Span) -> Lowering<Term> {
        if self.is_unfollowed(&region.ty) {
            return Err(unsupported(span, "`\\initialized` of floating values and unions"));
        }
        match &region.base {
            Base::Object(object) => match &object.home {
                Home::Vars(_) if object.set.is_some() => return Ok(self.flag_of(object, scope.view)),
                // what lives as long as the program has a value
                Home::Vars(vars) if vars.iter().any(|v| self.heap.has(v)) => {
                    return Ok(Term::tt());
                }
                Home::Vars(_) => {}
                _ => return Ok(Term::tt()),
            },
            Base::Global(..) | Base::Volatile => return Ok(Term::tt()),
            _ => {}
        }
        let alone = matches!(&region.base, Base::Cell { root, .. } if self.stands_alone(root));
        let mut parts = Vec::new();
        let maps = self.maps_of(region);
        for (leaf, map, block) in maps.into_iter().filter(|(leaf, ..)| counts(leaf)) {
            self.initialized.made.insert(map.name().to_string());
            self.initialized.used.insert(map.name().to_string());
            let Some(set) = self.tells(&map) else { continue };
            let inner = self.indices(&region.ty, &leaf.path[region.path.len()..]);
            let own = region.keys.iter().skip(usize::from(alone)).cloned();
            let keys: Vec<Key> = block.into_iter().map(Key::Is).chain(own).chain(inner).collect();
            let at = self.at(scope.view, &set);
            parts.push(self.everywhere(at, &keys));
        }
        Ok(Term::and(parts))
    }

    /// Is there something in a type of which it is not followed whether it has a value?
    fn is_unfollowed(&self, ty: &Type) -> bool {
        match ty {
            Type::Float(_) | Type::Unknown(_) => true,
            Type::Array(of, _) => self.is_unfollowed(of),
            Type::Record(id) => {
                let info = self.world.types.record(*id);
                let mut fields = info.fields.iter().flatten();
                info.kind == RecordKind::Union || fields.any(|f| self.is_unfollowed(&f.ty))
            }
            _ => false,
        }
    }

    /// Anything may have been given a value, and keeps the one it has.
    pub(super) fn all_may_be_given(&mut self, span: Span) {
        for map in self.given_maps() {
            let before = self.temp("before", map.sort().clone());
            self.assign(&before, map.term(), span);
            self.emit(StmtKind::Havoc(vec![map.clone()]), span);
            self.guesses.insert(span);
            let fact = self.stays(before.term(), map.term());
            self.assume(fact, span);
            self.wrote(&map, None);
        }
    }

    fn given_maps(&self) -> Vec<Var> {
        let maps = self.heap.values().filter(|h| h.kind == HeapKind::Initialized);
        maps.map(|h| h.var.clone()).collect()
    }

    /// What has a value keeps it: at the head of a loop, of variables and of blocks that the loop writes.
    pub(super) fn values_kept(
        &mut self,
        visible: &[Object],
        targets: &BTreeSet<Var>,
        writes: &[Write],
        entry: usize,
        span: Span,
    ) {
        let mut places: Vec<(Var, Vec<Term>)> = Vec::new();
        for object in visible {
            let Home::Vars(vars) = &object.home else { continue };
            let own = vars.iter().filter_map(|v| self.initialized.locals.get(v));
            let own = own.filter(|v| targets.contains(v));
            places.extend(own.map(|v| (v.clone(), Vec::new())));
        }
        for w in writes.iter().filter(|w| !w.fresh) {
            let Some(block) = &w.object else { continue };
            let given = |h: &super::state::HeapVar| h.var == w.map && h.kind == HeapKind::Initialized;
            let fixed = block.free_vars().iter().all(|v| !targets.contains(v));
            let place = (w.map.clone(), vec![block.clone()]);
            let copied = self.initialized.copied.contains(&w.map);
            if fixed && !copied && self.heap.values().any(given) && !places.contains(&place) {
                places.push(place);
            }
        }
        for (map, keys) in places {
            let before = select(self.at(View::At(entry), &map), &keys);
            let now = select(map.term(), &keys);
            let fact = self.stays(before, now);
            self.assume(fact, span);
        }
    }

    fn stays(&mut self, before: Term, now: Term) -> Term {
        let Some((key, _)) = before.sort().as_map() else {
            return Term::implies(before, now);
        };
        let k = self.fresh("k", key.clone());
        let at = |m: Term| Term::select(m, k.term());
        let inner = self.stays(at(before), at(now));
        Term::forall([k], inner)
    }
}

/// A leaf that has a truth of its own: of a pointer, the block.
fn counts(leaf: &Leaf) -> bool {
    leaf.part != Part::Offset
}
