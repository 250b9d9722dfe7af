//! Files that are verified together know each other's classes.

use crate::library;
use crate::neighbour::{Neighbour, each_class, reached, words};
use crate::syntax::{Neighbours, ast, parse};
use abide_base::FileId;
use std::collections::HashSet;

/// Methods of the library that give a view of a collection, map or array: where one changes, so does the other, which the
/// contracts of the library do not say.
const VIEWS: [&str; 16] = [
    "asLifoQueue",
    "descendingKeySet",
    "descendingMap",
    "descendingSet",
    "entrySet",
    "headMap",
    "headSet",
    "keySet",
    "navigableKeySet",
    "newSetFromMap",
    "reversed",
    "subList",
    "subMap",
    "subSet",
    "tailMap",
    "tailSet",
];

/// What the names of others begin with.
const VIEWS_OF_ANY_KIND: [&str; 3] = ["checked", "synchronized", "unmodifiable"];

/// What is behind that.
const KINDS: [&str; 5] = ["Collection", "List", "Map", "Queue", "Set"];

/// Does a method of the library with this name give a view?
fn gives_view(name: &str) -> bool {
    let wraps = |kind: &&str| name.starts_with(*kind) && KINDS.iter().any(|of| name.ends_with(of));
    VIEWS.contains(&name) || VIEWS_OF_ANY_KIND.iter().any(wraps)
}

/// Files that are read together.
#[derive(Clone, Debug, Default)]
pub struct Together {
    files: Vec<Neighbour>,
    /// What each has to know of the others before it is used.
    known: Neighbours,
}

impl Together {
    /// Reads files. What is wrong with them is reported where they are verified themselves.
    pub fn read<'t>(files: impl IntoIterator<Item = (FileId, &'t str)>) -> Together {
        let read = |(file, text): (FileId, &'t str)| Neighbour {
            file,
            unit: parse(file, text).unit,
            words: words(text),
        };
        let mut files: Vec<Neighbour> = files.into_iter().map(read).collect();
        let known = Neighbours::of(files.iter().map(|n| (&n.unit, &n.words)));
        files.iter_mut().for_each(|n| known.introduce(&mut n.unit));
        Together { files, known }
    }

    /// Lets a file that has been read by itself know what the others say of it.
    pub fn introduce(&self, unit: &mut ast::Unit) {
        self.known.introduce(unit);
    }

    /// The files that a file speaks of, or that extend its classes, and so on from there.
    pub fn around(&self, file: FileId, unit: &ast::Unit, text: &str) -> Vec<&ast::Unit> {
        let mut spoken_of = words(text);
        let mut declared: HashSet<String> = HashSet::new();
        each_class(unit, &mut |c| declared.extend([c.name.text.to_string()]));
        let left = self.files.iter().filter(|n| n.file != file).collect();
        let found = reached(left, &mut spoken_of, Some(&mut declared));
        let library = self.library(unit, &spoken_of);
        found.into_iter().chain(library).collect()
    }

    /// The classes of the Java library that files speak of; none for files of that library itself.
    fn library(&self, unit: &ast::Unit, words: &HashSet<String>) -> Vec<&'static ast::Unit> {
        // an object of any given class may come to any other
        let units = || std::iter::once(unit).chain(self.files.iter().map(|n| &n.unit));
        if units().any(|u| u.package.as_ref().is_some_and(|p| p.starts_with("java."))) {
            return Vec::new();
        }
        let has_maps = words.iter().any(|w| w.ends_with("Map"));
        // what is set in the view of an array is set in the array
        let sets_in_array = words.contains("asList") && words.contains("set");
        if words.iter().any(|w| gives_view(w)) || has_maps && words.contains("values") || sets_in_array {
            return Vec::new();
        }
        let mut above: HashSet<String> = HashSet::new();
        for unit in units() {
            each_class(unit, &mut |c| {
                let types = c.extends.iter().chain(&c.implements);
                above.extend(types.filter_map(|t| t.name.rsplit('.').next().map(str::to_string)));
            });
        }
        library::spoken_of(words, &above)
    }
}
