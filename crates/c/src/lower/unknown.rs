//! Unknown functions: what they may write, and what they return.

use super::body::Body;
use super::code_frame::CodeFrame;
use super::library;
use super::state::{HeapKind, HeapVar, Key, Region};
use super::value::{Lowering, Val};
use crate::types::Type;
use abide_base::{Diagnostic, Span};
use abide_ir::{AssumptionKind, StmtKind};
use abide_logic::{Term, Var};
use std::collections::BTreeSet;

impl Body<'_, '_> {
    /// A function of which nothing is known.
    pub(super) fn unknown(&mut self, name: &str, result: &Type, values: &[Val], span: Span) -> Lowering<Val> {
        self.returned.insert(result.clone());
        let defined = self.env.is_of_program(name);
        // a task takes what it does not define for a source of values
        if !defined && (library::is_nondet(name) || !self.env.options.run_time) {
            if !library::is_nondet(name) {
                let text = format!("`{name}` returns, and changes nothing but what it is given");
                self.rely_on(AssumptionKind::Library, span, text);
            }
            self.writes_through(values, span);
            return Ok(self.arbitrary(result, span));
        }
        let frame = self.frame_of(name);
        let changes = match &frame {
            CodeFrame { changed: None, .. } => "it may change everything and return anything",
            _ => "it may return anything",
        };
        if !self.followed.contains(name) {
            self.warn(
                Diagnostic::warning(span, format!("nothing is known of the function `{name}`"))
                    .note(changes)
                    .help("give it a contract"),
            );
        }
        self.returns_safely(name, span);
        self.frame_covers_all(span);
        if frame.confined {
            self.writes_through(values, span);
        }
        self.forget_changed(&frame, span);
        Ok(self.arbitrary(result, span))
    }

    /// A function whose code is not read here is taken to return.
    pub(super) fn returns_safely(&mut self, name: &str, span: Span) {
        let text = format!("`{name}` returns, and has no run-time error");
        self.rely_on(AssumptionKind::Library, span, text);
    }

    /// What pointers that are handed out lead to may be written: the blocks they point into, and all
    /// that can be reached from there by the types of the pointers in it.
    pub(super) fn writes_through(&mut self, values: &[Val], span: Span) {
        let mut further = BTreeSet::new();
        for val in values {
            let Some((block, _)) = val.address() else { continue };
            let Some(to) = val.real.as_ref().or(val.ty.target()).cloned() else {
                continue;
            };
            if let Type::Function(_) = to {
                continue;
            }
            if to == Type::Void {
                further.insert(to);
                continue;
            }
            let root = self.env.cell_type(&to);
            let region = Region::of_cells(root.clone(), block.clone(), Key::In(None, None), root.clone());
            if block != Term::null() {
                self.frame_covers(std::slice::from_ref(&region), span);
                self.forget(&region, span);
                self.may_be_given(&region, span);
                self.forget_parts(&root, span);
            }
            self.targets_of(&root, &mut further);
        }
        if further.is_empty() {
            return;
        }
        self.frame_covers_all(span);
        let all = further.contains(&Type::Void);
        let reached = |h: &&HeapVar| matches!(&h.kind, HeapKind::Cells(root, _) if all || further.contains(root));
        let vars: Vec<Var> = self.heap.values().filter(reached).map(|h| h.var.clone()).collect();
        if !vars.is_empty() {
            self.emit(StmtKind::Havoc(vars.clone()), span);
        }
        self.forgotten |= !vars.is_empty();
        for var in vars {
            self.wrote(&var, None);
        }
    }

    /// The types of cells that pointers in a type lead to, near and far.
    fn targets_of(&self, ty: &Type, found: &mut BTreeSet<Type>) {
        for leaf in self.leaves(ty) {
            if let Some(to) = leaf.ty.target()
                && !matches!(to, Type::Function(_))
            {
                let root = self.env.cell_type(to);
                if found.insert(root.clone()) {
                    self.targets_of(&root, found);
                }
            }
        }
    }
}
