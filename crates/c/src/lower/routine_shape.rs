//! The shape of a routine, by which its states are shown.

use super::body::Body;
use super::shape::Shape;
use super::state::HeapKind;
use super::value::Val;
use crate::types::Type;
use abide_logic::{Sort, Term};
use std::collections::BTreeMap;

impl Body<'_, '_> {
    /// What the variables mean, for showing states.
    pub(super) fn shape(&mut self, name: &str, result: Type) -> Shape {
        let mut globals: BTreeMap<String, (Type, Vec<Term>)> = BTreeMap::new();
        let mut cells = Vec::new();
        let heap: Vec<_> = self.heap.values().cloned().collect();
        for h in heap {
            match h.kind {
                HeapKind::Global(name, _) => {
                    if let Some(global) = self.env.globals.get(&name)
                        && !globals.contains_key(&name)
                    {
                        let leaves = self.leaves(&global.ty);
                        let parts = leaves.iter().map(|l| self.global_var(&name, l).term()).collect();
                        globals.insert(name, (global.ty.clone(), parts));
                    }
                }
                HeapKind::Cells(root, leaf) => cells.push((root, leaf, h.var)),
                _ => {}
            }
        }
        let blocks = self.heap.iter().filter(|(_, h)| *h.var.sort() == Sort::Ref);
        let placed = blocks.filter_map(|(key, h)| {
            let name = key.strip_prefix("~&")?;
            let global = self.env.globals.get(name)?;
            Some((name.to_string(), global.ty.clone(), h.var.term()))
        });
        let placed = placed.collect();
        let (determined, determined_entries) = (self.determined(), self.determined_entries());
        if !determined.is_empty() || !determined_entries.is_empty() {
            // what is known at the start is true of what is not known
            let span = self.function.name.span;
            self.guesses.insert(span);
        }
        let bounds = self
            .heap
            .get("~\\low")
            .zip(self.heap.get("~\\high"))
            .map(|(l, h)| (l.var.clone(), h.var.clone()));
        let map = |key: &str| self.heap.get(key).map(|h| h.var.clone());
        let (alive, writable) = (map("~alive"), map("~\\writable"));
        let params = self.params.iter();
        Shape {
            has_parts: self.env.has_parts(),
            granted: Vec::new(),
            relies: self.relies.union(&self.followed).cloned().collect(),
            routine: name.to_string(),
            params: params
                .map(|(n, v): &(String, Val)| (n.clone(), v.ty.clone(), v.parts.clone()))
                .collect(),
            globals: globals.into_iter().map(|(n, (ty, parts))| (n, ty, parts)).collect(),
            placed,
            locals: self.named.clone(),
            cells,
            bounds,
            alive,
            writable,
            result: Some(result).filter(|r| *r != Type::Void),
            exact: !self.forgotten || self.made.is_empty(),
            guesses: self.guesses.clone(),
            promised: self.promised(),
            determined,
            determined_entries,
        }
    }
}
