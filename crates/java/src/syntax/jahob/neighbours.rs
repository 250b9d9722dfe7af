//! What Jahob's annotations of one file say of the classes of others.

use super::super::ast::{Class, Forest, Notation, Unit};
use std::collections::HashSet;

/// What files that are read together have to know of each other.
#[derive(Clone, Debug, Default)]
pub struct Neighbours {
    /// What those annotated as Jahob does it speak of, and the plain files they speak of, and so on from there.
    jahob: HashSet<String>,
    /// Trees along fields of classes that are declared elsewhere than where it is said.
    forests: Vec<Forest>,
}

impl Neighbours {
    /// Those of some files, with the words in them.
    pub fn of<'u>(files: impl IntoIterator<Item = (&'u Unit, &'u HashSet<String>)>) -> Neighbours {
        let files: Vec<(&Unit, &HashSet<String>)> = files.into_iter().collect();
        let mut found = Neighbours::default();
        let (jahob, mut left): (Vec<_>, Vec<_>) = files.iter().partition(|(u, _)| u.notation == Notation::Jahob);
        let mut new = jahob;
        while !new.is_empty() {
            found
                .jahob
                .extend(new.into_iter().flat_map(|(_, words)| words.iter().cloned()));
            (new, left) = left.into_iter().partition(|(u, _)| found.concerns(u));
        }
        for (unit, _) in files {
            let elsewhere = unit.forests.iter().filter(|w| !w.is_among(&unit.classes));
            found.forests.extend(elsewhere.cloned());
        }
        found
    }

    /// Is it a file without annotations that others speak of which are annotated as Jahob does it?
    fn concerns(&self, unit: &Unit) -> bool {
        let mut classes = unit.classes.iter();
        unit.notation == Notation::Plain && classes.any(|c| self.jahob.contains(&*c.name.text))
    }

    /// Lets a file know. Jahob's references may be null, in files without annotations that are spoken of too; and where
    /// a class has the fields of a tree, its ghost field is declared and follows the writes there.
    pub fn introduce(&self, unit: &mut Unit) {
        if self.concerns(unit) {
            unit.classes.iter_mut().for_each(nullable);
        }
        for forest in &self.forests {
            let known = unit.forests.iter().any(|own| own.is_same(forest));
            if forest.is_among(&unit.classes) && !known {
                unit.classes.iter_mut().for_each(|c| forest.declare(c));
                unit.classes.iter_mut().for_each(|c| forest.follow_all(c));
                unit.forests.push(forest.clone());
            }
        }
    }
}

/// References of the class may be null.
fn nullable(class: &mut Class) {
    class.modifiers.nullable_by_default = true;
    class.classes.iter_mut().for_each(nullable);
}
