//! Statements.

use super::body::Body;
use super::lemmas;
use super::state::Frame;
use super::survey;
use super::value::{Home, Lowering, Object, Val, View, unsupported, wrong};
use crate::syntax::ast::{self, AssertKind, Expr, ExprKind as E, Stmt, StmtKind as S};
use abide_base::Span;
use abide_frontend::draft::Drafting;
use abide_ir::{CheckKind, StmtKind};
use abide_logic::{Term, Var};

impl<'a> Body<'_, 'a> {
    /// Statements with a scope of their own.
    pub(super) fn scoped(&mut self, block: &'a [Stmt]) -> Lowering<()> {
        self.scopes.push(Vec::new());
        let result = block.iter().try_for_each(|s| self.statement(s));
        self.pop_scope(block.last().map_or(Span::default(), |s| s.span));
        result
    }

    /// Leaves the innermost scope: what lives in memory there ends.
    pub(super) fn pop_scope(&mut self, span: Span) {
        self.end_lifetimes(self.scopes.len().saturating_sub(1), span);
        self.scopes.pop();
    }

    /// What the scopes from a depth on keep in memory ends.
    pub(super) fn end_lifetimes(&mut self, depth: usize, span: Span) {
        let inside = self.scopes.iter().skip(depth).flatten();
        // what is static lives on
        let ends = |block: &Term| block.as_var().is_some_and(|v| !self.heap.has(v));
        let blocks = inside.filter_map(|o| match &o.home {
            Home::Block(block) if ends(block) => Some(block.clone()),
            _ => None,
        });
        for block in blocks.collect::<Vec<Term>>() {
            let alive = self.alive();
            self.flip(&alive, &block, false, span);
        }
        // a jump may come back behind the declaration
        let inside = self.scopes.iter().skip(depth).flatten();
        let again = inside.filter(|o| self.skipped.contains(&o.name)).cloned();
        for object in again.collect::<Vec<Object>>() {
            self.loses_value(&object, span);
        }
    }

    /// A statement with a scope of its own, if it is not a block already.
    pub(super) fn branch(&mut self, s: &'a Stmt) -> Lowering<()> {
        self.scoped(std::slice::from_ref(s))
    }

    pub(super) fn statement(&mut self, s: &'a Stmt) -> Lowering<()> {
        self.plain_statement(s)?;
        let parts = matches!(
            s.kind,
            S::If(..) | S::While(..) | S::DoWhile(..) | S::For(..) | S::Switch(..)
        );
        if parts && self.jumps.active && survey::has_label(std::slice::from_ref(s)) {
            // a jump may have come in
            self.assigned.clear();
        }
        Ok(())
    }

    /// A statement, with a scope of its own if it has a test that makes objects.
    fn plain_statement(&mut self, s: &'a Stmt) -> Lowering<()> {
        let has_scope = survey::has_scope(s);
        if has_scope {
            self.scopes.push(Vec::new());
        }
        self.inside_of_scope(s)?;
        if has_scope {
            self.pop_scope(s.span);
        }
        Ok(())
    }

    fn inside_of_scope(&mut self, s: &'a Stmt) -> Lowering<()> {
        let span = s.span;
        if s.ghost {
            self.only_ghost(s)?;
        }
        match &s.kind {
            S::Empty | S::Record(_) | S::Enum(_) => Ok(()),
            S::Block(block) => self.scoped(block),
            S::Decl(decls) => decls.iter().try_for_each(|d| self.declaration(d)),
            S::Expr(e) => self.effect(e),
            S::If(c, yes, no) => {
                let test = self.condition(c)?;
                let before = self.assigned.clone();
                let ((), yes) = self.block(|b| b.branch(yes))?;
                let then = std::mem::replace(&mut self.assigned, before);
                let ((), no) = self.block(|b| no.as_deref().map_or(Ok(()), |s| b.branch(s)))?;
                let leaves = |block: &[abide_ir::Stmt]| {
                    matches!(
                        block.last().map(|s| &s.kind),
                        Some(StmtKind::Goto(_) | StmtKind::Return)
                    )
                };
                // a branch that leaves says nothing of what follows
                self.assigned = match (leaves(&yes), leaves(&no)) {
                    (true, _) => std::mem::take(&mut self.assigned),
                    (false, true) => then,
                    (false, false) => self.assigned.intersection(&then).cloned().collect(),
                };
                self.emit(StmtKind::If(Some(test), yes, no), span);
                Ok(())
            }
            S::While(spec, test, body) => self.repeat(spec, Some(test), None, body, span, true),
            S::DoWhile(spec, body, test) => self.repeat(spec, Some(test), None, body, span, false),
            S::For(spec, init, test, step, body) => {
                self.scopes.push(Vec::new());
                if let Some(init) = init {
                    self.statement(init)?;
                }
                let result = self.repeat(spec, test.as_ref(), step.as_ref(), body, span, true);
                self.pop_scope(span);
                result
            }
            S::Switch(subject, body) => self.switch(subject, body, span),
            S::Case(..) | S::Default(_) => Err(wrong(span, "a case outside of a `switch`")),
            S::Label(name, spec, inner) => {
                if lemmas::is_lemma(self.function) && !self.label_states.is_empty() {
                    self.any_state(span);
                }
                self.goto_label(name, spec)?;
                self.statement(inner)
            }
            S::Goto(name) => {
                let Some(label) = self.labels.get(&*name.text).cloned() else {
                    return Err(wrong(name.span, format!("there is no label `{}`", name.text)));
                };
                self.pass_over(s, &name.text, span)?;
                self.goto(label, span);
                Ok(())
            }
            S::GotoComputed(_) => Err(unsupported(span, "a computed `goto`")),
            S::Break => self.jump(false, span),
            S::Continue => self.jump(true, span),
            S::Return(e) => self.returns(e.as_ref(), span),
            S::Asm(_) => Err(unsupported(span, "`asm`")),
            S::Assert(kind, behaviors, formula) => self.assertion(*kind, behaviors, formula, span),
            S::Contract(contract, inner) => self.statement_contract(contract, inner),
        }
    }

    /// A statement with a contract: `requires` before it, `ensures` where it comes to its end.
    fn statement_contract(&mut self, contract: &'a ast::Contract, inner: &'a Stmt) -> Lowering<()> {
        if let Some(behavior) = contract.behaviors.first() {
            let span = behavior.name.as_ref().map_or(contract.span, |n| n.span);
            return Err(unsupported(span, "a behaviour of a statement"));
        }
        if let Some(clause) = contract.common.exits.first() {
            return Err(unsupported(clause.span, "`exits` of a statement"));
        }
        let scope = self.body_scope(View::Now);
        for clause in &contract.common.requires {
            let formula = self.formula(&clause.formula, &scope)?;
            match clause.kind {
                ast::AssertKind::Admit => self.admitted(formula, clause.span),
                _ => self.check(formula, CheckKind::Assertion, clause.span, None),
            }
        }
        let before = self.snapshot("before");
        let outer = self.frame.len();
        let start = self.body_scope(View::At(before));
        for b in std::iter::once(&contract.common).chain(&contract.behaviors) {
            b.assigns.iter().for_each(|a| self.no_dependences(a));
        }
        let own = self.frames(contract, &start)?;
        let visible = self.visible_vars();
        self.frame.extend(own.into_iter().map(|frame| Frame {
            since: before,
            visible: visible.clone(),
            ..frame
        }));
        let lowered = self.block(|b| b.statement(inner));
        self.frame.truncate(outer);
        let ((), code) = lowered?;
        let mut scope = self.body_scope(View::Now);
        scope.labels.insert("Old".into(), View::At(before));
        scope.labels.insert("Post".into(), View::Now);
        let mut ends = Vec::new();
        for clause in &contract.common.ensures {
            ends.push((self.formula(&clause.formula, &scope)?, clause));
        }
        let filled = self.filled(before, contract.span);
        self.code.extend(filled);
        self.code.extend(code);
        for (formula, clause) in ends {
            let span = clause.span;
            if clause.kind == ast::AssertKind::Admit {
                self.admitted(formula, span);
                continue;
            }
            let facts = self.read_types(&formula);
            self.assume(facts, span);
            self.check(formula, CheckKind::Assertion, span, None);
        }
        Ok(())
    }

    fn returns(&mut self, e: Option<&'a Expr>, span: Span) -> Lowering<()> {
        if let Some(e) = e {
            let result = self.result.clone();
            match result {
                Some(result) => {
                    // an allocation gets its type from the function's
                    let made = match &*e.kind {
                        E::Call(f, _, args) => self.allocation(f, args, Some(&result.ty), span)?,
                        _ => None,
                    };
                    let val = match made {
                        Some(made) => made,
                        None => self.value(e)?,
                    };
                    let val = self.stored_as(val, &result.ty, span)?;
                    self.returns_promised(&val, span);
                    let place = self.object_place(&result);
                    self.store(&place, val.parts, span)?;
                }
                None => {
                    self.value(e)?;
                }
            }
        }
        let leave = self.leave.clone();
        let depth = leave.as_ref().map_or(0, |(_, depth)| *depth);
        self.end_lifetimes(depth, span);
        match leave {
            Some((label, _)) => self.emit(StmtKind::Goto(vec![label]), span),
            None => self.emit(StmtKind::Return, span),
        }
        Ok(())
    }

    /// The variables behind the names that can be seen here.
    fn visible_vars(&self) -> Vec<Var> {
        let objects = self.scopes.iter().flatten();
        let vars = objects.filter_map(|o| match &o.home {
            Home::Vars(vars) => Some(vars.clone()),
            _ => None,
        });
        vars.flatten().collect()
    }

    /// ACSL `assert`, `check`, `admit`.
    fn assertion(&mut self, kind: AssertKind, behaviors: &'a [ast::Name], e: &'a Expr, span: Span) -> Lowering<()> {
        if behaviors.iter().any(|b| &*b.text == "agen") {
            // the seed's way to name a predicate: nothing is claimed
            return Ok(());
        }
        let scope = self.body_scope(View::Now);
        let formula = match lemmas::is_lemma(self.function) {
            true => self.for_any_values(e, &scope)?,
            false => self.formula(e, &scope)?,
        };
        let formula = match behaviors.is_empty() {
            true => formula,
            false => Term::implies(self.some_behavior(behaviors)?, formula),
        };
        match kind {
            AssertKind::Admit => self.admitted(formula, span),
            AssertKind::Assert => {
                let facts = self.read_types(&formula);
                self.assume(facts, span);
                self.check(formula, CheckKind::Assertion, span, None);
            }
            AssertKind::Check => {
                let facts = self.read_types(&formula);
                self.assume(facts, span);
                // proved, but not used
                let ghost = abide_ir::Stmt {
                    kind: StmtKind::Assert(abide_ir::Check {
                        formula,
                        span,
                        kind: CheckKind::Assertion,
                        demanded: None,
                    }),
                    span,
                };
                let stop = abide_ir::Stmt {
                    kind: StmtKind::Assume(Term::ff()),
                    span,
                };
                self.emit(StmtKind::Choice(vec![vec![ghost, stop], Vec::new()]), span);
            }
        }
        Ok(())
    }

    /// `({ … })`: the value of the last statement.
    pub(super) fn statement_expression(&mut self, block: &'a [Stmt], span: Span) -> Lowering<Val> {
        self.scopes.push(Vec::new());
        let (last, before) = match block.split_last() {
            Some((last, before)) => (Some(last), before),
            None => (None, block),
        };
        let mut result = Ok(Val::void());
        for s in before {
            self.statement(s)?;
        }
        if let Some(last) = last {
            result = match &last.kind {
                S::Expr(e) => {
                    let val = self.value(e)?;
                    Ok(self.save(val, span))
                }
                _ => self.statement(last).map(|()| Val::void()),
            };
        }
        self.pop_scope(span);
        result
    }
}
