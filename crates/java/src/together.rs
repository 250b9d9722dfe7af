//! Files that are verified together know each other's classes.

use crate::syntax::{Neighbours, ast, parse};
use abide_base::FileId;
use std::collections::HashSet;

/// Files that are read together.
#[derive(Clone, Debug, Default)]
pub struct Together {
    files: Vec<Neighbour>,
    /// What each has to know of the others before it is used.
    known: Neighbours,
}

#[derive(Clone, Debug)]
struct Neighbour {
    file: FileId,
    unit: ast::Unit,
    words: HashSet<String>,
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
        let mut left: Vec<&Neighbour> = self.files.iter().filter(|n| n.file != file).collect();
        let mut found: Vec<&Neighbour> = Vec::new();
        loop {
            let concerns = |n: &&Neighbour| {
                let mut tops = n.unit.classes.iter();
                tops.any(|c| spoken_of.contains(&*c.name.text)) || extends(&n.unit, &declared)
            };
            let (new, rest): (Vec<&Neighbour>, Vec<&Neighbour>) = left.into_iter().partition(concerns);
            if new.is_empty() {
                break;
            }
            for n in &new {
                spoken_of.extend(n.words.iter().cloned());
                each_class(&n.unit, &mut |c| declared.extend([c.name.text.to_string()]));
            }
            found.extend(new);
            left = rest;
        }
        found.sort_by_key(|n| n.file);
        found.into_iter().map(|n| &n.unit).collect()
    }
}

/// Does a file declare a class below one of these?
fn extends(unit: &ast::Unit, declared: &HashSet<String>) -> bool {
    let mut found = false;
    each_class(unit, &mut |c| {
        let mut above = c.extends.iter().chain(&c.implements);
        found |= above.any(|t| t.name.rsplit('.').next().is_some_and(|last| declared.contains(last)));
    });
    found
}

/// All classes of a file, nested ones too.
fn each_class(unit: &ast::Unit, f: &mut impl FnMut(&ast::Class)) {
    let mut stack: Vec<&ast::Class> = unit.classes.iter().collect();
    while let Some(class) = stack.pop() {
        f(class);
        stack.extend(&class.classes);
    }
}

/// The words of a text.
fn words(text: &str) -> HashSet<String> {
    let parts = text.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == '$'));
    parts.filter(|w| !w.is_empty()).map(str::to_string).collect()
}
