//! Uninitialized memory at calls and at the heads of loops.
//!
//! Memory that another function may read must have values when it gets a pointer to it; whether the function does read
//! it is a guess unless its text says so. What has a value keeps one.

use super::accesses::Accesses;
use super::body::Body;
use super::initialized::counts;
use super::place::select;
use super::state::{HeapKind, Region};
use super::value::{Home, Object, Val, View};
use crate::syntax::ast::Function;
use abide_base::Span;
use abide_frontend::writes::Write;
use abide_ir::StmtKind;
use abide_logic::{Term, Var};
use std::collections::BTreeSet;

impl Body<'_, '_> {
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
        let root = self.env.cell_type(to);
        let null = Term::eq(block.clone(), Term::null());
        for leaf in self.own_leaves(&root).into_iter().filter(counts) {
            let name = self.cells_name(&root, &leaf);
            if accesses.may_read(&leaf.path) {
                self.must_be_known(&name);
                if self.initialized.followed.contains(&name) {
                    let map = self.cells(&root, &leaf);
                    let Some(set) = self.shadow_of(&map) else { continue };
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
            let root = self.env.cell_type(to);
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
            if let Some(set) = self.shadow_of(&map) {
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

    /// What has a value keeps it: at the head of a loop, of variables and of blocks that the loop writes.
    pub(super) fn preserved_values(
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
}
