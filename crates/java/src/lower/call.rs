//! Calls: of methods in the file, in the library, and of those about which nothing is known.

use super::body::Body;
use super::bounds::Needs;
use super::invariant::Next;
use super::joins::is_copy;
use super::library_contract::is_of_library;
use super::state::Goal;
use super::value::{Lowering, Val};
use crate::syntax::ast::{self, Expr, ExprKind};
use crate::types::{ClassId, MethodRef, Type};
use abide_base::Span;
use abide_frontend::draft::Drafting;
use abide_ir::{CheckKind, StmtKind};
use abide_logic::Term;

impl<'a> Body<'_, 'a> {
    /// `f(…)`, `e.f(…)`, `C.f(…)`, `super.f(…)`.
    pub(super) fn call(
        &mut self,
        target: Option<&'a Expr>,
        name: &'a ast::Name,
        args: &'a [Expr],
        span: Span,
    ) -> Lowering<Val> {
        if matches!(&*name.text, "this" | "super") && target.is_none() {
            return self.constructor_call(&name.text, args, span);
        }
        let class = target.and_then(|t| self.as_class(t));
        if let (None, Some(_)) = (class, target.and_then(|t| self.unknown_class(t))) {
            self.arguments(args)?;
            return self.unknown_call(&name.text, span);
        }
        let is_super = target.is_some_and(|t| matches!(&*t.kind, ExprKind::Super(_)));
        let later: Vec<&'a Expr> = args.iter().collect();
        let object = match target {
            Some(t) if class.is_none() => {
                if let Some(val) = self.print_call(t, &name.text, args, span)? {
                    return Ok(val);
                }
                let val = self.object(t)?;
                self.array_as_taken(&val, t)?;
                Some(self.save_if_changed(val, &later, t.span))
            }
            _ => None,
        };
        let copied = match target {
            Some(t) if is_copy(t, &name.text) => self.unseen_among(args),
            _ => Vec::new(),
        };
        let values = self.arguments(args)?;
        if object.as_ref().is_some_and(|o| self.is_builder(&o.ty)) && matches!(&*name.text, "append" | "insert") {
            for (val, e) in values.iter().zip(args) {
                self.value_as_taken(val, e, Needs::Text)?;
            }
        }
        // where the method is looked for, and the object it is called on
        let searched = match (class, &object) {
            (Some(c), _) => Some((c, None)),
            (None, Some(o)) => match o.ty {
                Type::Class(c) => Some((c, Some(o.clone()))),
                _ => None,
            },
            // the innermost class that has a method of the name, whatever its parameters
            (None, None) => {
                let this = self.this.clone();
                let has = |b: &Self, id| b.classes().has_method(id, &name.text).then_some(id);
                let own = self.outward(self.class, this, has);
                own.or_else(|| Some((self.imported_method(&name.text)?, None)))
            }
        };
        let found = searched.and_then(|(c, o)| {
            let m = self.pick(c, &name.text, &values)?;
            self.no_better_overload(c, m, &values, span);
            Some((m, o))
        });
        // of another class only static methods are imported
        let found = found.filter(|(m, o)| target.is_some() || o.is_some() || m.decl.modifiers.is_static);
        let is_static = found.as_ref().is_some_and(|(m, _)| m.decl.modifiers.is_static);
        if let (Some(object), Some(t)) = (&object, target)
            && !is_super
            && !is_static
        {
            self.not_null(object, t.span)?;
        }
        self.flow.unseen.extend(copied.iter().cloned());
        if let Some(val) = self.library_call(class, object.as_ref(), &name.text, &values, span)? {
            return Ok(val);
        }
        self.flow.unseen.retain(|v| !copied.contains(v));
        let Some((m, object)) = found else {
            return self.unresolved_call(class, object.as_ref(), &name.text, values.len(), span);
        };
        let object = object.filter(|_| !m.decl.modifiers.is_static);
        if m.decl.modifiers.is_static {
            self.first_use(m.class, span)?;
        }
        // what is called exactly is known: the method cannot be overridden
        let exact = is_super || self.is_exact(m) || object.as_ref().is_some_and(|o| self.is_exact_type(&o.ty));
        self.dirty.above = is_super;
        let own = target.is_none_or(|t| matches!(&*t.kind, ExprKind::This(_)));
        let chosen = m.decl.type_params.iter().any(|p| p.name.text == m.decl.result.name);
        let vague = chosen || self.is_vague_member(&m.decl.result, m.class, own);
        self.arguments_as_taken(m, &values, args)?;
        let m = self.with_keys(m, (object.as_ref(), target), &values, span);
        let val = self.invoke(m, object.clone(), values, exact, span)?;
        let standing = target.filter(|_| vague && !chosen);
        match standing.and_then(|t| self.type_in(&m.decl.result, m.class, t)) {
            Some(ty) => Ok(self.known(Val::new(val.term, ty), span)),
            None => Ok(self.result_as_taken(val.vague_if(vague), m, (object.as_ref(), target))),
        }
    }

    /// The class whose static methods of a name the file imports, if it is the only one that may be meant.
    fn imported_method(&self, name: &str) -> Option<ClassId> {
        match self.classes().imported_from(self.class, name).as_slice() {
            [(_, class)] => class.filter(|id| self.classes().has_method(*id, name)),
            _ => None,
        }
    }

    /// Code that we do not read runs: it may write everything, and throw what is caught here.
    pub(super) fn anything_happens(&mut self, span: Span) -> Lowering<()> {
        self.owe_statics(span)?;
        self.unread_code(span)
    }

    /// Code that is not given runs, in the same way.
    pub(super) fn unknown_code(&mut self, span: Span) -> Lowering<()> {
        if self.env.options.bargains.library {
            self.trusts_library(span)?;
            return self.unknown_end(span);
        }
        self.trust_with_statics(span)?;
        self.unread_code(span)
    }

    fn unread_code(&mut self, span: Span) -> Lowering<()> {
        self.owe_dirty(&Next::Anybody, span)?;
        self.guesses.insert(span);
        self.frame_covers(&None, false, span);
        self.grow(span);
        self.forget(&None, span);
        self.trust_unknown_code(span)?;
        self.unknown_end(span)
    }

    /// Code of which nothing is known may throw what is caught here, and need not come back.
    pub(super) fn unknown_end(&mut self, span: Span) -> Lowering<()> {
        let caught = self.caught();
        self.may_throw_one_of(&caught, &[], span)?;
        self.may_not_return(span);
        Ok(())
    }

    /// Perhaps an exception of one of these types is thrown, of which the facts hold.
    pub(super) fn may_throw_one_of(&mut self, types: &[Type], facts: &[(Term, Span)], span: Span) -> Lowering<()> {
        if types.is_empty() {
            return Ok(());
        }
        let thrown = self.thrown.clone();
        let ((), failing) = self.block(|b| {
            b.emit(StmtKind::Havoc(vec![thrown.clone()]), span);
            b.assume(Term::ne(thrown.term(), Term::null()), span);
            let throwable = Type::Class(b.classes().known("Throwable"));
            let fact = b.well_typed(&thrown.term(), &throwable);
            b.assume(fact, span);
            let types: Vec<Term> = types.iter().map(|t| b.has_type(&thrown.term(), t)).collect();
            b.assume(Term::or(types), span);
            for (formula, _) in facts {
                b.assume_formula(formula.clone(), span);
            }
            b.leave(Goal::Throw, span);
            Ok(())
        })?;
        let throws = match self.guesses.contains(&span) {
            true => Some(self.unknown_choice("throws", span)),
            false => None,
        };
        self.emit(StmtKind::If(throws, failing, Vec::new()), span);
        Ok(())
    }

    /// Calls a method with evaluated arguments.
    pub(super) fn invoke(
        &mut self,
        m: MethodRef<'a>,
        object: Option<Val>,
        values: Vec<Val>,
        exact: bool,
        span: Span,
    ) -> Lowering<Val> {
        self.knows_contract(m, span);
        let above = std::mem::take(&mut self.dirty.above);
        let given: Vec<Type> = values.iter().map(|v| v.ty.clone()).collect();
        let args = self.converted(m, values, span)?;
        if let (Some(object), true) = (&object, self.env.polluted && !exact) {
            self.fits_below(m, object, &args, span)?;
        }
        let contract = self.contract(m);
        if is_of_library(m) {
            return self.call_of_library(m, &contract, object, (args, &given), span);
        }
        if contract.is_empty() && exact && self.may_inline(m) {
            return self.inline(m, object, args, span);
        }
        self.dirty.above = above;
        self.call_by_contract(m, &contract, object, args, span)
    }

    /// Where the source's types cannot be relied on, a method below may be given what it does not take.
    fn fits_below(&mut self, m: MethodRef<'a>, object: &Val, args: &[Val], span: Span) -> Lowering<()> {
        for below in self.classes().narrowed(m) {
            let is = self.has_type(&object.term, &Type::Class(below.class));
            for (ty, arg) in self.classes().parameters(below).iter().zip(args) {
                if arg.ty.is_reference() && !self.classes().is_assignable(&arg.ty, ty) {
                    let null = Term::eq(arg.term.clone(), Term::null());
                    let fits = self.has_type(&arg.term, ty);
                    let holds = Term::or([Term::not(is.clone()), null, fits]);
                    self.demand(holds, CheckKind::Cast, "ClassCastException", span)?;
                }
            }
        }
        Ok(())
    }

    /// Arguments as the parameters take them.
    pub(super) fn converted(&mut self, m: MethodRef<'a>, values: Vec<Val>, span: Span) -> Lowering<Vec<Val>> {
        let params = self.classes().parameters(m);
        let each = values.into_iter().zip(&params).zip(&m.decl.params);
        each.map(|((val, ty), param)| {
            if let Some(bound) = self
                .bound_in(&param.ty, m.class, Some(m.decl))
                .filter(|_| !is_of_library(m))
            {
                let taken = self.convert(val, &bound, span)?;
                let known = self.known_bound(&param.ty, m.class, Some(m.decl));
                return Ok(Val::new(taken.term, known.unwrap_or_else(|| ty.clone())));
            }
            let own = self.classes().boxed(&val.ty).map_or(val.ty.clone(), Type::Class);
            let taken = self.convert(val, ty, span)?;
            // of what is compared the type counts
            let exact = is_of_library(m) && m.decl.modifiers.model && own != Type::Null && ty.is_reference();
            Ok(if exact { Val::new(taken.term, own) } else { taken })
        })
        .collect()
    }
}
