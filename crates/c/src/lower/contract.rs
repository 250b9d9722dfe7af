//! Contracts: what is assumed and proved of the function itself, and at its calls.

use super::body::Body;
use super::place::{select, store};
use super::state::{Base, Frame, HeapKind, Key, Leaf, Part, Region};
use super::value::{Home, Lowering, Scope, Val, View, wrong};
use super::world::Callee;
use crate::syntax::ast::{self, AssertKind, Behavior, Contract, Name};
use crate::types::Type;
use abide_base::{Diagnostic, Span};
use abide_ir::{AssumptionKind, CheckKind, StmtKind};
use abide_logic::{Sort, Term, Var};

/// A clause of a contract.
pub(super) struct Stated {
    pub formula: Term,
    pub span: Span,
    /// Is it checked, assumed, or both?
    pub kind: AssertKind,
}

impl Stated {
    /// The same where a behaviour applies.
    fn under(self, guard: &Term) -> Stated {
        Stated {
            formula: Term::implies(guard.clone(), self.formula),
            ..self
        }
    }
}

impl<'a> Body<'_, 'a> {
    /// Formulas with their clauses.
    fn clauses(&mut self, clauses: &'a [ast::Clause], scope: &Scope) -> Lowering<Vec<Stated>> {
        let mut all = Vec::new();
        for c in clauses {
            let formula = self.formula(&c.formula, scope)?;
            all.push(Stated {
                formula,
                span: c.span,
                kind: c.kind,
            });
        }
        Ok(all)
    }

    /// A behaviour applies.
    fn assumes(&mut self, b: &'a Behavior, scope: &Scope) -> Lowering<Term> {
        let parts = self.clauses(&b.assumes, scope)?;
        Ok(Term::and(parts.into_iter().map(|c| c.formula)))
    }

    /// What a contract demands at the start.
    pub(super) fn required(&mut self, c: &'a Contract, scope: &Scope) -> Lowering<Vec<Stated>> {
        let mut all = self.clauses(&c.common.requires, scope)?;
        for b in &c.behaviors {
            let guard = self.assumes(b, scope)?;
            let own = self.clauses(&b.requires, scope)?;
            all.extend(own.into_iter().map(|c| c.under(&guard)));
        }
        Ok(all)
    }

    /// What a contract promises at the end; `before` is the state at the start.
    pub(super) fn ensured(&mut self, c: &'a Contract, scope: &Scope, before: &Scope) -> Lowering<Vec<Stated>> {
        let mut all = self.clauses(&c.common.ensures, scope)?;
        for b in &c.behaviors {
            let guard = self.assumes(b, before)?;
            let own = self.clauses(&b.ensures, scope)?;
            all.extend(own.into_iter().map(|c| c.under(&guard)));
        }
        Ok(all)
    }

    /// What a contract allows to be written, at its beginning.
    pub(super) fn frames(&mut self, c: &'a Contract, scope: &Scope) -> Lowering<Vec<Frame>> {
        let mut frames = Vec::new();
        for b in std::iter::once(&c.common).chain(&c.behaviors) {
            let Some(assigns) = &b.assigns else { continue };
            let guard = self.assumes(b, scope)?;
            let mut regions = Vec::new();
            for place in &assigns.places {
                for region in self.regions(place, scope)? {
                    regions.extend(self.spread(region, place.span)?);
                }
            }
            frames.push(Frame {
                guard,
                regions,
                since: 0,
                visible: Vec::new(),
            });
        }
        Ok(frames)
    }

    /// `complete behaviors` and `disjoint behaviors`.
    pub(super) fn behaviors_fit(&mut self, c: &'a Contract, scope: &Scope) -> Lowering<()> {
        let named = |names: &[Name]| -> Vec<&'a Behavior> {
            let all = c.behaviors.iter();
            all.filter(|b| names.is_empty() || b.name.as_ref().is_some_and(|n| names.iter().any(|m| m.text == n.text)))
                .collect()
        };
        for name in c.complete.iter().chain(&c.disjoint).flat_map(|(names, _)| names) {
            if named(std::slice::from_ref(name)).is_empty() {
                return Err(wrong(name.span, format!("there is no behaviour `{}`", name.text)));
            }
        }
        for (names, span) in &c.complete {
            let guards = named(names).into_iter().map(|b| self.assumes(b, scope));
            let guards = guards.collect::<Lowering<Vec<Term>>>()?;
            self.check(Term::or(guards), CheckKind::Assertion, *span, None);
        }
        for (names, span) in &c.disjoint {
            let guards = named(names).into_iter().map(|b| self.assumes(b, scope));
            let guards = guards.collect::<Lowering<Vec<Term>>>()?;
            for (i, a) in guards.iter().enumerate() {
                for b in &guards[i + 1..] {
                    let apart = Term::not(Term::and([a.clone(), b.clone()]));
                    self.check(apart, CheckKind::Assertion, *span, None);
                }
            }
        }
        Ok(())
    }

    /// One of the behaviours with these names applies.
    pub(super) fn some_behavior(&mut self, names: &'a [Name]) -> Lowering<Term> {
        let contract = self
            .world
            .callees
            .get(&*self.function.name.text)
            .and_then(|c| c.contract);
        let scope = self.body_scope(View::At(self.pre));
        let mut ways = Vec::new();
        for b in contract.into_iter().flat_map(|c| &c.behaviors) {
            if b.name.as_ref().is_some_and(|n| names.iter().any(|m| m.text == n.text)) {
                ways.push(self.assumes(b, &scope)?);
            }
        }
        if ways.is_empty() {
            let span = names.first().map_or(Span::default(), |n| n.span);
            return Err(wrong(span, "there is no behaviour of this name"));
        }
        Ok(Term::or(ways))
    }

    /// A call of which the contract is all that is known.
    pub(super) fn call_by_contract(
        &mut self,
        name: &str,
        callee: &Callee<'a>,
        contract: &'a Contract,
        args: Vec<Val>,
        span: Span,
    ) -> Lowering<Val> {
        let args: Vec<Val> = args.into_iter().map(|a| self.save(a, span)).collect();
        if callee.function.is_none() {
            let told = format!("`{name}`, which has no body here, keeps its contract");
            self.rely_on(AssumptionKind::Contract, span, told);
        } else if contract.decreases.is_none() && self.leads_back(name) {
            self.rely_on(AssumptionKind::Termination, span, "the recursion ends");
        }
        let names = callee.params.iter().cloned();
        let bound: Vec<(String, Val)> = names
            .zip(args.clone())
            .filter_map(|(name, val)| Some((name?, val)))
            .collect();
        // a function that is only declared does all that its contract allows
        if callee.function.is_some() || callee.elsewhere {
            self.guesses.insert(span);
        }
        let speaks = self.world.speaks_of_values(contract);
        if !speaks {
            self.pass_to(callee.function, &args, span);
            if self.initialized.speaks {
                // what the other one returns has values by custom only
                self.guesses.insert(span);
            }
        }
        let snapshot = self.snapshot("call");
        let now = Scope::of_contract(bound.clone(), View::Now, View::Now);
        self.not_without(callee);
        for clause in self.required(contract, &now)? {
            let formula = self.with_types(clause.formula.clone());
            match clause.kind {
                AssertKind::Admit => self.admitted(formula, clause.span),
                _ => self.check(formula, CheckKind::Precondition, span, Some(clause.span)),
            }
        }
        self.recursion_decreases(name, contract, &now, span)?;
        let frames = self.frames(contract, &now)?;
        let result = callee.signature.result.clone();
        let value = self.result_value(&result);
        let mut after = Scope::of_contract(bound.clone(), View::Now, View::At(snapshot));
        after.result = Some(value.clone());
        let before = Scope::of_contract(bound.clone(), View::At(snapshot), View::At(snapshot));
        let ensured = self.ensured(contract, &after, &before)?;
        let own = contract.common.assigns.is_some();
        let every = !contract.behaviors.is_empty() && contract.behaviors.iter().all(|b| b.assigns.is_some());
        let framed = own || every && !contract.complete.is_empty();
        match framed {
            true => {
                let regions: Vec<Region> = frames.iter().flat_map(|f| f.regions.clone()).collect();
                self.frame_covers(&regions, span);
            }
            false => self.frame_covers_all(span),
        }
        let filled = self.filled(snapshot, span);
        self.code.extend(filled);
        match framed {
            true => {
                // what the common frame does not name is not written in any behaviour
                let chosen: Vec<Region> = match own {
                    true => frames.into_iter().take(1).flat_map(|f| f.regions).collect(),
                    false => frames.into_iter().flat_map(|f| f.regions).collect(),
                };
                for region in &chosen {
                    self.forget(region, span);
                    self.may_be_given(region, span);
                }
                if let (false, Some(function)) = (speaks, callee.function) {
                    self.given_by(function, &args, span);
                }
                if self.may_allocate(name) {
                    self.grow(self.may_free(name), span);
                }
            }
            false => {
                self.all_may_be_given(span);
                self.forget_everything(span);
            }
        }
        let vars: Vec<Var> = value.parts.iter().filter_map(|t| t.as_var().cloned()).collect();
        if !vars.is_empty() {
            self.emit(StmtKind::Havoc(vars), span);
        }
        let fact = self.well_typed(&result, &value.parts);
        self.assume(fact, span);
        for Stated {
            formula,
            span: clause,
            kind,
        } in ensured
        {
            match kind {
                AssertKind::Check => continue,
                AssertKind::Admit => self.rely_on_clause(clause),
                AssertKind::Assert => {}
            }
            let facts = self.read_types(&formula);
            self.assume(facts, span);
            self.assume(formula, span);
        }
        if callee.noreturn {
            self.assume(Term::ff(), span);
        }
        if callee.function.is_some() && self.may_exit(name) {
            self.may_not_return(span);
        }
        Ok(value)
    }

    /// Clauses of a callee that were left out are missed here, if its calls depend on them.
    pub(super) fn not_without(&mut self, callee: &Callee<'a>) {
        for unread in callee.unread.iter().filter(|u| u.calls) {
            self.leave_out(unread.said.clone());
        }
    }

    /// A formula that is believed because the source says so.
    pub(super) fn admitted(&mut self, formula: Term, span: Span) {
        self.rely_on_clause(span);
        self.assume(formula, span);
    }

    fn rely_on_clause(&mut self, span: Span) {
        self.rely_on(
            AssumptionKind::Admitted,
            span,
            "this clause is admitted, and not checked",
        );
    }

    /// May a call lead back to the function itself?
    fn leads_back(&self, name: &str) -> bool {
        let root = &self.inlined[0];
        name == root || self.inlined.iter().any(|n| n == name) || self.world.reaches(name, root)
    }

    /// A call that may lead back to the function itself comes with a smaller measure.
    fn recursion_decreases(&mut self, name: &str, contract: &'a Contract, now: &Scope, span: Span) -> Lowering<()> {
        let root = self.inlined[0].clone();
        let own = self.world.callees.get(&root).and_then(|c| c.contract);
        let Some(measure) = own.and_then(|c| c.decreases.as_ref()) else {
            return Ok(());
        };
        if !self.leads_back(name) {
            return Ok(());
        }
        let Some(theirs) = &contract.decreases else {
            let message = format!("`{name}`, called here, leads back and has no `decreases`");
            self.leave_out(Diagnostic::warning(measure.span, message));
            return Ok(());
        };
        let start = self.own_scope(View::At(0), View::At(0));
        let before = self.spec_integer(measure, &start)?;
        let next = self.spec_integer(theirs, now)?;
        let smaller = Term::and([Term::le(Term::int(0), before.clone()), Term::lt(next, before)]);
        let smaller = self.with_types(smaller);
        self.check(smaller, CheckKind::Decreases, span, Some(measure.span));
        Ok(())
    }

    fn result_value(&mut self, ty: &Type) -> Val {
        self.returned.insert(ty.clone());
        let leaves = self.leaves(ty);
        let parts = leaves.iter().map(|l| self.temp("\\result", l.sort()).term()).collect();
        self.typed(ty.clone(), parts)
    }

    /// What lies in a region gets arbitrary values.
    pub(super) fn forget(&mut self, region: &Region, span: Span) {
        for (leaf, map, fixed) in self.maps_of(region) {
            self.forget_in(region, &leaf, map, fixed, span);
        }
    }

    /// Nothing is known of which of the places of a region have a value.
    pub(super) fn forget_values(&mut self, region: &Region, span: Span) {
        for (leaf, map, fixed) in self.maps_of(region) {
            if let Some(set) = self.tells(&map) {
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
            Base::Volatile => Vec::new(),
        }
    }

    /// Anything may have been written.
    pub(super) fn forget_everything(&mut self, span: Span) {
        self.forgotten = true;
        let changing = |h: &super::state::HeapVar| match &h.kind {
            HeapKind::Cells(..) => true,
            HeapKind::Global(name, _) => self.world.globals.get(name).is_none_or(|g| !g.is_const),
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
        self.grow(true, span);
    }

    /// What the types of the global variables say.
    pub(super) fn global_types(&mut self, span: Span) {
        for (ty, var) in self.global_integers() {
            let fact = self.well_typed(&ty, &[var.term()]);
            self.assume(fact, span);
        }
    }

    /// Blocks may have been made, and given back.
    fn grow(&mut self, free: bool, span: Span) {
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
            // variables cannot be given back
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
            for block in blocks {
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
