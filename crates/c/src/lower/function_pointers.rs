//! Calls through pointers: of the functions of the file that the pointer may lead to, each as if it were called by its
//! name, and of any other one.

use super::body::Body;
use super::environment::Callee;
use super::survey;
use super::value::{Lowering, Val, wrong};
use crate::syntax::ast::{Expr, ExprKind as E, UnaryOp};
use crate::types::{Signature, Type};
use abide_base::{Diagnostic, Span};
use abide_frontend::draft::Drafting;
use abide_ir::{AssumptionKind, CheckKind, Stmt, StmtKind};
use abide_logic::{Term, Var};

/// How many functions are told apart at a call.
const TARGETS: usize = 4;

/// How large they may be together, in statements and expressions.
const SIZE: usize = 600;

impl<'a> Body<'_, 'a> {
    /// A call through a pointer.
    pub(super) fn call_pointer(&mut self, f: &'a Expr, args: &'a [Expr], span: Span) -> Lowering<Val> {
        let mut inner = f;
        while let E::Unary(UnaryOp::Deref, pointer) = &*inner.kind {
            inner = pointer;
        }
        let signature = match self.type_of(inner).map(|t| t.decayed()) {
            Some(Type::Pointer(to)) => match *to {
                Type::Function(signature) => *signature,
                _ => return Err(wrong(span, "only functions can be called")),
            },
            _ => return Err(wrong(span, "only functions can be called")),
        };
        let mut pointer = self.value(inner)?;
        if args.iter().any(survey::has_effect) {
            pointer = self.save(pointer, span);
        }
        let block = pointer.address().map(|(block, _)| block);
        if let Some(block) = &block {
            let not_null = Term::ne(block.clone(), Term::null());
            self.check(not_null, CheckKind::Null, span, None);
        }
        // a type that does not say what a function takes tells nothing of what it is given
        let prototype = (args.len() == signature.params.len()).then_some(&signature);
        let values = self.arguments(args, prototype, false)?;
        let (Some(block), Some(signature)) = (block, prototype) else {
            self.pass_on(&values, span);
            self.may_call_back(&values);
            return self.any_function(&signature.result, span);
        };
        if let Some((name, callee)) = self.function_at(&block) {
            if callee.signature == *signature {
                return self.invoke(&name, &callee, values, span);
            }
            let fits = self.unknown_choice("fits", span.beginning());
            self.check(fits, CheckKind::Cast, span, None);
        }
        let values: Vec<Val> = values.into_iter().map(|v| self.save(v, span)).collect();
        let targets = self.targets(signature);
        self.one_of(&block, &targets, &signature.result, &values, span)
    }

    /// The function whose block a term names.
    pub(super) fn function_at(&self, block: &Term) -> Option<(String, Callee<'a>)> {
        let var = block.as_var()?;
        let mut blocks = self.heap.iter().filter(|(_, h)| h.var == *var);
        let name = blocks.find_map(|(key, _)| key.strip_prefix("~&"))?;
        let callee = self.env.callees.get(name)?;
        let called = callee.contract.is_some() || callee.function.is_some();
        called.then(|| (name.to_string(), callee.clone()))
    }

    /// Is it a pointer to one function that is known?
    pub(super) fn names_function(&self, val: &Val) -> bool {
        let block = val.address().map(|(block, _)| block);
        block.is_some_and(|block| self.function_at(&block).is_some())
    }

    /// The functions of a type whose addresses are taken in the file, if they are few and small.
    fn targets(&self, signature: &Signature) -> Vec<(String, Callee<'a>)> {
        let callees = self.env.escaped.iter().filter_map(|name| {
            let callee = self.env.callees.get(name)?;
            (callee.signature == *signature).then(|| (name.clone(), callee.clone()))
        });
        let targets: Vec<(String, Callee<'a>)> = callees.collect();
        let size = |c: &Callee<'a>| match (c.contract, c.function) {
            (None, Some(f)) => survey::size(&f.body),
            _ => 0,
        };
        let total: usize = targets.iter().map(|(_, c)| size(c)).sum();
        match targets.len() <= TARGETS && total <= SIZE {
            true => targets,
            false => Vec::new(),
        }
    }

    /// A call of one of some functions, by where the pointer leads, or of any other one.
    fn one_of(
        &mut self,
        block: &Term,
        targets: &[(String, Callee<'a>)],
        result: &Type,
        values: &[Val],
        span: Span,
    ) -> Lowering<Val> {
        let Some(((name, callee), rest)) = targets.split_first() else {
            self.pass_on(values, span);
            self.may_call_back(values);
            return self.any_function(result, span);
        };
        let ty = Type::Function(Box::new(callee.signature.clone()));
        let target = self.static_block(name, &ty, false);
        let before = self.assigned.clone();
        let (x, mut yes) = self.block(|b| b.invoke(name, callee, values.to_vec(), span))?;
        let then = std::mem::replace(&mut self.assigned, before);
        let (y, mut no) = self.block(|b| b.one_of(block, rest, result, values, span))?;
        self.assigned = self.assigned.intersection(&then).cloned().collect();
        let temps: Vec<Var> = x.parts.iter().map(|p| self.temp("t", p.sort().clone())).collect();
        if !temps.is_empty() {
            let assign = |parts: Vec<Term>| Stmt {
                kind: StmtKind::Assign(temps.iter().cloned().zip(parts).collect()),
                span,
            };
            yes.push(assign(x.parts));
            no.push(assign(y.parts));
        }
        self.emit(StmtKind::If(Some(Term::eq(block.clone(), target)), yes, no), span);
        Ok(self.typed(result.clone(), temps.iter().map(Var::term).collect()))
    }

    /// A function of which nothing is known: it may do anything.
    fn any_function(&mut self, result: &Type, span: Span) -> Lowering<Val> {
        // what is not known of it is told apart from what its place computes otherwise
        let at = span.beginning();
        self.warn(
            Diagnostic::warning(span, "nothing is known of a function that is called through a pointer")
                .note("it may change everything and return anything"),
        );
        let text = "what the pointer leads to is a function of its type without run-time errors";
        self.rely_on(AssumptionKind::Library, span, text);
        self.guesses.insert(at);
        self.with_invariants(("", None), span, |b| {
            b.frame_covers_all(span);
            b.forget_everything(at);
            b.may_not_return(at);
            Ok(b.arbitrary(result, at))
        })
    }
}
