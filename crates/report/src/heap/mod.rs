//! Linked objects, drawn: [`text`](mod@text) for terminals, [`svg`](mod@svg) for pages.
//!
//! Both lay the objects out in chains: each row follows links from object to object, as far as
//! they lead to one that is not drawn yet.

mod canvas;
mod svg;
mod text;

pub use svg::picture;
pub(crate) use svg::svg;
pub use text::text;

use abide_base::Heap;
use abide_base::heap::Target;

/// The objects in rows, each row a chain.
fn chains(heap: &Heap) -> Vec<Vec<usize>> {
    let first = |object: usize| heap.objects[object].links.first().and_then(|(_, to)| to.object());
    let objects = || 0..heap.objects.len();
    let pointed = || heap.variables.iter().filter_map(|(_, to)| to.object());
    // beginnings of lists come first, then what variables point at, then the rest
    let begins = |object: &usize| !objects().any(|o| o != *object && first(o) == Some(*object));
    let starts = pointed().filter(begins).chain(pointed()).chain(objects());
    let mut placed = vec![false; heap.objects.len()];
    let mut rows = Vec::new();
    for start in starts {
        let mut row = Vec::new();
        let mut next = Some(start);
        while let Some(object) = next.filter(|o| !placed[*o]) {
            placed[object] = true;
            row.push(object);
            let ahead = heap.objects[object].links.iter().filter_map(|(_, to)| to.object());
            next = ahead.into_iter().find(|o| !placed[*o]);
        }
        if !row.is_empty() {
            rows.push(row);
        }
    }
    rows
}

/// The variables that point at an object, as one label.
fn pointing_at(heap: &Heap, object: usize) -> String {
    let names = heap.variables.iter().filter(|(_, to)| *to == Target::Object(object));
    names.map(|(name, _)| name.as_str()).collect::<Vec<_>>().join(", ")
}

/// The variables that point at nothing that is drawn, in words.
fn elsewhere(heap: &Heap) -> Option<String> {
    let names = |target: Target| {
        let own = heap.variables.iter().filter(move |(_, to)| *to == target);
        own.map(|(name, _)| name.as_str()).collect::<Vec<_>>().join(", ")
    };
    let (null, hidden) = (names(Target::Null), names(Target::Hidden));
    let words = [(null, "null"), (hidden, "an object that is not drawn")]
        .into_iter()
        .filter(|(names, _)| !names.is_empty())
        .map(|(names, what)| format!("{names} = {what}"));
    let words: Vec<String> = words.collect();
    (!words.is_empty()).then(|| words.join("; "))
}

/// A target in words.
pub(crate) fn named(heap: &Heap, to: Target) -> &str {
    match to {
        Target::Null => "null",
        Target::Object(object) => &heap.objects[object].name,
        Target::Hidden => "\u{2026}",
    }
}

#[cfg(test)]
pub(crate) mod samples {
    use abide_base::Heap;
    use abide_base::heap::{Object, Target};

    /// Names with the numbers of objects; a negative number is null.
    type Links<'a> = &'a [(&'a str, i32)];

    /// Objects by their data and links, and variables.
    pub(crate) fn heap(variables: Links, objects: &[(&str, Links)]) -> Heap {
        let target = |to: i32| usize::try_from(to).map_or(Target::Null, Target::Object);
        let object = |(number, (data, links)): (usize, &(&str, Links))| Object {
            name: format!("@{}", number + 1),
            data: data
                .split_whitespace()
                .filter_map(|d| d.split_once('='))
                .map(|(a, b)| (a.to_string(), b.to_string()))
                .collect(),
            links: links.iter().map(|(n, to)| (n.to_string(), target(*to))).collect(),
        };
        Heap {
            objects: objects.iter().enumerate().map(object).collect(),
            variables: variables.iter().map(|(n, to)| (n.to_string(), target(*to))).collect(),
        }
    }

    pub(crate) fn doubly_linked() -> Heap {
        heap(
            &[("first", 0), ("current", 1), ("last", 2), ("n", -1)],
            &[
                ("key=3", &[("next", 1), ("prev", -1)]),
                ("key=14", &[("next", 2), ("prev", 0)]),
                ("key=15", &[("next", -1), ("prev", 1)]),
            ],
        )
    }

    pub(crate) fn cyclic() -> Heap {
        heap(
            &[("first", 0), ("self", 3)],
            &[
                ("", &[("next", 1)]),
                ("", &[("next", 2)]),
                ("", &[("next", 0)]),
                ("", &[("next", 3)]),
            ],
        )
    }

    pub(crate) fn shared() -> Heap {
        heap(
            &[("first", 0), ("second", 3), ("third", 1)],
            &[
                ("key=1", &[("next", 1)]),
                ("key=2", &[("next", 2)]),
                ("key=3", &[("next", -1)]),
                ("key=9 flag=true", &[("next", 1)]),
            ],
        )
    }

    pub(crate) fn tree() -> Heap {
        heap(
            &[("root", 0)],
            &[
                ("", &[("left", 1), ("right", 2), ("parent", -1)]),
                ("", &[("left", -1), ("right", -1), ("parent", 0)]),
                ("", &[("left", 3), ("right", -1), ("parent", 0)]),
                ("", &[("left", -1), ("right", -1), ("parent", 1)]),
            ],
        )
    }
}
