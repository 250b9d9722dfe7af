//! Files that other files may speak of.

use crate::syntax::ast;
use abide_base::FileId;
use std::collections::HashSet;

/// A file that others may speak of.
#[derive(Clone, Debug)]
pub(crate) struct Neighbour {
    pub file: FileId,
    pub unit: ast::Unit,
}

/// Those of some files that words speak of, and that these speak of, and so on; the words grow by theirs. With names of
/// classes, those with classes below them, too.
pub(crate) fn reached<'n>(
    mut left: Vec<&'n Neighbour>,
    spoken_of: &mut HashSet<String>,
    mut declared: Option<&mut HashSet<String>>,
) -> Vec<&'n ast::Unit> {
    let mut found: Vec<&Neighbour> = Vec::new();
    loop {
        let concerns = |n: &&Neighbour| {
            let mut tops = n.unit.classes.iter();
            let is_below = || declared.as_ref().is_some_and(|d| extends(&n.unit, d));
            tops.any(|c| spoken_of.contains(&*c.name.text)) || is_below()
        };
        let (new, rest): (Vec<&Neighbour>, Vec<&Neighbour>) = left.into_iter().partition(concerns);
        if new.is_empty() {
            break;
        }
        for n in &new {
            spoken_of.extend(n.unit.words.iter().cloned());
            if let Some(declared) = &mut declared {
                each_class(&n.unit, &mut |c| declared.extend([c.name.text.to_string()]));
            }
        }
        found.extend(new);
        left = rest;
    }
    found.sort_by_key(|n| n.file);
    found.into_iter().map(|n| &n.unit).collect()
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
pub(crate) fn each_class(unit: &ast::Unit, f: &mut impl FnMut(&ast::Class)) {
    let mut stack: Vec<&ast::Class> = unit.classes.iter().collect();
    while let Some(class) = stack.pop() {
        f(class);
        stack.extend(&class.classes);
    }
}
