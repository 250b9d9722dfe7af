//! Files that other files may speak of.

use crate::syntax::ast::{self, ExprKind};
use crate::syntax::walk::each_part;
use abide_base::FileId;
use std::collections::HashSet;

/// A file that others may speak of.
#[derive(Clone, Debug)]
pub(crate) struct Neighbour {
    pub file: FileId,
    pub unit: ast::Unit,
}

/// Those of some files that words speak of, and that these speak of, and so on; the words grow by theirs. With names of
/// classes, those with classes below them, too, and those with invariants about other objects that code with these words
/// may break.
pub(crate) fn reached<'n>(
    mut left: Vec<&'n Neighbour>,
    spoken_of: &mut HashSet<String>,
    mut declared: Option<&mut HashSet<String>>,
) -> Vec<&'n ast::Unit> {
    let mut found: Vec<&Neighbour> = Vec::new();
    loop {
        let concerns = |n: &&Neighbour| {
            let mut tops = n.unit.classes.iter();
            let is_below = |d: &&mut HashSet<String>| extends(&n.unit, d) || watches(&n.unit, d, spoken_of);
            tops.any(|c| spoken_of.contains(&*c.name.text)) || declared.as_ref().is_some_and(is_below)
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

/// Does a file speak of one of these classes, and does an invariant of it read a field of another object, or call a method,
/// that one of these words means?
fn watches(unit: &ast::Unit, declared: &HashSet<String>, words: &HashSet<String>) -> bool {
    let mut has_invariants = false;
    each_class(unit, &mut |class| has_invariants |= !class.invariants.is_empty());
    if !has_invariants || unit.words.is_disjoint(declared) {
        return false;
    }
    let mut found = false;
    each_class(unit, &mut |class| {
        for invariant in &class.invariants {
            each_part(&invariant.formula, &mut |e| {
                found |= match &*e.kind {
                    ExprKind::Field(target, _) if matches!(&*target.kind, ExprKind::This(_)) => false,
                    ExprKind::Field(_, name) | ExprKind::Call(_, name, _) => words.contains(&*name.text),
                    ExprKind::InvariantFor(_) | ExprKind::StaticInvariantFor(_) => true,
                    _ => false,
                };
            });
        }
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
