//! Instrumentation: tests for what must hold, after the call or in the bodies of the source.

use super::formula::{Before, Method, Scope};
use super::program::{Program, RESULT, SELF, THROWN};
use super::text;
use super::walk::{self, Found, Visible};
use crate::syntax::ast::{Behavior, Expr, ExprKind, Literal, Stmt, StmtKind as S};
use crate::syntax::walk::each_expr;
use crate::types::{ClassId, MethodRef, Type};
use abide_ir::CheckKind;
use std::fmt::Write;

impl<'u> Program<'u, '_> {
    /// Arranges that the program fails where the check fails.
    pub fn demand(&mut self) -> Option<()> {
        match self.failure.kind {
            CheckKind::Bounds => self.throws("IndexOutOfBoundsException"),
            CheckKind::Null => self.null(),
            // `Math.addExact` and the like tell of overflows
            CheckKind::Division | CheckKind::Overflow => self.throws("ArithmeticException"),
            CheckKind::NegativeSize => self.throws("NegativeArraySizeException"),
            CheckKind::Cast => self.throws("ClassCastException"),
            CheckKind::ArrayStore => self.throws("ArrayStoreException"),
            CheckKind::Uncaught => self.uncaught(),
            CheckKind::Postcondition => self.postcondition(),
            CheckKind::Assertion => self.assertion(),
            CheckKind::InvariantEntry | CheckKind::InvariantPreserved => self.invariant(),
            CheckKind::Decreases => self.decreases(),
            CheckKind::Precondition => self.precondition(),
            CheckKind::ClassInvariant => self.class_invariant(),
            CheckKind::Frame => self.frame(),
            // Java has none of these
            CheckKind::Shift
            | CheckKind::Uninitialised
            | CheckKind::Lifetime
            | CheckKind::ReadOnly
            | CheckKind::SameBlock
            | CheckKind::Order
            | CheckKind::Assumption => None,
        }
    }

    /// The run itself fails.
    fn throws(&mut self, exception: &str) -> Option<()> {
        let initializer = format!("{THROWN} instanceof ExceptionInInitializerError");
        let _ = writeln!(
            self.caught,
            "if (({initializer} ? {THROWN}.getCause() : {THROWN}) instanceof {exception}) throw {THROWN};"
        );
        Some(())
    }

    /// An assertion fails somewhere on the way.
    pub fn asserts(&mut self) -> Option<()> {
        self.throws("AssertionError")
    }

    /// An exception that the contract does not allow.
    fn uncaught(&mut self) -> Option<()> {
        let above = self.classes.overridden(self.m);
        for m in std::iter::once(self.m).chain(above.iter().copied()) {
            let alone = m.decl.spec.cases.is_empty() && std::ptr::eq(m.decl, self.m.decl) && !above.is_empty();
            if alone {
                continue;
            }
            let allowed = allowed_by(m);
            let mut test: Vec<String> = allowed
                .iter()
                .map(|t| format!("{THROWN} instanceof {}", self.exception(t, m.class)))
                .collect();
            if test.is_empty() {
                test.push("false".into());
            }
            let _ = writeln!(self.caught, "if (!({})) throw {THROWN};", test.join(" || "));
        }
        Some(())
    }

    /// An exception's class, by the name that the contract gives it.
    fn exception(&self, name: &str, class: ClassId) -> String {
        match self.classes.class_named(name, Some(class)) {
            Some(id) => super::types::java(self.classes, &Type::Class(id)),
            None => name.to_string(),
        }
    }

    /// A null reference: one that is used, or one that is kept where none may be.
    fn null(&mut self) -> Option<()> {
        let span = self.failure.span;
        let message = text::string(self.message(span).encode_utf16());
        if let Some(field) = self.failure.demanded {
            let decl = self.classes.get(self.m.class).decl?;
            let field = decl.fields.iter().find(|f| f.name.span == field)?;
            let _ = writeln!(self.after, "nonNull({SELF}.{}, {message});", field.name.text);
            return Some(());
        }
        for m in self.all_methods() {
            let body = m.decl.body.as_deref().unwrap_or_default();
            let assign = |e: &Expr| matches!(&*e.kind, ExprKind::Assign(None, ..));
            let declares = |s: &Stmt| matches!(&s.kind, S::Local(all) if all.iter().any(|l| l.name.span == span));
            let value = if let Some(e) = walk::find_expr(body, span, &assign)
                && let ExprKind::Assign(_, _, value) = &*e.kind
            {
                value
            } else if let Some(found) = walk::find_stmt(body, &declares)
                && let S::Local(all) = &found.stmt()?.kind
            {
                all.iter().find(|l| l.name.span == span)?.init.as_ref()?
            } else {
                continue;
            };
            let test = self.test();
            self.edits.insert(value.span.start as usize, format!("{test}.nonNull("));
            self.edits.insert(value.span.end as usize, format!(", {message})"));
            return self.asserts();
        }
        self.throws("NullPointerException")
    }

    /// All methods of the file.
    pub fn all_methods(&self) -> Vec<MethodRef<'u>> {
        let mut all = Vec::new();
        for class in self.classes.ids() {
            let Some(decl) = self.classes.get(class).decl else {
                continue;
            };
            all.extend(decl.methods.iter().map(|decl| MethodRef { class, decl }));
        }
        all
    }

    /// What is promised at the end.
    fn postcondition(&mut self) -> Option<()> {
        let span = self.failure.span;
        let m = self.m;
        let message = self.message(span);
        if m.decl.result.span == span {
            let message = text::string(message.encode_utf16());
            let _ = writeln!(self.after, "nonNull({RESULT}, {message});");
            return Some(());
        }
        let cases = self.cases(m);
        let single = cases.len() <= 1;
        let mut found = false;
        for (class, case) in &cases {
            let scope = self.contract_scope(*class, true);
            // the case's precondition held before the call
            let mut before = self.contract_scope(*class, false);
            before.before = true;
            let guards: Vec<(&Expr, &Scope)> = match single {
                true => Vec::new(),
                false => case.requires.iter().map(|c| (&c.formula, &before)).collect(),
            };
            let never: Expr = Expr {
                kind: Box::new(ExprKind::Literal(Literal::Bool(false))),
                span,
            };
            let never = [(&never, &scope)];
            for clause in case.ensures.iter().filter(|c| c.span == span) {
                let check = self.translator.check(&guards, &[(&clause.formula, &scope)], &message)?;
                let call = self.call_in_main(&check);
                self.after.push_str(&call);
                found = true;
            }
            for signals in case.signals.iter().filter(|s| s.span == span) {
                let mut scope = self.contract_scope(*class, true);
                scope.result = None;
                // an object whose constructor throws is never seen
                scope.this = scope.this.filter(|_| !m.decl.constructor);
                if let Some(name) = &signals.name {
                    let v = self.variable("exception_", &signals.ty, m);
                    scope.names.push((name.text.to_string(), v));
                }
                let formula: Vec<(&Expr, &Scope)> = signals.formula.iter().map(|f| (f, &scope)).collect();
                let check = self.translator.check(&guards, &formula, &message)?;
                let ty = self.exception(&signals.ty.name, self.m.class);
                let call = self.call_in_main(&check);
                let _ = writeln!(self.caught, "if ({THROWN} instanceof {ty}) {{");
                if check.args.iter().any(|a| a == "exception_") {
                    let _ = writeln!(self.caught, "    {ty} exception_ = ({ty}) {THROWN};");
                }
                let _ = writeln!(self.caught, "    {call}}}");
                found = true;
            }
            let first_requires = case.requires.first().map(|c| c.span);
            let first = case.ensures.first().map(|c| c.span).or(first_requires);
            if case.behavior == Behavior::Exceptional && first_requires == Some(span) {
                let check = self.translator.check(&guards, &never, &message)?;
                let call = self.call_in_main(&check);
                self.after.push_str(&call);
                found = true;
            }
            if case.behavior == Behavior::Normal && !single && first == Some(span) {
                let check = self.translator.check(&guards, &never, &message)?;
                let call = self.call_in_main(&check);
                self.caught.push_str(&call);
                found = true;
            }
        }
        found.then_some(())
    }

    /// An `assert` of Java, or an `assert` or `unreachable` of JML.
    fn assertion(&mut self) -> Option<()> {
        let span = self.failure.span;
        let message = self.message(span);
        let (m, found) = self.place(&|s| match &s.kind {
            S::Assert(c, _) => c.span == span,
            S::JmlAssert(_) | S::JmlUnreachable => s.span == span,
            _ => false,
        })?;
        let s = found.stmt()?;
        match &s.kind {
            S::Assert(c, _) => {
                let condition = self.failure.text.get(c.span.range())?;
                let message = text::string(message.encode_utf16());
                let new = format!("{{ if (!({condition})) throw new AssertionError({message}); }}");
                self.edits.replace(s.span.start as usize, s.span.end as usize, new);
            }
            S::JmlAssert(formula) => {
                let scope = self.body_scope(m, &found.locals);
                let check = self.translator.check(&[], &[(formula, &scope)], &message)?;
                let call = self.statement_in_body(&check, m)?;
                self.insert_after_comment(s, &call)?;
            }
            _ => {
                let check = self.translator.check_any(&[], &message)?;
                let call = self.statement_in_body(&check, m)?;
                self.insert_after_comment(s, &call)?;
            }
        }
        self.asserts()
    }

    /// A statement of the file, with the method that it stands in.
    pub fn place(&self, wanted: &dyn Fn(&Stmt) -> bool) -> Option<(MethodRef<'u>, Found<'u>)> {
        self.all_methods().into_iter().find_map(|m| {
            let body = m.decl.body.as_deref()?;
            Some((m, walk::find_stmt(body, wanted)?))
        })
    }

    /// Code after the comment that a statement of JML stands in.
    fn insert_after_comment(&mut self, s: &Stmt, code: &str) -> Option<()> {
        let source = self.failure.text;
        let end = text::comment_end(source, (s.span.end as usize).checked_sub(1)?)?;
        let new = if source[..end].ends_with("*/") { " " } else { "\n" };
        self.edits.insert(end, format!("{new}{code}"));
        Some(())
    }

    /// Where a formula in a body is read.
    pub fn body_scope(&mut self, m: MethodRef<'u>, locals: &[Visible<'u>]) -> Scope {
        let mut scope = Scope::new(m.class);
        let params = self.params(m);
        scope.this = self.this(m);
        scope.names = params.clone();
        // what was before the call is known of the method that is called first only
        if std::ptr::eq(m.decl, self.m.decl) {
            let this = scope.this.clone().filter(|_| !m.decl.constructor);
            scope.old = Some(Before { this, names: params });
        }
        for local in locals.iter().filter(|l| !l.ghost) {
            let mut v = self.variable(local.name, local.ty, m);
            if &*local.ty.name == "var" {
                let ty = local.init.and_then(|e| self.translator.type_of(e, &scope));
                let ty = if local.each {
                    ty.and_then(|t| t.element().cloned())
                } else {
                    ty
                };
                let Some(ty) = ty else { continue };
                v.ty_text = super::types::java(self.classes, &ty);
                v.ty = ty;
            }
            scope.names.push((local.name.to_string(), v));
        }
        scope
    }

    /// The call of a check in a body.
    pub fn call_in_body(&self, check: &Method) -> String {
        let args: Vec<&str> = check.args.iter().map(|a| if a == SELF { "this" } else { a }).collect();
        format!("{}.{}({})", self.test(), check.name, args.join(", "))
    }

    /// A check as a statement of a body. Where the method may call itself, only the first call
    /// is tested: of the others it is not known what held before them.
    pub fn statement_in_body(&mut self, check: &Method, m: MethodRef<'u>) -> Option<String> {
        let call = self.call_in_body(check);
        Some(match self.only_first(m)? {
            true => format!("if (first_) {call};"),
            false => format!("{call};"),
        })
    }

    /// The same as a condition that is true.
    pub fn condition_in_body(&mut self, check: &Method, m: MethodRef<'u>) -> Option<String> {
        let call = self.call_in_body(check);
        Some(match self.only_first(m)? {
            true => format!("(!first_ || {call})"),
            false => call,
        })
    }

    /// May the method be called again before it ends? Then it is made to know.
    fn only_first(&mut self, m: MethodRef<'u>) -> Option<bool> {
        let mut again = false;
        for other in self.all_methods() {
            let body = other.decl.body.as_deref().unwrap_or_default();
            each_expr(body, &mut |e| match &*e.kind {
                ExprKind::Call(_, name, _) => again |= name.text == m.decl.name.text,
                ExprKind::New(ty, ..) if m.decl.constructor => again |= ty.name.ends_with(&*m.decl.name.text),
                _ => {}
            });
        }
        let first = again && std::ptr::eq(m.decl, self.m.decl);
        if first {
            let at = self.start(m)?;
            let code = format!(" final boolean first_ = {}.first();", self.test());
            self.edits.insert(at, code);
        }
        Some(first)
    }

    /// The place where the statements of a method begin, after `this(…)` or `super(…)`.
    pub fn start(&self, m: MethodRef<'u>) -> Option<usize> {
        let source = self.failure.text;
        if let Some((call, _)) = explicit_constructor_call(m) {
            return Some(call.span.end as usize);
        }
        let name = m.decl.name.span.end as usize;
        let after = match text::find(source, name, |b| matches!(b, b'(' | b'{'))? {
            open if source.as_bytes()[open] == b'(' => text::closing(source, open)?,
            open => open,
        };
        Some(text::find(source, after, |b| b == b'{')? + 1)
    }
}

/// The call of `this` or `super` that a constructor begins with, and its arguments.
pub fn explicit_constructor_call<'u>(m: MethodRef<'u>) -> Option<(&'u Stmt, &'u [Expr])> {
    let first = m.decl.body.as_ref()?.first()?;
    let S::Expr(e) = &first.kind else {
        return None;
    };
    match &*e.kind {
        ExprKind::Call(None, name, args) if matches!(&*name.text, "this" | "super") => Some((first, args)),
        _ => None,
    }
}

fn is_false(e: &Expr) -> bool {
    matches!(&*e.kind, ExprKind::Literal(Literal::Bool(false)))
}

/// The exceptions that a method's own contract allows.
fn allowed_by(m: MethodRef) -> Vec<String> {
    let cases = &m.decl.spec.cases;
    let mut only = cases.iter().flat_map(|c| &c.signals_only).peekable();
    if only.peek().is_some() {
        return only.flat_map(|(types, _)| types).map(|t| t.name.to_string()).collect();
    }
    if !cases.is_empty() && cases.iter().all(|c| c.behavior == Behavior::Normal) {
        return Vec::new();
    }
    let signals = cases.iter().flat_map(|c| &c.signals);
    let possible = signals.filter(|s| !s.formula.as_ref().is_some_and(is_false));
    let types = possible.map(|s| &s.ty).chain(&m.decl.throws);
    types.map(|t| t.name.to_string()).collect()
}
