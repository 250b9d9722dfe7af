//! `switch`, labels and jumps.

use super::body::Body;
use super::survey;
use super::value::{Home, Lowering, Object, Target, unsupported, wrong};
use crate::syntax::ast::{self, Expr, Stmt, StmtKind as S};
use crate::types::Type;
use abide_base::{Diagnostic, Span};
use abide_ir::{LoopSpec, StmtKind};
use abide_logic::{Term, Var};
use std::collections::{BTreeMap, BTreeSet};

impl<'a> Body<'_, 'a> {
    /// A label that `goto` may jump to; it may be the head of a loop.
    pub(super) fn goto_label(&mut self, name: &'a ast::Name, spec: &'a ast::LoopSpec) -> Lowering<()> {
        let Some(label) = self.labels.get(&*name.text).cloned() else {
            return Err(wrong(name.span, format!("the label `{}` appears twice", name.text)));
        };
        let state = self.state_at_label(&name.text);
        let entry = self.snapshot("entry");
        self.label_states.insert(name.text.to_string(), state);
        let lowered = self.loop_spec(spec, entry, name.span)?;
        let frame = spec.assigns.as_ref().map(|a| ("loop assigns", a.span));
        let variant = spec.variant.as_ref().map(|(e, _)| ("loop variant", e.span));
        for (word, span) in frame.into_iter().chain(variant) {
            let message = format!("`{word}` of a loop made by `goto` is not checked");
            self.leave_out(Diagnostic::warning(span, message));
        }
        if self.snapshots[entry].vars.is_empty() {
            self.emit(StmtKind::Label(label, lowered), name.span);
        } else {
            return Err(unsupported(name.span, "`LoopEntry` at a label"));
        }
        self.assigned.clear();
        self.forget_nothing(name.span);
        // what was kept here is filled in when it is known
        self.emit(StmtKind::Label(format!("\\at {state}"), LoopSpec::default()), name.span);
        Ok(())
    }

    /// The state at a label of the function, which need not have been reached yet.
    pub(super) fn state_at_label(&mut self, name: &str) -> usize {
        let Some(label) = self.labels.get(name).cloned() else {
            return self.snapshot(name);
        };
        match self.states_at_labels.get(&label) {
            Some(state) => *state,
            None => {
                let state = self.snapshot(name);
                self.states_at_labels.insert(label, state);
                state
            }
        }
    }

    /// What the types of the visible variables say: true whatever was jumped over.
    pub(super) fn forget_nothing(&mut self, span: Span) {
        let visible: Vec<Object> = self.scopes.iter().flatten().cloned().collect();
        for object in visible {
            if let Home::Vars(vars) = &object.home {
                let parts: Vec<Term> = vars.iter().map(Var::term).collect();
                let fact = self.well_typed(&object.ty, &parts);
                self.assume(fact, span);
            }
        }
    }

    /// How many scopes are open at a label: known from where it stands.
    pub(super) fn label_depth(&self, name: &str) -> usize {
        self.label_depths.get(name).copied().unwrap_or(self.scopes.len())
    }

    pub(super) fn jump(&mut self, next: bool, span: Span) -> Lowering<()> {
        let found = self.targets.iter().rposition(|t| !next || t.next.is_some());
        let Some(found) = found else {
            let word = if next { "continue" } else { "break" };
            return Err(wrong(span, format!("there is nothing here to `{word}`")));
        };
        let target = &mut self.targets[found];
        let label = match next {
            true => {
                target.continued = true;
                target.next.clone().unwrap_or_default()
            }
            false => {
                target.broken = true;
                target.end.clone()
            }
        };
        let depth = target.depth;
        self.end_lifetimes(depth, span);
        self.goto(label, span);
        Ok(())
    }

    /// Labels of a function get names of their own, and how deep they stand is noted.
    pub(super) fn enter_labels(&mut self, block: &'a [Stmt]) {
        self.jumps = super::state::Jumps::of(block, self.scopes.len());
        if !survey::has_label(block) {
            return;
        }
        // the block opens a scope
        let depth = self.scopes.len() + 1;
        self.note_labels(block, depth);
    }

    fn note_labels(&mut self, block: &'a [Stmt], depth: usize) {
        for s in block {
            if let S::Label(name, ..) = &s.kind {
                let label = self.label(&name.text);
                self.labels.insert(name.text.to_string(), label);
                self.label_depths.insert(name.text.to_string(), depth);
            }
            let depth = depth + usize::from(survey::has_scope(s));
            let deeper = match &s.kind {
                S::Label(..) | S::Case(..) | S::Default(_) | S::Contract(..) => depth,
                S::For(..) => depth + 2,
                _ => depth + 1,
            };
            match &s.kind {
                S::Block(inner) => self.note_labels(inner, depth + 1),
                S::Switch(_, body) => self.note_labels(block_of(body), depth + 1),
                _ => crate::syntax::walk::inner(s)
                    .into_iter()
                    .for_each(|s| self.note_labels(std::slice::from_ref(s), deeper)),
            }
        }
    }

    /// `switch`: tests that jump, and a body that is jumped into.
    pub(super) fn switch(&mut self, subject: &'a Expr, body: &'a Stmt, span: Span) -> Lowering<()> {
        let val = self.value(subject)?;
        let Some(kind) = val.ty.as_int() else {
            return Err(wrong(subject.span, "an integer is needed"));
        };
        let promoted = self.env.types.model.promoted(kind);
        let val = self.convert(val, &Type::Int(promoted), span)?;
        let val = self.save(val, span);
        let end = self.label("end");
        self.pass_into(block_of(body))?;
        let mut otherwise = end.clone();
        let mut cases = Vec::new();
        collect_cases(body, &mut cases);
        let mut names = BTreeMap::new();
        for case in &cases {
            let label = self.label("case");
            names.insert(std::ptr::from_ref::<Stmt>(case), label.clone());
            let (low, high) = match &case.kind {
                S::Case(low, high, _) => (low, high.as_ref().unwrap_or(low)),
                _ => {
                    otherwise = label;
                    continue;
                }
            };
            let constant = |e: &'a Expr| {
                let types = &self.env.types;
                let value = types.constant(e).and_then(|v| types.in_type(v, promoted));
                value
                    .map(|v| v.0)
                    .ok_or_else(|| wrong(e.span, "the value of a case must be constant"))
            };
            let (low, high) = (constant(low)?, constant(high)?);
            let t = val.parts[0].clone();
            let hit = match low == high {
                true => Term::eq(t, Term::int(low)),
                false => Term::and([Term::le(Term::int(low), t.clone()), Term::le(t, Term::int(high))]),
            };
            let jump = abide_ir::Stmt {
                kind: StmtKind::Goto(vec![label]),
                span: case.span,
            };
            self.emit(StmtKind::If(Some(hit), vec![jump], Vec::new()), case.span);
        }
        self.goto(otherwise, span);
        self.targets.push(Target {
            end: end.clone(),
            next: None,
            depth: self.scopes.len(),
            continued: false,
            broken: false,
        });
        let before = self.assigned.clone();
        self.scopes.push(Vec::new());
        let mut inside = block_of(body).iter();
        let result = inside.try_for_each(|s| self.switch_body(s, &names, &before));
        self.pop_scope(span);
        self.targets.pop();
        result?;
        self.assigned = before;
        self.place_label(end, span);
        Ok(())
    }

    /// The body of a `switch`, with a label at each case.
    fn switch_body(
        &mut self,
        s: &'a Stmt,
        names: &BTreeMap<*const Stmt, String>,
        before: &BTreeSet<Var>,
    ) -> Lowering<()> {
        match &s.kind {
            S::Block(block) => {
                self.scopes.push(Vec::new());
                let result = block.iter().try_for_each(|s| self.switch_body(s, names, before));
                self.pop_scope(s.span);
                result
            }
            S::Case(_, _, inner) | S::Default(inner) => {
                if let Some(label) = names.get(&std::ptr::from_ref(s)) {
                    self.place_label(label.clone(), s.span);
                    self.assigned = before.clone();
                }
                self.switch_body(inner, names, before)
            }
            S::Label(name, spec, inner) => {
                self.goto_label(name, spec)?;
                self.switch_body(inner, names, before)
            }
            _ => {
                let mut inside = Vec::new();
                crate::syntax::walk::inner(s)
                    .into_iter()
                    .for_each(|s| collect_cases(s, &mut inside));
                if !matches!(s.kind, S::Switch(..)) && !inside.is_empty() {
                    return Err(unsupported(s.span, "a case inside of another statement"));
                }
                self.statement(s)
            }
        }
    }
}

/// The statements of a block.
fn block_of(s: &Stmt) -> &[Stmt] {
    match &s.kind {
        S::Block(block) => block,
        _ => std::slice::from_ref(s),
    }
}

/// The cases that belong to a `switch`, in order.
fn collect_cases<'a>(s: &'a Stmt, cases: &mut Vec<&'a Stmt>) {
    if let S::Switch(..) = s.kind {
        return;
    }
    if let S::Case(..) | S::Default(_) = s.kind {
        cases.push(s);
    }
    for inner in crate::syntax::walk::inner(s) {
        collect_cases(inner, cases);
    }
}
