//! Calls of pure methods in formulas: what the method returns, or what its contract says of that.

use super::arithmetic::from_number;
use super::body::Body;
use super::contract::Side;
use super::library_contract::is_of_library;
use super::survey::{Calls, has_arithmetic, has_effect};
use super::value::{Lowering, Scope, Val, arithmetic_of, unsupported, wrong};
use crate::ints;
use crate::syntax::ast::{self, Arithmetic, Behavior, BinaryOp, Expr, ExprKind, SpecCase, StmtKind};
use crate::types::{IntKind, MethodRef, Type};
use abide_base::Span;
use abide_logic::Term;

/// How deep calls of pure methods are unfolded.
const DEPTH: usize = 8;

impl<'a> Body<'_, 'a> {
    /// A call of a pure method in a formula: unfolded if its body or contract says what it
    /// returns.
    pub(super) fn spec_call(
        &mut self,
        target: Option<&'a Expr>,
        name: &ast::Name,
        args: &'a [Expr],
        scope: &Scope,
        span: Span,
    ) -> Lowering<Val> {
        let class = target.and_then(|t| self.spec_class(t, scope));
        if let (Some(t), "singleton", [one]) = (target, &*name.text, args)
            && self.is_set_class(t, scope)
        {
            return self.set_of_one(one, scope);
        }
        let object = match target {
            Some(t) if class.is_none() => Some(self.spec(t, scope)?),
            Some(_) => None,
            None => scope.this.clone(),
        };
        let mut values = Vec::new();
        for arg in args {
            let val = self.spec(arg, scope)?;
            // numbers of any size, and what are plain objects to us, may be something special to Java
            let unsure = val.ty == Type::Int(IntKind::Big) || val.ty == self.classes().object();
            values.push(val.vague_if(unsure));
        }
        if let Some(Val { ty: Type::Set(_), .. }) = &object
            && let Some(set) = &object
            && target.is_some()
        {
            return self.set_operation(set, &name.text, &values, span);
        }
        if let (Some(Val { ty: Type::Seq(_), .. }), true) = (&object, target.is_some()) {
            return self.sequence_operation(object, &name.text, &values, span);
        }
        if let (Some(val), true) = (&object, args.is_empty())
            && let Some(held) = self.held_by_element(val, &name.text)
        {
            return Ok(held);
        }
        if let (Some(builder), true) = (&object, target.is_some())
            && self.is_builder(&builder.ty)
        {
            let found = self.builder_function(builder, &name.text, &values, scope.view);
            self.uses(builder);
            return found.ok_or_else(|| unsupported(span, format!("`{}` of a builder in a formula", name.text)));
        }
        if let Some(class) = class
            && let Some(val) = self.character_function(class, &name.text, &values)
        {
            return Ok(val);
        }
        if let Some(val) = self.library_function(class, object.as_ref(), &name.text, &values) {
            if let (Some(object), true) = (&object, target.is_some()) {
                self.uses(object);
                if let (true, "startsWith" | "endsWith", [text]) =
                    (self.is_string(&object.ty), &*name.text, values.as_slice())
                {
                    self.uses(text);
                }
                if let (true, "charAt", [at]) = (self.is_string(&object.ty), &*name.text, values.as_slice()) {
                    let length = self.string_length(&object.term).term;
                    self.within_bounds(&at.term, length);
                }
            }
            return Ok(val);
        }
        let found = match (class, &object) {
            (Some(c), _) => Some(c),
            (None, Some(Val { ty: Type::Class(c), .. })) if target.is_some() => Some(*c),
            (None, _) if target.is_none() => Some(scope.class),
            _ => None,
        };
        let unknown = || wrong(span, format!("there is no method `{}` that fits", name.text));
        let m = self
            .pick(found.ok_or_else(unknown)?, &name.text, &values)
            .ok_or_else(unknown)?;
        if scope.depth > DEPTH {
            return Err(unsupported(span, "a pure method that calls itself in a formula"));
        }
        self.knows_contract(m, span);
        let is_super = target.is_some_and(|t| matches!(&*t.kind, ExprKind::Super(_)));
        let object = object.filter(|_| !m.decl.modifiers.is_static);
        if let (Some(object), true) = (&object, target.is_some()) {
            self.uses(object);
        }
        let bound = m
            .decl
            .params
            .iter()
            .zip(values)
            .map(|(p, v)| (p.name.text.to_string(), v));
        let inner = Scope {
            bound: bound.collect(),
            locals: false,
            this: object.map(|o| Val::new(o.term, Type::Class(m.class))),
            class: m.class,
            result: None,
            // what the method was called in is the state in which the formula reads it
            old: scope.view,
            math: arithmetic_of(&m.decl.modifiers),
            depth: scope.depth + 1,
            ..scope.clone()
        };
        if let Some(Returned { value, case, math }) = self.returned(m, is_super, span)? {
            self.applicable(m, case, &inner)?;
            let inner = Scope {
                math: math.unwrap_or(inner.math),
                ..inner
            };
            let val = self.spec(value, &inner)?;
            let ty = self.resolve_of(&m.decl.result, m)?;
            // code wraps around where formulas do not
            if let (Type::Int(kind), true) = (&ty, self.env.options.wrap) {
                let wrapped = ints::wrap(val.number(), *kind);
                return Ok(from_number(wrapped, *kind));
            }
            return Ok(val);
        }
        let advice = "give it a body that is one `return`, or a postcondition `\\result == …`";
        Err(Box::new(
            unsupported(span, format!("the method `{}` in a formula", name.text)).help(advice),
        ))
    }

    /// The precondition of a method in a formula: without it the call is not defined.
    fn applicable(&mut self, m: MethodRef<'a>, case: Option<usize>, scope: &Scope) -> Lowering<()> {
        let contract = match case {
            Some(number) => self.contract(m).only(number),
            None => self.contract(m),
        };
        let mut ways = Vec::new();
        for number in 0..contract.cases.len() {
            let parts = self.requires(&contract, number, scope)?;
            ways.push(Term::and(parts.into_iter().map(|(t, _)| t)));
        }
        if !ways.is_empty() {
            self.defined_if(Term::or(ways), true);
        }
        let given: Vec<Term> = scope.bound.iter().map(|(_, v)| v.term.clone()).collect();
        for (param, term) in m.decl.params.iter().zip(given) {
            let ty = self.resolve_of(&param.ty, m)?;
            if self.is_non_null(&param.modifiers, m.class, &ty) {
                self.uses(&Val::new(term, ty));
            }
        }
        Ok(())
    }

    /// What a method returns, if its contract is one expression, or its body and it is not overridden. Only pure methods may be called in formulas, and what throws has no value.
    fn returned(&mut self, m: MethodRef<'a>, exact: bool, span: Span) -> Lowering<Option<Returned<'a>>> {
        let exact = exact || !self.classes().is_overridden(m);
        if exact
            && let Some([only]) = m.decl.body.as_deref()
            && let StmtKind::Return(Some(value)) = &only.kind
            && !has_effect(value, Calls::Rest)
            && !has_arithmetic(value)
        {
            return Ok(Some(Returned::by_contract(value, None)));
        }
        let contract = self.contract(m);
        if !contract.pure && !m.decl.modifiers.model {
            let what = format!("the method `{}`, which is not pure, in a formula", m.decl.name.text);
            return Err(unsupported(span, what));
        }
        if is_of_library(m) {
            let returns = |case: &&SpecCase| case.behavior == Behavior::Normal && returned_by(case).is_some();
            let [only] = m
                .decl
                .spec
                .cases
                .iter()
                .enumerate()
                .filter(|(_, c)| returns(c))
                .collect::<Vec<_>>()[..]
            else {
                return Ok(None);
            };
            return Ok(returned_by(only.1).map(|value| Returned::by_contract(value, Some(only.0))));
        }
        if !self.allowed_exceptions(m, &contract, Side::Caller)?.is_empty() {
            let what = format!("the method `{}`, which may throw, in a formula", m.decl.name.text);
            return Err(unsupported(span, what));
        }
        if let [case] = m.decl.spec.cases.as_slice()
            && let Some(value) = returned_by(case)
        {
            // the method's own cases come first
            return Ok(Some(Returned::by_contract(value, Some(0))));
        }
        let value = m.decl.value.as_ref().filter(|_| exact);
        let value = value.filter(|value| !has_effect(value, Calls::Rest));
        // arithmetic means something else in code than in formulas
        let wraps = self.env.options.wrap;
        Ok(value.map(|value| Returned {
            value,
            case: None,
            math: Some(if wraps { Arithmetic::Java } else { Arithmetic::Bigint }),
        }))
    }
}

/// What a method returns.
struct Returned<'a> {
    value: &'a Expr,
    /// The case of the contract that says so.
    case: Option<usize>,
    /// What arithmetic means there, if not what it means in the method's contract.
    math: Option<Arithmetic>,
}

impl<'a> Returned<'a> {
    fn by_contract(value: &'a Expr, case: Option<usize>) -> Returned<'a> {
        let math = None;
        Returned { value, case, math }
    }
}

/// What a case of a contract says that a method returns.
fn returned_by(case: &SpecCase) -> Option<&Expr> {
    case.ensures.iter().find_map(|clause| match &*clause.formula.kind {
        ExprKind::Binary(BinaryOp::Eq | BinaryOp::Iff, a, b) => match (&*a.kind, &*b.kind) {
            (ExprKind::Result, _) => Some(b),
            (_, ExprKind::Result) => Some(a),
            _ => None,
        },
        _ => None,
    })
}
