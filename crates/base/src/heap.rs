//! Heaps to be drawn: objects, where their fields lead, and which variables point at them.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Objects of one heap, at most: what a reader can follow.
const MOST: usize = 16;

/// A part of a heap: what is reachable from some variables.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Heap {
    /// The objects, in breadth-first order.
    pub objects: Vec<Object>,
    /// The variables, each with what it points at.
    pub variables: Vec<(String, Target)>,
}

/// An object.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Object {
    /// What it is called.
    pub name: String,
    /// Its data fields, printed.
    pub data: Vec<(String, String)>,
    /// Its fields that lead to objects.
    pub links: Vec<(String, Target)>,
}

/// Where a variable or a field leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Target {
    /// To no object.
    Null,
    /// To the object with this number.
    Object(usize),
    /// To an object that is left out.
    Hidden,
}

impl Target {
    /// The number of the object, if it is drawn.
    pub fn object(self) -> Option<usize> {
        match self {
            Target::Object(number) => Some(number),
            Target::Null | Target::Hidden => None,
        }
    }
}

/// An object as a state has it; `None` is null.
#[derive(Clone, Debug)]
pub struct Seen<I> {
    /// What it is called.
    pub name: String,
    /// Its data fields, printed.
    pub data: Vec<(String, String)>,
    /// Its fields that lead to objects.
    pub links: Vec<(String, Option<I>)>,
}

impl Heap {
    /// Is there something to draw: an object with links, or at least variables that could
    /// point at one?
    pub fn is_linked(&self) -> bool {
        match self.objects.is_empty() {
            true => !self.variables.is_empty(),
            false => self.objects.iter().any(|o| !o.links.is_empty()),
        }
    }

    /// The objects reachable from the variables, breadth first; `describe` tells what an object is.
    pub fn explore<I: Ord + Clone>(variables: Vec<(String, Option<I>)>, describe: impl Fn(&I) -> Seen<I>) -> Heap {
        let mut numbers: BTreeMap<I, usize> = BTreeMap::new();
        let mut seen: Vec<Seen<I>> = Vec::new();
        let mut ahead: Vec<I> = variables.iter().filter_map(|(_, to)| to.clone()).collect();
        while !ahead.is_empty() {
            let mut next = Vec::new();
            for id in ahead {
                if numbers.len() < MOST && !numbers.contains_key(&id) {
                    let object = describe(&id);
                    next.extend(object.links.iter().filter_map(|(_, to)| to.clone()));
                    numbers.insert(id, seen.len());
                    seen.push(object);
                }
            }
            ahead = next;
        }
        let target = |to: Option<I>| match to {
            None => Target::Null,
            Some(id) => numbers.get(&id).map_or(Target::Hidden, |n| Target::Object(*n)),
        };
        let links = |links: Vec<(String, Option<I>)>| links.into_iter().map(|(n, to)| (n, target(to))).collect();
        let object = |o: Seen<I>| Object {
            name: o.name,
            data: o.data,
            links: links(o.links),
        };
        Heap {
            variables: links(variables),
            objects: seen.into_iter().map(object).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A list of cells that are numbered from one, and zero behind the last.
    fn cell(last: u32) -> impl Fn(&u32) -> Seen<u32> {
        move |id| Seen {
            name: format!("@{id}"),
            data: Vec::new(),
            links: vec![("next".into(), (*id < last).then_some(id + 1))],
        }
    }

    #[test]
    fn sharing_and_null_are_kept() {
        let roots = [("x", Some(2)), ("y", None), ("z", Some(1))].map(|(n, to)| (n.to_string(), to));
        let heap = Heap::explore(roots.into(), cell(2));
        let targets: Vec<Target> = heap.variables.iter().map(|(_, to)| *to).collect();
        assert_eq!(targets, [Target::Object(0), Target::Null, Target::Object(1)]);
        assert_eq!(heap.objects[0].links[0].1, Target::Null);
        assert_eq!(heap.objects[1].links[0].1, Target::Object(0));
    }

    #[test]
    fn a_long_list_ends_in_what_is_left_out() {
        let heap = Heap::explore(vec![("x".into(), Some(1))], cell(100));
        assert_eq!(heap.objects.len(), MOST);
        assert_eq!(heap.objects[MOST - 1].links[0].1, Target::Hidden);
    }
}
