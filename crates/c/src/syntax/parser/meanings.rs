//! What the names at file scope mean to which files may give different meanings.

use crate::syntax::ast::{Decl, Item, Logic, LogicKind, Name};
use crate::syntax::declarations::{Declared, words};
use crate::types::{DataModel, Types};
use std::collections::BTreeMap;

/// A variable that each file has its own of.
pub(super) const OWN: &str = "static";

/// What a type means begins with this: a file that only declares it gives it no other meaning.
const TYPE: &str = "type ";

/// Names and what they mean.
pub(super) type Meanings = BTreeMap<String, String>;

/// What names mean that another file may give another meaning to: logic by its text, types by what they consist of,
/// constants by their value, static variables not at all.
pub(super) fn meanings(items: &[Item], model: DataModel) -> Meanings {
    let mut all = Meanings::new();
    let mut types = Types::new(model);
    for item in items {
        match item {
            Item::Logic(logic) => add_logic(logic, &logic.text, &mut all),
            Item::Decl(d) if d.storage.typedef => {
                let ty = types.resolve(&d.ty);
                add(&d.name, &format!("{TYPE}{}", types.structure(&ty)), &mut all);
                types.alias(&d.name.text, ty, types.is_volatile(&d.ty));
            }
            Item::Decl(d) if d.storage.is_static && Declared::of(item).is_none() => own_variable(d, &mut all),
            Item::Record(record) => {
                types.define(record);
                let id = types.tagged(record.kind, &record.name.text);
                add(&record.name, &format!("{TYPE}{}", types.structure_inside(id)), &mut all);
            }
            Item::Enum(e) => {
                types.enumerate(e);
                for (name, _) in &e.constants {
                    let value = types.enum_constant(&name.text).map_or(0, |(value, _)| value);
                    add(name, &format!("constant {value}"), &mut all);
                }
            }
            _ => {}
        }
    }
    all
}

/// A name that means different things here and there.
pub(super) fn differing<'a>(here: &'a Meanings, there: &'a Meanings) -> Option<&'a String> {
    let is_type = |m: Option<&String>| m.is_none_or(|m| m.starts_with(TYPE));
    let differs = |name: &&String| {
        let (here, there) = (here.get(*name), there.get(*name));
        let is_declared_only = here.is_none() != there.is_none() && is_type(here) && is_type(there);
        here.is_some_and(|m| m == OWN) || here != there && !is_declared_only
    };
    here.keys().chain(there.keys()).find(differs)
}

/// The meanings of the names in a text, and of the names in those.
pub(super) fn meant(text: &str, meanings: &Meanings) -> Meanings {
    let mut found = Meanings::new();
    let mut open: Vec<&str> = words(text).collect();
    while let Some(word) = open.pop() {
        if let Some(meaning) = meanings.get(word).filter(|_| !found.contains_key(word)) {
            found.insert(word.to_string(), meaning.clone());
            open.extend(words(meaning));
        }
    }
    found
}

fn add(name: &Name, meaning: &str, all: &mut Meanings) {
    // a type that is declared again, and a name of a type with a tag of that name
    let known = all.entry(name.text.to_string()).or_default();
    if known != meaning {
        known.push_str(meaning);
    }
}

fn own_variable(d: &Decl, all: &mut Meanings) {
    let meaning = if d.header { "static in a header" } else { OWN };
    all.insert(d.name.text.to_string(), meaning.to_string());
}

fn add_logic(logic: &Logic, text: &str, all: &mut Meanings) {
    let mut add = |name: &Name| {
        let meaning = all.entry(name.text.to_string()).or_default();
        meaning.push_str(text);
    };
    match &logic.kind {
        LogicKind::Predicate(head, _) | LogicKind::Function(_, head, _) | LogicKind::Inductive(head, _) => {
            add(&head.name)
        }
        LogicKind::Type(name) => add(name),
        LogicKind::Axiomatic(_, inside) => inside.iter().for_each(|l| add_logic(l, text, all)),
        LogicKind::Ghost(decls) => decls.iter().for_each(|d| own_variable(d, all)),
        LogicKind::Lemma { .. } | LogicKind::GlobalInvariant(..) | LogicKind::Other(_) => {}
    }
}
