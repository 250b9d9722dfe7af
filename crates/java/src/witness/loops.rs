//! Instrumentation of loops: tests for their invariants and measures.

use super::formula::Variable;
use super::program::Program;
use super::text;
use super::walk::{self, Found};
use crate::syntax::ast::{Expr, ExprKind, Literal, LoopSpec, Stmt, StmtKind as S};
use crate::types::{MethodRef, Type};

/// What JML says of a loop.
fn spec(s: &Stmt) -> Option<&LoopSpec> {
    match &s.kind {
        S::While(spec, ..) | S::Do(spec, ..) | S::For(spec, ..) | S::ForEach(spec, ..) => Some(spec),
        _ => None,
    }
}

/// The condition that is tested at the head, unless it is always true.
fn condition(s: &Stmt) -> Option<&Expr> {
    let condition = match &s.kind {
        S::While(_, c, _) | S::For(_, _, Some(c), ..) => c,
        _ => return None,
    };
    let endless = matches!(&*condition.kind, ExprKind::Literal(Literal::Bool(true)));
    (!endless).then_some(condition)
}

fn body(s: &Stmt) -> Option<&Stmt> {
    match &s.kind {
        S::While(_, _, body) | S::Do(_, body, _) | S::For(.., body) | S::ForEach(.., body) => Some(body),
        _ => None,
    }
}

impl<'u> Program<'u, '_> {
    /// An invariant holds whenever control is at the loop's head.
    pub fn invariant(&mut self) -> Option<()> {
        let span = self.failure.span;
        let is = |s: &Stmt| spec(s).is_some_and(|l| l.invariants.iter().any(|c| c.span == span));
        let (m, found) = self.place(&is)?;
        let s = found.stmt()?;
        let clause = spec(s)?.invariants.iter().find(|c| c.span == span)?;
        let mut scope = self.loop_scope(m, &found)?;
        scope.count = Some(Variable {
            java: "count_".into(),
            ty: Type::INT,
            ty_text: "int".into(),
        });
        let message = self.message(span);
        let check = self.translator.check(&[], &[(&clause.formula, &scope)], &message)?;
        if let S::ForEach(_, param, array, _) = &s.kind {
            let Type::Array(_) = self.translator.type_of(array, &scope)? else {
                return None;
            };
            // with the hidden counter in the open
            let source = self.failure.text;
            let head = self.condition_in_body(&check, m)?;
            let keyword = s.span.start as usize;
            let open = text::find(source, keyword, |b| b == b'(')?;
            let close = text::closing(source, open)?;
            let element = source.get(open + 1..param.name.span.end as usize)?;
            let header = format!(
                "for (int count_ = 0; {head} && count_ < array_.length; count_++) {{ {element} = array_[count_];"
            );
            let array = source.get(array.span.range())?;
            self.edits.replace(keyword, close, header);
            self.around(&found, &format!("var array_ = {array};"), " }")?;
        } else if let Some(c) = condition(s) {
            let check = self.condition_in_body(&check, m)?;
            self.edits.insert(c.span.start as usize, format!("{check} && ("));
            self.edits.insert(c.span.end as usize, ")");
        } else {
            let check = self.statement_in_body(&check, m)?;
            self.at_start(body(s)?, &check);
        }
        self.asserts()
    }

    /// A measure gets smaller in every round, and is no negative number in any.
    pub fn decreases(&mut self) -> Option<()> {
        let span = self.failure.span;
        let is = |s: &Stmt| spec(s).is_some_and(|l| l.decreases.iter().any(|c| c.span == span));
        let (m, found) = self.place(&is)?;
        let s = found.stmt()?;
        if let S::ForEach(..) = &s.kind {
            return None;
        }
        let clause = spec(s)?.decreases.iter().find(|c| c.span == span)?;
        let scope = self.loop_scope(m, &found)?;
        let value = self.translator.number(&clause.formula, &scope)?;
        let value = self.call_in_body(&value);
        let message = text::string(self.message(span).encode_utf16());
        let test = self.test();
        let smaller = format!("{test}.decreases(measure_, {value}, {message})");
        let measure = format!("{test}.measure(measure_, {value}, {message});");
        match condition(s) {
            Some(c) => {
                self.edits.insert(c.span.start as usize, format!("{smaller} && ("));
                self.edits.insert(c.span.end as usize, ")");
                self.at_start(body(s)?, &measure);
            }
            None => self.at_start(body(s)?, &format!("{smaller}; {measure}")),
        }
        self.around(&found, "long[] measure_ = {0, 0};", "")?;
        self.asserts()
    }

    /// Where formulas of a loop are read.
    fn loop_scope(&mut self, m: MethodRef<'u>, found: &Found<'u>) -> Option<super::formula::Scope> {
        let mut locals = found.locals.clone();
        if let S::For(_, init, ..) = &found.stmt()?.kind {
            locals.extend(init.iter().flat_map(walk::declared));
        }
        Some(self.body_scope(m, &locals))
    }

    /// Code at the start of a loop's body.
    fn at_start(&mut self, body: &Stmt, code: &str) {
        let (start, end) = (body.span.start as usize, body.span.end as usize);
        match &body.kind {
            S::Block(_) => self.edits.insert(start + 1, format!(" {code}")),
            _ => {
                self.edits.insert(start, format!("{{ {code} "));
                self.edits.insert(end, " }");
            }
        }
    }

    /// Code before a statement and its labels, with the end of a block that was opened in it.
    fn around(&mut self, found: &Found<'u>, before: &str, after: &str) -> Option<()> {
        let whole = found.labeled()?;
        self.edits.insert(whole.span.start as usize, format!("{{ {before} "));
        self.edits.insert(whole.span.end as usize, format!("{after} }}"));
        Some(())
    }
}
