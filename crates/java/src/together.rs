//! Files that are verified together know each other's classes.

use crate::library;
use crate::neighbour::{Neighbour, each_class, reached};
use crate::syntax::ast::ExprKind;
use crate::syntax::walk::{each_expr, each_part, statements};
use crate::syntax::{Dialect, Neighbours, Parsed, ast, parse_as};
use abide_base::{Diagnostic, FileId};
use std::collections::{HashMap, HashSet};

/// Methods of the library that give a view of a collection or map: where one changes, so does the other, which the
/// contracts of the library do not say. Enums have `values`, too: they count where there are maps.
const VIEWS: [&str; 17] = [
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
    "values",
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
    /// Their texts, and what is wrong with them.
    texts: HashMap<FileId, (String, Vec<Diagnostic>)>,
}

impl Together {
    /// Reads files. What is wrong with them is reported where they are verified themselves.
    pub fn read<'t>(files: impl IntoIterator<Item = (FileId, &'t str)>, dialect: Dialect) -> Together {
        let mut texts = HashMap::new();
        let read = |(file, text): (FileId, &'t str)| {
            let Parsed { unit, diagnostics } = parse_as(file, text, dialect);
            texts.insert(file, (text.to_string(), diagnostics));
            Neighbour { file, unit }
        };
        let mut files: Vec<Neighbour> = files.into_iter().map(read).collect();
        let known = Neighbours::of(files.iter().map(|n| (&n.unit, &n.unit.words)));
        files.iter_mut().for_each(|n| known.introduce(&mut n.unit));
        Together { files, known, texts }
    }

    /// A file that knows what the others say of it. It need not be read again if it is one of them as it stands.
    pub fn parsed(&self, file: FileId, text: &str, dialect: Dialect) -> Parsed {
        let mut parsed = self.known_as(file, text).unwrap_or_else(|| {
            let mut new = parse_as(file, text, dialect);
            self.known.introduce(&mut new.unit);
            new
        });
        let words = self.reached(file, &parsed.unit, text).1;
        parsed.unit.views = words.iter().any(|word| gives_view(word));
        parsed
    }

    /// A file of these, if it has this text.
    fn known_as(&self, file: FileId, text: &str) -> Option<Parsed> {
        let (known, diagnostics) = self.texts.get(&file)?;
        let unit = &self.files.iter().find(|n| n.file == file)?.unit;
        (known == text).then(|| Parsed {
            unit: unit.clone(),
            diagnostics: diagnostics.clone(),
        })
    }

    /// The files that a file speaks of, or that extend its classes, and so on from there.
    pub fn around(&self, file: FileId, unit: &ast::Unit, text: &str) -> Vec<&ast::Unit> {
        let (found, words) = self.reached(file, unit, text);
        let library = self.library(unit, &words);
        found.into_iter().chain(library).collect()
    }

    /// The given files around one, and the words in all of them but for views that loops run over.
    fn reached(&self, file: FileId, unit: &ast::Unit, text: &str) -> (Vec<&ast::Unit>, HashSet<String>) {
        let mut spoken_of = unit.words.clone();
        let mut declared: HashSet<String> = HashSet::new();
        each_class(unit, &mut |c| declared.extend([c.name.text.to_string()]));
        let left = self.files.iter().filter(|n| n.file != file).collect();
        let found = reached(left, &mut spoken_of, Some(&mut declared));
        let iterated = only_iterated(unit, text);
        let elsewhere = |word: &String| self.files.iter().any(|n| n.file != file && n.unit.words.contains(word));
        spoken_of.retain(|word| !iterated.contains(word) || elsewhere(word));
        let maps = spoken_of.iter().any(|word| word.ends_with("Map"));
        spoken_of.retain(|word| maps || word != "values");
        (found, spoken_of)
    }

    /// The classes of the Java library that files speak of; none for files of that library itself.
    fn library(&self, unit: &ast::Unit, words: &HashSet<String>) -> Vec<&'static ast::Unit> {
        // an object of any given class may come to any other
        let units = || std::iter::once(unit).chain(self.files.iter().map(|n| &n.unit));
        if units().any(|u| u.package.as_ref().is_some_and(|p| p.starts_with("java."))) {
            return Vec::new();
        }
        // what is set in an array is set in its view, and the other way round
        let sets_in_array = words.contains("asList") && units().any(makes_view_of_array);
        if sets_in_array {
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

/// Is `asList` called with a single argument, which may be an array?
fn makes_view_of_array(unit: &ast::Unit) -> bool {
    let mut found = false;
    each_code(unit, &mut |e| {
        if let ExprKind::Call(_, name, args) = &*e.kind {
            let single = matches!(args.as_slice(), [one] if !matches!(&*one.kind, ExprKind::Literal(_)));
            found |= &*name.text == "asList" && single;
        }
    });
    found
}

/// The methods that give the keys, values or entries of a map, where a file does nothing with these but loop over them.
fn only_iterated(unit: &ast::Unit, text: &str) -> Vec<String> {
    let mut loops = Vec::new();
    each_class(unit, &mut |c| {
        c.methods
            .iter()
            .for_each(|m| iterated(m.body.iter().flatten(), &mut loops))
    });
    let is_word = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    let views = ["keySet", "values", "entrySet"].into_iter();
    let only = views.filter(|view| {
        let all = text.split(|c| !is_word(c)).filter(|word| word == view).count();
        all > 0 && all == loops.iter().filter(|name| name == view).count()
    });
    only.map(str::to_string).collect()
}

/// The names of the methods without arguments whose results loops run over.
fn iterated<'t>(block: impl IntoIterator<Item = &'t ast::Stmt>, found: &mut Vec<String>) {
    for s in block {
        if let ast::StmtKind::ForEach(_, _, e, _) = &s.kind
            && let ExprKind::Call(Some(_), name, args) = &*e.kind
            && args.is_empty()
        {
            found.push(name.text.to_string());
        }
        iterated(statements(s), found);
    }
}

/// Calls `f` on every expression of the code of a file.
fn each_code(unit: &ast::Unit, f: &mut dyn FnMut(&ast::Expr)) {
    each_class(unit, &mut |c| {
        let bodies = c.methods.iter().filter_map(|m| m.body.as_ref());
        bodies.for_each(|body| each_expr(body, &mut |e| f(e)));
        let inits = c.fields.iter().filter_map(|field| field.init.as_ref());
        inits.for_each(|init| each_part(init, &mut |e| f(e)));
    });
}
