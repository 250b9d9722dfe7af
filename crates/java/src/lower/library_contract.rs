//! Calls of methods whose contracts come with Abide: exceptions as those of the language, and whether a contract says all.

use super::body::Body;
use super::contract::Contract;
use super::state::{Cell, Frame, HeapKind};
use super::value::{Lowering, Scope, Val};
use crate::syntax::ast::{Behavior, BinaryOp, Expr, ExprKind, Literal, Location, QuantifierKind, SpecCase, UnaryOp};
use crate::syntax::walk::{conjuncts, each_expr};
use crate::types::{MethodRef, Type};
use abide_base::Span;
use abide_frontend::draft::Drafting;
use abide_ir::{AssumptionKind, CheckKind, StmtKind};
use abide_logic::{Kind, Term, Var};

/// Does the contract of a method come with Abide?
pub(super) fn is_of_library(m: MethodRef) -> bool {
    m.decl.name.span.file.is_built_in()
}

/// Does a method of the library change its object, and so those that are views of it, by what its contract says?
pub(super) fn changes_object(m: MethodRef) -> bool {
    let frames = m.decl.spec.cases.iter().filter_map(|c| c.assignable.as_ref());
    let mut places = frames.flat_map(|a| &a.locations);
    !m.decl.constructor && places.any(|l| matches!(l, Location::One(_)))
}

impl<'a> Body<'_, 'a> {
    /// May a value be an object of a class of the program?
    pub(super) fn may_be_of_program(&self, ty: &Type) -> bool {
        match ty {
            Type::Array(element) => self.may_be_of_program(element),
            Type::Class(id) => self.classes().get(*id).decl.is_some() || !self.classes().get(*id).is_final,
            _ => false,
        }
    }

    /// A call of a method of the library: by its contract, where that can be read. The classes that it speaks of may not be
    /// there, since the program has classes of its own below them. The arguments come with the types they had before they were
    /// converted.
    pub(super) fn call_of_library(
        &mut self,
        m: MethodRef<'a>,
        contract: &Contract<'a>,
        object: Option<Val>,
        (args, given): (Vec<Val>, &[Type]),
        span: Span,
    ) -> Lowering<Val> {
        if contract.is_empty() {
            return self.call_by_signature(m, given, span);
        }
        match self.block(|b| b.call_by_contract(m, contract, object, args, span)) {
            Ok((val, code)) => {
                self.code.extend(code);
                Ok(val)
            }
            Err(_) => self.call_by_signature(m, given, span),
        }
    }

    /// The contract where nothing is thrown. What the library throws is thrown before anything else happens, as by an
    /// operator of the language.
    pub(super) fn without_exceptions(
        &mut self,
        m: MethodRef<'a>,
        contract: &Contract<'a>,
        scope: &Scope,
        span: Span,
    ) -> Lowering<Contract<'a>> {
        let is_thrown = |case: &SpecCase| is_of_library(m) && case.behavior == Behavior::Exceptional;
        for number in 0..contract.cases.len() {
            let case = contract.cases[number].1;
            if !is_thrown(case) {
                continue;
            }
            let requires = self.requires(contract, number, scope)?;
            let mut when = Term::and(requires.into_iter().map(|(t, _)| t));
            for exception in case.signals_only.iter().flat_map(|(types, _)| types) {
                let name = &*exception.name;
                if case.requires.is_empty() && !self.may_throw(name) {
                    let text = format!("`{}` throws no `{name}`", m.decl.name.text);
                    self.rely_on(AssumptionKind::Library, span, text);
                    continue;
                }
                if case.requires.is_empty() || !case.signals.is_empty() {
                    // it may be thrown, or not
                    when = Term::and([when, self.unknown_choice("thrown", span)]);
                }
                self.throw_narrower(&when, name, span)?;
                self.demand(Term::not(when.clone()), kind_of(name), name, span)?;
            }
        }
        let cases = contract.cases.iter().filter(|(_, case)| !is_thrown(case));
        Ok(Contract {
            cases: cases.copied().collect(),
            adds_up: contract.adds_up,
            pure: contract.pure,
        })
    }
}

/// The library knows nothing of the invariants of the program.
impl<'a> Body<'_, 'a> {
    /// Whoever has an invariant about what a method of the library writes is dirty, as if the program wrote it. Is there
    /// such an invariant, or does the method write nothing else?
    pub(super) fn library_writes(
        &mut self,
        m: MethodRef<'a>,
        seen: &[Val],
        frame: &Option<Frame>,
        span: Span,
    ) -> Lowering<bool> {
        if m.decl.constructor && frame.is_some() {
            // nobody refers to the object yet
            return Ok(true);
        }
        let mut written: Vec<(Var, Option<Val>)> = Vec::new();
        match frame {
            Some(frame) => {
                for cell in &frame.places {
                    match cell {
                        Cell::At(part, at) | Cell::Elements(part, at, ..) => {
                            let whose = seen.iter().find(|v| v.term == *at);
                            written.push((part.clone(), whose.cloned()));
                        }
                        Cell::Everywhere(part) => written.push((part.clone(), None)),
                        _ => {}
                    }
                }
            }
            None => {
                // what it keeps of its object, whatever else the program does meanwhile
                let kept = self
                    .heap
                    .values()
                    .filter(|h| matches!(&h.kind, HeapKind::Field(class, ..) if self.classes().is_built_in(*class)));
                let kept: Vec<Var> = kept.map(|h| h.var.clone()).collect();
                written.extend(kept.into_iter().map(|part| (part, seen.first().cloned())));
            }
        }
        let mut concerns = frame.is_some();
        for (part, whose) in written {
            concerns |= !self.known_readers(&part)?.is_empty();
            self.mark_written(&part, whose.as_ref(), span)?;
        }
        Ok(concerns)
    }
}

/// A method of the library without a frame calls methods of the program, which throw what they like.
impl<'a> Body<'_, 'a> {
    /// What may be thrown behind the effects of a method of the library: what is caught around here, and what its contract
    /// announces.
    pub(super) fn thrown_inside(&self, m: MethodRef<'a>, contract: &Contract<'a>) -> Vec<Type> {
        if !is_of_library(m) {
            return Vec::new();
        }
        let announced = contract.cases.iter().flat_map(|(_, case)| &case.signals_only);
        let announced = announced.flat_map(|(types, _)| types).map(|t| &*t.name);
        let possible = announced.filter(|name| self.may_throw(name));
        let possible = possible.map(|name| Type::Class(self.classes().known(name)));
        self.caught().into_iter().chain(possible).collect()
    }
}

/// Views: whatever changes one collection or map may change others.
impl<'a> Body<'_, 'a> {
    /// What a call rests on with regard to views.
    pub(super) fn relies_on_views(&mut self, span: Span) {
        let (kind, text) = match self.env.views {
            true => (
                AssumptionKind::Library,
                "a view takes what it is given, and what it shows changes by itself only while nobody uses it",
            ),
            false => (
                AssumptionKind::Aliasing,
                "no collection or map here is a view of another one, or of an array",
            ),
        };
        self.rely_on(kind, span, text);
    }

    /// What a method of the library may write where there are views: what one collection or map consists of may be part of others.
    pub(super) fn with_views(&mut self, m: MethodRef<'a>, mut frame: Frame) -> Frame {
        if !self.env.views || !is_of_library(m) || m.decl.constructor {
            return frame;
        }
        let is_content = |c: &Cell| matches!(c, Cell::At(part, _) if self.is_content(part));
        if frame.places.iter().any(is_content) {
            frame.places.retain(|c| !is_content(c));
            let all = self.heap.values().map(|h| h.var.clone());
            let contents = all.filter(|part| self.is_content(part));
            frame.places.extend(contents.map(Cell::Everywhere));
        }
        frame
    }

    /// Does a part of the heap hold what collections or maps consist of?
    fn is_content(&self, part: &Var) -> bool {
        let is_it = |kind: &HeapKind| match kind {
            HeapKind::Field(class, name, _) => {
                self.classes().is_built_in(*class)
                    && matches!(name.as_str(), "count" | "elements" | "present" | "values")
            }
            _ => false,
        };
        self.heap.values().any(|h| h.var == *part && is_it(&h.kind))
    }
}

/// What a contract determines is computed.
impl<'a> Body<'_, 'a> {
    /// Gives the result and the places that a call may have written the values that equations of the postcondition say, so that
    /// runs need not guess them.
    pub(super) fn determine(
        &mut self,
        promised: &[(Term, Span)],
        frame: &Option<Frame>,
        result: Option<&Var>,
        span: Span,
    ) {
        let places = frame.iter().flat_map(|f| &f.places).filter_map(|cell| match cell {
            Cell::At(part, at) => Some((part.clone(), Some(at.clone()))),
            _ => None,
        });
        let mut open: Vec<(Var, Option<Term>)> = Vec::new();
        for place in places.chain(result.map(|r| (r.clone(), None))) {
            if !open.contains(&place) {
                open.push(place);
            }
        }
        let mut equations = Vec::new();
        promised
            .iter()
            .for_each(|(formula, _)| conditional_equations(formula, &Term::tt(), &mut equations));
        loop {
            let unknown: Vec<Var> = open.iter().map(|(var, _)| var.clone()).collect();
            let ready = open.iter().enumerate().find_map(|(i, (var, at))| {
                let place = at
                    .as_ref()
                    .map_or(var.term(), |at| Term::select(var.term(), at.clone()));
                let own: Vec<_> = equations.iter().filter(|(_, target, _)| *target == place).collect();
                let settled = |t: &Term| !t.mentions_any(&unknown);
                let fine = !own.is_empty() && own.iter().all(|(when, _, value)| settled(when) && settled(value));
                let value = own.iter().fold(place, |rest, (when, _, value)| {
                    Term::ite(when.clone(), value.clone(), rest)
                });
                fine.then_some((i, value))
            });
            let Some((i, value)) = ready else { return };
            let (var, at) = open.swap_remove(i);
            let value = at.map_or(value.clone(), |at| Term::store(var.term(), at, value));
            self.assign(&var, value, span);
        }
    }
}

/// The equations of a formula, each with the condition under which it holds, in both directions.
fn conditional_equations(formula: &Term, when: &Term, found: &mut Vec<(Term, Term, Term)>) {
    match formula.kind() {
        Kind::And(parts) => parts.iter().for_each(|part| conditional_equations(part, when, found)),
        Kind::Implies(guard, then) => {
            let when = Term::and([when.clone(), guard.clone()]);
            conditional_equations(then, &when, found);
        }
        Kind::Eq(a, b) => {
            found.push((when.clone(), a.clone(), b.clone()));
            found.push((when.clone(), b.clone(), a.clone()));
        }
        Kind::Var(_) => found.push((when.clone(), formula.clone(), Term::tt())),
        Kind::Not(inner) if inner.as_var().is_some() => found.push((when.clone(), inner.clone(), Term::ff())),
        _ => {}
    }
}

/// Exceptions of which a class of the library may throw a narrower one, where the program tells them apart.
impl<'a> Body<'_, 'a> {
    /// Perhaps what is thrown is of a class below the one that the contract names.
    fn throw_narrower(&mut self, when: &Term, exception: &str, span: Span) -> Lowering<()> {
        let narrower = self.told_apart(exception);
        if narrower.is_empty() {
            return Ok(());
        }
        let is_narrower = self.unknown_choice("narrower", span);
        let ((), thrown) = self.block(|b| b.may_throw_one_of(&narrower, &[], span))?;
        let when = Term::and([when.clone(), is_narrower]);
        self.emit(StmtKind::If(Some(when), thrown, Vec::new()), span);
        Ok(())
    }

    /// The exceptions of the library below one that are caught here, announced, or tested for in the method.
    fn told_apart(&self, exception: &str) -> Vec<Type> {
        let mut types = self.caught();
        types.extend(self.allowed.iter().flatten().cloned());
        let mut tested = |e: &Expr| {
            if let ExprKind::InstanceOf(_, ty, _) | ExprKind::Cast(ty, _) = &*e.kind {
                types.extend(self.classes().resolve(ty, Some(self.class)));
            }
        };
        each_expr(self.method.decl.body.iter().flatten(), &mut tested);
        let above = Type::Class(self.classes().known(exception));
        let is_narrower = |ty: &Type| *ty != above && self.classes().is_assignable(ty, &above);
        let of_library = |ty: &Type| matches!(ty, Type::Class(id) if self.classes().get(*id).decl.is_none());
        types.retain(|ty| is_narrower(ty) && of_library(ty));
        types.dedup();
        types
    }
}

/// What goes wrong where an exception of the library is not caught.
fn kind_of(exception: &str) -> CheckKind {
    match exception {
        "NullPointerException" => CheckKind::Null,
        "IndexOutOfBoundsException" | "ArrayIndexOutOfBoundsException" | "StringIndexOutOfBoundsException" => {
            CheckKind::Bounds
        }
        "NegativeArraySizeException" => CheckKind::NegativeSize,
        "ClassCastException" => CheckKind::Cast,
        _ => CheckKind::Uncaught,
    }
}

/// What a contract determines: a run that depends on nothing else is one that can be.
pub(super) struct Known {
    pub result: bool,
    /// All that changes.
    pub effect: bool,
    /// That all which may change does.
    pub writes: bool,
}

impl Known {
    /// What each case determines.
    pub fn by(m: MethodRef, contract: &Contract) -> Known {
        let each: Vec<Known> = contract.cases.iter().map(|(_, case)| Known::by_case(m, case)).collect();
        let gives = !m.decl.constructor && &*m.decl.result.name != "void";
        Known {
            result: !gives || !each.is_empty() && each.iter().all(|k| k.result),
            effect: contract.pure || !each.is_empty() && each.iter().all(|k| k.effect),
            writes: !each.is_empty() && each.iter().all(|k| k.writes),
        }
    }

    /// Of what changes through views nothing more is known.
    pub fn but_for_views(self, changes_others: bool) -> Known {
        match changes_others {
            true => Known {
                result: self.result,
                effect: false,
                writes: false,
            },
            false => self,
        }
    }

    fn by_case(m: MethodRef, case: &SpecCase) -> Known {
        let mut facts = Vec::new();
        case.ensures.iter().for_each(|c| conjuncts(&c.formula, &mut facts));
        let equals = |wanted: &dyn Fn(&Expr) -> bool| {
            let tells = |e: &&Expr| matches!(&*e.kind, ExprKind::Binary(BinaryOp::Eq, value, _) if wanted(value));
            facts.iter().any(tells)
        };
        let is_result = |e: &Expr| matches!(&*e.kind, ExprKind::Result);
        let is_truth = |e: &Expr| match &*e.kind {
            ExprKind::Unary(UnaryOp::Not, value) => is_result(value),
            _ => is_result(e),
        };
        let gives = !m.decl.constructor && &*m.decl.result.name != "void";
        let is_set = |location: &Location| match location {
            Location::Nothing | Location::StrictlyNothing => true,
            Location::One(place) => match &*place.kind {
                ExprKind::Name(name) => {
                    let is_it = |e: &Expr| matches!(&*e.kind, ExprKind::Name(n) if n == name);
                    let is_true = facts.iter().any(|e| is_it(e));
                    equals(&is_it) || is_true || facts.iter().any(|e| filled(e).is_some_and(&is_it))
                }
                _ => false,
            },
            Location::Elements(_) => facts.iter().any(|e| filled(e).is_some()),
            _ => false,
        };
        let is_changed = |location: &Location| match location {
            Location::One(place) => facts.iter().any(|e| counts(e, place)),
            _ => false,
        };
        let places = || case.assignable.iter().flat_map(|a| &a.locations);
        Known {
            result: !gives || equals(&is_result) || facts.iter().any(|e| is_truth(e)),
            writes: places().any(is_changed) && places().all(|place| is_changed(place) || is_set(place)),
            effect: case.assignable.is_some() && places().all(is_set),
        }
    }
}

/// The array or sequence of which a formula says what every element is.
fn filled(e: &Expr) -> Option<&Expr> {
    let ExprKind::Quantified(QuantifierKind::Forall, _, _, _, body) = &*e.kind else {
        return None;
    };
    let ExprKind::Binary(BinaryOp::Eq, value, _) = &*body.kind else {
        return None;
    };
    match &*value.kind {
        ExprKind::Index(array, _) => Some(array),
        _ => None,
    }
}

/// Does a formula say that a number has become another one: `n == \old(n) + 1`?
fn counts(e: &Expr, place: &Expr) -> bool {
    let is_place = |e: &Expr| match (&*e.kind, &*place.kind) {
        (ExprKind::Name(a), ExprKind::Name(b)) => a == b,
        _ => false,
    };
    let ExprKind::Binary(BinaryOp::Eq, new, value) = &*e.kind else {
        return false;
    };
    let ExprKind::Binary(BinaryOp::Add | BinaryOp::Sub, old, by) = &*value.kind else {
        return false;
    };
    let is_old = matches!(&*old.kind, ExprKind::Old(e, _) if is_place(e));
    is_place(new) && is_old && matches!(&*by.kind, ExprKind::Literal(Literal::Int(n)) if *n != 0.into())
}
