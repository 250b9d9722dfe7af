//! Scopes of names: which tags, type names and enumerators share a name, and the new names that keep them apart.
//!
//! Variables keep their names: those are looked up by scope, and shown to the user.

use super::ast::Name;
use std::collections::BTreeMap;
use std::sync::Arc;

/// How often a name is declared as what.
#[derive(Clone, Copy, Debug, Default)]
struct Uses {
    file_enumerators: usize,
    local_enumerators: usize,
    file_variables: usize,
    local_variables: usize,
    typedefs: usize,
    tags: usize,
}

impl Uses {
    fn ordinary(self) -> usize {
        self.file_enumerators + self.local_enumerators + self.file_variables + self.local_variables + self.typedefs
    }

    fn renames_enumerator(self, local: bool) -> bool {
        match local {
            true => self.ordinary() > 1,
            false => self.local_enumerators + self.local_variables > 0,
        }
    }
}

/// Stands between the name of a logic function and its number among those of that name.
const OVERLOAD: &str = "##";

fn overload(name: &str, number: usize) -> Arc<str> {
    format!("{name}{OVERLOAD}{number}").into()
}

/// The name with which a logic function is applied: that of the first one that is called so and takes as many arguments.
pub(crate) fn applied_as(name: &str) -> &str {
    name.split(OVERLOAD).next().unwrap_or(name)
}

/// What names mean at one level: their new names, or nothing where they keep theirs.
#[derive(Debug, Default)]
struct Level {
    ordinary: BTreeMap<Arc<str>, Option<Arc<str>>>,
    tags: BTreeMap<Arc<str>, Option<Arc<str>>>,
}

/// The scopes that are open.
#[derive(Default)]
pub(super) struct Scopes {
    uses: BTreeMap<Arc<str>, Uses>,
    levels: Vec<Level>,
    /// How many logic functions of a name take so many arguments.
    logic: BTreeMap<Arc<str>, BTreeMap<usize, usize>>,
    /// How many of them have been renamed.
    named: BTreeMap<Arc<str>, usize>,
    /// Names are changed; before, they are counted.
    renaming: bool,
    inventions: usize,
}

impl Scopes {
    /// One scope, in which names get others.
    pub(super) fn renamed(names: &[(Arc<str>, Arc<str>)]) -> Scopes {
        let named = names.iter().map(|(old, new)| (old.clone(), Some(new.clone())));
        let level = Level {
            ordinary: named.collect(),
            tags: BTreeMap::new(),
        };
        Scopes {
            levels: vec![level],
            renaming: true,
            ..Scopes::default()
        }
    }

    /// Is there anything to be kept apart?
    pub(super) fn shared(&self) -> bool {
        let overloaded = |arities: &BTreeMap<usize, usize>| arities.values().sum::<usize>() > 1;
        self.logic.values().any(overloaded)
            || self.uses.values().any(|u| {
                let enumerators = u.file_enumerators > 0 && u.renames_enumerator(false)
                    || u.local_enumerators > 0 && u.renames_enumerator(true);
                enumerators || u.typedefs > 1 || u.tags > 1
            })
    }

    /// From now on names are changed, and no longer counted.
    pub(super) fn start_renaming(&mut self) {
        self.renaming = true;
        self.levels.clear();
    }

    /// A logic function is declared that takes so many arguments. Functions of one name that take different
    /// numbers of them get names of their own; those that take the same number get them, too, and applications the first
    /// one's, until types are known.
    pub(super) fn logic_function(&mut self, name: &mut Name, arguments: usize) {
        if !self.renaming {
            let arities = self.logic.entry(name.text.clone()).or_default();
            *arities.entry(arguments).or_default() += 1;
        }
        self.use_logic_function(name, arguments);
        if self.renaming {
            let number = self.named.entry(name.text.clone()).or_default();
            *number += 1;
            if *number > 1 {
                name.text = overload(&name.text, *number);
            }
        }
    }

    /// A logic function is applied.
    pub(super) fn use_logic_function(&self, name: &mut Name, arguments: usize) {
        let arities = self.logic.get(&name.text).filter(|_| self.renaming);
        if let Some(arities) = arities.filter(|a| a.len() > 1 && a.contains_key(&arguments)) {
            let first = arities.keys().next() == Some(&arguments);
            if !first {
                name.text = format!("{}#{arguments}", name.text).into();
            }
        }
    }

    fn is_local(&self) -> bool {
        self.levels.len() > 1
    }

    pub(super) fn within(&mut self, visit: impl FnOnce(&mut Scopes)) {
        self.levels.push(Level::default());
        visit(self);
        self.levels.pop();
    }

    fn count(&mut self, name: &Name, count: impl FnOnce(&mut Uses)) {
        if !self.renaming {
            count(self.uses.entry(name.text.clone()).or_default());
        }
    }

    fn uses_of(&self, name: &Name) -> Uses {
        self.uses.get(&name.text).copied().unwrap_or_default()
    }

    /// A name nobody can write.
    fn invented(&mut self, name: &Name) -> Arc<str> {
        self.inventions += 1;
        format!("{}#{}", name.text, self.inventions).into()
    }

    pub(super) fn variable(&mut self, name: &Name) {
        let local = self.is_local();
        self.count(name, |u| match local {
            true => u.local_variables += 1,
            false => u.file_variables += 1,
        });
        if let Some(level) = self.levels.last_mut() {
            level.ordinary.insert(name.text.clone(), None);
        }
    }

    /// A name that only a formula knows.
    pub(super) fn bound(&mut self, name: &Name) {
        if let Some(level) = self.levels.last_mut() {
            level.ordinary.insert(name.text.clone(), None);
        }
    }

    pub(super) fn enumerator(&mut self, name: &mut Name) {
        let local = self.is_local();
        self.count(name, |u| match local {
            true => u.local_enumerators += 1,
            false => u.file_enumerators += 1,
        });
        let renamed = self.renaming && self.uses_of(name).renames_enumerator(local);
        let new = renamed.then(|| self.invented(name));
        if let Some(level) = self.levels.last_mut() {
            level.ordinary.insert(name.text.clone(), new.clone());
        }
        if let Some(new) = new {
            name.text = new;
        }
    }

    pub(super) fn typedef(&mut self, name: &mut Name) {
        let (local, known) = (
            self.is_local(),
            self.levels.last().map(|l| l.ordinary.contains_key(&name.text)),
        );
        if known != Some(true) || local {
            self.count(name, |u| u.typedefs += 1);
        }
        let renamed = self.renaming && local && self.uses_of(name).typedefs > 1;
        let new = renamed.then(|| self.invented(name));
        if let Some(level) = self.levels.last_mut() {
            level.ordinary.insert(name.text.clone(), new.clone());
        }
        if let Some(new) = new {
            name.text = new;
        }
    }

    pub(super) fn tag(&mut self, name: &Name) {
        self.count(name, |u| u.tags += 1);
        let renamed = self.renaming && self.is_local() && self.uses_of(name).tags > 1;
        let new = renamed.then(|| self.invented(name));
        if let Some(level) = self.levels.last_mut() {
            level.tags.insert(name.text.clone(), new);
        }
    }

    pub(super) fn use_ordinary(&self, name: &mut Name) {
        let found = self.levels.iter().rev().find_map(|l| l.ordinary.get(&name.text));
        if let Some(Some(new)) = found {
            name.text = new.clone();
        }
    }

    pub(super) fn use_tag(&self, name: &mut Name) {
        let found = self.levels.iter().rev().find_map(|l| l.tags.get(&name.text));
        if let Some(Some(new)) = found {
            name.text = new.clone();
        }
    }
}
