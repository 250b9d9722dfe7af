//! The shape of the source tree: within a crate, files form a stack, in which none imports from one above it, and none
//! is long without a reason.
//!
//! A file imports from another if it names something that is defined there, in a `use` or by a path; names that a
//! module hands on with `pub use` count as imports from where they are defined. Methods are not imports: an `impl`
//! may be spread over files. Tests are left out.

use quote::ToTokens;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use syn::{Item, UseTree};

/// A file of more lines says in the first paragraph of its documentation why it is "one file because …".
const MAX_LINES: usize = 500;

/// The names that lead to a module from the root of its crate.
type Module = Vec<String>;

/// What a file has to do with others.
struct Source {
    /// What it defines.
    defined: BTreeSet<String>,
    uses: Vec<Use>,
    /// Paths in its code with more than one name.
    paths: Vec<Vec<String>>,
}

struct Use {
    path: Vec<String>,
    /// What it is called here.
    name: String,
    is_public: bool,
}

/// A crate's files by module.
struct Crate(BTreeMap<Module, Source>);

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        match path.is_dir() {
            true => files(&path, found),
            false if path.extension().is_some_and(|e| e == "rs") => found.push(path),
            false => {}
        }
    }
}

fn is_test(item: &Item) -> bool {
    let Item::Mod(module) = item else { return false };
    let attributes = module.attrs.iter().map(|a| a.to_token_stream().to_string());
    attributes.into_iter().any(|a| a.contains("cfg (test)"))
}

fn name_of(item: &Item) -> Option<String> {
    let ident = match item {
        Item::Const(i) => &i.ident,
        Item::Enum(i) => &i.ident,
        Item::Fn(i) => &i.sig.ident,
        Item::Static(i) => &i.ident,
        Item::Struct(i) => &i.ident,
        Item::Trait(i) => &i.ident,
        Item::Type(i) => &i.ident,
        Item::Union(i) => &i.ident,
        _ => return None,
    };
    Some(ident.to_string())
}

/// The paths of a `use`, each with the name it gets.
fn flatten(tree: &UseTree, before: &[String], found: &mut Vec<(Vec<String>, String)>) {
    let with = |name: &dyn ToString| [before, &[name.to_string()]].concat();
    match tree {
        UseTree::Path(path) => flatten(&path.tree, &with(&path.ident), found),
        UseTree::Name(name) if name.ident == "self" => {
            found.push((before.to_vec(), before.last().cloned().unwrap_or_default()));
        }
        UseTree::Name(name) => found.push((with(&name.ident), name.ident.to_string())),
        UseTree::Rename(name) => found.push((with(&name.ident), name.rename.to_string())),
        UseTree::Glob(_) => found.push((with(&"*"), "*".to_string())),
        UseTree::Group(group) => group.items.iter().for_each(|t| flatten(t, before, found)),
    }
}

/// Names joined by `::` in code, macros included.
fn paths(tokens: proc_macro2::TokenStream, found: &mut Vec<Vec<String>>) {
    use proc_macro2::TokenTree;
    let mut current: Vec<String> = Vec::new();
    let mut colons = 0;
    for token in tokens {
        match token {
            TokenTree::Ident(ident) if colons == 2 && !current.is_empty() => current.push(ident.to_string()),
            TokenTree::Ident(ident) => {
                found.push(std::mem::replace(&mut current, vec![ident.to_string()]));
            }
            TokenTree::Punct(p) if p.as_char() == ':' => {
                colons += 1;
                continue;
            }
            TokenTree::Group(group) => {
                found.push(std::mem::take(&mut current));
                paths(group.stream(), found);
            }
            _ => found.push(std::mem::take(&mut current)),
        }
        colons = 0;
    }
    found.push(current);
    found.retain(|p| p.len() > 1);
}

fn read(path: &Path) -> Source {
    let text = std::fs::read_to_string(path).expect("a source");
    let file = syn::parse_file(&text).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let mut source = Source {
        defined: BTreeSet::new(),
        uses: Vec::new(),
        paths: Vec::new(),
    };
    for item in file.items.iter().filter(|i| !is_test(i)) {
        source.defined.extend(name_of(item));
        match item {
            Item::Use(item) => {
                let mut found = Vec::new();
                flatten(&item.tree, &[], &mut found);
                let is_public = !matches!(item.vis, syn::Visibility::Inherited);
                let uses = found.into_iter().map(|(path, name)| Use { path, name, is_public });
                source.uses.extend(uses);
            }
            item => paths(item.to_token_stream(), &mut source.paths),
        }
    }
    source
}

impl Crate {
    fn at(folder: &Path) -> Crate {
        let mut all = Vec::new();
        files(folder, &mut all);
        let of = |path: &PathBuf| {
            let inside = path.strip_prefix(folder).expect("inside").with_extension("");
            let mut module: Module = inside.iter().map(|s| s.to_string_lossy().into_owned()).collect();
            if matches!(module.last().map(String::as_str), Some("mod" | "lib" | "main")) {
                module.pop();
            }
            (module, read(path))
        };
        Crate(
            all.iter()
                .filter(|p| !p.to_string_lossy().ends_with("tests.rs"))
                .map(of)
                .collect(),
        )
    }

    /// The module that a path goes to as seen from a module, and the rest of the path.
    fn follow<'p>(&self, from: &Module, path: &'p [String]) -> Option<(Module, &'p [String])> {
        let mut module = from.clone();
        let mut rest = path;
        match path.first()?.as_str() {
            "crate" => (module, rest) = (Module::new(), &rest[1..]),
            "self" => rest = &rest[1..],
            "super" => {
                while rest.first().is_some_and(|n| n == "super") {
                    module.pop();
                    rest = &rest[1..];
                }
            }
            first => {
                let child = [from.as_slice(), &[first.to_string()]].concat();
                self.0.get(&child)?;
            }
        }
        while let Some(first) = rest.first() {
            let child = [module.as_slice(), std::slice::from_ref(first)].concat();
            if !self.0.contains_key(&child) {
                break;
            }
            (module, rest) = (child, &rest[1..]);
        }
        Some((module, rest))
    }

    /// The modules where what a path names is defined.
    fn definers(&self, from: &Module, path: &[String], depth: usize) -> BTreeSet<Module> {
        let Some((module, rest)) = self.follow(from, path) else {
            return BTreeSet::new();
        };
        let (Some(name), Some(source)) = (rest.first(), self.0.get(&module)) else {
            return BTreeSet::new();
        };
        if name == "*" || source.defined.contains(name) || depth == 0 {
            return [module].into();
        }
        let handed_on = source.uses.iter().filter(|u| u.name == *name || u.name == "*");
        let found: BTreeSet<Module> = handed_on
            .flat_map(|u| match u.name == "*" {
                true => {
                    let rest = [&u.path[..u.path.len() - 1], std::slice::from_ref(name)].concat();
                    let mut there = self.definers(&module, &rest, depth - 1);
                    there.retain(|m| self.0[m].defined.contains(name));
                    there
                }
                false => self.definers(&module, &u.path, depth - 1),
            })
            .collect();
        match found.is_empty() {
            true => [module].into(),
            false => found,
        }
    }

    /// What each file takes from which others.
    fn imports(&self) -> BTreeMap<&Module, BTreeMap<Module, BTreeSet<String>>> {
        let mut all = BTreeMap::new();
        for (module, source) in &self.0 {
            let mut from: BTreeMap<Module, BTreeSet<String>> = BTreeMap::new();
            let mut note = |path: &[String]| {
                for definer in self.definers(module, path, 6) {
                    let name = path.last().cloned().unwrap_or_default();
                    from.entry(definer).or_default().insert(name);
                }
            };
            let mut modules: BTreeMap<&str, Vec<String>> = BTreeMap::new();
            for used in &source.uses {
                match self.follow(module, &used.path) {
                    Some((target, [])) => {
                        let absolute = ["crate".to_string()].into_iter().chain(target).collect();
                        modules.insert(&used.name, absolute);
                    }
                    Some(_) if !used.is_public => note(&used.path),
                    _ => {}
                }
            }
            for path in &source.paths {
                match modules.get(path[0].as_str()) {
                    Some(absolute) => note(&[absolute, &path[1..]].concat()),
                    None => note(path),
                }
            }
            from.remove(module);
            all.insert(module, from);
        }
        all
    }

    /// Groups of files that import from each other, and the names that tie them.
    fn circles(&self) -> Vec<String> {
        let imports = self.imports();
        let reached = |start: &Module| {
            let mut seen: BTreeSet<Module> = BTreeSet::new();
            let mut work = vec![start.clone()];
            while let Some(module) = work.pop() {
                let next = imports[&module].keys().filter(|m| seen.insert((*m).clone()));
                work.extend(next.cloned());
            }
            seen
        };
        let below: BTreeMap<&Module, BTreeSet<Module>> = imports.keys().map(|m| (*m, reached(m))).collect();
        let mut done: BTreeSet<&Module> = BTreeSet::new();
        let mut found = Vec::new();
        for module in imports.keys() {
            if !below[module].contains(*module) || !done.insert(module) {
                continue;
            }
            let mut text = String::new();
            let group = below[module].iter().filter(|m| below[m].contains(*module));
            for a in group.clone() {
                done.extend(imports.keys().filter(|m| **m == a));
                for (b, names) in imports[a].iter().filter(|(b, _)| group.clone().any(|m| m == *b)) {
                    let names: Vec<&str> = names.iter().map(String::as_str).collect();
                    text += &format!("  {} -> {}: {}\n", shown(a), shown(b), names.join(", "));
                }
            }
            found.push(text);
        }
        found
    }
}

fn shown(module: &Module) -> String {
    match module.is_empty() {
        true => "the root".to_string(),
        false => module.join("::"),
    }
}

#[test]
fn files_form_a_stack() {
    let mut found = String::new();
    for entry in std::fs::read_dir(folder()).expect("the crates") {
        let path = entry.expect("a crate").path();
        for (n, circle) in Crate::at(&path.join("src")).circles().iter().enumerate() {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            found += &format!("{name}, circle {}:\n{circle}", n + 1);
        }
    }
    assert!(found.is_empty(), "files import from each other:\n{found}");
}

/// The circles among files with these texts.
fn circles_of(texts: &[(&str, &str)]) -> Vec<String> {
    let folder = tempfile::tempdir().expect("a folder can be made");
    for (name, text) in texts {
        std::fs::write(folder.path().join(name), text).expect("a file can be written");
    }
    Crate::at(folder.path()).circles()
}

#[test]
fn a_circle_is_found_and_what_ties_it() {
    let a = ("a.rs", "use crate::b::B; pub struct A;");
    let tied = circles_of(&[
        ("lib.rs", "mod a; mod b;"),
        a,
        ("b.rs", "fn f() { super::a::A; } pub struct B;"),
    ]);
    assert_eq!(tied, ["  a -> b: B\n  b -> a: A\n"]);
    let root = ("lib.rs", "mod a; mod b; pub use b::B; pub struct Root;");
    let above = circles_of(&[root, ("a.rs", "use super::{B, Root};"), ("b.rs", "pub struct B;")]);
    assert!(above.is_empty(), "{above:?}");
}

/// Is a source too long, without a reason in the first paragraph of its documentation?
fn is_too_long(text: &str) -> bool {
    let lines = || text.lines().map(|l| l.trim_start_matches("//!").trim());
    let first: Vec<&str> = lines().take_while(|l| !l.is_empty()).collect();
    lines().count() > MAX_LINES && !first.join(" ").to_lowercase().contains("one file because")
}

#[test]
fn long_files_have_a_reason() {
    let mut sources = Vec::new();
    for entry in std::fs::read_dir(folder()).expect("the crates") {
        let path = entry.expect("a crate").path();
        files(&path.join("src"), &mut sources);
        if path.join("tests").is_dir() {
            files(&path.join("tests"), &mut sources);
        }
    }
    let read = |path: &PathBuf| std::fs::read_to_string(path).expect("a source");
    let long: Vec<&PathBuf> = sources.iter().filter(|path| is_too_long(&read(path))).collect();
    assert!(long.is_empty(), "more than {MAX_LINES} lines, and no reason: {long:#?}");
}

#[test]
fn a_long_file_is_found() {
    let rest = "\n".repeat(MAX_LINES + 1);
    assert!(is_too_long(&format!("//! A tree.{rest}")));
    assert!(is_too_long(&format!("//! A tree.\n//!\n//! One file because.{rest}")));
    assert!(!is_too_long(&format!("//! A tree. One\n//! file because so.{rest}")));
    assert!(!is_too_long("//! A tree."));
}
