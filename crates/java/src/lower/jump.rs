//! Jumps: `break`, `continue`, `return`, `throw`, through `finally`.
//!
//! A `finally` block stands once in the lowered code. Whoever leaves through it says in a
//! variable where to go on, and the block is followed by the branches that go there.

use super::body::Body;
use super::state::{Goal, JumpTarget, Swallows};
use super::value::{Lowering, Val, wrong};
use crate::syntax::ast::{self, BinaryOp, ExprKind};
use crate::syntax::walk::each_expr;
use crate::types::Type;
use abide_base::{Diagnostic, Span};
use abide_frontend::draft::{self, Drafting};
use abide_ir::{CheckKind, StmtKind};
use abide_logic::{Sort, Term, Var};
use std::collections::BTreeSet;

impl<'a> Body<'_, 'a> {
    /// Leaves for a goal.
    pub(super) fn leave(&mut self, goal: Goal, span: Span) {
        for i in (0..self.frames.len()).rev() {
            let label = match (&mut self.frames[i], goal) {
                (
                    JumpTarget::Finally {
                        label, how, pending, ..
                    },
                    _,
                ) => {
                    let number = match pending.iter().position(|g| *g == goal) {
                        Some(known) => known,
                        None => {
                            pending.push(goal);
                            pending.len() - 1
                        }
                    };
                    let (label, how) = (label.clone(), how.clone());
                    self.assign(&how, Term::int(number as i64 + 1), span);
                    label
                }
                (JumpTarget::Catch { label, used, .. }, Goal::Throw)
                | (JumpTarget::Inlined { label, used }, Goal::Return) => {
                    *used = true;
                    label.clone()
                }
                (JumpTarget::Break { label, used, .. } | JumpTarget::Continue { label, used, .. }, Goal::Frame(at))
                    if at == i =>
                {
                    *used = true;
                    label.clone()
                }
                (JumpTarget::Yield { label, .. }, Goal::Frame(at)) if at == i => label.clone(),
                _ => continue,
            };
            self.goto(label, span);
            return;
        }
        if goal == Goal::Throw && !self.env.options.throwing {
            let thrown = self.thrown.term();
            for set in self.allowed.clone() {
                let mut ways: Vec<Term> = set.iter().map(|t| self.has_type(&thrown, t)).collect();
                let by_parameter = set.iter().any(|t| self.classes().is_thrown_by_parameter(t));
                if by_parameter || self.verified.decl.origin == ast::Origin::Lambda {
                    // its type, or what a type parameter is, we do not know: what is checked is announced, and perhaps
                    // more
                    let unchecked = ["RuntimeException", "Error"].map(|name| {
                        let ty = Type::Class(self.classes().known(name));
                        self.has_type(&thrown, &ty)
                    });
                    ways.push(Term::not(Term::or(unchecked)));
                    ways.push(self.arbitrary(&Type::Bool, span).term);
                }
                self.check(Term::or(ways), CheckKind::Uncaught, span, None);
            }
        }
        self.ends_here(span);
    }

    /// The frame a `break` means.
    pub(super) fn break_frame(&self, name: Option<&str>) -> Option<usize> {
        self.frames.iter().rposition(|f| match (f, name) {
            (JumpTarget::Break { plain, .. }, None) => *plain,
            (JumpTarget::Break { names, .. }, Some(n)) => names.iter().any(|x| x == n),
            _ => false,
        })
    }

    /// The frame a `continue` means.
    pub(super) fn continue_frame(&self, name: Option<&str>) -> Option<usize> {
        self.frames.iter().rposition(|f| match (f, name) {
            (JumpTarget::Continue { .. }, None) => true,
            (JumpTarget::Continue { names, .. }, Some(n)) => names.iter().any(|x| x == n),
            _ => false,
        })
    }

    pub(super) fn yield_frame(&self) -> Option<usize> {
        self.frames.iter().rposition(|f| matches!(f, JumpTarget::Yield { .. }))
    }

    /// Runs `f` inside a frame, and puts the frame's label after it if somebody jumped there.
    pub(super) fn framed(
        &mut self,
        frame: JumpTarget,
        span: Span,
        f: impl FnOnce(&mut Self) -> Lowering<()>,
    ) -> Lowering<()> {
        self.frames.push(frame);
        let result = f(self);
        let frame = self.frames.pop();
        result?;
        if let Some(
            JumpTarget::Break { label, used: true, .. }
            | JumpTarget::Continue { label, used: true, .. }
            | JumpTarget::Inlined { label, used: true },
        ) = frame
        {
            self.place_label(label, span);
        }
        Ok(())
    }

    /// Can an exception of this library class be caught here, or leave the method?
    pub(super) fn may_throw(&self, exception: &str) -> bool {
        let caught = self.frames.iter().any(|f| match f {
            JumpTarget::Catch { types, .. } => types.iter().any(|t| self.is_subtype(exception, t)),
            JumpTarget::Finally { swallows, .. } => swallows.is_some(),
            _ => false,
        });
        caught || self.env.options.throwing || {
            let covers = |set: &Vec<Type>| set.iter().any(|t| self.is_subtype(exception, t));
            self.allowed.iter().all(covers)
        }
    }

    /// What is caught around here, and by a `finally` that goes elsewhere.
    pub(super) fn caught(&self) -> Vec<Type> {
        let each = self.frames.iter().flat_map(|f| match f {
            JumpTarget::Catch { types, .. } => types.clone(),
            JumpTarget::Finally {
                swallows: Some(Swallows::ByJump),
                ..
            } => vec![Type::Class(self.classes().known("Throwable"))],
            _ => Vec::new(),
        });
        each.collect()
    }

    /// Throws a new exception of a library class.
    pub(super) fn throw_new(&mut self, exception: &str, span: Span) -> Lowering<()> {
        let ty = Type::Class(self.classes().known(exception));
        let object = self.allocate(&ty, None, span);
        self.throw(object, span);
        Ok(())
    }

    /// Throws an object that is not null.
    pub(super) fn throw(&mut self, object: Val, span: Span) {
        let thrown = self.thrown.clone();
        self.assign(&thrown, object.term, span);
        self.leave(Goal::Throw, span);
    }

    /// `try`.
    pub(super) fn try_statement(&mut self, t: &'a ast::Try, span: Span) -> Lowering<()> {
        let Some(finally) = &t.finally else {
            return self.catching(t, span);
        };
        let swallows = match finally.iter().any(super::survey::has_jump) {
            true => Some(Swallows::ByJump),
            false => self.may_throw_instead(finally).then_some(Swallows::ByException),
        };
        let last = |b: &mut Self, _: Option<Term>| b.statements(finally);
        self.cleaned_up(swallows, span, |b| b.catching(t, span), last)
    }

    /// May a `finally` block throw an exception in place of the one on its way, and may that be caught or announced?
    fn may_throw_instead(&self, finally: &'a [ast::Stmt]) -> bool {
        let mut throws = false;
        each_expr(finally, &mut |e| throws |= may_throw(e));
        let announced = self.allowed.iter().all(|set| !set.is_empty());
        throws && (announced || !self.caught().is_empty())
    }

    /// Code after which, however it is left, `last` is executed. It is given the condition on which an exception
    /// is on its way, if one can be; `swallows` says that it may go elsewhere then.
    fn cleaned_up(
        &mut self,
        swallows: Option<Swallows>,
        span: Span,
        first: impl FnOnce(&mut Self) -> Lowering<()>,
        last: impl FnOnce(&mut Self, Option<Term>) -> Lowering<()>,
    ) -> Lowering<()> {
        let label = self.label("finally");
        let how = self.temp("how", Sort::Int);
        self.frames.push(JumpTarget::Finally {
            swallows,
            label: label.clone(),
            how: how.clone(),
            pending: Vec::new(),
        });
        let result = first(self);
        let frame = self.frames.pop();
        result?;
        let Some(JumpTarget::Finally { pending, .. }) = frame else {
            return Ok(());
        };
        self.assign(&how, Term::int(0), span);
        self.place_label(label, span);
        let thrown = self.thrown.clone();
        let kept = self.temp("kept", Sort::Ref);
        let taken = |number: usize| Term::eq(how.term(), Term::int(number as i64 + 1));
        let throws = pending.iter().position(|g| *g == Goal::Throw);
        if throws.is_some() {
            self.assign(&kept, thrown.term(), span);
            self.assign(&thrown, Term::null(), span);
        }
        let ((), last) = self.block(|b| last(b, throws.map(taken)))?;
        // it may give a result of its own, and then not return it
        let mut written = BTreeSet::new();
        draft::targets(&last, &mut written);
        let mut results = Vec::new();
        for goal in &pending {
            let result = self.result_at(*goal).filter(|r| written.contains(r));
            let kept = result.map(|r| (r.clone(), self.temp("kept", r.sort().clone())));
            if let Some((result, kept)) = &kept {
                self.assign(kept, result.term(), span);
            }
            results.push(kept);
        }
        self.code.extend(last);
        for (number, (goal, result)) in pending.into_iter().zip(results).enumerate() {
            let ((), branch) = self.block(|b| {
                if goal == Goal::Throw {
                    b.assign(&thrown, kept.term(), span);
                }
                if let Some((result, kept)) = result {
                    b.assign(&result, kept.term(), span);
                }
                b.leave(goal, span);
                Ok(())
            })?;
            self.emit(StmtKind::If(Some(taken(number)), branch, Vec::new()), span);
        }
        Ok(())
    }

    /// `try (T x = e; …)` (JLS 14.20.3.1): each resource is closed, the last first, unless it is null.
    fn with_resources(&mut self, resources: &'a [ast::Resource], body: &'a [ast::Stmt]) -> Lowering<()> {
        let Some((first, rest)) = resources.split_first() else {
            return self.statements(body);
        };
        self.scopes.push(Vec::new());
        let result = self.with_resource(first, |b| b.with_resources(rest, body));
        self.scopes.pop();
        result
    }

    fn with_resource(&mut self, r: &'a ast::Resource, inner: impl FnOnce(&mut Self) -> Lowering<()>) -> Lowering<()> {
        let span = r.close.span;
        self.local(&r.local)?;
        let held = self.find_local(&r.local.name.text).map(|l| l.var.term());
        self.cleaned_up(None, span, inner, |b, throws| {
            let ((), code) = b.block(|b| match throws {
                Some(throws) => {
                    let ((), suppressing) = b.block(|b| b.suppressed(span, |b| b.expr(&r.close).map(drop)))?;
                    let ((), plain) = b.block(|b| b.expr(&r.close).map(drop))?;
                    b.emit(StmtKind::If(Some(throws), suppressing, plain), span);
                    Ok(())
                }
                None => b.expr(&r.close).map(drop),
            })?;
            let is_there = held.map(|h| Term::ne(h, Term::null()));
            b.emit(
                StmtKind::If(Some(is_there.unwrap_or_else(Term::tt)), code, Vec::new()),
                span,
            );
            Ok(())
        })
    }

    /// Code whose exceptions are added to one that is on its way: they go nowhere.
    fn suppressed(&mut self, span: Span, f: impl FnOnce(&mut Self) -> Lowering<()>) -> Lowering<()> {
        let label = self.label("suppressed");
        let types = vec![Type::Class(self.classes().known("Throwable"))];
        self.frames.push(JumpTarget::Catch {
            types,
            label: label.clone(),
            used: false,
        });
        let result = f(self);
        let frame = self.frames.pop();
        result?;
        if let Some(JumpTarget::Catch { used: true, .. }) = frame {
            self.place_label(label, span);
            let thrown = self.thrown.clone();
            self.assign(&thrown, Term::null(), span);
        }
        Ok(())
    }

    /// The variable that holds what a jump to the goal brings there.
    fn result_at(&self, goal: Goal) -> Option<Var> {
        match goal {
            Goal::Return => self.result.clone(),
            Goal::Frame(at) => match &self.frames[at] {
                JumpTarget::Yield { result, .. } => Some(result.clone()),
                _ => None,
            },
            Goal::Throw => None,
        }
    }

    /// The part of a `try` before `finally`.
    fn catching(&mut self, t: &'a ast::Try, span: Span) -> Lowering<()> {
        let mut types = Vec::new();
        for clause in &t.catches {
            for ty in &clause.types {
                types.push(self.resolve_known(ty, self.class)?);
            }
        }
        let label = self.label("catch");
        self.frames.push(JumpTarget::Catch {
            types,
            label: label.clone(),
            used: false,
        });
        let result = self.with_resources(&t.resources, &t.body);
        let frame = self.frames.pop();
        result?;
        if t.catches.is_empty() || !matches!(frame, Some(JumpTarget::Catch { used: true, .. })) {
            // with no clauses nothing is caught here: whoever jumped to the label goes on
            if let Some(JumpTarget::Catch { used: true, .. }) = frame {
                let done = self.label("done");
                self.goto(done.clone(), span);
                self.place_label(label, span);
                self.leave(Goal::Throw, span);
                self.place_label(done, span);
            }
            return Ok(());
        }
        let done = self.label("done");
        self.goto(done.clone(), span);
        self.place_label(label, span);
        let thrown = self.thrown.clone();
        for clause in &t.catches {
            let mut fits = Vec::new();
            let mut ty = None;
            for t in &clause.types {
                let caught = self.resolve_known(t, self.class)?;
                fits.push(self.has_type(&thrown.term(), &caught));
                ty = Some(caught);
            }
            let ty = ty.filter(|_| clause.types.len() == 1);
            let ty = ty.unwrap_or_else(|| Type::Class(self.classes().known("Throwable")));
            let ((), branch) = self.block(|b| {
                b.scopes.push(Vec::new());
                let name = b.declare(&clause.name.text, ty, true);
                b.assign(&name, thrown.term(), clause.span);
                b.assign(&thrown, Term::null(), clause.span);
                let result = b.statements(&clause.body);
                b.scopes.pop();
                result?;
                b.goto(done.clone(), span);
                Ok(())
            })?;
            self.emit(StmtKind::If(Some(Term::or(fits)), branch, Vec::new()), clause.span);
        }
        self.leave(Goal::Throw, span);
        self.place_label(done, span);
        Ok(())
    }
}

/// May an expression, apart from what is inside of it, throw an exception?
fn may_throw(e: &ast::Expr) -> bool {
    use BinaryOp::{Div, Rem};
    match &*e.kind {
        ExprKind::Literal(_)
        | ExprKind::Name(_)
        | ExprKind::This(_)
        | ExprKind::Lambda
        | ExprKind::MethodReference(_) => false,
        ExprKind::Binary(op, ..) | ExprKind::Assign(Some(op), ..) => matches!(op, Div | Rem),
        ExprKind::Unary(..) | ExprKind::Step { .. } | ExprKind::Assign(None, ..) | ExprKind::Conditional(..) => false,
        ExprKind::InstanceOf(..) | ExprKind::ClassLiteral(_) => false,
        _ => true,
    }
}

/// The error of a jump without a target.
pub(super) fn nowhere(span: Span) -> Box<Diagnostic> {
    wrong(span, "there is nothing to jump to")
}
