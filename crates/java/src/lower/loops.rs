//! Loops of all kinds: one form, with what is known at its head.

use super::body::Body;
use super::collection_loops::Counted;
use super::jump::nowhere;
use super::state::{Goal, JumpTarget};
use super::survey::{Calls, has_effect};
use super::value::{Lowering, Val, View, sort_of};
use crate::syntax::ast::{self, Expr, ExprKind};
use crate::types::Type;
use abide_base::{Diagnostic, Span};
use abide_frontend::draft::{self, Drafting};
use abide_frontend::writes::{Write, Written};
use abide_ir::{AssumptionKind, Check, CheckKind, Fact, Loop, LoopSpec, Stmt, StmtKind};
use abide_logic::{Sort, Term, Var};
use std::collections::BTreeSet;

/// The parts of a loop, whatever its keyword.
pub(super) struct Parts<'t> {
    pub spec: &'t ast::LoopSpec,
    pub span: Span,
    pub labels: Vec<String>,
    pub condition: Option<&'t Expr>,
    /// Tests after the body rather than before.
    pub late: bool,
    pub update: &'t [Expr],
    pub body: &'t ast::Stmt,
}

/// The hidden variables of a loop over an array or something else.
struct Each<'t> {
    param: &'t ast::Param,
    ty: Type,
    over: Over,
    count: Var,
}

/// What an enhanced `for` runs over.
enum Over {
    /// An array.
    Array(Val),
    /// A collection of the library.
    Collection(Counted),
    /// What an iterator gives.
    Iterator(Val),
}

impl<'a> Body<'_, 'a> {
    /// A loop over an array, or over something we know nothing about.
    pub(super) fn for_each(
        &mut self,
        spec: &'a ast::LoopSpec,
        param: &'a ast::Param,
        e: &'a Expr,
        body: &'a ast::Stmt,
        labels: Vec<String>,
        span: Span,
    ) -> Lowering<()> {
        if let Some(counted) = self.counted(e, e.span)? {
            let ty = match &*param.ty.name {
                "var" => self.classes().object(),
                _ => self.resolve(&param.ty)?,
            };
            let count = self.counter(span);
            let parts = each_parts(spec, span, labels, body);
            let over = Over::Collection(counted);
            return self.repeat_each(parts, Some(Each { param, ty, over, count }));
        }
        let array = self.expr(e)?;
        self.array_as_taken(&array, e)?;
        self.not_null(&array, e.span)?;
        let element = array.ty.element().cloned();
        let inferred = &*param.ty.name == "var";
        let ty = match &element {
            Some(element) if inferred => element.clone(),
            None if inferred => self.classes().object(),
            _ => self.resolve(&param.ty)?,
        };
        // a variable that the loop does not assign can stand for the array in invariants
        let mut written = |n: &str| match self.find_local(n) {
            Some(_) => super::survey::assigns(std::slice::from_ref(body), n),
            None => super::survey::may_write_field(body, n, &mut |e| self.calls_implicitly(e)),
        };
        let simple = matches!(&*e.kind, ExprKind::Name(n) if array.term.as_var().is_some() && !written(n));
        let array = if simple { array } else { self.save(array, e.span) };
        let count = self.counter(span);
        let parts = each_parts(spec, span, labels, body);
        let mut over = Over::Array(array.clone());
        if element.is_none() {
            self.warn(
                Diagnostic::warning(e.span, "what this loop runs over is not modelled")
                    .note("it takes any number of rounds with arbitrary elements"),
            );
            let declared = matches!(array.ty, Type::Class(id) if self.pick(id, "iterator", &[]).is_some());
            let iterator = self.implicit_call(&array, "iterator", e.span)?;
            let iterator = self.save(iterator, e.span);
            over = Over::Iterator(iterator.clone());
            if declared {
                self.not_null(&iterator, e.span)?;
            } else {
                // iterators of the library are there
                self.assume(Term::ne(iterator.term.clone(), Term::null()), e.span);
                let text = "what the loop runs over does not change meanwhile, so that its iterator throws nothing";
                self.rely_on(AssumptionKind::Library, e.span, text);
            }
        }
        self.repeat_each(parts, Some(Each { param, ty, over, count }))
    }

    /// The hidden variable that counts the rounds.
    fn counter(&mut self, span: Span) -> Var {
        let count = self.temp("\\count", Sort::Int);
        self.bring(super::value::Local {
            name: "\\count".into(),
            var: count.clone(),
            ty: Type::INT,
            non_null: false,
            vague: false,
            plain_object: false,
        });
        self.assign(&count, Term::int(0), span);
        count
    }

    pub(super) fn repeat(&mut self, parts: Parts<'a>) -> Lowering<()> {
        self.repeat_each(parts, None)
    }

    fn repeat_each(&mut self, parts: Parts<'a>, each: Option<Each<'a>>) -> Lowering<()> {
        let span = parts.spec.keyword;
        let entry = self.snapshot("entry");
        let mark = self.writes.len();
        let slots = self.slots_used();
        let visible: Vec<super::value::Local> = self.scopes.iter().flatten().cloned().collect();
        self.scopes.push(Vec::new());
        let spec = self.loop_spec(parts.spec, entry);
        self.scopes.pop();
        let mut spec = spec?;
        spec.span = span;
        spec.scope = in_scope(&visible);
        if each.is_some() {
            // no measure is required
            spec.measures.push(span);
        }
        let after = self.label("after");
        let next = self.label("next");
        self.frames.push(JumpTarget::Break {
            names: parts.labels.clone(),
            plain: true,
            label: after,
            used: false,
        });
        let framed = self.enter_frame(parts.spec, entry)?;
        let tested: Vec<&'a Expr> = parts.condition.into_iter().chain(parts.update).collect();
        let written = self.loop_begins(span, &tested, parts.body);
        let lowered = self.round(&parts, each, next, entry);
        self.loop_ends(span, written);
        self.leave_frame(framed)?;
        let frame = self.frames.pop();
        let (prelude, condition, mut body) = lowered?;
        // what the core forgets at the head although it cannot change
        let mut targets = BTreeSet::new();
        draft::targets(&prelude, &mut targets);
        draft::targets(&body, &mut targets);
        self.names_locals(parts.spec, &visible, &targets);
        // the integers that invariants read have their types wherever the invariants are read
        let mut read: Vec<Term> = spec.invariants.iter().map(|c| self.read_types(&c.formula)).collect();
        for invariant in &spec.invariants {
            read.push(self.invariants_of_read(&invariant.formula)?);
        }
        let read = Term::and(read);
        let ((), mut facts) = self.block(|b| {
            b.preserved(&visible, &targets, mark, entry, span);
            b.round_begins(slots, &targets, span)?;
            b.assume(read.clone(), span);
            Ok(())
        })?;
        self.rounds_begin(slots, &targets, span)?;
        facts.extend(prelude);
        let kept = self.filled(entry, span);
        self.code.extend(kept);
        self.assume(read.clone(), span);
        let ((), last) = self.block(|b| {
            b.round_ends(slots, &targets, span)?;
            b.assume(read, span);
            Ok(())
        })?;
        body.extend(last);
        self.emit(
            StmtKind::While(Loop {
                label: None,
                spec,
                prelude: facts,
                condition: Some(condition),
                body,
            }),
            parts.span,
        );
        if let Some(JumpTarget::Break { label, used: true, .. }) = frame {
            self.place_label(label, span);
        }
        Ok(())
    }

    /// Prelude, condition and body of a loop.
    fn round(
        &mut self,
        parts: &Parts<'a>,
        each: Option<Each<'a>>,
        next: String,
        entry: usize,
    ) -> Lowering<(Vec<Stmt>, Term, Vec<Stmt>)> {
        let span = parts.spec.keyword;
        let names = self.in_scope();
        // a round begins before its test, which may change what is measured
        let mut first = None;
        let (condition, prelude) = match (&each, parts.condition) {
            // the hidden counter counts from zero to the length: nobody else writes it
            (Some(each), _) => match &each.over {
                Over::Array(array) => {
                    let length = self.length_term(&array.term).term;
                    let counted = Term::and([
                        Term::le(Term::int(0), each.count.term()),
                        Term::le(each.count.term(), length.clone()),
                    ]);
                    let ((), prelude) = self.block(|b| {
                        b.assume(counted, span);
                        Ok(())
                    })?;
                    (Term::lt(each.count.term(), length), prelude)
                }
                Over::Collection(counted) => self.block(|b| b.another(counted, &each.count, span))?,
                Over::Iterator(iterator) => self.block(|b| {
                    let more = b.implicit_call(iterator, "hasNext", span)?;
                    Ok(match more.ty {
                        Type::Bool => more.term,
                        _ => b.arbitrary(&Type::Bool, span).term,
                    })
                })?,
            },
            (None, Some(c)) if !parts.late => self.block(|b| {
                if has_effect(c, Calls::Act) {
                    first = Some(b.measures(parts.spec, entry)?);
                }
                b.condition(c)
            })?,
            _ => (Term::tt(), Vec::new()),
        };
        let ((), body) = self.block(|b| {
            let measures = match first {
                Some(measures) => measures,
                None => b.measures(parts.spec, entry)?,
            };
            for (clause, measure) in parts.spec.decreases.iter().zip(&measures) {
                let natural = Term::le(Term::int(0), measure.term());
                b.check(natural, CheckKind::Decreases, clause.span, None);
            }
            let frame = JumpTarget::Continue {
                names: parts.labels.clone(),
                label: next,
                used: false,
            };
            let round = |b: &mut Self| {
                b.framed(frame, span, |b| {
                    b.scopes.push(Vec::new());
                    let result = b.each_value(&each).and_then(|()| b.statement_scoped(parts.body));
                    b.scopes.pop();
                    result
                })?;
                parts.update.iter().try_for_each(|e| b.effect(e))
            };
            match parts.condition {
                Some(c) if !parts.late => b.where_bound(names, c, true, round)?,
                _ => round(b)?,
            }
            if let Some(each) = &each {
                let up = Term::add(each.count.term(), Term::int(1));
                b.assign(&each.count, up, span);
            }
            if parts.late
                && let Some(c) = parts.condition
            {
                let on = b.condition(c)?;
                let ((), out) = b.block(|b| {
                    let frame = b.break_frame(None).ok_or_else(|| nowhere(span))?;
                    b.leave(Goal::Frame(frame), span);
                    Ok(())
                })?;
                b.emit(StmtKind::If(Some(on), Vec::new(), out), c.span);
            }
            b.decreased(parts.spec, measures, entry)
        })?;
        Ok((prelude, condition, body))
    }

    /// The element of this round.
    fn each_value(&mut self, each: &Option<Each<'a>>) -> Lowering<()> {
        let Some(each) = each else { return Ok(()) };
        let span = each.param.name.span;
        let val = match &each.over {
            Over::Array(array) => {
                let val = self.element_term(array, &each.count.term(), View::Now);
                self.known(val, span)
            }
            Over::Collection(counted) => {
                let val = self.counted_element(counted, &each.count, &each.ty, span)?;
                self.save(val, span)
            }
            Over::Iterator(iterator) => {
                let val = self.implicit_call(iterator, "next", span)?;
                self.save(val, span)
            }
        };
        let val = self.convert(val, &each.ty, span)?;
        self.assume_invariants_of(&val, span)?;
        let known = matches!(&each.over, Over::Array(array) if !array.vague);
        let vague = &*each.param.ty.name == "var" && !known;
        let var = self.declare_inferred(&each.param.name.text, each.ty.clone(), vague);
        self.assign(&var, val.term, span);
        Ok(())
    }

    /// Facts that hold at a loop's head whatever the loop does: variables keep to their types,
    /// and objects the loop does not write keep their contents.
    fn preserved(
        &mut self,
        visible: &[super::value::Local],
        targets: &BTreeSet<Var>,
        mark: usize,
        entry: usize,
        span: Span,
    ) {
        let allocated = self.heap.get("~alloc").map(|h| h.var.clone());
        let allocates = allocated.is_some_and(|a| targets.contains(&a));
        let mut known: Vec<(Term, Type)> = visible
            .iter()
            .filter(|l| targets.contains(&l.var) || allocates && l.ty.is_reference())
            .map(|l| (l.var.term(), l.ty.clone()))
            .collect();
        if allocates {
            known.extend(self.this.iter().map(|t| (t.term.clone(), t.ty.clone())));
        }
        for h in self.heap.values() {
            if let super::state::HeapKind::Static(_, _, ty) = &h.kind
                && targets.contains(&h.var)
            {
                known.push((h.var.term(), ty.clone()));
            }
        }
        for (term, ty) in known {
            let fact = self.well_typed(&term, &ty);
            self.assume(fact, span);
        }
        // what was thrown has been caught
        let thrown = self.thrown.clone();
        if targets.contains(&thrown) {
            self.assume(Term::eq(thrown.term(), Term::null()), span);
        }
        let writes: Vec<Write> = self.writes[mark..].to_vec();
        let maps: BTreeSet<Var> = writes.iter().map(|w| w.map.clone()).collect();
        // true by construction, also of objects of which nothing is known
        let believed = Span {
            end: span.start,
            ..span
        };
        self.guesses.insert(believed);
        for map in maps {
            if let Some(fact) = self.unwritten(&map, &writes, targets, entry) {
                self.assume(fact, believed);
            }
        }
    }

    /// The map is as at loop entry but for the objects written.
    fn unwritten(&mut self, map: &Var, writes: &[Write], targets: &BTreeSet<Var>, entry: usize) -> Option<Term> {
        map.sort().as_map()?;
        let mut written = Written::of(map, writes, targets, &[])?;
        if self.heap.get("~alloc").is_some_and(|h| h.var == *map) {
            // objects stay allocated
            let before = self.at(View::At(entry), map);
            return Some(self.still_allocated(before, map.term()));
        }
        let mut before = self.at(View::At(entry), map);
        if !written.fresh {
            return Some(Term::eq(map.term(), written.updated(before, map)));
        }
        if self.env.options.throwing {
            // runs can evaluate the formula below if `r` is nothing but a key
            before = written.updated(before, map);
        }
        let allocated = self.allocated();
        let old = self.at(View::At(entry), &allocated);
        let r = self.fresh("r", Sort::Ref);
        Some(written.unchanged(before, map, old, r))
    }

    /// Invariants, predicates and skolem constants.
    fn loop_spec(&mut self, spec: &'a ast::LoopSpec, entry: usize) -> Lowering<LoopSpec> {
        let mut lowered = LoopSpec {
            measures: spec.decreases.iter().map(|c| c.span).collect(),
            ..LoopSpec::default()
        };
        let scope = self.body_scope(View::At(self.pre), entry);
        for clause in &spec.invariants {
            let formula = self.loop_formula(&clause.formula, &scope)?;
            lowered.invariants.push(Check {
                formula,
                span: clause.span,
                kind: CheckKind::InvariantEntry,
                demanded: None,
            });
        }
        for (ty, name) in &spec.skolems {
            let ty = self.resolve(ty)?;
            let var = self.fresh(&name.text, sort_of(&ty));
            lowered.skolems.push(var.clone());
            self.bring(super::value::Local {
                name: name.text.to_string(),
                var,
                ty,
                non_null: false,
                vague: false,
                plain_object: false,
            });
        }
        let scope = self.body_scope(View::At(entry), entry);
        for clause in &spec.predicates {
            let formula = self.truth(&clause.formula, &scope)?;
            lowered.predicates.push(Fact {
                formula,
                span: clause.span,
            });
        }
        Ok(lowered)
    }

    /// The values of the measures at the beginning of a round.
    fn measures(&mut self, spec: &'a ast::LoopSpec, entry: usize) -> Lowering<Vec<Var>> {
        let mut kept = Vec::new();
        for clause in &spec.decreases {
            let scope = self.body_scope(View::At(self.pre), entry);
            let val = self.spec(&clause.formula, &scope)?;
            let var = self.temp("measure", Sort::Int);
            self.assign(&var, val.term, clause.span);
            kept.push(var);
        }
        Ok(kept)
    }

    /// At the end of a round every measure is smaller.
    fn decreased(&mut self, spec: &'a ast::LoopSpec, measures: Vec<Var>, entry: usize) -> Lowering<()> {
        for (clause, before) in spec.decreases.iter().zip(measures) {
            let scope = self.body_scope(View::At(self.pre), entry);
            let val = self.spec(&clause.formula, &scope)?;
            let smaller = Term::lt(val.term, before.term());
            self.check(smaller, CheckKind::Decreases, clause.span, None);
        }
        Ok(())
    }
}

/// The parts of an enhanced `for`.
fn each_parts<'t>(spec: &'t ast::LoopSpec, span: Span, labels: Vec<String>, body: &'t ast::Stmt) -> Parts<'t> {
    Parts {
        spec,
        span,
        labels,
        condition: None,
        late: false,
        update: &[],
        body,
    }
}

/// The variables that the names of locals stand for, hidden ones left out.
fn in_scope(visible: &[super::value::Local]) -> Vec<Var> {
    let mut seen = BTreeSet::new();
    let mut found = Vec::new();
    for local in visible.iter().rev() {
        if seen.insert(&local.name) {
            found.push(local.var.clone());
        }
    }
    found.sort();
    found
}
