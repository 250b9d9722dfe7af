//! Havoc: memory that a call or a loop may have written gets arbitrary values, within the types of what lies there.

use super::body::Body;
use super::code_frame::{CodeFrame, Lives};
use super::place::{select, store};
use super::state::{Base, HeapKind, Key, Leaf, Part, Region};
use super::value::Home;
use abide_base::Span;
use abide_ir::StmtKind;
use abide_logic::{Sort, Term, Var};

impl Body<'_, '_> {
    /// What lies in a region gets arbitrary values.
    pub(super) fn forget(&mut self, region: &Region, span: Span) {
        self.forget_itself(region, span);
        for other in self.sharing_bytes(region) {
            self.forget_itself(&other, span);
        }
    }

    /// The same, without what lies in the same bytes.
    pub(super) fn forget_itself(&mut self, region: &Region, span: Span) {
        for (leaf, map, fixed) in self.maps_of(region) {
            self.forget_in(region, &leaf, map, fixed, span);
        }
    }

    /// Nothing is known of which of the places of a region have a value.
    pub(super) fn forget_values(&mut self, region: &Region, span: Span) {
        for (leaf, map, fixed) in self.maps_of(region) {
            if let Some(set) = self.shadow_of(&map) {
                self.forget_in(region, &leaf, set, fixed, span);
            }
        }
    }

    fn forget_in(&mut self, region: &Region, leaf: &Leaf, map: Var, fixed: Vec<Term>, span: Span) {
        let mut keys: Vec<Key> = region.keys.clone();
        if let Base::Cell { root, .. } = &region.base
            && self.stands_alone(root)
        {
            // the offset is none
            keys.remove(0);
        }
        // the keys in front of the first range lead to what is forgotten
        let exact: Vec<Term> = keys
            .iter()
            .map_while(|k| match k {
                Key::Is(t) => Some(t.clone()),
                Key::In(..) => None,
            })
            .collect();
        let range = keys.get(exact.len()).cloned();
        let mut path = fixed.clone();
        path.extend(exact);
        let old = select(map.term(), &path);
        let fresh = self.temp("any", old.sort().clone());
        self.emit(StmtKind::Havoc(vec![fresh.clone()]), span);
        match range {
            None if fresh.sort() == &Sort::Int => {
                if leaf.part == Part::Int
                    && let Some(values) = self.range(&leaf.ty)
                {
                    self.assume(values.holds(&fresh.term()), span);
                }
            }
            // what is outside of one of the ranges stays
            Some(_) => {
                let rest = &keys[path.len() - fixed.len()..];
                let ks: Vec<Var> = rest.iter().map(|_| self.fresh("k", Sort::Int)).collect();
                let at: Vec<Term> = ks.iter().map(Var::term).collect();
                let inside = Term::and(rest.iter().zip(&at).map(|(key, k)| key.contains(k)));
                let same = Term::eq(select(fresh.term(), &at), select(old, &at));
                self.assume(Term::forall(ks, Term::or([inside, same])), span);
            }
            None => {}
        }
        let changed = store(map.term(), &path, fresh.term());
        self.assign(&map, changed, span);
        if let Some(block) = fixed.first() {
            self.wrote(&map, Some(block));
        }
    }

    /// The maps a region lies in, with the block, if it lies in one.
    pub(super) fn maps_of(&mut self, region: &Region) -> Vec<(Leaf, Var, Vec<Term>)> {
        let below = |leaf: &Leaf| leaf.is_below(&region.path);
        match &region.base {
            Base::Cell { root, block, .. } | Base::Block { root, block } => {
                let leaves: Vec<Leaf> = self.leaves(root).into_iter().filter(below).collect();
                let mut found = Vec::new();
                for leaf in leaves {
                    let map = self.cells(root, &leaf);
                    found.push((leaf, map, vec![block.clone()]));
                }
                found
            }
            Base::Global(name, ty) => {
                let leaves: Vec<Leaf> = self.leaves(ty).into_iter().filter(below).collect();
                let mut found = Vec::new();
                for leaf in leaves {
                    let map = self.global_var(name, &leaf);
                    found.push((leaf, map, Vec::new()));
                }
                found
            }
            Base::Object(object) => match &object.home {
                Home::Vars(vars) => {
                    let leaves = self.leaves(&object.ty);
                    let own = leaves.into_iter().zip(vars).filter(|(l, _)| below(l));
                    own.map(|(l, v)| (l, v.clone(), Vec::new())).collect()
                }
                _ => Vec::new(),
            },
            Base::Volatile { .. } => Vec::new(),
        }
    }

    /// What a function that was called may change has been written.
    pub(super) fn forget_changed(&mut self, frame: &CodeFrame, span: Span) {
        let Some(changed) = &frame.changed else {
            return self.forget_all(frame.lives, span);
        };
        let vars = self.heap.values().filter(|h| changed.has(&h.kind));
        let vars: Vec<Var> = vars.map(|h| h.var.clone()).collect();
        self.forgotten |= !vars.is_empty();
        if !vars.is_empty() {
            self.emit(StmtKind::Havoc(vars.clone()), span);
        }
        vars.iter().for_each(|var| self.wrote(var, None));
        self.global_types(span);
        self.live_on(frame.lives, span);
    }

    /// Anything may have been written.
    pub(super) fn forget_everything(&mut self, span: Span) {
        self.forget_all(Lives::Others, span);
    }

    fn forget_all(&mut self, lives: Lives, span: Span) {
        self.forgotten = true;
        let changing = |h: &super::state::HeapVar| match &h.kind {
            HeapKind::Cells(..) => true,
            HeapKind::Global(name, _) => self.env.globals.get(name).is_none_or(|g| !g.is_const),
            _ => false,
        };
        let pointed_to: Vec<_> = self.pointed_to_in_file().into_iter().map(|(_, p)| p).collect();
        let private = |h: &&super::state::HeapVar| match &h.kind {
            HeapKind::Global(name, _) => self.is_private(name),
            _ => pointed_to.iter().any(|p| p.parts.contains(&h.var)),
        };
        // code outside of the file changes those by functions of the file only: to what, is not known
        let (private, open): (Vec<_>, Vec<_>) = self.heap.values().filter(|h| changing(h)).partition(private);
        let [private, open] = [private, open].map(|vars| vars.iter().map(|h| h.var.clone()).collect::<Vec<Var>>());
        if !private.is_empty() {
            self.guesses.insert(span.beginning());
            self.emit(StmtKind::Havoc(private.clone()), span.beginning());
        }
        if !open.is_empty() {
            self.emit(StmtKind::Havoc(open.clone()), span);
        }
        for p in &pointed_to {
            for map in &p.maps {
                let row = Term::select(map.term(), p.block.term());
                let any = self.temp("any", row.sort().clone());
                self.guesses.insert(span.beginning());
                self.emit(StmtKind::Havoc(vec![any.clone()]), span.beginning());
                self.assign(map, Term::store(map.term(), p.block.term(), any.term()), span);
            }
        }
        for var in private.into_iter().chain(open) {
            self.wrote(&var, None);
        }
        self.global_types(span);
        self.live_on(lives, span);
    }

    /// What the types of the global variables say.
    pub(super) fn global_types(&mut self, span: Span) {
        for (ty, var) in self.global_integers() {
            let fact = self.well_typed(&ty, &[var.term()]);
            self.assume(fact, span);
        }
    }

    /// What became of blocks in a call.
    fn live_on(&mut self, lives: Lives, span: Span) {
        if lives != Lives::Same {
            return self.grow(lives == Lives::Others, span);
        }
        let allocated = self.allocated();
        let before = self.temp("allocated", allocated.sort().clone());
        self.assign(&before, allocated.term(), span);
        self.emit(StmtKind::Havoc(vec![allocated.clone()]), span);
        let r = self.fresh("r", Sort::Ref);
        let [was, is] = [&before, &allocated].map(|set| Term::select(set.term(), r.term()));
        self.assume(Term::forall([r], Term::implies(was, is)), span);
        self.wrote_new(&allocated, None);
    }

    /// The blocks of variables and strings, which cannot be given back.
    pub(super) fn blocks_of_variables(&self) -> Vec<Term> {
        let mut blocks: Vec<Term> = Vec::new();
        for object in self.scopes.iter().flatten() {
            if let Home::Block(block) = &object.home {
                blocks.push(block.clone());
            }
        }
        let constants = self
            .heap
            .iter()
            .filter(|(k, h)| k.starts_with("~&") && h.var.sort() == &Sort::Ref);
        blocks.extend(constants.map(|(_, h)| h.var.term()));
        blocks
    }

    /// Blocks may have been made, and given back.
    pub(super) fn grow(&mut self, free: bool, span: Span) {
        let (allocated, alive) = (self.allocated(), self.alive());
        let before = self.temp("allocated", allocated.sort().clone());
        let lived = self.temp("alive", alive.sort().clone());
        self.assign(&before, allocated.term(), span);
        self.assign(&lived, alive.term(), span);
        self.emit(StmtKind::Havoc(vec![allocated.clone(), alive.clone()]), span);
        let r = self.fresh("r", Sort::Ref);
        let was = Term::select(before.term(), r.term());
        let is = Term::select(allocated.term(), r.term());
        self.assume(Term::forall([r.clone()], Term::implies(was.clone(), is)), span);
        if !free {
            let same = Term::eq(
                Term::select(alive.term(), r.term()),
                Term::select(lived.term(), r.term()),
            );
            self.assume(Term::forall([r], Term::implies(was, same)), span);
        } else {
            self.ended = true;
            for block in self.blocks_of_variables() {
                let lives = Term::select(alive.term(), block.clone());
                self.assume(Term::eq(lives, Term::select(lived.term(), block)), span);
            }
        }
        for var in [allocated, alive] {
            match free {
                true => self.wrote(&var, None),
                false => self.wrote_new(&var, None),
            }
        }
    }
}
