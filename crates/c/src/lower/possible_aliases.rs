//! Possible aliases: places that pointers from outside may lead to although no address of them is taken in this file.
//!
//! They are members of structures, and variables that other files know. A function that depends on them is lowered
//! again with these places in memory; where that is not supported, it is reported as an assumption that there is no
//! alias.

use super::address_taken::AddressTaken;
use super::body::Body;
use super::environment::{Environment, signed};
use super::state::{HeapKind, HeapVar, PossibleAlias};
use crate::syntax::ast;
use crate::types::Type;
use abide_base::Diagnostic;
use abide_frontend::draft;
use abide_ir::{AssumptionKind, Stmt};
use abide_logic::Var;
use std::collections::BTreeSet;

impl<'a> Environment<'a> {
    /// The same file, with those places in memory.
    pub fn exposing(&self, hidden: &[PossibleAlias]) -> Environment<'a> {
        let mut wider = self.clone();
        for place in hidden {
            wider
                .address_taken
                .vars
                .extend(place.address_taken.vars.iter().cloned());
            wider
                .address_taken
                .members
                .extend(place.address_taken.members.iter().cloned());
            wider.targets.extend(&place.kinds);
        }
        wider
    }

    /// The members on the way from a type to the first place of another type in it; none at the
    /// type itself.
    pub(super) fn members_to(&self, root: &Type, path: &str, wanted: &Type) -> Option<AddressTaken> {
        let mut address_taken = AddressTaken::default();
        let mut ty = innermost(root);
        if self.may_be_accessed_as(&ty, wanted) {
            return Some(address_taken);
        }
        for step in path.split('.').filter(|s| !s.is_empty()) {
            let name = step.trim_end_matches("[]");
            let Type::Record(id) = &ty else { return None };
            let (_, member) = self.types.member(*id, name)?;
            address_taken
                .members
                .insert((self.types.owner(*id, name)?, name.to_string()));
            ty = innermost(&member);
            if self.may_be_accessed_as(&ty, wanted) {
                return Some(address_taken);
            }
        }
        None
    }

    /// May a place of the type be accessed by a pointer to the other one, which memory consists of? An integer may
    /// by the type of the other sign.
    fn may_be_accessed_as(&self, ty: &Type, other: &Type) -> bool {
        let plain = |ty: &Type| match ty {
            Type::Int(kind) => Type::Int(signed(*kind).unwrap_or(*kind)),
            other => other.clone(),
        };
        plain(&self.cell_type(ty)) == plain(other)
    }
}

/// What arrays, of arrays too, consist of in the end.
fn innermost(ty: &Type) -> Type {
    match ty {
        Type::Array(of, _) => innermost(of),
        other => other.clone(),
    }
}

impl Body<'_, '_> {
    /// What pointers from outside may lead to, if the function writes there or through such a pointer.
    pub(super) fn find_hidden(&self, code: &[Stmt]) -> Vec<PossibleAlias> {
        let mut written = BTreeSet::new();
        draft::targets(code, &mut written);
        let mut found = Vec::new();
        for (whose, pointer, to) in self.pointers_from_outside() {
            let own: Vec<&Var> = self.heap.values().filter(|h| is_cell(h, &to)).map(|h| &h.var).collect();
            if own.is_empty() {
                continue;
            }
            let through = own.iter().any(|v| written.contains(*v));
            for h in self.heap.values().filter(|h| through || written.contains(&h.var)) {
                let Some((address_taken, what)) = self.way_to(h, &to) else {
                    continue;
                };
                let assumption = format!("{whose}, a `{}`, does not point to {what}", self.show(&pointer));
                let kinds = h.kind.leaf().into_iter().map(|leaf| &leaf.ty).chain([&to]);
                found.push(PossibleAlias {
                    address_taken,
                    kinds: kinds.filter_map(Type::as_int).collect(),
                    assumption,
                    span: self.function.name.span,
                });
            }
        }
        found
    }

    /// A pointer to characters may point to the bytes of anything. That one from outside does not, where it would
    /// matter, is recorded as an assumption.
    pub(super) fn characters_are_apart(&mut self, code: &[Stmt]) {
        let mut written = BTreeSet::new();
        draft::targets(code, &mut written);
        let character = self.env.cell_type(&Type::Int(ast::IntType::Char));
        let held = self.pointers_from_outside();
        let Some((whose, pointer, _)) = held.iter().find(|(_, _, to)| *to == character) else {
            return;
        };
        let (characters, others): (Vec<&HeapVar>, Vec<&HeapVar>) = self
            .heap
            .values()
            .filter(|h| self.is_reached(h))
            .partition(|h| is_cell(h, &character));
        let is_written = |h: &&HeapVar| written.contains(&h.var);
        let matters = characters.iter().any(is_written) && !others.is_empty()
            || others.iter().any(is_written) && !characters.is_empty();
        if matters {
            let text = format!(
                "{whose}, a `{}`, points to characters, not to the bytes of other values",
                self.show(pointer)
            );
            let span = self.function.name.span;
            self.rely_on(AssumptionKind::Aliasing, span, text);
        }
    }

    /// Is it memory, or a variable, that pointers from outside could lead to?
    fn is_reached(&self, h: &HeapVar) -> bool {
        match &h.kind {
            HeapKind::Cells(..) => true,
            HeapKind::Global(name, _) => {
                let global = self.env.globals.get(name);
                global.is_some_and(|g| !g.is_static && !g.is_const && !g.ghost)
            }
            _ => false,
        }
    }

    /// Pointers that the function is given: who holds them, their type, and what they point to.
    fn pointers_from_outside(&self) -> Vec<(String, Type, Type)> {
        let params = self.params.iter().map(|(name, v)| (format!("`{name}`"), v.ty.clone()));
        let held = self.heap.values().filter_map(|h| match &h.kind {
            HeapKind::Cells(_, leaf) | HeapKind::Global(_, leaf) => {
                Some(("what memory holds".to_string(), leaf.ty.clone()))
            }
            _ => None,
        });
        let returned = self
            .returned
            .iter()
            .map(|ty| ("what a function returns".to_string(), ty.clone()));
        let mut all: Vec<(String, Type, Type)> = Vec::new();
        for (whose, ty) in params.chain(held).chain(returned) {
            let Some(to) = ty.target().map(|to| self.env.cell_type(to)) else {
                continue;
            };
            if to != Type::Void && !all.iter().any(|(_, _, known)| *known == to) {
                all.push((whose, ty, to));
            }
        }
        all
    }

    /// Does a part of memory belong to a place of that type that is not in memory by itself? Then how it
    /// has its address taken, and what it is.
    fn way_to(&self, h: &HeapVar, to: &Type) -> Option<(AddressTaken, String)> {
        match &h.kind {
            HeapKind::Cells(root, leaf) if !leaf.path.is_empty() && root != to => {
                let address_taken = self.env.members_to(root, &leaf.path, to)?;
                let what = format!("a part `{}` of a `{}`", leaf.path, self.show(root));
                Some((address_taken, what))
            }
            HeapKind::Global(name, leaf) => {
                let global = self.env.globals.get(name).filter(|_| self.is_reached(h))?;
                let mut address_taken = self.env.members_to(&global.ty, &leaf.path, to)?;
                address_taken.vars.insert(name.clone());
                Some((address_taken, format!("the variable `{name}`")))
            }
            _ => None,
        }
    }

    /// Tells that pointers do not lead to hidden places.
    pub(super) fn take_for_granted(&mut self, hidden: &[PossibleAlias]) {
        for PossibleAlias { assumption, span, .. } in hidden {
            self.rely_on(AssumptionKind::Aliasing, *span, assumption.clone());
            let warning = Diagnostic::warning(*span, format!("it is assumed that {assumption}"))
                .note("no address of such a place is taken in this file");
            self.warn(warning);
        }
    }
}

/// Is it memory of blocks that consist of that type?
fn is_cell(h: &HeapVar, ty: &Type) -> bool {
    matches!(&h.kind, HeapKind::Cells(root, _) if root == ty)
}
