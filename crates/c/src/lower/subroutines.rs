//! Functions that are not read in place, but that a run can go through: those that call themselves, and large ones.
//!
//! The code of each is lowered once inside of the routine that calls it, so that both speak of one heap. For proofs what
//! stands for a call is that the function may do anything; a run passes over that, and goes through the code.

use super::body::Body;
use super::environment::Callee;
use super::followed::Code;
use super::survey;
use super::value::{Lowering, Val};
use crate::syntax::ast;
use abide_base::Span;
use abide_frontend::draft::{Drafting, targets};
use abide_ir::{Block, Calls, Routine, StmtKind, Subroutine, SubroutineCall};
use abide_logic::{Sort, Var};
use std::collections::BTreeSet;

/// How much code is lowered as subroutines of one routine, in statements and expressions.
const SIZE: usize = 20_000;

/// Where a call begins that a run can go through.
pub(super) struct Begun(Var);

impl<'a> Body<'_, 'a> {
    /// Does a run go through the code of a function that is not read in place?
    pub(super) fn is_followed(&mut self, name: &str, callee: &Callee<'a>) -> bool {
        let function = callee.function.filter(|f| f.broken.is_none() && !f.variadic);
        let Some(function) = function.filter(|_| self.is_run && !self.quiet) else {
            return false;
        };
        if !self.subroutines.code.contains_key(name) {
            let size = self.subroutines.size + survey::size(&function.body);
            if size > SIZE || self.env.clashes.contains_key(name) {
                return false;
            }
            self.subroutines.size = size;
            self.subroutines.code.insert(name.to_string(), None);
            // where it is unsupported, runs end at the call
            if let Ok(code) = self.subroutine(name, function, callee) {
                self.subroutines.code.insert(name.to_string(), Some(code));
            }
        }
        true
    }

    /// A call begins here that a run goes through.
    pub(super) fn begin_subroutine(&mut self, span: Span) -> Begun {
        let begins = self.temp("begins", Sort::Bool);
        self.emit(StmtKind::Havoc(vec![begins.clone()]), span);
        Begun(begins)
    }

    /// It is over.
    pub(super) fn end_subroutine(&mut self, name: &str, Begun(begins): Begun, args: &[Val], result: &Val, span: Span) {
        let end = self.temp("ends", Sort::Bool);
        self.emit(StmtKind::Havoc(vec![end.clone()]), span);
        let results: Option<Vec<Var>> = result.parts.iter().map(|t| t.as_var().cloned()).collect();
        let Some(results) = results else {
            self.relies.insert(name.to_string());
            return;
        };
        let call = SubroutineCall {
            callee: name.to_string(),
            args: args.iter().flat_map(|v| v.parts.clone()).collect(),
            results,
            end,
        };
        self.subroutines.calls.insert(begins, call);
    }

    fn subroutine(&mut self, name: &str, function: &'a ast::Function, callee: &Callee<'a>) -> Lowering<Code> {
        let mut params = Vec::new();
        let mut args = Vec::new();
        for ty in &callee.signature.params {
            let parts = self.leaf_vars("given", ty);
            args.push(self.typed(ty.clone(), parts.iter().map(Var::term).collect()));
            params.extend(parts);
        }
        let inlined = std::mem::take(&mut self.inlined);
        let (read, read_size, named) = (self.read.clone(), self.read_size, self.named.len());
        let made = self.block(|b| b.inline(name, function, callee, args, function.name.span));
        self.inlined = inlined;
        (self.read, self.read_size) = (read, read_size);
        self.named.truncate(named);
        let (result, body) = made?;
        Ok(Code {
            span: function.name.span,
            params,
            body,
            results: result.parts,
        })
    }

    /// The calls that runs of a routine with this body go through.
    pub(super) fn subroutine_calls(&self, body: &Block, calls: &mut Calls) {
        let mut others = BTreeSet::new();
        targets(body, &mut others);
        let code = self.subroutines.code.iter();
        for (name, code) in code.filter_map(|(name, code)| Some((name, code.as_ref()?))) {
            let body = self.with_states(code.body.clone());
            let mut own = BTreeSet::new();
            targets(&body, &mut own);
            own.retain(|var| !self.heap.has(var));
            // what is meant to be the same wherever it is assigned would be taken for something of its own
            if !own.is_disjoint(&others) {
                continue;
            }
            others.extend(own.iter().cloned());
            let routine = Routine {
                name: name.clone(),
                span: code.span,
                inputs: code.params.clone(),
                locals: own.iter().cloned().collect(),
                requires: Vec::new(),
                body,
                ensures: Vec::new(),
                next_tag: self.next_tag,
                definitions: Vec::new(),
                assumes: Vec::new(),
                unread: Vec::new(),
                calls: Calls::default(),
            };
            let results = code.results.clone();
            calls
                .subroutines
                .insert(name.clone(), Subroutine { routine, results, own });
        }
        calls.subroutine_calls = self.subroutines.calls.clone();
        calls
            .subroutine_calls
            .retain(|_, call| calls.subroutines.contains_key(&call.callee));
    }
}
