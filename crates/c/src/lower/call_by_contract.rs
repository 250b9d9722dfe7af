//! Calls by contract: the caller proves the precondition, forgets what the callee may write, and assumes the
//! postcondition.

use super::body::Body;
use super::contract::Stated;
use super::environment::Callee;
use super::library;
use super::state::Region;
use super::value::{Lowering, Scope, Val, View};
use crate::syntax::ast::{AssertKind, Contract, Function};
use crate::types::Type;
use abide_base::{Diagnostic, Span};
use abide_frontend::draft::Drafting;
use abide_ir::{AssumptionKind, CheckKind, StmtKind};
use abide_logic::{Term, Var};

/// What a callee may write where a behaviour of it applies.
#[derive(Clone)]
struct Written {
    guard: Term,
    /// As it is checked against the caller's own frame.
    checked: Vec<Region>,
    /// The same in terms of the state before the call.
    forgotten: Vec<Region>,
}

impl Written {
    /// What is written in one of several behaviours.
    fn any_of(behaviors: &[Written]) -> Written {
        Written {
            guard: Term::tt(),
            checked: behaviors.iter().flat_map(|w| w.checked.clone()).collect(),
            forgotten: behaviors.iter().flat_map(|w| w.forgotten.clone()).collect(),
        }
    }
}

impl<'a> Body<'_, 'a> {
    /// A call of a function that is granted preconditions has to keep to them. One that cannot be said here is not kept to.
    pub(super) fn keep_to_granted(&mut self, callee: &Callee<'a>, args: &[Val], span: Span) {
        let Some(function) = callee.function else { return };
        let names = callee.params.iter().cloned().zip(args.iter().cloned());
        let bound = names.filter_map(|(name, val)| Some((name?, val))).collect();
        let now = Scope::of_contract(bound, View::Now, View::Now);
        for clause in function.granted.iter().flatten() {
            let kept = match self.formula(&clause.formula, &now) {
                Ok(formula) => self.with_types(formula),
                Err(_) => Term::ff(),
            };
            self.owe_granted(kept, span, clause.span);
        }
    }

    /// A call of which the contract is all that is known.
    pub(super) fn call_by_contract(
        &mut self,
        name: &str,
        callee: &Callee<'a>,
        contract: &'a Contract,
        args: Vec<Val>,
        span: Span,
    ) -> Lowering<Val> {
        let args: Vec<Val> = args.into_iter().map(|a| self.save(a, span)).collect();
        self.assumptions_of_call(name, callee, contract, span);
        let names = callee.params.iter().cloned();
        let bound: Vec<(String, Val)> = names
            .zip(args.clone())
            .filter_map(|(name, val)| Some((name?, val)))
            .collect();
        // a function that is only declared does all that its contract allows, one that a header declares what it does
        let partly_known = (callee.library || callee.header) && !library::determines_result(contract);
        if callee.function.is_some() || callee.elsewhere || partly_known {
            self.guesses.insert(span);
        }
        let speaks = self.env.speaks_of_values(contract);
        if !speaks {
            self.pass_to(callee.function, &args, span);
            if self.initialized.speaks {
                // what the other one returns has values by custom only
                self.guesses.insert(span);
            }
        }
        let snapshot = self.snapshot("call");
        let now = Scope::of_contract(bound.clone(), View::Now, View::Now);
        self.not_without(callee);
        self.void_casts.clear();
        let required = self.required(contract, &now)?;
        let frames = self.frames(contract, &now)?;
        self.passed_as_void(span);
        for clause in required {
            let formula = self.with_types(clause.formula.clone());
            match clause.kind {
                AssertKind::Admit => self.admitted(formula, clause.span),
                _ => self.check(formula, CheckKind::Precondition, span, Some(clause.span)),
            }
        }
        self.recursion_decreases(name, contract, &now, span)?;
        let result = callee.signature.result.clone();
        let value = self.result_value(&result);
        let mut after = Scope::of_contract(bound.clone(), View::Now, View::At(snapshot));
        after.result = Some(value.clone());
        let before = Scope::of_contract(bound.clone(), View::At(snapshot), View::At(snapshot));
        let ensured = self.ensured(contract, &after, &before)?;
        self.passed_as_void(span);
        // in the state before, whatever of it is forgotten first
        let written = self.frames(contract, &before)?;
        self.void_casts.clear();
        let filled = self.filled(snapshot, span);
        self.code.extend(filled);
        let frames: Vec<Written> = frames
            .into_iter()
            .zip(written)
            .map(|(now, before)| Written {
                guard: now.guard,
                checked: now.regions,
                forgotten: before.regions,
            })
            .collect();
        let own = contract.common.assigns.is_some();
        let every = !contract.behaviors.is_empty() && contract.behaviors.iter().all(|b| b.assigns.is_some());
        let (common, behaviors) = frames.split_at(usize::from(own));
        let common = match common.first() {
            None if every && !contract.complete.is_empty() => Some(Written::any_of(behaviors)),
            common => common.cloned(),
        };
        // where two behaviours apply only what both frames name is written, which is more than is said here
        if behaviors.len() > 1 && contract.disjoint.is_empty() {
            self.guesses.insert(span);
        }
        let given_by = callee.function.filter(|_| !speaks).map(|f| (f, args.as_slice()));
        self.forget_written(name, behaviors, common.as_ref(), given_by, span)?;
        self.assume_result(&result, &value, ensured, span);
        if callee.noreturn {
            self.assume(Term::ff(), span);
        }
        if callee.function.is_some() && self.may_exit(name) {
            self.may_not_return(span);
        }
        // whether it is zero may be known where it is not
        let truth = match library::determined_truth(contract).filter(|_| callee.library) {
            Some(when) => Some(self.formula(when, &before)?),
            None => None,
        };
        Ok(Val { truth, ..value })
    }

    /// What a callee may write is forgotten: by the behaviour that applies, else by its common frame, else all there is.
    fn forget_written(
        &mut self,
        name: &str,
        behaviors: &[Written],
        common: Option<&Written>,
        given_by: Option<(&'a Function, &[Val])>,
        span: Span,
    ) -> Lowering<()> {
        if let Some((behavior, rest)) = behaviors.split_first() {
            let one = std::slice::from_ref(behavior);
            let ((), yes) = self.block(|b| b.forget_written(name, &[], one.first(), given_by, span))?;
            let ((), no) = self.block(|b| b.forget_written(name, rest, common, given_by, span))?;
            self.emit(StmtKind::If(Some(behavior.guard.clone()), yes, no), span);
            return Ok(());
        }
        let Some(frame) = common else {
            self.frame_covers_all(span);
            self.all_may_be_given(span);
            self.forget_everything(span);
            return Ok(());
        };
        self.frame_covers(&frame.checked, span);
        for region in &frame.forgotten {
            self.forget(region, span);
            self.may_be_given(region, span);
        }
        if let Some((function, args)) = given_by {
            self.given_by(function, args, span);
        }
        if self.may_allocate(name) {
            self.grow(self.may_free(name), span);
        }
        Ok(())
    }

    /// Records the assumptions that a call by contract rests on.
    fn assumptions_of_call(&mut self, name: &str, callee: &Callee<'a>, contract: &'a Contract, span: Span) {
        if callee.library {
            let text = format!("`{name}` is as its contract in the library of Abide says");
            self.rely_on(AssumptionKind::Library, span, text);
            if callee.signature.params.iter().any(|ty| self.env.is_stream(ty)) {
                self.rely_on(AssumptionKind::Library, span, library::OPEN_STREAMS);
            }
        } else if callee.function.is_none() {
            let text = format!("`{name}`, which has no body here, keeps its contract");
            self.rely_on(AssumptionKind::Contract, span, text);
        } else if contract.decreases.is_none() && self.leads_back(name) {
            self.rely_on(AssumptionKind::Termination, span, "the recursion ends");
        }
    }

    /// The result is any value of its type that satisfies the postcondition.
    fn assume_result(&mut self, ty: &Type, value: &Val, ensured: Vec<Stated>, span: Span) {
        let vars: Vec<Var> = value.parts.iter().filter_map(|t| t.as_var().cloned()).collect();
        if !vars.is_empty() {
            self.emit(StmtKind::Havoc(vars), span);
        }
        let fact = self.well_typed(ty, &value.parts);
        self.assume(fact, span);
        for clause in ensured {
            match clause.kind {
                AssertKind::Check => continue,
                AssertKind::Admit => self.rely_on_clause(clause.span),
                AssertKind::Assert => {}
            }
            let facts = self.read_types(&clause.formula);
            self.assume(facts, span);
            self.assume(clause.formula, span);
        }
    }

    /// Clauses of a callee that were left out are missed here, if its calls depend on them.
    pub(super) fn not_without(&mut self, callee: &Callee<'a>) {
        for unread in callee.unread.iter().filter(|u| u.calls) {
            self.leave_out(unread.said.clone());
        }
    }

    /// A formula that is believed because the source says so.
    pub(super) fn admitted(&mut self, formula: Term, span: Span) {
        self.rely_on_clause(span);
        self.assume(formula, span);
    }

    pub(super) fn rely_on_clause(&mut self, span: Span) {
        self.rely_on(
            AssumptionKind::Admitted,
            span,
            "this clause is admitted, and not checked",
        );
    }

    /// May a call lead back to the function itself?
    pub(super) fn leads_back(&self, name: &str) -> bool {
        let root = &self.inlined[0];
        name == root || self.inlined.iter().any(|n| n == name) || self.env.reaches(name, root)
    }

    /// A call that may lead back to the function itself comes with a smaller measure.
    fn recursion_decreases(&mut self, name: &str, contract: &'a Contract, now: &Scope, span: Span) -> Lowering<()> {
        let root = self.inlined[0].clone();
        let own = self.env.callees.get(&root).and_then(|c| c.contract);
        let Some(measure) = own.and_then(|c| c.decreases.as_ref()) else {
            return Ok(());
        };
        if !self.leads_back(name) {
            return Ok(());
        }
        let Some(theirs) = &contract.decreases else {
            let message = format!("`{name}`, called here, leads back and has no `decreases`");
            self.leave_out(Diagnostic::warning(measure.span, message));
            return Ok(());
        };
        let start = self.own_scope(View::At(0), View::At(0));
        let before = self.spec_integer(measure, &start)?;
        let next = self.spec_integer(theirs, now)?;
        let smaller = Term::and([Term::le(Term::int(0), before.clone()), Term::lt(next, before)]);
        let smaller = self.with_types(smaller);
        self.check(smaller, CheckKind::Decreases, span, Some(measure.span));
        Ok(())
    }

    fn result_value(&mut self, ty: &Type) -> Val {
        self.returned.insert(ty.clone());
        let leaves = self.leaves(ty);
        let parts = leaves.iter().map(|l| self.temp("\\result", l.sort()).term()).collect();
        self.typed(ty.clone(), parts)
    }
}
