//! What logic functions read of memory.
//!
//! A function that is not unfolded (it is defined by itself, by cases, or by nothing but axioms) is
//! a function of the logic, and the parts of memory it can read are arguments of it: all that
//! its body, its cases or its `reads` clause mention for *some* arguments, whatever it is applied to
//! first. Without any of them it reads all memory, unless it takes neither pointers nor labels.

use super::labels::at_label;
use crate::lower::body::Body;
use crate::lower::environment::{Environment, Law, LogicDef};
use crate::lower::state::{Base, HeapKind, Key, Region, Symbol};
use crate::lower::value::{Lowering, Scope, Val, View, unsupported};
use crate::syntax::ast::{self, Expr, ExprKind as E};
use crate::syntax::walk;
use crate::types::Type;
use abide_base::Span;
use abide_logic::{Func, Sort, Term, Var};
use std::collections::BTreeSet;

impl<'a> Body<'_, 'a> {
    /// A logic function applied to its arguments and to the memory it reads, at all its labels.
    pub(super) fn applied_to_memory(&mut self, def: &LogicDef<'a>, inner: &Scope, span: Span) -> Lowering<Term> {
        let name = &*def.head.name.text;
        let result = self.result_sort(def)?;
        let args: Vec<Term> = inner.bound.iter().flat_map(|(_, v)| v.parts.clone()).collect();
        let sorts: Vec<Sort> = args.iter().map(|a| a.sort().clone()).collect();
        if self.reading.contains(name) {
            // its own application while we look for what it reads: the arguments may read memory
            let func = Func {
                name: name.into(),
                params: sorts,
                result,
            };
            return Ok(Term::apply(func, args));
        }
        let real = |(_, v): &(String, Val)| v.real.as_ref().map(|r| self.show(r));
        let key = format!(
            "{name} {sorts:?} {:?}",
            inner.bound.iter().map(real).collect::<Vec<_>>()
        );
        if !self.symbols.contains_key(&key) {
            let maps = self.maps_read(def, inner, span)?;
            let same = self
                .symbols
                .keys()
                .filter(|k| k.split(' ').next() == Some(name))
                .count();
            let shown = match same {
                0 => name.to_string(),
                n => format!("{name}'{n}"),
            };
            let func = Func {
                name: shown.into(),
                params: sorts
                    .into_iter()
                    .chain(maps.iter().map(|(_, m)| m.sort().clone()))
                    .collect(),
                result,
            };
            self.symbols.insert(key.clone(), Symbol { func, maps });
        }
        let Symbol { func, maps } = self.symbols[&key].clone();
        let labels = &def.head.labels;
        let view = |number: usize| labels.get(number).map_or(inner.view, |l| inner.labels[&*l.text]);
        let memory: Vec<Term> = maps.iter().map(|(label, m)| self.at(view(*label), m)).collect();
        Ok(Term::apply(func, args.into_iter().chain(memory).collect()))
    }

    fn result_sort(&self, def: &LogicDef<'a>) -> Lowering<Sort> {
        let Some(ty) = def.result else { return Ok(Sort::Bool) };
        match self.env.types.resolve(ty) {
            Type::Integer | Type::Int(_) | Type::Truth => Ok(Sort::Int),
            other => {
                let what = format!(
                    "a logic function without an explicit definition that gives `{}`",
                    self.show(&other)
                );
                Err(unsupported(def.span, what))
            }
        }
    }

    /// The parts of memory that a function can read, for any arguments of the kinds given.
    fn maps_read(&mut self, def: &LogicDef<'a>, inner: &Scope, span: Span) -> Lowering<Vec<(usize, Var)>> {
        let name = def.head.name.text.to_string();
        for (ty, param) in &def.head.params {
            let ty = self.resolve(ty, param.span)?;
            if !self.is_modelled(&ty) {
                let what = format!("a logic function of values of type `{}`", self.show(&ty));
                return Err(unsupported(span, what));
            }
        }
        if self.env.is_mutual(&name) {
            return Err(unsupported(def.span, "logic functions that are defined by one another"));
        }
        // the states are different ones, or what is read in both would cancel out
        let labels = def.head.labels.len().max(1);
        let states: Vec<usize> = (0..labels).map(|_| self.snapshot("read")).collect();
        // so are those of labels that only a case has
        let is_own = |l: &&ast::Name| def.head.labels.iter().all(|known| known.text != l.text);
        let own_labels = |case: &ast::Case| case.labels.iter().filter(is_own).count();
        let more = def.cases.into_iter().flatten().map(own_labels).max().unwrap_or(0);
        let more: Vec<usize> = (0..more).map(|_| self.snapshot("read")).collect();
        let named = def
            .head
            .labels
            .iter()
            .map(|l| l.text.to_string())
            .chain(["Here".to_string()]);
        let mut any = Scope {
            view: View::At(states[0]),
            labels: named
                .zip(states.iter().chain(&states[..1]).map(|s| View::At(*s)))
                .collect(),
            depth: super::definitions::UNFOLD,
            ..inner.clone()
        };
        for (_, val) in &mut any.bound {
            let parts: Vec<Term> = val
                .parts
                .iter()
                .map(|p| self.fresh("any", p.sort().clone()).term())
                .collect();
            *val = Val {
                real: val.real.clone(),
                ..Val::new(val.ty.clone(), parts)
            };
        }
        self.reading.insert(name.clone());
        let read = self.terms_read(def, &any, &more);
        self.reading.remove(&name);
        let Some(read) = read? else {
            let all = self.changing_memory();
            self.all_memory = Some(all.clone());
            return Ok((0..labels)
                .flat_map(|l| all.iter().map(move |m| (l, m.clone())))
                .collect());
        };
        let kept = |state: &usize| {
            let kept = self.snapshots[*state].vars.iter();
            kept.filter(|(_, v)| read.contains(v))
                .map(|(m, _)| m.clone())
                .collect::<BTreeSet<Var>>()
        };
        let mut maps: Vec<BTreeSet<Var>> = states.iter().map(&kept).collect();
        if def.cases.is_some() {
            // what a case reads in a state of its own, the predicate may read in any of its states
            let all: BTreeSet<Var> = maps.iter().cloned().chain(more.iter().map(&kept)).flatten().collect();
            maps.iter_mut().for_each(|own| own.clone_from(&all));
        }
        let numbered = maps.into_iter().enumerate();
        Ok(numbered
            .flat_map(|(label, own)| own.into_iter().map(move |m| (label, m)))
            .collect())
    }

    /// The variables that a function depends on; none if that may be all. `more` are states for labels that only cases have.
    fn terms_read(&mut self, def: &LogicDef<'a>, any: &Scope, more: &[usize]) -> Lowering<Option<BTreeSet<Var>>> {
        let mut free = BTreeSet::new();
        let mut see = |t: &Term| free.extend(t.free_vars());
        if let Some(body) = def.body {
            self.meaning(def, body, any)?.parts.iter().for_each(&mut see);
        } else if let Some(reads) = &def.head.reads {
            for place in reads {
                let (place, state) = match &*place.kind {
                    E::At(inner, label) => (inner, at_label(any, &label.text, label.span)?),
                    _ => (place, any.clone()),
                };
                for region in self.regions(place, &state)? {
                    region_terms(&region).iter().for_each(&mut see);
                    for (_, map, _) in self.maps_of(&region) {
                        see(&self.at(state.view, &map));
                    }
                }
            }
        } else if let Some(cases) = def.cases {
            let closed = Scope {
                bound: Vec::new(),
                ..any.clone()
            };
            for case in cases {
                let mut closed = closed.clone();
                let mut states = more.iter().map(|state| View::At(*state));
                for label in &case.labels {
                    let state = closed.labels.entry(label.text.to_string());
                    state.or_insert_with(|| states.next().unwrap_or(any.view));
                }
                see(&self.truth(&case.formula, &closed)?);
            }
        } else if self.env.reads_memory(&def.head.name.text) {
            return Ok(None);
        }
        Ok(Some(free))
    }

    /// All parts of memory that can change.
    pub(in crate::lower) fn changing_memory(&self) -> BTreeSet<Var> {
        let changing = self.heap.values().filter(|h| h.kind != HeapKind::Fixed);
        changing.map(|h| h.var.clone()).collect()
    }

    /// Do the parts of a value of the type say all of it? Those of `long double` have none.
    fn is_modelled(&self, ty: &Type) -> bool {
        match ty {
            Type::Int(_) | Type::Bits(..) | Type::Integer | Type::Truth => true,
            _ if crate::lower::floating::is_known(ty) => true,
            Type::Pointer(to) => !matches!(**to, Type::Function(_)),
            Type::Array(of, _) => self.is_modelled(of),
            Type::Record(id) => {
                let info = self.env.types.record(*id);
                let fields = info.fields.as_ref();
                info.kind != ast::RecordKind::Union
                    && fields.is_some_and(|all| all.iter().all(|f| self.is_modelled(&f.ty)))
            }
            _ => false,
        }
    }
}

/// What leads to a region.
fn region_terms(region: &Region) -> Vec<Term> {
    let mut terms = Vec::new();
    if let Base::Cell { block, .. } | Base::Block { block, .. } = &region.base {
        terms.push(block.clone());
    }
    for key in &region.keys {
        match key {
            Key::Is(t) => terms.push(t.clone()),
            Key::In(low, high) => terms.extend(low.iter().chain(high).cloned()),
        }
    }
    terms
}

impl<'a> Environment<'a> {
    /// The logic functions that a definition applies.
    fn applied_by(&self, name: &str) -> BTreeSet<&str> {
        let mut found = BTreeSet::new();
        for e in self.logic.get(name).into_iter().flat_map(says) {
            walk::each_part(e, &mut |e| {
                if let E::Call(f, _, args) = &*e.kind
                    && let E::Name(n) = &*f.kind
                {
                    let types: Vec<Option<Type>> = args.iter().map(|a| self.type_by_itself(a, name)).collect();
                    found.extend(self.meant(&n.text, &types));
                }
                if let E::Name(n) = &*e.kind
                    && let Some((known, def)) = self.logic.get_key_value(&*n.text)
                    && def.head.params.is_empty()
                {
                    found.insert(known.as_str());
                }
            });
        }
        found
    }

    /// The logic functions that a definition rests on, itself only if it is defined by itself.
    fn rests_on(&self, name: &str) -> BTreeSet<&str> {
        let mut found = BTreeSet::new();
        let mut open: Vec<&str> = self.applied_by(name).into_iter().collect();
        while let Some(next) = open.pop() {
            if found.insert(next) {
                open.extend(self.applied_by(next));
            }
        }
        found
    }

    /// Is a logic function defined by itself?
    pub(in crate::lower) fn calls_itself(&self, name: &str) -> bool {
        self.rests_on(name).contains(name)
    }

    /// Is it defined by another one that is defined by it?
    pub(super) fn is_mutual(&self, name: &str) -> bool {
        let others = self.rests_on(name);
        others
            .iter()
            .any(|other| *other != name && self.rests_on(other).contains(name))
    }

    /// May a logic function depend on memory?
    pub(in crate::lower) fn reads_memory(&self, name: &str) -> bool {
        let own = std::iter::once(name).chain(self.rests_on(name));
        own.filter_map(|n| self.logic.get(n))
            .any(|def| self.mentions_memory(def))
    }

    /// How many states an axiom or lemma speaks of. One that reads memory speaks of one, also where it names no label.
    pub(in crate::lower) fn states_of(&self, law: &Law) -> usize {
        let calls_reader = || {
            let mut found = false;
            walk::each_part(law.formula, &mut |e| {
                found |= self.is_read(e)
                    || matches!(&*e.kind, E::Call(f, ..) if matches!(&*f.kind, E::Name(n) if self.reads_memory(&n.text)));
            });
            found
        };
        match law.labels.len() {
            0 => usize::from(calls_reader()),
            n => n,
        }
    }

    /// Where a formula of several states reads memory of a state that it does not name.
    pub(in crate::lower) fn unnamed_state(&self, e: &Expr) -> Option<Span> {
        // what they mean does not depend on the state
        const PURE: [&str; 7] = ["min", "max", "abs", "sum", "product", "numof", "lambda"];
        let inside = |all: &[&Expr]| all.iter().find_map(|e| self.unnamed_state(e));
        let here = |labels: &[ast::Name]| labels.iter().find(|l| &*l.text == "Here").map(|l| l.span);
        match &*e.kind {
            E::At(_, label) => here(std::slice::from_ref(label)),
            E::Unary(ast::UnaryOp::Address, place) => inside(&walk::children(place)),
            E::Call(f, labels, args) => {
                let unnamed = match &*f.kind {
                    E::Name(n) if labels.is_empty() => self.reads_memory(&n.text).then_some(e.span),
                    _ => here(labels),
                };
                unnamed.or_else(|| inside(&args.iter().collect::<Vec<_>>()))
            }
            E::Acsl(name, labels, args) if !labels.is_empty() || PURE.contains(&&*name.text) => {
                here(labels).or_else(|| inside(&args.iter().collect::<Vec<_>>()))
            }
            _ if self.is_read(e) => Some(e.span),
            _ => inside(&walk::children(e)),
        }
    }

    /// Does an expression by itself read memory, or speak of it?
    fn is_read(&self, e: &Expr) -> bool {
        match &*e.kind {
            E::Name(n) => self.globals.contains_key(&*n.text),
            E::Index(..) | E::Arrow(..) | E::Unary(ast::UnaryOp::Deref, _) | E::Acsl(..) => true,
            _ => false,
        }
    }

    fn mentions_memory(&self, def: &LogicDef) -> bool {
        let parts = says(def);
        if parts.is_empty() && def.head.reads.is_none() {
            let pointer =
                |ty: &ast::Type| !matches!(self.types.resolve(ty), Type::Integer | Type::Int(_) | Type::Truth);
            return !def.head.labels.is_empty() || def.head.params.iter().any(|(ty, _)| pointer(ty));
        }
        let mut found = false;
        for e in parts {
            walk::each_part(e, &mut |e| {
                found |= self.is_read(e);
            });
        }
        found
    }
}

/// The expressions that define a logic function, or say what it reads.
fn says<'a>(def: &LogicDef<'a>) -> Vec<&'a Expr> {
    let reads = def
        .head
        .reads
        .iter()
        .flatten()
        .filter(|e| !matches!(&*e.kind, E::Nothing));
    let cases = def.cases.into_iter().flatten().map(|case| &case.formula);
    def.body.into_iter().chain(cases).chain(reads).collect()
}
