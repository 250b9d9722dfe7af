//! Lemmas: each is proved as the body of a function that asserts it of an arbitrary state.

use super::body::Body;
use super::state::{HeapKind, Part};
use super::value::{Lowering, Scope};
use crate::syntax::ast::{self, AssertKind, Expr, ExprKind, LogicKind, Stmt, StmtKind as S, TypeKind};
use abide_base::Span;
use abide_ir::StmtKind as IrStmt;
use abide_logic::{Term, Var};

/// A function for each lemma of a file, that asserts it of an arbitrary state.
pub(super) fn lemmas(unit: &ast::Unit) -> Vec<ast::Function> {
    let mut found = Vec::new();
    for item in &unit.items {
        if let ast::Item::Logic(logic) = item {
            collect(logic, &mut found);
        }
    }
    found
}

/// How the routines begin that prove lemmas: no function of C has such a name.
const LEMMA: &str = "lemma ";

/// The name of the routine that proves a lemma.
pub(super) fn routine_of(lemma: &ast::Name) -> String {
    format!("{LEMMA}{}", lemma.text)
}

/// Does a function prove a lemma?
pub(super) fn is_lemma(function: &ast::Function) -> bool {
    function.name.text.starts_with(LEMMA)
}

fn collect(logic: &ast::Logic, found: &mut Vec<ast::Function>) {
    match &logic.kind {
        LogicKind::Axiomatic(_, inside) => inside.iter().for_each(|l| collect(l, found)),
        LogicKind::Lemma {
            name,
            labels,
            formula,
            assumed: false,
        } => found.push(lemma(logic, name, labels, formula)),
        _ => {}
    }
}

fn lemma(logic: &ast::Logic, name: &ast::Name, labels: &[ast::Name], formula: &Expr) -> ast::Function {
    let stmt = |kind: S| Stmt {
        kind,
        span: formula.span,
        ghost: false,
    };
    let asserted = stmt(S::Assert(AssertKind::Assert, Vec::new(), formula.clone()));
    let body = labels.iter().rev().fold(asserted, |inner, label| {
        stmt(S::Label(label.clone(), ast::LoopSpec::default(), Box::new(inner)))
    });
    let routine = ast::Name {
        text: routine_of(name).into(),
        span: name.span,
    };
    function(routine, vec![body], logic.span)
}

impl<'a> Body<'_, 'a> {
    /// Another state, which nothing relates to what was before: a lemma holds for any states in the place of its labels.
    pub(super) fn any_state(&mut self, span: Span) {
        let is_constant = |name: &str| self.env.globals.get(name).is_some_and(|g| g.is_const);
        let changing = self.heap.values().filter(|h| match &h.kind {
            HeapKind::Fixed => false,
            HeapKind::Global(name, _) => !is_constant(name),
            _ => true,
        });
        let vars: Vec<Var> = changing.map(|h| h.var.clone()).collect();
        if !vars.is_empty() {
            self.emit(IrStmt::Havoc(vars.clone()), span);
        }
        vars.iter().for_each(|var| self.wrote(var, None));
        self.global_types(span);
    }

    /// A formula for arbitrary values of the variables that it begins with: what is defined by recursion is unfolded for
    /// those.
    pub(super) fn for_any_values(&mut self, e: &'a Expr, scope: &Scope) -> Lowering<Term> {
        match &*e.kind {
            ExprKind::Named(_, inner) => self.for_any_values(inner, scope),
            ExprKind::Quantifier(ast::Quantifier::Forall, vars, body) => {
                let mut inner = scope.clone();
                let mut guards = Vec::new();
                for (ty, name) in vars {
                    let ty = self.resolve(ty, name.span)?;
                    let leaves = self.leaves(&ty);
                    let these: Vec<Var> = leaves.iter().map(|l| self.temp(&name.text, l.sort())).collect();
                    let parts: Vec<Term> = these.iter().map(Var::term).collect();
                    self.guesses.insert(name.span);
                    self.emit(IrStmt::Havoc(these), name.span);
                    // as in other quantifiers, integers have the values of their types, and no more is known
                    for (leaf, part) in leaves
                        .iter()
                        .zip(&parts)
                        .filter(|(l, _)| l.part == Part::Int && l.depth == 0)
                    {
                        guards.extend(self.range(&leaf.ty).map(|range| range.holds(part)));
                    }
                    inner.bound.push((name.text.to_string(), self.typed(ty, parts)));
                }
                let holds = self.for_any_values(body, &inner)?;
                Ok(Term::implies(Term::and(guards), holds))
            }
            ExprKind::Binary(ast::BinaryOp::Implies, premise, holds) => {
                let premise = self.formula(premise, scope)?;
                Ok(Term::implies(premise, self.for_any_values(holds, scope)?))
            }
            _ => self.formula(e, scope),
        }
    }
}

/// A function that nobody wrote.
pub(super) fn function(name: ast::Name, body: Vec<Stmt>, span: Span) -> ast::Function {
    ast::Function {
        result: ast::Type {
            kind: Box::new(TypeKind::Void),
            is_const: false,
            volatile: false,
            span: name.span,
        },
        name,
        params: Vec::new(),
        variadic: false,
        old_style: false,
        storage: ast::Storage::default(),
        contract: None,
        granted: Vec::new(),
        summary: Vec::new(),
        apart: false,
        body,
        span,
        end: span,
        header: false,
        system: false,
        broken: None,
        unread: Vec::new(),
    }
}
