//! Logic functions and predicates.

use super::at_label;
use super::terms::{holds, integer, number_of};
use crate::lower::memory::HeapKind;
use crate::lower::world::{LogicDef, World};
use crate::lower::{Body, Lowering, Scope, Val, View, unsupported, wrong};
use crate::syntax::ast::{self, Expr, ExprKind as E, Name};
use crate::types::Type;
use abide_base::Span;
use abide_logic::{Func, Sort, Term, Var};
use std::collections::{BTreeMap, BTreeSet};

/// How often definitions are unfolded inside one another.
const DEPTH: usize = 24;
/// How often a function that is defined by itself is unfolded.
const UNFOLD: usize = 2;

impl<'a> Body<'_, 'a> {
    pub(super) fn is_predicate(&self, f: &Expr) -> bool {
        let E::Name(n) = &*f.kind else { return false };
        self.world.logic.get(&*n.text).is_some_and(|d| d.result.is_none())
    }

    pub(super) fn predicate(
        &mut self,
        f: &'a Expr,
        labels: &'a [Name],
        args: &'a [Expr],
        scope: &Scope,
        span: Span,
    ) -> Lowering<Term> {
        let val = self.application(f, labels, args, scope, span)?;
        match val.truth {
            Some(truth) => Ok(truth),
            None => Err(wrong(span, "a formula is needed here")),
        }
    }

    pub(super) fn application(
        &mut self,
        f: &'a Expr,
        labels: &'a [Name],
        args: &'a [Expr],
        scope: &Scope,
        span: Span,
    ) -> Lowering<Val> {
        let E::Name(name) = &*f.kind else {
            return Err(wrong(span, "only named functions can be called in a formula"));
        };
        let values = args
            .iter()
            .map(|a| self.spec(a, scope))
            .collect::<Lowering<Vec<Val>>>()?;
        self.apply_logic(name, labels, values, scope, span)
    }

    /// A logic function or predicate applied: unfolded, or left as a function of the logic.
    pub(super) fn apply_logic(
        &mut self,
        name: &'a Name,
        labels: &'a [Name],
        values: Vec<Val>,
        scope: &Scope,
        span: Span,
    ) -> Lowering<Val> {
        let Some(def) = self.world.logic.get(&*name.text).cloned() else {
            return Err(wrong(span, format!("there is no logic function `{}`", name.text)));
        };
        if def.head.params.len() != values.len() {
            let message = format!("`{}` takes {} arguments", name.text, def.head.params.len());
            return Err(wrong(span, message));
        }
        if scope.depth > DEPTH {
            return Err(unsupported(span, "definitions that depend on one another"));
        }
        if let Some(walk) = self.world.walks.get(&*name.text) {
            let mut inner = self.inside_definition(&def, labels, values, scope, span)?;
            if let (Some(label), true) = (labels.first(), def.head.labels.is_empty()) {
                inner.view = at_label(scope, &label.text, label.span)?.view;
            }
            return Ok(holds(self.walked(walk, &inner, span)?));
        }
        if let Some(func) = symbol(self.world, &def) {
            let args = values.iter().map(number_of).collect::<Option<Vec<Term>>>();
            let args = args.ok_or_else(|| wrong(span, "integers are needed"))?;
            let inner = self.inside_definition(&def, &[], values, scope, def.span)?;
            return self.unfolded(&def, Term::apply(func, args), &inner);
        }
        let Some(body) = def.body else {
            let error = unsupported(def.span, "a logic function that reads memory and has no definition");
            return Err(Box::new(error.help(
                "an inductive predicate is understood if it walks along a member: `p(x, x)`, and \
                 `x != \\null && p(x->next, y) ==> p(x, y)`; or `p(\\null)`, and `\\valid(x) && p(x->next) ==> p(x)`",
            )));
        };
        let inner = self.inside_definition(&def, labels, values, scope, span)?;
        if mentions_call(body, &name.text) {
            let term = self.applied_to_memory(&def, body, &inner)?;
            return self.unfolded(&def, term, &inner);
        }
        self.meaning(&def, body, &inner)
    }

    /// What a definition says.
    fn meaning(&mut self, def: &LogicDef<'a>, body: &'a Expr, inner: &Scope) -> Lowering<Val> {
        match def.result {
            None => Ok(holds(self.truth(body, inner)?)),
            Some(_) => self.spec(body, inner),
        }
    }

    /// A function left as one of the logic; if it is defined, by itself, how that unfolds here is
    /// noted.
    fn unfolded(&mut self, def: &LogicDef<'a>, term: Term, inner: &Scope) -> Lowering<Val> {
        let ground = !term.mentions_any(&inner.bound_vars);
        let known = self.unfoldings.iter().any(|(t, _)| *t == term);
        if let Some(body) = def.body
            && ground
            && !known
            && inner.depth <= UNFOLD
        {
            let meaning = self.meaning(def, body, inner)?;
            let value = match def.result {
                None => meaning.truth,
                Some(_) => number_of(&meaning),
            };
            let equation = value.map_or(Term::tt(), |v| Term::eq(term.clone(), v));
            self.unfoldings.push((term.clone(), equation));
        }
        Ok(match def.result {
            None => holds(term),
            Some(_) => integer(term),
        })
    }

    /// A function defined by itself that reads memory: the maps it reads become arguments.
    fn applied_to_memory(&mut self, def: &LogicDef<'a>, body: &'a Expr, inner: &Scope) -> Lowering<Term> {
        let name = def.head.name.text.to_string();
        let args: Vec<Term> = inner.bound.iter().flat_map(|(_, v)| v.parts.clone()).collect();
        if !self.symbols.contains_key(&name) {
            let plain = |maps: &[Var]| Func {
                name: name.as_str().into(),
                params: args
                    .iter()
                    .map(|a| a.sort().clone())
                    .chain(maps.iter().map(|m| m.sort().clone()))
                    .collect(),
                result: match def.result {
                    None => Sort::Bool,
                    Some(_) => Sort::Int,
                },
            };
            // a first reading finds out which maps it reads
            self.symbols.insert(name.clone(), (plain(&[]), Vec::new()));
            let now = Scope {
                view: View::Now,
                depth: UNFOLD,
                labels: inner.labels.keys().map(|l| (l.clone(), View::Now)).collect(),
                ..inner.clone()
            };
            let read = self.meaning(def, body, &now)?.parts;
            let free: BTreeSet<Var> = read.iter().flat_map(Term::free_vars).collect();
            let is_map = |v: &Var| self.heap.values().any(|h| h.var == *v && h.kind != HeapKind::Fixed);
            let maps: Vec<Var> = free.into_iter().filter(|v| is_map(v)).collect();
            self.symbols.insert(name.clone(), (plain(&maps), maps));
        }
        let (func, maps) = self.symbols[&name].clone();
        let memory = maps.iter().map(|m| self.at(inner.view, m));
        Ok(Term::apply(func, args.into_iter().chain(memory).collect()))
    }

    /// Where the body of a definition is read.
    fn inside_definition(
        &mut self,
        def: &LogicDef<'a>,
        labels: &'a [Name],
        values: Vec<Val>,
        scope: &Scope,
        span: Span,
    ) -> Lowering<Scope> {
        let mut inner = Scope {
            bound: Vec::new(),
            locals: false,
            result: None,
            depth: scope.depth + 1,
            labels: BTreeMap::new(),
            ..scope.clone()
        };
        for (number, formal) in def.head.labels.iter().enumerate() {
            let view = match labels.get(number) {
                Some(actual) => at_label(scope, &actual.text, actual.span)?.view,
                None if def.head.labels.len() == 1 => scope.view,
                None => return Err(wrong(span, format!("the label `{}` is missing", formal.text))),
            };
            inner.labels.insert(formal.text.to_string(), view);
            if number == 0 {
                inner.view = view;
            }
        }
        for ((ty, name), val) in def.head.params.iter().zip(values) {
            let ty = self.resolve(ty, name.span)?;
            let val = match (&ty, val.address()) {
                (Type::Pointer(_), Some(_)) => Val {
                    ty: ty.decayed(),
                    ..val
                },
                (Type::Array(..), Some(_)) => Val {
                    ty: ty.decayed(),
                    ..val
                },
                (Type::Int(_), None) if val.ty == Type::Integer => self.typed(Type::Integer, val.parts),
                _ => val,
            };
            inner.bound.push((name.text.to_string(), val));
        }
        Ok(inner)
    }
}

/// A logic function that is not unfolded, as a function of the logic: it has no definition, or
/// is defined by itself, and does not depend on memory.
pub(in crate::lower) fn symbol(world: &World, def: &LogicDef) -> Option<Func> {
    let recursive = def.body.is_some_and(|b| mentions_call(b, &def.head.name.text));
    if def.body.is_some() && !recursive || !def.head.labels.is_empty() {
        return None;
    }
    let sort = |ty: &ast::Type| match world.types.resolve(ty) {
        Type::Integer | Type::Int(_) | Type::Truth => Some(Sort::Int),
        _ => None,
    };
    let params = def
        .head
        .params
        .iter()
        .map(|(ty, _)| sort(ty))
        .collect::<Option<Vec<Sort>>>()?;
    let result = match def.result {
        None => Sort::Bool,
        Some(ty) => sort(ty)?,
    };
    Some(Func {
        name: def.head.name.text.to_string().into(),
        params,
        result,
    })
}

/// Is a function of that name called in an expression?
pub(in crate::lower) fn mentions_call(e: &Expr, name: &str) -> bool {
    let mut found = false;
    crate::syntax::walk::each_part(e, &mut |e| {
        found |= matches!(&*e.kind, E::Call(f, _, _) if matches!(&*f.kind, E::Name(n) if &*n.text == name));
    });
    found
}
