//! Structures that point to each other.

use super::values::{Here, Values, distance, latest, named};
use crate::lower::{Leaf, Part, Shape};
use crate::types::Type;
use abide_base::Heap;
use abide_base::heap::Seen;
use abide_logic::{Term, Value, Var, eval};

/// A structure: its block, its offset there, and its type by its place among those of the memory.
type Id = (i64, i64, usize);

pub(super) fn heap(shape: &Shape, state: &Values, inside: bool) -> Option<Heap> {
    let memory = Memory::of(shape, state);
    if !memory.cells().any(|(_, leaf, _)| memory.links(leaf)) {
        return None;
    }
    let locals: &[_] = if inside { &shape.locals } else { &[] };
    let all = shape.params.iter().chain(&shape.globals).chain(locals);
    let variables = all.filter_map(|(name, ty, parts)| Some((name.clone(), memory.variable(ty, parts)?)));
    Some(Heap::explore(latest(variables), |id| memory.look(id))).filter(Heap::is_linked)
}

/// The memory of a state, and the types of the structures in it.
struct Memory<'a> {
    shape: &'a Shape,
    state: &'a Values,
    types: Vec<&'a Type>,
}

impl<'a> Memory<'a> {
    fn of(shape: &'a Shape, state: &'a Values) -> Memory<'a> {
        let mut types: Vec<&Type> = Vec::new();
        for (root, _, _) in &shape.cells {
            if matches!(root, Type::Record(_)) && !types.contains(&root) {
                types.push(root);
            }
        }
        Memory { shape, state, types }
    }

    /// The maps of single scalars.
    fn cells(&self) -> impl Iterator<Item = &'a (Type, Leaf, Var)> {
        self.shape.cells.iter().filter(|(_, leaf, _)| leaf.depth == 0)
    }

    /// The number of the type of the structures that a pointer leads to.
    fn structure(&self, pointer: &Type) -> Option<usize> {
        let Type::Pointer(to) = pointer else { return None };
        self.types.iter().position(|t| **t == **to)
    }

    /// Is it the block of a pointer to a structure?
    fn links(&self, leaf: &Leaf) -> bool {
        matches!(leaf.part, Part::Block | Part::Whole) && self.structure(&leaf.ty).is_some()
    }

    /// What a variable points at, if it is a pointer to structures and has a value.
    fn variable(&self, ty: &Type, parts: &[Term]) -> Option<Option<Id>> {
        let structure = self.structure(ty)?;
        let value = |t: &Term| eval(t, &Here(self.state));
        match parts {
            [block, offset] => pointed(&value(block)?, &value(offset)?, structure),
            [block] => pointed(&value(block)?, &Value::int(0), structure),
            _ => None,
        }
    }

    /// What a map holds in a structure.
    fn value(&self, map: &Var, (block, offset, _): Id) -> Option<Value> {
        let cells = self.state.get(map)?.as_map()?.get(&Value::Ref(block)).clone();
        match cells.as_map() {
            Some(cells) => Some(cells.get(&Value::int(offset)).clone()),
            // a structure that stands alone
            None => Some(cells),
        }
    }

    fn look(&self, id: &Id) -> Seen<Id> {
        let own = || self.cells().filter(|(root, _, _)| *root == *self.types[id.2]);
        let data = own()
            .filter(|(_, leaf, _)| leaf.part == Part::Int)
            .filter_map(|(_, leaf, map)| Some((member(leaf), self.value(map, *id)?.to_string())));
        let link = |leaf: &Leaf, map: &Var| -> Option<Option<Id>> {
            let structure = self.structure(&leaf.ty)?;
            let is_offset = |l: &Leaf| l.part == Part::Offset && l.path == leaf.path;
            let offset = own()
                .find(|(_, l, _)| is_offset(l))
                .and_then(|(_, _, offsets)| self.value(offsets, *id));
            pointed(&self.value(map, *id)?, &offset.unwrap_or(Value::int(0)), structure)
        };
        let links = own()
            .filter(|(_, leaf, _)| self.links(leaf))
            .filter_map(|(_, leaf, map)| Some((member(leaf), link(leaf, map)?)));
        Seen {
            name: named(&Value::Ref(id.0)) + &distance(id.1),
            data: data.collect(),
            links: links.collect(),
        }
    }
}

/// The structure that a pointer points at, or null; nothing where that is not known.
fn pointed(block: &Value, offset: &Value, structure: usize) -> Option<Option<Id>> {
    match block {
        Value::Ref(0) => Some(None),
        Value::Ref(r) => Some(Some((*r, i64::try_from(offset.as_int()?).ok()?, structure))),
        _ => None,
    }
}

/// A member as the source names it.
fn member(leaf: &Leaf) -> String {
    leaf.path.trim_start_matches('.').to_string()
}
