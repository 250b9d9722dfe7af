//! What Jahob's annotations of one file say of the classes of others.

use super::super::ast::{Class, Notation, Unit};
use super::Wood;

/// What files that are read together have to know of each other.
#[derive(Clone, Debug, Default)]
pub struct Neighbours {
    /// Is one of them annotated as Jahob does it?
    jahob: bool,
    /// Trees along fields of classes that are declared elsewhere than where it is said.
    woods: Vec<Wood>,
}

impl Neighbours {
    /// Those of some files.
    pub fn of<'u>(units: impl IntoIterator<Item = &'u Unit>) -> Neighbours {
        let mut found = Neighbours::default();
        for unit in units {
            found.jahob |= unit.notation == Notation::Jahob;
            let elsewhere = unit.woods.iter().filter(|w| !w.is_among(&unit.classes));
            found.woods.extend(elsewhere.cloned());
        }
        found
    }

    /// Lets a file know. Jahob's references may be null, in files without annotations too; and where
    /// a class has the fields of a tree, its ghost field is declared and follows the writes there.
    pub fn introduce(&self, unit: &mut Unit) {
        if self.jahob && unit.notation == Notation::Plain {
            unit.classes.iter_mut().for_each(nullable);
        }
        for wood in &self.woods {
            let known = unit.woods.iter().any(|own| own.is_same(wood));
            if wood.is_among(&unit.classes) && !known {
                unit.classes.iter_mut().for_each(|c| wood.declare(c));
                unit.classes.iter_mut().for_each(|c| wood.follow_all(c));
                unit.woods.push(wood.clone());
            }
        }
    }
}

/// References of the class may be null.
fn nullable(class: &mut Class) {
    class.modifiers.nullable_by_default = true;
    class.classes.iter_mut().for_each(nullable);
}
