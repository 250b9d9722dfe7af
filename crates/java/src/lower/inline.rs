//! Calls of small methods without contracts: their bodies take the place of the calls.

use super::body::Body;
use super::state::JumpTarget;
use super::survey::{assigns, is_small};
use super::value::{Local, Lowering, Val, is_written_object, sort_of, unsupported};
use crate::syntax::ast::{self};
use crate::types::{MethodRef, Type};
use abide_base::Span;
use abide_frontend::draft::Drafting;
use abide_logic::Term;

/// Calls inlined inside each other, at the most.
const INLINED: usize = 4;

impl<'a> Body<'_, 'a> {
    /// May the body take the place of a call? It is small, and does not call itself.
    pub(super) fn may_inline(&self, m: MethodRef<'a>) -> bool {
        is_small(m.decl) && !self.inlined.contains(&std::ptr::from_ref(m.decl)) && self.inlined.len() <= INLINED
    }

    /// The body of a small method in place of its call.
    pub(super) fn inline(
        &mut self,
        m: MethodRef<'a>,
        object: Option<Val>,
        args: Vec<Val>,
        span: Span,
    ) -> Lowering<Val> {
        let Some(body) = &m.decl.body else {
            return Err(unsupported(span, "a method without a body"));
        };
        // the body may write the field that the object was read from, and knows it as an object
        // of its own class
        let object = object.map(|o| Val::new(self.save_term(o.term, span), Type::Class(m.class)));
        let ty = self.resolve_of(&m.decl.result, m)?;
        let result = (ty != Type::Void).then(|| self.temp("\\result", sort_of(&ty)));
        let mut params = Vec::new();
        for (param, val) in m.decl.params.iter().zip(args) {
            let var = self.temp(&param.name.text, val.term.sort().clone());
            self.assign(&var, val.term, span);
            params.push(Local {
                name: param.name.text.to_string(),
                var,
                ty: val.ty,
                non_null: false,
                vague: false,
                plain_object: is_written_object(&param.ty),
            });
        }
        let scope = self.own_copies(&params, body, span);
        let pre = self.snapshot("old");
        // the callee sees its own names and its own pre-state only
        let scopes = std::mem::replace(&mut self.scopes, vec![scope]);
        let params = std::mem::replace(&mut self.params, params);
        let pre = std::mem::replace(&mut self.pre, pre);
        let this = std::mem::replace(&mut self.this, object);
        let class = std::mem::replace(&mut self.class, m.class);
        let method = std::mem::replace(&mut self.method, m);
        let own = std::mem::replace(&mut self.result, result.clone());
        let returned = self.bound_in(&m.decl.result, m.class, Some(m.decl));
        let own_type = std::mem::replace(&mut self.own_result, returned.unwrap_or_else(|| ty.clone()));
        self.inlined.push(m.decl);
        let frame = JumpTarget::Inlined {
            label: self.label("end"),
            used: false,
        };
        let done = self.block(|b| b.framed(frame, span, |b| b.statements(body)));
        self.inlined.pop();
        let kept = self.filled(self.pre, span);
        self.scopes = scopes;
        self.params = params;
        self.pre = pre;
        self.this = this;
        self.class = class;
        self.method = method;
        self.result = own;
        self.own_result = own_type;
        let ((), code) = done?;
        self.code.extend(kept);
        self.code.extend(code);
        Ok(match result {
            Some(var) => Val::new(var.term(), ty),
            None => Val::new(Term::ff(), Type::Void),
        })
    }

    /// The parameters as the body sees them: one that it assigns has a variable of its own.
    pub(super) fn own_copies(&mut self, params: &[Local], body: &[ast::Stmt], span: Span) -> Vec<Local> {
        let mut scope = Vec::new();
        for param in params {
            let mut own = param.clone();
            if assigns(body, &param.name) {
                own.var = self.temp(&param.name, param.var.sort().clone());
                self.assign(&own.var, param.var.term(), span);
                self.named.push((own.var.clone(), own.ty.clone()));
            }
            scope.push(own);
        }
        scope
    }
}
