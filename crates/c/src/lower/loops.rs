//! Loops: their annotations, their code, and what holds at their heads by construction.

use super::body::Body;
use super::loop_frame::{Effects, checked_at_breaks};
use super::value::{Home, Lowering, Object, Target, View};
use crate::syntax::ast::{self, Expr, Stmt};
use crate::types::Type;
use abide_base::{Diagnostic, Span};
use abide_frontend::draft::{self, Drafting};
use abide_frontend::writes::{Write, Written};
use abide_ir::{Check, CheckKind, Fact, Loop, LoopSpec, StmtKind};
use abide_logic::{Sort, Term, Var};
use std::collections::BTreeSet;

impl<'a> Body<'_, 'a> {
    /// All loops. The test comes first, or last.
    pub(super) fn repeat(
        &mut self,
        spec: &'a ast::LoopSpec,
        test: Option<&'a Expr>,
        step: Option<&'a Expr>,
        body: &'a Stmt,
        span: Span,
        first: bool,
    ) -> Lowering<()> {
        let entry = self.snapshot("entry");
        let current = self.snapshot("current");
        // where a jump comes in from outside, what was kept at the entry is of another time
        let entered = self.jumps.entered.contains(&std::ptr::from_ref(body));
        if entered && (spec.assigns.is_some() || spec.variant.is_some()) {
            let what = "a frame or variant of a loop that is jumped into";
            return Err(super::value::unsupported(span, what));
        }
        let before_entry = self.label_states.remove("LoopEntry");
        let before_current = self.label_states.remove("LoopCurrent");
        if !entered {
            self.label_states.insert("LoopEntry".into(), entry);
            self.label_states.insert("LoopCurrent".into(), current);
        }
        let visible: Vec<Object> = self.scopes.iter().flatten().cloned().collect();
        let mark = self.writes.len();
        let made = self.made.len();
        // skolem constants are in scope for the annotation only
        self.scopes.push(Vec::new());
        let lowered = self.loop_spec(spec, entry, span);
        let measure = spec.variant.as_ref().map(|(e, _)| e);
        if let Some((_, Some(relation))) = &spec.variant {
            let message = format!("the relation `{}` of a loop variant is not supported", relation.text);
            self.leave_out(Diagnostic::warning(relation.span, message));
        }
        self.scopes.pop();
        let mut lowered = lowered?;
        lowered.scope = self.in_scope(&visible);
        if self.inlined.len() > 1 {
            let is_hidden = |v: &&Var| lowered.scope.binary_search(v).is_err();
            lowered.hidden = self.given.iter().filter(is_hidden).cloned().collect();
        }
        lowered.measures = measure.iter().map(|e| e.span).collect();
        let ((condition, measure), tested) = self.block(|b| {
            let measure = measure.map(|e| b.measure(e)).transpose()?;
            let condition = match (test, first) {
                (Some(test), true) => b.condition(test)?,
                _ => Term::tt(),
            };
            Ok((condition, measure))
        })?;
        let assigned = self.assigned.clone();
        let (end, next) = (self.label("end"), self.label("next"));
        self.targets.push(Target {
            end: end.clone(),
            next: Some(next),
            depth: self.scopes.len(),
            continued: false,
            broken: false,
        });
        let round = self.block(|b| b.round((test.filter(|_| !first), step), body, measure.as_ref(), &assigned, span));
        let target = self.targets.pop();
        let ((), mut round) = round?;
        self.assigned = assigned;
        let mut targets = BTreeSet::new();
        draft::targets(&tested, &mut targets);
        draft::targets(&round, &mut targets);
        if let Some(assigns) = &spec.assigns {
            self.no_dependences(assigns);
            let writes = self.writes[mark..].to_vec();
            let effects = Effects {
                targets: &targets,
                writes: &writes,
                new: &self.made[made..].iter().map(Var::term).collect::<Vec<_>>(),
                visible: &visible,
            };
            let frame = self.loop_frame(assigns, &effects, entry)?;
            let facts = self.read_types(&Term::and(frame.clone()));
            round = checked_at_breaks(round, &end, &frame, &facts, assigns);
            lowered.invariants.extend(frame.into_iter().map(|formula| Check {
                formula,
                span: assigns.span,
                kind: CheckKind::InvariantEntry,
                demanded: None,
            }));
        }
        // the integers that invariants read have their types wherever the invariants are read
        let read = Term::and(lowered.invariants.iter().map(|c| self.read_types(&c.formula)));
        let ((), mut prelude) = self.block(|b| {
            match entered {
                true => b.forget_nothing(span),
                false => b.preserved(&visible, &targets, mark, made, entry, span),
            }
            b.assume(read.clone(), span);
            Ok(())
        })?;
        prelude.extend(tested);
        let mut inside = self.filled(current, span);
        inside.extend(round);
        if !read.is_true() {
            inside.push(abide_ir::Stmt {
                kind: StmtKind::Assume(read.clone()),
                span,
            });
        }
        let filled = self.filled(entry, span);
        self.code.extend(filled);
        self.assume(read, span);
        self.emit(
            StmtKind::While(Loop {
                label: None,
                spec: lowered,
                prelude,
                condition: Some(condition),
                body: inside,
            }),
            span,
        );
        if target.is_some_and(|t| t.broken) {
            self.place_label(end, span);
        }
        restore(&mut self.label_states, "LoopEntry", before_entry);
        restore(&mut self.label_states, "LoopCurrent", before_current);
        Ok(())
    }

    /// One round of the innermost loop: the body, the step, and the test if it comes last.
    fn round(
        &mut self,
        (test, step): (Option<&'a Expr>, Option<&'a Expr>),
        body: &'a Stmt,
        measure: Option<&(&'a Expr, Var)>,
        assigned: &BTreeSet<Var>,
        span: Span,
    ) -> Lowering<()> {
        self.branch(body)?;
        if let Some(next) = self.targets.last().filter(|t| t.continued).and_then(|t| t.next.clone()) {
            self.place_label(next, span);
            self.assigned = assigned.clone();
        }
        if let Some(step) = step {
            self.effect(step)?;
        }
        let Some(test) = test else {
            return measure.map_or(Ok(()), |(e, before)| self.decreased(e, before));
        };
        let goes_on = self.condition(test)?;
        if let Some((e, before)) = measure {
            // the measure counts only if there is another round
            let ((), code) = self.block(|b| b.decreased(e, before))?;
            self.emit(StmtKind::If(Some(goes_on.clone()), code, Vec::new()), span);
        }
        if let Some(target) = self.targets.last_mut() {
            target.broken = true;
            let leave = abide_ir::Stmt {
                kind: StmtKind::Goto(vec![target.end.clone()]),
                span,
            };
            self.emit(StmtKind::If(Some(goes_on), Vec::new(), vec![leave]), span);
        }
        Ok(())
    }

    /// Invariants, predicates and skolem constants.
    pub(super) fn loop_spec(&mut self, spec: &'a ast::LoopSpec, entry: usize, span: Span) -> Lowering<LoopSpec> {
        let mut lowered = LoopSpec {
            span,
            ..LoopSpec::default()
        };
        let scope = self.body_scope(View::Now);
        for clause in &spec.invariants {
            if clause.kind == ast::AssertKind::Admit {
                let warning = Diagnostic::warning(clause.span, "an invariant that is only admitted is not used");
                self.leave_out(warning);
                continue;
            }
            let mut formula = self.formula(&clause.formula, &scope)?;
            if !clause.behaviors.is_empty() {
                formula = Term::implies(self.some_behavior(&clause.behaviors)?, formula);
            }
            lowered.invariants.push(Check {
                formula,
                span: clause.span,
                kind: CheckKind::InvariantEntry,
                demanded: None,
            });
        }
        for (ty, name) in &spec.skolems {
            let ty = self.resolve(ty, name.span)?;
            let leaves = self.leaves(&ty);
            let vars: Vec<Var> = leaves.iter().map(|l| self.fresh(&name.text, l.sort())).collect();
            lowered.skolems.extend(vars.iter().cloned());
            self.scopes.last_mut().into_iter().for_each(|s| {
                s.push(Object {
                    name: name.text.to_string(),
                    ty: ty.clone(),
                    home: Home::Fixed(vars.iter().map(Var::term).collect()),
                    set: None,
                    ghost: true,
                    counts: Vec::new(),
                })
            });
        }
        let mut scope = self.body_scope(View::Now);
        scope.labels.insert("Old".into(), View::At(entry));
        for predicate in &spec.predicates {
            let formula = self.formula(predicate, &scope)?;
            // a ghost variable nobody assigns stands for every value
            for var in formula.free_vars() {
                if self.is_quantified_ghost(&var) && !lowered.skolems.contains(&var) {
                    lowered.skolems.push(var);
                }
            }
            lowered.predicates.push(Fact {
                formula,
                span: predicate.span,
            });
        }
        Ok(lowered)
    }

    /// Is it a ghost variable that is never assigned? The seed uses such as quantified ones.
    fn is_quantified_ghost(&self, var: &Var) -> bool {
        let all = self.scopes.iter().flatten();
        let mut objects = all.filter(|o| o.ghost && matches!(&o.home, Home::Vars(vars) if vars.contains(var)));
        objects.any(|o| !super::survey::assigns(&self.function.body, &o.name))
    }

    /// The value of a variant at the beginning of a round.
    fn measure(&mut self, e: &'a Expr) -> Lowering<(&'a Expr, Var)> {
        let scope = self.body_scope(View::Now);
        let term = self.spec_integer(e, &scope)?;
        let var = self.temp("measure", Sort::Int);
        self.assign(&var, term, e.span);
        Ok((e, var))
    }

    /// At the end of a round the variant is smaller, and was not negative.
    fn decreased(&mut self, e: &'a Expr, before: &Var) -> Lowering<()> {
        let scope = self.body_scope(View::Now);
        let term = self.spec_integer(e, &scope)?;
        let smaller = Term::lt(term, before.term());
        let natural = Term::le(Term::int(0), before.term());
        let holds = self.with_types(Term::and([natural, smaller]));
        self.check(holds, CheckKind::Decreases, e.span, None);
        Ok(())
    }

    /// What is true at the head of a loop by construction.
    fn preserved(
        &mut self,
        visible: &[Object],
        targets: &BTreeSet<Var>,
        mark: usize,
        made: usize,
        entry: usize,
        span: Span,
    ) {
        let allocates = self.heap.get("~allocated").is_some_and(|h| targets.contains(&h.var));
        for object in visible {
            let Home::Vars(vars) = &object.home else { continue };
            let changed = vars.iter().any(|v| targets.contains(v));
            let points = allocates && matches!(object.ty, Type::Pointer(_));
            if changed || points {
                let parts: Vec<Term> = vars.iter().map(Var::term).collect();
                let fact = self.well_typed(&object.ty, &parts);
                self.assume(fact, span);
            }
            if let Some(flag) = &object.set
                && targets.contains(flag)
                && !object.ty.is_argument_list()
            {
                // once set, a variable stays set
                let before = self.at(View::At(entry), flag);
                self.assume(Term::implies(before, flag.term()), span);
            }
        }
        for (ty, var) in self.global_integers() {
            if targets.contains(&var) {
                let fact = self.well_typed(&ty, &[var.term()]);
                self.assume(fact, span);
            }
        }
        // what ends the variables around the loop leaves it
        if let Some(alive) = self
            .heap
            .get("~alive")
            .map(|h| h.var.clone())
            .filter(|v| targets.contains(v))
        {
            for block in self.blocks_of_variables() {
                let [now, before] = [alive.term(), self.at(View::At(entry), &alive)];
                let lives = |set: Term| Term::select(set, block.clone());
                self.assume(Term::eq(lives(now), lives(before)), span);
            }
        }
        let writes: Vec<Write> = self.writes[mark..].to_vec();
        self.preserved_values(visible, targets, &writes, entry, span);
        let new: Vec<Term> = self.made[made..].iter().map(Var::term).collect();
        let maps: BTreeSet<Var> = writes.iter().map(|w| w.map.clone()).collect();
        for map in maps {
            if let Some(fact) = self.unwritten(&map, &writes, &new, targets, entry) {
                self.assume(fact, span);
            }
        }
    }

    /// The map is as at loop entry but for the blocks written.
    fn unwritten(
        &mut self,
        map: &Var,
        writes: &[Write],
        new: &[Term],
        targets: &BTreeSet<Var>,
        entry: usize,
    ) -> Option<Term> {
        map.sort().as_map()?;
        let mut written = Written::of(map, writes, targets, new)?;
        let is_allocated = self.heap.get("~allocated").is_some_and(|h| h.var == *map);
        if is_allocated {
            // what was made stays made
            let r = self.fresh("r", Sort::Ref);
            let before = Term::select(self.at(View::At(entry), map), r.term());
            let now = Term::select(map.term(), r.term());
            return Some(Term::forall([r], Term::implies(before, now)));
        }
        let before = self.at(View::At(entry), map);
        if !written.fresh {
            return Some(Term::eq(map.term(), written.updated(before, map)));
        }
        let allocated = self.allocated();
        let old = self.at(View::At(entry), &allocated);
        let r = self.fresh("r", Sort::Ref);
        Some(written.unchanged(before, map, old, r))
    }

    /// The variables that names stand for, hidden ones left out, and their shadows.
    fn in_scope(&self, visible: &[Object]) -> Vec<Var> {
        let mut seen = BTreeSet::new();
        let mut found = Vec::new();
        for object in visible.iter().rev() {
            if !seen.insert(&object.name) {
                continue;
            }
            match &object.home {
                Home::Vars(vars) => {
                    found.extend(vars.iter().cloned());
                    found.extend(self.shadows_of(object, vars));
                }
                Home::Block(block) => found.extend(block.as_var().cloned()),
                Home::Fixed(terms) => found.extend(terms.iter().filter_map(|t| t.as_var().cloned())),
                Home::OfFile => {}
            }
        }
        found.sort();
        found.dedup();
        found
    }
}

fn restore(labels: &mut std::collections::BTreeMap<String, usize>, name: &str, before: Option<usize>) {
    match before {
        Some(number) => labels.insert(name.to_string(), number),
        None => labels.remove(name),
    };
}
