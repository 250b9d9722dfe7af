//! Calls through pointers: of the functions of the file that the pointer may lead to, each as if it were called by its
//! name, and of any other one.

use super::body::Body;
use super::environment::Callee;
use super::survey;
use super::value::{Lowering, Val, wrong};
use crate::syntax::ast::{Expr, ExprKind as E, UnaryOp};
use crate::types::Type;
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
        if signature.says_nothing() {
            return self.call_without_prototype(block, &signature.result, args, span);
        }
        // what is not given as many arguments as it takes is a function with more of them, or no program
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
        let targets = self.targets(|callee| callee.signature == *signature);
        self.one_of(&block, &targets, &signature.result, &values, span)
    }

    /// A call through a pointer whose type says nothing of parameters: each function that it may lead to must take the
    /// arguments as they are.
    fn call_without_prototype(
        &mut self,
        block: Option<Term>,
        result: &Type,
        args: &'a [Expr],
        span: Span,
    ) -> Lowering<Val> {
        let types: Vec<Option<Type>> = args.iter().map(|a| self.type_of(a).map(|t| t.decayed())).collect();
        let values = self.arguments(args, None, false)?;
        let takes = |b: &Self, callee: &Callee<'a>| callee.signature.result == *result && b.takes(callee, &types);
        let values: Vec<Val> = values.into_iter().map(|v| self.save(v, span)).collect();
        let Some(block) = block else {
            return self.one_of(&Term::null(), &[], result, &values, span);
        };
        if let Some((name, callee)) = self.function_at(&block) {
            if takes(self, &callee) {
                return self.invoke_with(&name, &callee, &values, span);
            }
            let fits = self.unknown_choice("fits", span.beginning());
            self.check(fits, CheckKind::Cast, span, None);
            return self.one_of(&block, &[], result, &values, span);
        }
        let escaped: Vec<(String, Callee<'a>)> = self.escaped_functions().collect();
        for (name, callee) in escaped {
            if !takes(self, &callee) {
                let other = self.static_block(&name, &Type::Function(Box::new(callee.signature)), false);
                let fits = self.unknown_choice("fits", span.beginning());
                let fits = Term::or([Term::ne(block.clone(), other), fits]);
                self.check(fits, CheckKind::Cast, span, None);
            }
        }
        let targets = self.targets(|callee| takes(self, callee));
        self.one_of(&block, &targets, result, &values, span)
    }

    /// A call with arguments that are passed as they are.
    fn invoke_with(&mut self, name: &str, callee: &Callee<'a>, values: &[Val], span: Span) -> Lowering<Val> {
        let params = callee.signature.params.iter().map(Some).chain(std::iter::repeat(None));
        let values = values.iter().zip(params).map(|(val, param)| match param {
            Some(param) if val.ty != *param => self.stored_as(val.clone(), param, span),
            _ => Ok(val.clone()),
        });
        let values = values.collect::<Lowering<Vec<Val>>>()?;
        self.invoke(name, callee, values, span)
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

    /// The functions whose addresses are taken in the file.
    fn escaped_functions(&self) -> impl Iterator<Item = (String, Callee<'a>)> {
        let callees = self.env.escaped.iter();
        callees.filter_map(|name| Some((name.clone(), self.env.callees.get(name)?.clone())))
    }

    /// Those of them that may be called, if they are few and small.
    fn targets(&self, may_be: impl Fn(&Callee<'a>) -> bool) -> Vec<(String, Callee<'a>)> {
        let targets: Vec<(String, Callee<'a>)> = self.escaped_functions().filter(|(_, c)| may_be(c)).collect();
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
        let (x, mut yes) = self.block(|b| b.invoke_with(name, callee, values, span))?;
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
