//! The heap as a routine sees it: a variable for each part that it reads or writes.

use abide_logic::{Term, Var};
use std::collections::BTreeMap;
use std::ops::Deref;

/// A part of the heap, of a kind that the language knows.
#[derive(Clone, Debug)]
pub struct HeapVar<K> {
    /// The map or value.
    pub var: Var,
    /// What it holds.
    pub kind: K,
}

/// The parts of the heap that a routine speaks of, by key.
#[derive(Clone, Debug)]
pub struct Heap<K>(BTreeMap<String, HeapVar<K>>);

impl<K> Default for Heap<K> {
    fn default() -> Heap<K> {
        Heap(BTreeMap::new())
    }
}

impl<K> Deref for Heap<K> {
    type Target = BTreeMap<String, HeapVar<K>>;

    fn deref(&self) -> &BTreeMap<String, HeapVar<K>> {
        &self.0
    }
}

impl<K> Heap<K> {
    /// The variable of a part, which is `new` if nobody has spoken of the part yet.
    pub fn var(&mut self, key: String, kind: K, new: impl FnOnce() -> Var) -> Var {
        let part = || HeapVar { var: new(), kind };
        self.0.entry(key).or_insert_with(part).var.clone()
    }

    /// The part that a variable is.
    pub fn part(&self, var: &Var) -> Option<&HeapVar<K>> {
        self.values().find(|h| h.var == *var)
    }

    /// Is it a variable of the heap?
    pub fn has(&self, var: &Var) -> bool {
        self.part(var).is_some()
    }

    /// Does the formula speak of nothing but the heap?
    pub fn is_all_of(&self, formula: &Term) -> bool {
        formula.free_vars().iter().all(|v| self.has(v))
    }
}
