//! The order of evaluation, which C leaves open: that the value of an expression does not depend on it must be plain
//! from its parts. Else it is open, and the parts are taken from left to right.

use super::body::Body;
use super::library;
use super::place::is_place;
use super::survey::{self, Change};
use super::value::Lowering;
use crate::syntax::ast::{Expr, ExprKind as E, Init, RecordKind, UnaryOp};
use crate::syntax::walk;
use crate::types::Type;
use abide_base::{Diagnostic, Span};
use abide_ir::CheckKind;
use std::collections::BTreeSet;

/// What of an expression depends on the order in which its parts are evaluated.
enum Conflict {
    /// A variable that one part changes and another uses: undefined.
    Variable(String, Span),
    /// Perhaps its value.
    Value(&'static str, Span),
}

impl<'a> Body<'_, 'a> {
    /// What is changed in one part of an expression must not be used in another, and only one
    /// part may call a function that changes anything: C does not say which comes first.
    pub(super) fn sequenced(&mut self, parts: &[&'a Expr]) -> Lowering<()> {
        match self.conflict(parts) {
            Some(Conflict::Variable(name, span)) => {
                let message = format!("`{name}` is changed here and used elsewhere in the expression");
                let error = Diagnostic::error(span, message);
                let error = error.note("C does not say which comes first: this is undefined");
                return Err(Box::new(error.help("write two statements")));
            }
            Some(Conflict::Value(what, span)) => self.any_order(what, span),
            None => {}
        }
        Ok(())
    }

    /// The values of a list are evaluated one after the other, in any order.
    pub(super) fn listed(&mut self, init: &'a Init) {
        let mut values = Vec::new();
        walk::initial(init, &mut values);
        match self.conflict(&values) {
            Some(Conflict::Variable(_, span)) => {
                self.any_order("what is changed here is used elsewhere in the list", span)
            }
            Some(Conflict::Value(what, span)) => self.any_order(what, span),
            None => {}
        }
    }

    /// What has to be evaluated to know which place is meant: of a member of a structure not the structure. In a union
    /// another member would be the same place.
    pub(super) fn read_by_place(&self, place: &'a Expr) -> Vec<&'a Expr> {
        if let E::Member(of, _) = &*place.kind
            && is_place(of)
            && let Some(Type::Record(id)) = self.type_of(of)
            && self.env.types.record(id).kind == RecordKind::Struct
        {
            return self.read_by_place(of);
        }
        walk::children(place)
    }

    /// What is assigned must not be changed by the value itself, but for functions that it calls: C does not say
    /// which of the two changes comes last. In `a = b = e` both write the same.
    pub(super) fn assigned_once(&mut self, place: &'a Expr, value: &'a Expr) {
        let (mut other, mut last) = (Vec::new(), value);
        while let E::Assign(None, inner, next) = &*last.kind {
            other.extend(walk::children(inner));
            last = next;
        }
        other.push(last);
        let mut assigned = BTreeSet::new();
        survey::changed_place(place, &mut assigned);
        let assigned: BTreeSet<Change> = assigned.into_iter().flat_map(|c| self.widened(c)).collect();
        let ty = self.type_of(place);
        let mut again = None;
        for part in other {
            walk::each_part(part, &mut |e| {
                let (E::Assign(_, changed, _) | E::Step { place: changed, .. }) = &*e.kind else {
                    return;
                };
                let mut changes = BTreeSet::new();
                survey::changed_place(changed, &mut changes);
                let same = changes
                    .into_iter()
                    .flat_map(|c| self.widened(c))
                    .any(|c| assigned.contains(&c));
                if same && self.may_overlap(&ty, &self.type_of(changed)) {
                    again = Some(e.span);
                }
            });
        }
        if let Some(span) = again {
            self.any_order("what is changed here may be what is assigned", span);
        }
    }

    /// May values of two types lie in one place?
    fn may_overlap(&self, a: &Option<Type>, b: &Option<Type>) -> bool {
        let scalar = |t: &Type| matches!(t, Type::Int(_) | Type::Pointer(_));
        match (a, b) {
            (Some(a), Some(b)) if scalar(a) && scalar(b) => self.env.cell_type(a) == self.env.cell_type(b),
            _ => true,
        }
    }

    fn conflict(&self, parts: &[&'a Expr]) -> Option<Conflict> {
        for (i, part) in parts.iter().enumerate().filter(|(_, part)| survey::has_effect(part)) {
            let others = || parts.iter().enumerate().filter(|(j, _)| *j != i).map(|(_, o)| *o);
            let assigned = survey::assigned(part);
            for (change, span) in survey::changed(part) {
                if let Change::Var(name) = &change
                    && !assigned.contains(name)
                    && self.is_array_or_pointer(name)
                {
                    // an element is changed, which is memory
                    continue;
                }
                let changes = self.widened(change.clone());
                if let Change::Var(name) = &change
                    && others().any(|o| survey::uses(o, &change))
                {
                    return Some(Conflict::Variable(name.clone(), span));
                }
                if others().any(|o| changes.iter().any(|c| self.reads(o, c))) {
                    let what = "what is changed here may be used elsewhere in the expression";
                    return Some(Conflict::Value(what, span));
                }
            }
            let called = survey::called(part);
            let called = called.iter().flat_map(|f| self.changes_of(f));
            let called: BTreeSet<Change> = called.flat_map(|c| self.widened(c)).collect();
            if others().any(|o| called.iter().any(|c| self.reads(o, c))) {
                let what = "a call that may change what the rest of the expression uses";
                return Some(Conflict::Value(what, part.span));
            }
        }
        let effects = |e: &&&Expr| survey::called(e).iter().any(|f| !self.changes_of(f).is_empty());
        let what = "two calls that change something in one expression";
        (parts.iter().filter(effects).count() > 1).then(|| Conflict::Value(what, parts[0].span))
    }

    fn is_array_or_pointer(&self, name: &str) -> bool {
        let ty = match self.find_local(name) {
            Some(local) => Some(local.ty),
            None => self.env.globals.get(name).map(|g| g.ty.clone()),
        };
        matches!(ty, Some(Type::Array(..) | Type::Pointer(_)))
    }

    /// Whether the value depends on the order is not known: what follows holds for runs for which it does not matter.
    fn any_order(&mut self, what: &str, span: Span) {
        self.warn(Diagnostic::warning(span, what).note("C does not say which comes first"));
        let same = self.unknown_choice("order", span.beginning());
        self.check(same, CheckKind::Order, span, None);
    }

    /// A change of what lives in memory is one that pointers see, too.
    fn widened(&self, change: Change) -> Vec<Change> {
        let in_memory = match &change {
            Change::Var(name) | Change::Part(name) => self.lives_in_memory(name),
            Change::Field(name) => self.env.address_taken.members.iter().any(|(_, m)| m == name),
            _ => false,
        };
        let mut all = vec![change];
        if in_memory {
            all.push(Change::Memory);
        }
        all
    }

    pub(super) fn lives_in_memory(&self, name: &str) -> bool {
        let global = self.find_local(name).is_none() && self.env.globals.contains_key(name);
        match global {
            true => self.env.address_taken.vars.contains(name),
            false => self.address_taken.contains(name),
        }
    }

    /// Does evaluating an expression read what is changed, itself or in the functions it calls?
    fn reads(&self, e: &Expr, change: &Change) -> bool {
        let mut found = survey::uses(e, change) || matches!(change, Change::Field(_)) && self.reads_structure(e);
        walk::each_part(e, &mut |part| {
            let E::Name(n) = &*part.kind else { return };
            let name = &*n.text;
            let global = self.find_local(name).is_none() && self.env.globals.contains_key(name);
            let in_memory = self.lives_in_memory(name);
            let read = !matches!(self.type_of(part), Some(Type::Array(..)));
            found |= match change {
                Change::Memory => in_memory && read,
                Change::Anything => (in_memory || global) && read,
                _ => false,
            };
        });
        // a function does not see the variables of another one, but in memory
        let hidden = matches!(change, Change::Var(n) | Change::Part(n) if self.find_local(n).is_some());
        let mut seen = BTreeSet::new();
        found
            || !hidden
                && survey::called(e)
                    .iter()
                    .any(|f| self.callee_reads(f, change, &mut seen))
    }

    /// Is a structure read as a whole?
    fn reads_structure(&self, e: &Expr) -> bool {
        let inside = |e: &Expr| walk::children(e).into_iter().any(|part| self.reads_structure(part));
        match &*e.kind {
            E::Member(of, _) | E::Unary(UnaryOp::Address, of) => inside(of),
            _ => matches!(self.type_of(e), Some(Type::Record(_))) || inside(e),
        }
    }

    /// May a function read what is changed? All of memory is one here.
    fn callee_reads(&self, name: &str, change: &Change, seen: &mut BTreeSet<String>) -> bool {
        let callee = self.env.callees.get(name);
        let Some(function) = callee.and_then(|c| c.function) else {
            let pointer = |t: &Type| matches!(t, Type::Pointer(_));
            let given = callee.is_none_or(|c| c.signature.params.iter().any(pointer));
            let in_memory = !matches!(change, Change::Var(_) | Change::Part(_));
            let built_in = library::needs_no_contract(name) && !self.env.is_of_program(name);
            return !built_in && !name.starts_with("__builtin_") || given && in_memory;
        };
        if !seen.insert(name.to_string()) {
            return false;
        }
        let memory = matches!(change, Change::Memory | Change::Field(_) | Change::Anything);
        let mut found = false;
        walk::each_expr(&function.body, &mut |e| {
            found |= match &*e.kind {
                E::Name(n) => {
                    let global = self.env.globals.contains_key(&*n.text);
                    match change {
                        Change::Var(name) | Change::Part(name) => *name == *n.text,
                        Change::Memory => global && self.env.address_taken.vars.contains(&*n.text),
                        Change::Field(_) | Change::Anything => global,
                    }
                }
                E::Arrow(..) | E::Index(..) | E::Unary(UnaryOp::Deref, _) => memory,
                _ => false,
            };
            if let E::Call(..) = &*e.kind {
                found |= survey::called_by(e).is_some_and(|f| self.callee_reads(&f, change, seen));
            }
        });
        found
    }
}
