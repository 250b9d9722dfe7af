//! Inputs that cannot be chosen freely, because the source or the system determines them.
//!
//! `main` is given strings by the system, in memory that is as ISO C says. A static variable has values that the
//! functions of its file give it: unless a precondition mentions it, any other value may be impossible.

use super::Type;
use super::addresses::MEET;
use super::body::Body;
use super::state::{HeapKind, Part, StringBlock};
use crate::syntax::ast::{ExprKind as E, IntType};
use crate::syntax::walk;
use crate::types::is_signed;
use abide_logic::{Sort, Term, Var};

/// Maps that tell what memory is like.
const MEMORY: [&str; 4] = ["~\\low", "~\\high", "~\\writable", "~\\type"];

impl Body<'_, '_> {
    /// Is the function where the program begins, and is it given arguments?
    fn has_arguments(&self) -> bool {
        &*self.function.name.text == "main" && self.function.params.len() >= 2
    }

    /// What ISO C says of the arguments of `main`.
    pub(super) fn arguments_of_main(&mut self) -> Vec<Term> {
        let mut facts = Vec::new();
        if self.has_arguments() {
            for (_, val) in &self.params {
                match (&val.ty, val.parts.as_slice()) {
                    (Type::Int(_), [count]) => facts.push(Term::le(Term::int(0), count.clone())),
                    (Type::Pointer(_), [block, ..]) => facts.push(Term::ne(block.clone(), Term::null())),
                    _ => {}
                }
            }
            facts.extend(self.argument_strings());
        }
        facts
    }

    /// There are as many strings as the first argument says, and a null pointer behind them.
    fn argument_strings(&mut self) -> Option<Term> {
        let [(_, count), (_, strings), ..] = self.params.as_slice() else {
            return None;
        };
        let (Type::Int(_), [count], Some((block, first))) = (&count.ty, count.parts.as_slice(), strings.address())
        else {
            return None;
        };
        let count = count.clone();
        let text = Type::Int(IntType::Char);
        let is_text = |ty: &Type| {
            ty.target()
                .is_some_and(|to| self.env.cell_type(to) == self.env.cell_type(&text))
        };
        let pointer = strings.ty.target().filter(|ty| is_text(ty)).cloned()?;
        let root = self.env.cell_type(&pointer);
        let leaves = self.leaves(&root);
        let [blocks, offsets] = leaves.as_slice() else {
            return None;
        };
        if !self.begins_program() || self.stands_alone(&root) || offsets.part != Part::Offset {
            return None;
        }
        let (blocks, offsets) = (self.cells(&root, blocks), self.cells(&root, offsets));
        let held =
            |map: &Var, i: Term| Term::select(Term::select(map.term(), block.clone()), Term::add(first.clone(), i));
        let characters = self.env.cell_type(&text);
        let leaf = self.leaves(&characters).remove(0);
        let characters = self.cells(&characters, &leaf);
        let (lows, highs) = (self.lows().term(), self.highs().term());
        let (alive, writable) = (self.alive().term(), self.writable().term());
        let (i, k) = (self.fresh("i", Sort::Int), self.fresh("k", Sort::Int));
        let (string, start) = (held(&blocks, i.term()), held(&offsets, i.term()));
        let end = Term::add(start.clone(), k.term());
        let ends = Term::and([
            Term::le(Term::int(0), k.term()),
            Term::lt(end.clone(), Term::select(highs.clone(), string.clone())),
            Term::eq(
                Term::select(Term::select(characters.term(), string.clone()), end),
                Term::int(0),
            ),
        ]);
        let is_string = Term::and([
            Term::ne(string.clone(), Term::null()),
            Term::select(alive.clone(), self.whole(&string)),
            Term::select(writable.clone(), string.clone()),
            Term::le(Term::select(lows.clone(), string), start),
            Term::exists([k], ends),
        ]);
        let given = Term::and([Term::le(Term::int(0), i.term()), Term::lt(i.term(), count.clone())]);
        let last = Term::add(first.clone(), count.clone());
        Some(Term::and([
            Term::select(alive, self.whole(&block)),
            Term::select(writable, block.clone()),
            Term::le(Term::select(lows, block.clone()), first.clone()),
            Term::lt(last, Term::select(highs, block.clone())),
            Term::eq(held(&blocks, count), Term::null()),
            Term::forall([i], Term::implies(given, is_string)),
        ]))
    }

    /// The variables whose first values are determined and not known. With a pointer goes the memory it leads
    /// to.
    pub(super) fn determined(&self) -> Vec<Var> {
        let globals = self.heap.values().filter_map(|h| match &h.kind {
            HeapKind::Global(name, leaf) if self.is_own(name) => Some((h, leaf)),
            _ => None,
        });
        let globals: Vec<_> = globals.collect();
        let memory = self.has_arguments()
            || self.begins_with_memory_of_others()
            || globals.iter().any(|(_, leaf)| matches!(leaf.ty, Type::Pointer(_)));
        let with_memory = self.heap.iter().filter(|(key, h)| {
            let tells = matches!(h.kind, HeapKind::Cells(..) | HeapKind::Allocated | HeapKind::Alive);
            memory && (tells || MEMORY.contains(&key.as_str()))
        });
        let all = globals.iter().map(|(h, _)| *h).chain(with_memory.map(|(_, h)| h));
        let mut all: Vec<Var> = all.map(|h| h.var.clone()).collect();
        if !self.env.options.machine {
            all.extend(self.unsigned_memory());
        }
        all.extend(self.in_unions());
        all.extend(self.equal_strings());
        // whether two addresses are one is a matter of the layout
        all.extend(self.heap.get(MEET).map(|h| h.var.clone()));
        if !self.begins_program() {
            let pointed_to = self.pointed_to_in_file().into_iter();
            let parts = pointed_to.filter(|(name, _)| !self.is_required(name));
            all.extend(parts.flat_map(|(_, p)| p.parts));
        }
        all
    }

    /// The blocks of strings of which there are several with the same characters: whether they are one is up to the
    /// compiler.
    fn equal_strings(&self) -> Vec<Var> {
        let mut all: Vec<&StringBlock> = self.strings.iter().collect();
        let count = |text: &[u8]| self.strings.iter().filter(|s| s.text == text).count();
        all.retain(|s| count(&s.text) > 1);
        all.into_iter().filter_map(|s| s.block.as_var().cloned()).collect()
    }

    /// What memory holds of unsigned types: where integers are mathematical it is not known that it is not negative.
    fn unsigned_memory(&self) -> impl Iterator<Item = Var> + '_ {
        let unsigned = |ty: &Type| matches!(ty, Type::Int(kind) | Type::Bits(kind, _) if !is_signed(*kind));
        let held = self.heap.values().filter(move |h| match &h.kind {
            HeapKind::Cells(_, leaf) | HeapKind::Global(_, leaf) => unsigned(&leaf.ty),
            _ => false,
        });
        held.map(|h| h.var.clone())
    }

    /// Maps of memory, each with the block of a variable that is such and pointed to. Where the program begins
    /// it has its initial value.
    pub(super) fn determined_entries(&self) -> Vec<(Var, Var)> {
        if self.begins_program() {
            return Vec::new();
        }
        let pointed_to = self.pointed_to_in_file().into_iter();
        let own = pointed_to.filter(|(name, _)| !self.is_required(name));
        own.flat_map(|(_, p)| p.maps.into_iter().map(move |map| (map, p.block.clone())))
            .collect()
    }

    /// The variables of this file that are pointed to and that nobody outside knows, where the function speaks of
    /// them.
    pub(super) fn pointed_to_in_file(&self) -> Vec<(String, PointedTo)> {
        let mut found = Vec::new();
        for name in &self.env.address_taken.vars {
            let global = self.env.globals.get(name).filter(|g| is_own(g) && !g.is_const);
            let (Some(global), Some(block)) = (global, self.heap.get(&format!("~&{name}"))) else {
                continue;
            };
            let root = self.env.cell_type(&super::environment::elements(&global.ty).0);
            let inside = self.leaves_of_parts(&root);
            let maps_where = |wanted: &dyn Fn(&Type, &super::state::Leaf) -> bool| {
                let cells = self.heap.values().filter(|h| match &h.kind {
                    HeapKind::Cells(of, leaf) => wanted(of, leaf),
                    _ => false,
                });
                cells.map(|h| h.var.clone()).collect::<Vec<Var>>()
            };
            let pointed_to = PointedTo {
                block: block.var.clone(),
                maps: maps_where(&|of, _| *of == root),
                parts: maps_where(&|of, leaf| inside.iter().any(|(t, l)| t == of && l == leaf)),
            };
            found.push((name.clone(), pointed_to));
        }
        found
    }

    /// Is it a variable that has the values the given files give it, and not those a precondition allows?
    fn is_own(&self, name: &str) -> bool {
        // nobody but the program itself comes back to `main`
        let comes_back = &*self.function.name.text == "main" && !self.begins_program();
        (comes_back || self.is_private(name) || self.is_given_elsewhere(name)) && !self.is_required(name)
    }

    /// Does the function begin with variables in memory that have the values which other files give them?
    fn begins_with_memory_of_others(&self) -> bool {
        let mut placed = self.heap.keys().filter_map(|key| key.strip_prefix("~&"));
        placed.any(|name| self.is_given_elsewhere(name))
    }

    /// Has a variable the initial value that another file gives it: a constant, or any where the program begins?
    fn is_given_elsewhere(&self, name: &str) -> bool {
        let global = self.env.globals.get(name);
        global.is_some_and(|g| g.is_const && g.is_extern || g.elsewhere && self.begins_program())
    }

    /// Is it a variable that only functions of this file can change?
    pub(super) fn is_private(&self, name: &str) -> bool {
        self.env.globals.get(name).is_some_and(is_own) && !self.env.address_taken.vars.contains(name)
    }

    /// Does the precondition say which values a variable may have?
    fn is_required(&self, name: &str) -> bool {
        let contract = self.env.callees.get(&*self.function.name.text).and_then(|c| c.contract);
        let mut clauses = contract.into_iter().flat_map(|c| {
            let cases = std::iter::once(&c.common).chain(&c.behaviors);
            cases.flat_map(|case| case.requires.iter().map(|clause| &clause.formula))
        });
        clauses.any(|formula| {
            let mut named = false;
            walk::each_part(formula, &mut |e| {
                named |= matches!(&*e.kind, E::Name(n) if &*n.text == name)
            });
            named
        })
    }
}

/// A variable of this file that is pointed to.
pub(super) struct PointedTo {
    pub block: Var,
    /// The maps of what is in the block itself.
    pub maps: Vec<Var>,
    /// The maps of its parts.
    pub parts: Vec<Var>,
}

fn is_own(g: &super::environment::Global) -> bool {
    g.is_static && !g.ghost
}
