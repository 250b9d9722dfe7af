//! Dependences of invariants: which clauses read a part of the heap, and can therefore be broken by a write to it.

use super::body::Body;
use super::state::{Arrays, Clause, HeapKind, Reader, Reads};
use super::value::{Lowering, Scope, Val, View};
use crate::syntax::ast::{Expr, ExprKind};
use crate::syntax::walk::each_part;
use crate::types::{ClassId, Type};
use abide_logic::{Kind, Sort, Term, Var};
use std::collections::BTreeSet;

impl Clause<'_> {
    /// Are they the same?
    pub fn is(&self, other: Clause) -> bool {
        std::ptr::eq(self.invariant, other.invariant)
    }
}

impl<'a> Body<'_, 'a> {
    /// The clauses that all given classes state.
    pub(super) fn clauses(&self) -> Vec<Clause<'a>> {
        self.classes().ids().flat_map(|id| self.stated_clauses(id)).collect()
    }

    /// Those that a class states itself.
    fn stated_clauses(&self, class: ClassId) -> impl Iterator<Item = Clause<'a>> + use<'a> {
        let decl = self.classes().get(class).decl.into_iter();
        decl.flat_map(move |d| d.invariants.iter().map(move |invariant| Clause { class, invariant }))
    }

    /// The clauses that the class and those above it state.
    pub(super) fn clauses_of(&self, class: ClassId) -> Vec<Clause<'a>> {
        // nearest first
        let known = self.classes().ancestors(class);
        known.into_iter().flat_map(|id| self.stated_clauses(id)).collect()
    }

    /// What a clause says of an object.
    pub(super) fn clause(&mut self, clause: Clause<'a>, object: Option<&Term>, view: View) -> Lowering<Term> {
        self.nested_clause(clause, object, view, 0)
    }

    /// What a clause says of an object, in a formula that is itself so deep inside of others.
    pub(super) fn nested_clause(
        &mut self,
        clause: Clause<'a>,
        object: Option<&Term>,
        view: View,
        depth: usize,
    ) -> Lowering<Term> {
        let this = object.filter(|_| !clause.invariant.is_static);
        let scope = Scope {
            bound: Vec::new(),
            locals: false,
            this: this.map(|o| Val::new(o.clone(), Type::Class(clause.class))),
            class: clause.class,
            result: None,
            view,
            old: view,
            entry: 0,
            math: self.arithmetic_in(clause.class),
            depth,
        };
        self.formula(&clause.invariant.formula, &scope)
    }

    /// The clauses that read a part of the heap, and how.
    pub(super) fn readers(&mut self, part: &Var) -> Lowering<Vec<Reader<'a>>> {
        let kind = self.heap.part(part).map(|h| h.kind.clone());
        let name = match kind {
            Some(HeapKind::Field(_, name, _) | HeapKind::Static(_, name, _)) => Some(name),
            Some(HeapKind::Elements(_)) => None,
            _ => return Ok(Vec::new()),
        };
        let mut found = Vec::new();
        for clause in self.clauses() {
            if self.is_left_to_others(clause) {
                continue;
            }
            // a clause that cannot speak of it is not read: it may be beyond us, and is not needed
            let mut words = Words::default();
            self.collect(&clause.invariant.formula, &mut words);
            let perhaps = match &name {
                Some(name) => words.names.contains(&**name),
                None => words.elements,
            };
            if perhaps || words.anything {
                let object = self.fresh("x", Sort::Ref);
                let formula = self.clause(clause, Some(&object.term()), View::Now)?;
                if let Some(how) = reads(&formula, part, &object) {
                    let arrays = match &name {
                        Some(_) => Arrays::Any,
                        None => self.arrays_read(&formula, part),
                    };
                    let paths = match how {
                        Reads::Peers => paths(&formula, part, &object).unwrap_or_default(),
                        _ => Vec::new(),
                    };
                    found.push(Reader {
                        clause,
                        how,
                        arrays,
                        paths,
                    });
                }
            }
        }
        Ok(found)
    }

    /// The arrays of which a formula reads elements.
    fn arrays_read(&self, formula: &Term, elements: &Var) -> Arrays {
        let is_elements = |t: &Term| t.as_var() == Some(elements);
        let mut found = Arrays::Of(Vec::new());
        formula.visit(&mut |t| {
            match t.kind() {
                Kind::Select(map, array) if is_elements(map) => {
                    let ty = self.declared_type(array);
                    found.add(&Arrays::typed(ty.as_ref()));
                }
                _ if t.kind().children().any(is_elements) => found = Arrays::Any,
                _ => {}
            }
            true
        });
        found
    }

    /// The type that a field is declared with, or an element of the array in one, where a term is its value.
    fn declared_type(&self, value: &Term) -> Option<Type> {
        let part = |map: &Term| self.heap.part(map.as_var()?).map(|h| h.kind.clone());
        match value.kind() {
            Kind::Var(_) => match part(value)? {
                HeapKind::Static(_, _, ty) => Some(ty),
                _ => None,
            },
            Kind::Select(map, at) => match (part(map), map.kind()) {
                (Some(HeapKind::Field(_, _, ty)), _) => Some(ty),
                (None, Kind::Select(elements, array)) => match part(elements)? {
                    HeapKind::Elements(_) if *at.sort() == Sort::Int => self.declared_type(array)?.element().cloned(),
                    _ => None,
                },
                _ => None,
            },
            _ => None,
        }
    }

    /// May an array be among both of these?
    pub(super) fn may_meet(&self, some: &Arrays, others: &Arrays) -> bool {
        match (some, others) {
            _ if some.is_none() || others.is_none() => false,
            (Arrays::Of(some), Arrays::Of(others)) if !self.env.polluted => {
                let meets = |a: &Type| others.iter().any(|b| self.classes().may_have_both(a, b));
                some.iter().any(meets)
            }
            _ => true,
        }
    }

    /// The words of a formula, with those of model fields and pure methods it may mean.
    fn collect(&self, e: &'a Expr, words: &mut Words<'a>) {
        let mut names: Vec<&'a str> = Vec::new();
        each_part(e, &mut |part| match &*part.kind {
            ExprKind::Name(name) => names.push(name),
            ExprKind::Field(_, name) | ExprKind::Call(_, name, _) => names.push(&name.text),
            ExprKind::InvariantFor(_) | ExprKind::StaticInvariantFor(_) => words.anything = true,
            ExprKind::Index(..) | ExprKind::NonNullElements(_) | ExprKind::Unknown(_) => words.elements = true,
            _ => {}
        });
        for name in names {
            if !words.names.insert(name) {
                continue;
            }
            let decls = self.classes().ids().filter_map(|id| self.classes().get(id).decl);
            for decl in decls {
                for r in decl.representations.iter().filter(|r| &*r.name.text == name) {
                    self.collect(&r.value, words);
                }
                for m in decl.methods.iter().filter(|m| &*m.name.text == name) {
                    let clauses = m.spec.cases.iter().flat_map(|c| &c.ensures);
                    clauses.for_each(|c| self.collect(&c.formula, words));
                    if let Some(value) = &m.value {
                        self.collect(value, words);
                    }
                }
                // components of records are read by methods of their names
                words
                    .names
                    .extend(decl.components.iter().map(|c| &*c.name.text).filter(|c| *c == name));
            }
        }
    }
}

impl Arrays {
    /// Those that have a type, if it is known to be one of arrays.
    pub fn typed(ty: Option<&Type>) -> Arrays {
        let element = ty.and_then(Type::element);
        element.map_or(Arrays::Any, |element| Arrays::Of(vec![element.clone()]))
    }

    /// Are there none?
    pub fn is_none(&self) -> bool {
        matches!(self, Arrays::Of(types) if types.is_empty())
    }

    /// With others.
    pub fn add(&mut self, others: &Arrays) {
        match (&mut *self, others) {
            (Arrays::Of(own), Arrays::Of(others)) => {
                let new = others.iter().filter(|ty| !own.contains(ty)).cloned();
                let new: Vec<Type> = new.collect();
                own.extend(new);
            }
            _ => *self = Arrays::Any,
        }
    }
}

/// What a formula names.
#[derive(Default)]
struct Words<'a> {
    names: BTreeSet<&'a str>,
    elements: bool,
    /// Perhaps anything, by other invariants.
    anything: bool,
}

/// How a formula about `object` reads a part of the heap, if it does.
fn reads(formula: &Term, part: &Var, object: &Var) -> Option<Reads> {
    let known = formula.free_vars();
    let mut found: Option<Reads> = None;
    let mut add = |how: Reads| found = Some(found.map_or(how, |f| f.max(how)));
    let is_part = |t: &Term| t.as_var() == Some(part);
    // quantified objects are read like those of a walk; indices are not objects
    let at_large = |t: &Term| {
        let free = t.free_vars();
        free.iter().any(|v| !known.contains(v) && *v.sort() != Sort::Int)
    };
    formula.visit(&mut |t| {
        match t.kind() {
            Kind::Select(map, at) if is_part(map) => add(match at.as_var() {
                Some(v) if v == object => Reads::Own,
                _ if at_large(at) => Reads::Wide,
                _ => Reads::Peers,
            }),
            Kind::Var(v) if v == part && part.sort().as_map().is_none() => add(Reads::Peers),
            _ => {}
        }
        let bare = t.kind().children().any(is_part) && part.sort().as_map().is_some();
        if bare && !matches!(t.kind(), Kind::Select(map, _) if is_part(map)) {
            add(Reads::Wide);
        }
        true
    });
    found
}

/// The fields by which a formula about `object` comes to all that it reads of a part of the heap but at the object itself;
/// none if there are other ways.
fn paths(formula: &Term, part: &Var, object: &Var) -> Option<Vec<Var>> {
    let mut found = Some(Vec::new());
    formula.visit(&mut |t| {
        if let Kind::Select(map, at) = t.kind()
            && map.as_var() == Some(part)
            && at.as_var() != Some(object)
        {
            let field = match at.kind() {
                Kind::Select(field, from) if from.as_var() == Some(object) => field.as_var(),
                _ => None,
            };
            match (field, &mut found) {
                (Some(field), Some(found)) => found.push(field.clone()),
                _ => found = None,
            }
        }
        true
    });
    found
}
