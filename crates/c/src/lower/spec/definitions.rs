//! Logic functions and predicates.

use super::labels::label_given;
use super::searches::search;
use super::terms::{holds, integer, number_of};
use crate::lower::body::Body;
use crate::lower::environment::LogicDef;
use crate::lower::state::HeapKind;
use crate::lower::survey;
use crate::lower::value::{Lowering, Scope, Val, View, unsupported, wrong};
use crate::syntax::applied_as;
use crate::syntax::ast::{self, Expr, ExprKind as E, Name};
use crate::types::Type;
use abide_base::Span;
use abide_ir::AssumptionKind;
use abide_logic::eval::Definition;
use abide_logic::{Kind, Term, Var};
use std::collections::BTreeMap;

/// How often definitions are unfolded inside one another.
const DEPTH: usize = 24;
/// How often a function that is defined by itself is unfolded.
pub(super) const UNFOLD: usize = 2;

impl<'a> Body<'_, 'a> {
    pub(super) fn is_predicate(&self, f: &Expr) -> bool {
        let E::Name(n) = &*f.kind else { return false };
        self.env.logic.get(&*n.text).is_some_and(|d| d.result.is_none())
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
        let meant = self.env.meant(
            &name.text,
            &values.iter().map(|v| Some(v.ty.clone())).collect::<Vec<_>>(),
        );
        let [meant] = meant.as_slice() else {
            let text = applied_as(&name.text);
            return Err(match meant.is_empty() {
                true => wrong(span, format!("there is no logic function `{text}` for these arguments")),
                false => unsupported(
                    span,
                    format!("`{text}`, which is declared more than once for such arguments"),
                ),
            });
        };
        let Some(def) = self.env.logic.get(*meant).cloned() else {
            return Err(wrong(span, format!("there is no logic function `{}`", name.text)));
        };
        if let Some(first) = self.env.overloaded.get(&*def.head.name.text) {
            let error = unsupported(span, format!("`{}`, which is declared more than once", name.text));
            return Err(Box::new(error.related(*first, "the first declaration")));
        }
        if def.head.params.len() != values.len() {
            let message = format!("`{}` takes {} arguments", name.text, def.head.params.len());
            return Err(wrong(span, message));
        }
        if scope.depth > DEPTH {
            return Err(unsupported(span, "definitions that depend on one another"));
        }
        if let Some(predicate) = self.env.reach_predicates.get(&*def.head.name.text) {
            let inner = self.inside_definition(&def, labels, values, scope, span)?;
            return Ok(holds(self.reached(predicate, &inner, span)?));
        }
        if let Some(case) = def
            .cases
            .into_iter()
            .flatten()
            .find(|case| !is_definite(&name.text, &case.formula))
        {
            let message = format!(
                "a case of an inductive predicate must end in `{0}(…)`, and deny `{0}` nowhere",
                name.text
            );
            return Err(wrong(case.name.span, message));
        }
        let inner = self.inside_definition(&def, labels, values, scope, span)?;
        match def.body {
            Some(body) if !self.env.calls_itself(&def.head.name.text) => self.meaning(&def, body, &inner),
            _ => {
                let term = self.applied_to_memory(&def, &inner, span)?;
                self.unfolded(&def, term, &inner)
            }
        }
    }

    /// What a definition says.
    pub(super) fn meaning(&mut self, def: &LogicDef<'a>, body: &'a Expr, inner: &Scope) -> Lowering<Val> {
        match def.result {
            None => Ok(holds(self.truth(body, inner)?)),
            Some(_) => self.spec(body, inner),
        }
    }

    /// A function left as one of the logic; if it is defined, by itself, how that unfolds here is
    /// noted.
    fn unfolded(&mut self, def: &LogicDef<'a>, term: Term, inner: &Scope) -> Lowering<Val> {
        self.define(def, &term, inner);
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
            let search = search(def);
            if search.is_none() && !self.env.is_well_founded(def) {
                let text = format!(
                    "the recursive definition of `{}` has a value everywhere",
                    def.head.name.text
                );
                self.rely_on(AssumptionKind::Axiom, def.span, text);
            }
            let mut facts = vec![value.map_or(Term::tt(), |v| Term::eq(term.clone(), v))];
            if let Some(search) = search {
                facts.push(self.found_first(&search, &term, inner)?);
            }
            self.unfoldings.push((term.clone(), Term::and(facts)));
        }
        self.note_axioms(def, &term, inner)?;
        Ok(match def.result {
            None => holds(term),
            Some(_) => integer(term),
        })
    }

    /// Notes what a function stands for that is defined by itself, whatever it is given.
    fn define(&mut self, def: &LogicDef<'a>, term: &Term, inner: &Scope) {
        let (Kind::Apply(func, args), Some(body)) = (term.kind(), def.body) else {
            return;
        };
        let known = self.logic.contains_key(&func.name) || !self.reading.is_empty();
        if known || def.head.labels.len() > 1 {
            return;
        }
        let mut params = Vec::new();
        let mut bound = Vec::new();
        for ((declared, _), (name, val)) in def.head.params.iter().zip(&inner.bound) {
            let own: Vec<Var> = val.parts.iter().map(|p| self.fresh(name, p.sort().clone())).collect();
            let parts = own.iter().map(Var::term).collect();
            // of other arguments no more is known than that they are integers, or point to what is declared
            let formal = match &val.ty {
                Type::Int(_) | Type::Integer => Val::new(Type::Integer, parts),
                ty if *ty == self.env.types.resolve(declared) => Val::new(ty.clone(), parts),
                _ => return,
            };
            let real = val.real.clone();
            bound.push((name.clone(), Val { real, ..formal }));
            params.extend(own);
        }
        let symbol = self.symbols.values().find(|s| s.func == *func);
        let maps: Vec<Var> = symbol
            .into_iter()
            .flat_map(|s| &s.maps)
            .map(|(_, m)| m.clone())
            .collect();
        params.extend(maps);
        if params.len() != args.len() {
            return;
        }
        let mut labels = inner.labels.clone();
        labels.values_mut().for_each(|view| *view = View::Now);
        let scope = Scope {
            bound,
            view: View::Now,
            labels,
            bound_vars: params.clone(),
            ..inner.clone()
        };
        // it applies itself
        let nothing = Definition {
            params: Vec::new(),
            body: Term::ff(),
        };
        self.logic.insert(func.name.clone(), nothing);
        let meaning = self.meaning(def, body, &scope);
        self.logic.remove(&func.name);
        let Ok(meaning) = meaning else { return };
        let value = match def.result {
            None => meaning.truth,
            Some(_) => number_of(&meaning),
        };
        let is_known = |v: &Var| params.contains(v) || self.heap.part(v).is_some_and(|h| h.kind == HeapKind::Fixed);
        if let Some(body) = value.filter(|v| v.free_vars().iter().all(is_known)) {
            self.logic.insert(func.name.clone(), Definition { params, body });
        }
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
        if let Some(extra) = labels.get(def.head.labels.len().max(1)) {
            return Err(wrong(extra.span, format!("`{}` has no such label", def.head.name.text)));
        }
        if let (Some(label), true) = (labels.first(), def.head.labels.is_empty()) {
            // a definition that reads memory has a label, also where none is written
            inner.view = label_given(scope, label)?;
        }
        for (number, formal) in def.head.labels.iter().enumerate() {
            let view = match labels.get(number) {
                Some(actual) => label_given(scope, actual)?,
                None if def.head.labels.len() == 1 => scope.view,
                None => return Err(wrong(span, format!("the label `{}` is missing", formal.text))),
            };
            inner.labels.insert(formal.text.to_string(), view);
            if number == 0 {
                inner.view = view;
            }
        }
        inner.labels.insert("Here".to_string(), inner.view);
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
                (Type::Pointer(_), None) if number_of(&val) == Some(Term::int(0)) => Val::null(),
                (Type::Int(_), None) if val.ty == Type::Integer => self.typed(Type::Integer, val.parts),
                _ => val,
            };
            inner.bound.push((name.text.to_string(), val));
        }
        Ok(inner)
    }
}

/// Does a case say under which conditions a predicate holds, and nothing else? What holds is not to depend on what does
/// not.
fn is_definite(name: &str, case: &Expr) -> bool {
    match &*case.kind {
        E::Named(_, inner) | E::Quantifier(ast::Quantifier::Forall, _, inner) | E::Let(_, _, inner) => {
            is_definite(name, inner)
        }
        E::Binary(ast::BinaryOp::Implies, premise, conclusion) => {
            is_positive(name, premise) && is_definite(name, conclusion)
        }
        E::Call(f, ..) => matches!(&*f.kind, E::Name(n) if &*n.text == name),
        _ => false,
    }
}

/// Is a predicate neither negated in a formula nor a premise?
fn is_positive(name: &str, formula: &Expr) -> bool {
    use ast::BinaryOp as B;
    if !survey::speaks_of(formula, &[name]) {
        return true;
    }
    match &*formula.kind {
        E::Named(_, inner) | E::Quantifier(_, _, inner) => is_positive(name, inner),
        E::Let(_, value, inner) => !survey::speaks_of(value, &[name]) && is_positive(name, inner),
        E::Binary(B::And | B::Or, a, b) => is_positive(name, a) && is_positive(name, b),
        E::Binary(B::Implies, a, b) => !survey::speaks_of(a, &[name]) && is_positive(name, b),
        E::Call(_, _, args) => !args.iter().any(|a| survey::speaks_of(a, &[name])),
        _ => false,
    }
}
