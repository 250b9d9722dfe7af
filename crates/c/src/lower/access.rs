//! Reads and writes at places, with the checks they need.

use super::body::Body;
use super::place::{select, store};
use super::state::{Base, Leaf, Part, Place};
use super::value::{Home, Lowering, Object, Val, View, unsupported, wrong};
use crate::types::Type;
use abide_base::Span;
use abide_ir::CheckKind;
use abide_logic::number::Number;
use abide_logic::{Sort, Term, Var};

impl<'a> Body<'_, 'a> {
    /// Reads a place: it must be alive, within bounds and have a value.
    pub(super) fn read(&mut self, place: &Place, span: Span) -> Lowering<Val> {
        match &place.base {
            Base::Cell { root, block, offset } => {
                let (root, block, offset) = (root.clone(), block.clone(), offset.clone());
                self.may_access(&root, &block, &offset, false, span);
            }
            Base::Object(object) => {
                self.has_value(object, span);
                if self.is_volatile(object) {
                    self.guesses.insert(span);
                    return Ok(self.arbitrary(&place.ty.clone(), span));
                }
            }
            Base::Volatile { library } => {
                if *library {
                    self.guesses.insert(span);
                }
                return Ok(self.arbitrary(&place.ty.clone(), span));
            }
            _ => {}
        }
        self.must_have_value(place, span)?;
        self.read_of_union(place, span);
        if let Type::Unknown(what) = &place.ty
            && !place.ty.is_argument_list()
        {
            return Err(unsupported(span, format!("a value of type `{what}`")));
        }
        if self.is_scattered(place) {
            let parts = self.scattered_parts(place, View::Now, span)?;
            return Ok(Val::new(place.ty.clone(), parts));
        }
        let parts = self.parts_at(place, View::Now);
        let real = self.real_type(place);
        let val = self.typed(real.clone(), parts);
        let val = self.known(val, span);
        match real == place.ty {
            true => Ok(val),
            // the same bits, read as another type
            false => self.convert(val, &place.ty.clone(), span),
        }
    }

    /// Writes a place: it must be alive, within bounds, writable and within the frame.
    pub(super) fn write(&mut self, place: &Place, parts: Vec<Term>, span: Span) -> Lowering<()> {
        if let Base::Cell { root, block, offset } = &place.base {
            let (root, block, offset) = (root.clone(), block.clone(), offset.clone());
            self.may_access(&root, &block, &offset, true, span);
        }
        self.frame_check(place, span)?;
        self.store(place, parts, span)
    }

    /// Writes a place without checks.
    pub(super) fn store(&mut self, place: &Place, parts: Vec<Term>, span: Span) -> Lowering<()> {
        if let Base::Object(object) = &place.base {
            if let Home::Fixed(_) = object.home {
                return Err(wrong(span, format!("`{}` cannot be assigned here", object.name)));
            }
            self.set(object, span);
            if let Home::Vars(vars) = &object.home
                && self.is_volatile(object)
            {
                self.guesses.insert(span);
                self.emit(abide_ir::StmtKind::Havoc(vars.clone()), span);
                return Ok(());
            }
        }
        if let Base::Volatile { .. } = place.base {
            return Ok(());
        }
        if self.is_scattered(place) {
            return self.store_parts(place, parts, span);
        }
        if parts != self.zeros(&place.ty) {
            self.stored_as_declared(place, span)?;
        }
        self.overwritten(place, span);
        let behind = self.behind(place);
        let parts = self.fitted(&place.ty, parts, span)?;
        if behind.len() != parts.len() {
            return Err(unsupported(span, format!("a value of type `{}`", self.show(&place.ty))));
        }
        let parts = self.as_stored(place, parts);
        let in_memory = matches!(place.base, Base::Cell { .. } | Base::Block { .. });
        let mut pairs = Vec::new();
        for ((leaf, var, keys), value) in behind.into_iter().zip(parts) {
            if !in_memory && matches!(value.sort(), Sort::Map(..)) {
                self.filled_as_a_whole.insert(var.clone());
            }
            let given = match leaf.part {
                Part::Offset => None,
                _ => self.has_from_now(&var, &keys, true),
            };
            let own = (var.clone(), store(var.term(), &keys, value));
            for (var, changed) in [own].into_iter().chain(given) {
                if in_memory {
                    self.wrote(&var, keys.first());
                }
                pairs.push((var, changed));
            }
        }
        if !pairs.is_empty() {
            self.emit(abide_ir::StmtKind::Assign(pairs), span);
        }
        Ok(())
    }

    /// The maps or variables behind a place, with the keys that lead into them: for each scalar
    /// part.
    pub(super) fn behind(&mut self, place: &Place) -> Vec<(Leaf, Var, Vec<Term>)> {
        let mut found = Vec::new();
        match &place.base {
            Base::Object(object) => {
                let leaves = self.leaves(&object.ty);
                if let Home::Vars(vars) = &object.home {
                    for (leaf, var) in leaves.into_iter().zip(vars) {
                        if leaf.is_below(&place.path) {
                            found.push((leaf, var.clone(), place.indices.clone()));
                        }
                    }
                }
            }
            Base::Global(name, ty) => {
                for leaf in self.leaves(ty) {
                    if leaf.is_below(&place.path) {
                        let var = self.global_var(name, &leaf);
                        found.push((leaf, var, place.indices.clone()));
                    }
                }
            }
            Base::Cell { root, block, offset } => {
                for leaf in self.leaves(root) {
                    if leaf.is_below(&place.path) {
                        let var = self.cells(root, &leaf);
                        let mut keys = vec![block.clone()];
                        keys.extend((!self.stands_alone(root)).then(|| offset.clone()));
                        keys.extend(place.indices.iter().cloned());
                        found.push((leaf, var, keys));
                    }
                }
            }
            Base::Block { root, block } => {
                for leaf in self.leaves(root) {
                    let var = self.cells(root, &leaf);
                    found.push((leaf, var, vec![block.clone()]));
                }
            }
            Base::Volatile { .. } => {}
        }
        found
    }

    /// The parts of what a place holds in a view, unchecked.
    pub(super) fn parts_at(&mut self, place: &Place, view: View) -> Vec<Term> {
        if let Base::Object(object) = &place.base
            && let Home::Fixed(terms) = &object.home
        {
            let leaves = self.leaves(&object.ty);
            let inside = leaves.iter().zip(terms).filter(|(l, _)| l.is_below(&place.path));
            return inside.map(|(_, t)| select(t.clone(), &place.indices)).collect();
        }
        let behind = self.behind(place);
        let read = |(_, var, keys): (Leaf, Var, Vec<Term>)| select(self.at(view, &var), &keys);
        behind.into_iter().map(read).collect()
    }

    /// The type in which a place's memory holds a value: characters of all kinds are kept as one.
    pub(super) fn real_type(&self, place: &Place) -> Type {
        match (&place.base, place.path.is_empty()) {
            (Base::Cell { root, .. }, true) => root.clone(),
            _ => place.ty.clone(),
        }
    }

    /// The parts of a value in the type in which memory holds it.
    pub(super) fn as_stored(&self, place: &Place, parts: Vec<Term>) -> Vec<Term> {
        let real = self.real_type(place);
        match (self.range(&real), parts.as_slice()) {
            (Some(range), [part]) if real != place.ty => {
                vec![Number::new(part.clone()).wrap(&range).term]
            }
            _ => parts,
        }
    }

    /// An array as a whole has elements of the type that memory keeps them in.
    pub(super) fn stored_as_declared(&self, place: &Place, span: Span) -> Lowering<()> {
        match (&place.base, &place.ty) {
            (Base::Block { root, .. }, Type::Array(of, _)) if of.as_int().is_some() && **of != *root => {
                let what = format!(
                    "an array of `{}`, kept as `{}`, as a whole",
                    self.show(of),
                    self.show(root)
                );
                Err(unsupported(span, what))
            }
            _ => Ok(()),
        }
    }

    /// Is it a variable of the function that may hold another value whenever it is read?
    pub(super) fn is_volatile(&self, object: &Object) -> bool {
        matches!(&object.home, Home::Vars(vars) if vars.iter().any(|v| self.volatile.contains(v)))
    }

    /// A variable must have been given a value.
    fn has_value(&mut self, object: &Object, span: Span) {
        let Some(flag) = &object.set else { return };
        // a list of arguments can be ended
        if self.assigned.contains(flag) && !object.ty.is_argument_list() {
            return;
        }
        self.flagged.insert(object.name.clone());
        self.check(flag.term(), CheckKind::Uninitialised, span, None);
    }

    /// The truth that a variable has a value, in a view.
    pub(super) fn flag_of(&mut self, object: &Object, view: View) -> Term {
        let Some(flag) = object.set.clone() else {
            return Term::tt();
        };
        self.flagged.insert(object.name.clone());
        self.at(view, &flag)
    }

    /// A variable is given a value.
    fn set(&mut self, object: &Object, span: Span) {
        let Some(flag) = object.set.clone() else { return };
        let is_new = !self.assigned.contains(&flag) || object.ty.is_argument_list();
        if self.flagged.contains(&object.name) && is_new {
            self.assign(&flag, Term::tt(), span);
        }
        self.assigned.insert(flag);
    }
}
