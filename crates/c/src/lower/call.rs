//! Calls: by contract and inlined; and what a call may change.

use super::addresses::memory_type;
use super::body::Body;
use super::environment::Callee;
use super::random::is_random;
use super::survey::Change;
use super::value::{Home, Lowering, Object, Val, wrong};
use super::{has_loop, library, survey};
use crate::syntax::ast::{self, Expr, ExprKind as E, StmtKind as S};
use crate::syntax::walk;
use crate::types::{Signature, Type};
use abide_base::Span;
use abide_frontend::draft::Drafting;
use abide_ir::{CheckKind, StmtKind};
use abide_logic::{Term, Var};
use std::collections::BTreeSet;

/// Calls inlined inside one another.
const DEPTH: usize = 100;

/// How much is read in place in one function, in statements and expressions.
const READ: usize = 60_000;

impl<'a> Body<'_, 'a> {
    /// `f(args)`.
    pub(super) fn call(&mut self, f: &'a Expr, args: &'a [Expr], span: Span) -> Lowering<Val> {
        let refs: Vec<&'a Expr> = std::iter::once(f).chain(args).collect();
        self.sequenced(&refs)?;
        let name = match &*f.kind {
            E::Name(n) if self.find_local(&n.text).is_none() => n.text.to_string(),
            _ => return self.call_pointer(f, args, span),
        };
        if self.env.globals.contains_key(&name) {
            return self.call_pointer(f, args, span);
        }
        if let Some(made) = self.allocation(f, args, None, span)? {
            return Ok(made);
        }
        if let Some(known) = self.library(&name, args, span)? {
            return Ok(known);
        }
        let Some(callee) = self.env.callees.get(&name).cloned() else {
            let values = self.arguments(args, None, false)?;
            self.pass_on(&values, span);
            self.may_call_back(&values);
            return self.with_invariants((&name, None), span, |b| b.unknown(&name, &Type::INT, &values, span));
        };
        self.uses_name(&name);
        self.fits_unseen_parameters(&name, &callee, args, span);
        let values = self.arguments(args, Some(&callee.signature), callee.library)?;
        self.invoke(&name, &callee, values, span)
    }

    pub(super) fn invoke(&mut self, name: &str, callee: &Callee<'a>, values: Vec<Val>, span: Span) -> Lowering<Val> {
        self.keeps_promises(callee, &values, span);
        self.with_invariants((name, Some(callee)), span, |b| {
            b.invoke_as_it_is(name, callee, values, span)
        })
    }

    fn invoke_as_it_is(&mut self, name: &str, callee: &Callee<'a>, values: Vec<Val>, span: Span) -> Lowering<Val> {
        if callee.function.is_none()
            && !callee.elsewhere
            && let Some(number) = self.exact_function(name, &values, span)
        {
            return Ok(number);
        }
        if let Some(contract) = callee.contract {
            self.relies.extend(callee.function.map(|f| f.name.text.to_string()));
            self.relies.extend(callee.elsewhere.then(|| name.to_string()));
            self.may_call_back(&values);
            return self.call_by_contract(name, callee, contract, values, span);
        }
        self.not_without(callee);
        let again = self.inlined.iter().any(|n| n == name);
        if let Some(function) = callee.function
            && self.env.can_inline(name)
            && !again
            && self.inlined.len() < DEPTH
            && self.read_size < READ
        {
            self.read.insert(function.name.text.to_string());
            self.read_size += survey::size(&function.body);
            return self.inline(name, function, callee, values, span);
        }
        if self.env.is_functional(name) {
            return self.call_functional(name, callee, values, span);
        }
        let is_followed = self.is_followed(name, callee);
        let known = match is_followed {
            true => &mut self.followed,
            false => &mut self.relies,
        };
        known.extend(callee.function.map(|f| f.name.text.to_string()));
        known.extend(callee.elsewhere.then(|| name.to_string()));
        self.may_call_back(&values);
        let result = callee.signature.result.clone();
        let defined = callee.function.is_some();
        let is_library = !self.env.is_of_program(name);
        let nondet = is_library && library::is_nondet(name);
        let is_drawn = is_random(name) && self.env.seeds_are_known();
        if (defined || callee.header || callee.elsewhere) && !nondet || nondet && is_drawn {
            self.guesses.insert(span);
        }
        if !defined && !nondet {
            self.pass_on(&values, span);
        }
        if is_library && library::is_harmless(name) {
            return Ok(self.arbitrary(&result, span));
        }
        if nondet {
            self.writes_through(&values, span);
            let value = self.arbitrary(&result, span);
            if let (Some((low, high)), [term]) = (library::returned(name), value.parts.as_slice()) {
                let inside = [
                    Term::le(Term::int(low), term.clone()),
                    Term::le(term.clone(), Term::int(high)),
                ];
                self.assume(Term::and(inside), span);
            }
            return Ok(value);
        }
        let values = match defined {
            true => values.into_iter().map(|v| self.settled(v, span)).collect(),
            false => values,
        };
        if defined {
            self.pass_on(&values, span);
            self.keep_to_granted(callee, &values, span);
        }
        let begun = is_followed.then(|| self.begin_subroutine(span));
        let value = self.unknown(name, &result, &values, span)?;
        if self.guesses.contains(&span) {
            self.may_not_return(span);
        }
        if let Some(begun) = begun {
            self.end_subroutine(name, begun, &values, &value, span);
        }
        if callee.noreturn {
            self.assume(Term::ff(), span);
        }
        Ok(value)
    }

    /// The arguments, each converted to the type of its parameter, left to right.
    pub(super) fn arguments(
        &mut self,
        args: &'a [Expr],
        signature: Option<&Signature>,
        library: bool,
    ) -> Lowering<Vec<Val>> {
        let mut values = Vec::new();
        for (number, arg) in args.iter().enumerate() {
            let ty = signature.and_then(|s| s.params.get(number)).cloned();
            let made = match (&ty, &*arg.kind) {
                (Some(ty @ Type::Pointer(_)), E::Call(f, _, inner)) => self.allocation(f, inner, Some(ty), arg.span)?,
                _ => None,
            };
            let val = match made {
                Some(made) => made,
                None => self.value(arg)?,
            };
            let val = match ty {
                Some(ty) => {
                    // contracts of the library speak of the bytes of memory of any type
                    let real = memory_type(&val);
                    let kept = library && ty.target() == Some(&Type::Void);
                    let val = self.stored_as(val, &ty, arg.span)?;
                    Val {
                        real: Some(real).filter(|r| kept && *r != Type::Void),
                        ..val
                    }
                }
                None => val,
            };
            let later = args[number + 1..].iter().any(survey::has_effect);
            values.push(if later { self.save(val, arg.span) } else { val });
        }
        if let Some(signature) = signature {
            let wanted = signature.params.len();
            if values.len() < wanted || values.len() > wanted && !signature.variadic {
                let span = args.last().map_or(Span::default(), |a| a.span);
                return Err(wrong(span, format!("the function takes {wanted} arguments")));
            }
        }
        Ok(values)
    }

    /// The body of a small function in place of its call.
    pub(super) fn inline(
        &mut self,
        name: &str,
        function: &'a crate::syntax::ast::Function,
        callee: &Callee<'a>,
        values: Vec<Val>,
        span: Span,
    ) -> Lowering<Val> {
        for unread in &callee.unread {
            self.leave_out(unread.said.clone());
        }
        let keep = |b: &mut Self, v: Val| if b.names_function(&v) { v } else { b.save(v, span) };
        let values: Vec<Val> = values.into_iter().map(|v| keep(self, v)).collect();
        let leave = self.label("return");
        let result = callee.signature.result.clone();
        let object = match &result {
            Type::Void => None,
            ty => {
                let mut object = self.new_object("\\result", ty, false, span)?;
                object.set = None;
                Some(object)
            }
        };
        if let Some(Home::Vars(vars)) = object.as_ref().map(|o| &o.home)
            && !vars.is_empty()
        {
            self.emit(StmtKind::Havoc(vars.clone()), span);
            let parts: Vec<Term> = vars.iter().map(Var::term).collect();
            let fact = self.well_typed(&result, &parts);
            self.assume(fact, span);
        }
        let arrays = self.env.arrays.with_locals(&function.body);
        let mut address_taken = super::address_taken::AddressTaken::default();
        address_taken.block(&function.body, &arrays);
        let pre = self.snapshot("pre");
        let outer = Outer {
            scopes: std::mem::take(&mut self.scopes),
            params: std::mem::take(&mut self.params),
            targets: std::mem::take(&mut self.targets),
            jumps: std::mem::take(&mut self.jumps),
            labels: std::mem::take(&mut self.labels),
            label_depths: std::mem::take(&mut self.label_depths),
            label_states: std::mem::take(&mut self.label_states),
            address_taken: std::mem::replace(&mut self.address_taken, address_taken.vars),
            skipped: std::mem::replace(&mut self.skipped, survey::skipped(&function.body)),
            bases: std::mem::replace(&mut self.bases, survey::bases(function)),
            result: std::mem::replace(&mut self.result, object.clone()),
            leave: self.leave.replace((leave.clone(), 0)),
            function: std::mem::replace(&mut self.function, function),
            pre: std::mem::replace(&mut self.pre, pre),
        };
        let declaring = self.declaring.take();
        self.inlined.push(name.to_string());
        let body = self.block(|b| {
            b.scopes.push(Vec::new());
            for (param, val) in function.params.iter().zip(values) {
                if param.name.is_some() {
                    b.inlined_parameter(function, param, val, span)?;
                }
            }
            b.enter_labels(&function.body);
            let ((), inside) = b.block(|b| b.scoped(&function.body))?;
            let voided = b.void_blocks(span);
            b.code.extend(voided);
            b.code.extend(inside);
            b.returns_nothing(function, false);
            b.pop_scope(span);
            b.place_label(leave, span);
            Ok(())
        });
        self.inlined.pop();
        self.declaring = declaring;
        self.restore(outer);
        let ((), code) = body?;
        let filled = self.filled(pre, span);
        self.code.extend(filled);
        self.code.extend(code);
        if self.env.is_bound(name, Some(callee)) {
            self.owe_invariants(span)?;
        }
        if callee.noreturn {
            // it must not come to this place
            let caller = self.function.name.span;
            self.check(Term::ff(), CheckKind::Postcondition, span, Some(caller));
            self.assume(Term::ff(), span);
        }
        Ok(match object.map(|o| o.home) {
            Some(Home::Vars(vars)) => {
                let val = self.typed(result, vars.iter().map(Var::term).collect());
                // the same call in a loop or expression gives another value
                self.save(val, span)
            }
            _ => Val::void(),
        })
    }

    /// A parameter of an inlined function: a variable if the body assigns it or takes its address, or if annotations of
    /// its loops may have to speak of a number.
    fn inlined_parameter(
        &mut self,
        function: &'a ast::Function,
        param: &'a ast::Param,
        val: Val,
        span: Span,
    ) -> Lowering<()> {
        let name = param.name.as_ref().map_or("", |n| &*n.text);
        let volatile = self.env.types.is_volatile(&param.ty);
        self.params.push((name.to_string(), val.clone()));
        let in_memory = self.address_taken.contains(name);
        let assigned = survey::assigns_parameter(&function.body, name);
        let named = matches!(val.ty, Type::Int(_)) && has_loop(&function.body);
        let object = match in_memory || assigned || volatile || named {
            true => {
                let mut object = self.new_object(name, &val.ty, in_memory, span)?;
                object.set = None;
                self.may_change(&object, volatile, span)?;
                let place = self.object_place(&object);
                self.store(&place, val.parts, span)?;
                object
            }
            false => Object {
                name: name.to_string(),
                ty: val.ty.clone(),
                home: Home::Fixed(val.parts),
                set: None,
                ghost: false,
                counts: Vec::new(),
            },
        };
        self.bring(object);
        Ok(())
    }

    /// Back in the function around an inlined one.
    fn restore(&mut self, outer: Outer<'a>) {
        self.scopes = outer.scopes;
        self.params = outer.params;
        self.targets = outer.targets;
        self.jumps = outer.jumps;
        self.labels = outer.labels;
        self.label_depths = outer.label_depths;
        self.label_states = outer.label_states;
        self.address_taken = outer.address_taken;
        self.skipped = outer.skipped;
        self.bases = outer.bases;
        self.result = outer.result;
        self.leave = outer.leave;
        self.function = outer.function;
        self.pre = outer.pre;
    }

    /// What a call of a function may change, but its own variables.
    pub(super) fn changes_of(&self, name: &str) -> BTreeSet<Change> {
        let mut found = BTreeSet::new();
        self.collect_changes(name, &mut BTreeSet::new(), &mut found);
        found
    }

    fn collect_changes(&self, name: &str, seen: &mut BTreeSet<String>, found: &mut BTreeSet<Change>) {
        let callee = self.env.callees.get(name);
        let function = callee.and_then(|c| c.function);
        if name.starts_with("__builtin_") && callee.is_none() {
            if name.contains("overflow") || name.contains("mem") {
                found.insert(Change::Memory);
            }
            return;
        }
        let is_library = !self.env.is_of_program(name);
        if is_library && ["malloc", "calloc", "aligned_alloc", "free"].contains(&name) {
            // of a new block nothing was known
            return;
        }
        if library::needs_no_contract(name) && is_library || !seen.insert(name.to_string()) {
            // a source of values may write through what it is given
            let writes = library::is_nondet(name) && is_library;
            let pointer = |t: &Type| matches!(t, Type::Pointer(_));
            if writes && callee.is_some_and(|c| c.signature.params.iter().any(pointer)) {
                found.insert(Change::Memory);
            }
            return;
        }
        if let Some(contract) = callee.and_then(|c| c.contract) {
            match &contract.common.assigns {
                Some(assigns) => assigns.places.iter().for_each(|p| survey::changed_place(p, found)),
                None => {
                    found.insert(Change::Anything);
                }
            }
            return;
        }
        let Some(function) = function else {
            found.insert(Change::Anything);
            return;
        };
        let params = function.params.iter().filter_map(|p| p.name.as_ref());
        let mut locals: BTreeSet<String> = params.map(|n| n.text.to_string()).collect();
        walk::statements(&function.body, &mut |s| {
            if let S::Decl(decls) = &s.kind {
                // a variable of the file may be meant outside of the block of one that hides it
                let own = decls.iter().filter(|d| !d.storage.is_static);
                let own = own.filter(|d| !self.env.globals.contains_key(&*d.name.text));
                locals.extend(own.map(|d| d.name.text.to_string()));
            }
        });
        let mut own = BTreeSet::new();
        walk::each_expr(&function.body, &mut |e| {
            if let E::Assign(_, place, _) | E::Step { place, .. } = &*e.kind {
                survey::changed_place(place, &mut own);
            }
        });
        found.extend(
            own.into_iter()
                .filter(|c| !matches!(c, Change::Var(n) | Change::Part(n) if locals.contains(n))),
        );
        survey::all_calls(&function.body)
            .iter()
            .for_each(|f| self.collect_changes(f, seen, found));
    }

    /// May a call of the function make blocks, or give some back?
    pub(super) fn may_allocate(&self, name: &str) -> bool {
        self.reaches_any(
            name,
            &["malloc", "calloc", "aligned_alloc", "realloc", "free"],
            &["allocates", "frees", "fresh"],
        )
    }

    /// May a call of the function end the program, or jump out?
    pub(super) fn may_exit(&self, name: &str) -> bool {
        let mut ends = vec![
            "exit",
            "_Exit",
            "_exit",
            "quick_exit",
            "abort",
            "trap",
            "longjmp",
            "siglongjmp",
        ];
        // a failed assertion is the callee's own failure
        let own = self
            .env
            .callees
            .iter()
            .filter(|(n, c)| c.noreturn && !n.starts_with("__assert"));
        ends.extend(own.map(|(n, _)| n.as_str()));
        self.reaches_any(name, &ends, &[])
    }

    pub(super) fn may_free(&self, name: &str) -> bool {
        self.reaches_any(name, &["free", "realloc"], &["frees"])
    }

    /// Can calling a function lead to a call of one of those wanted, or of one whose contract has
    /// one of the words?
    fn reaches_any(&self, name: &str, wanted: &[&str], words: &[&str]) -> bool {
        self.called_from(name).iter().any(|name| {
            let contract = self.env.callees.get(name).and_then(|c| c.contract);
            wanted.contains(&name.trim_start_matches("__builtin_")) || contract.is_some_and(|c| survey::says(c, words))
        })
    }

    /// The functions that calling one can lead to, itself among them.
    pub(super) fn called_from(&self, name: &str) -> BTreeSet<String> {
        let mut seen = BTreeSet::new();
        let mut open = vec![name.to_string()];
        while let Some(name) = open.pop() {
            let function = self.env.callees.get(&name).and_then(|c| c.function);
            if seen.insert(name) {
                open.extend(function.into_iter().flat_map(|f| survey::calls(&f.body)));
            }
        }
        seen
    }
}

/// What belongs to the function around while another one is inlined.
struct Outer<'a> {
    scopes: Vec<Vec<Object>>,
    params: Vec<(String, Val)>,
    targets: Vec<super::value::Target>,
    jumps: super::state::Jumps<'a>,
    labels: std::collections::BTreeMap<String, String>,
    label_depths: std::collections::BTreeMap<String, usize>,
    label_states: std::collections::BTreeMap<String, usize>,
    address_taken: BTreeSet<String>,
    skipped: BTreeSet<String>,
    bases: std::collections::BTreeMap<String, String>,
    result: Option<Object>,
    leave: Option<(String, usize)>,
    function: &'a crate::syntax::ast::Function,
    pre: usize,
}
