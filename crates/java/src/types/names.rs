//! Which class a name means: nested classes, imports, the package, the library, in Java's order.

use super::build::package_of;
use super::classes::{ClassId, Classes, FileNames};
use crate::syntax::ast;

impl FileNames {
    pub(super) fn of(unit: &ast::Unit) -> FileNames {
        let mut names = FileNames {
            package: unit.package.clone().unwrap_or_default(),
            ..FileNames::default()
        };
        for import in unit.imports.iter().filter(|i| i.is_static) {
            match import.name.rsplit_once('.') {
                _ if import.all => names.all_members.push(import.name.clone()),
                Some((class, member)) => {
                    let owners = names.members.entry(member.to_string()).or_default();
                    owners.push(class.to_string());
                }
                None => {}
            }
        }
        for import in unit.imports.iter().filter(|i| !i.is_static) {
            match import.name.rsplit_once('.') {
                _ if import.all => names.imported_all.push(import.name.clone()),
                Some((_, last)) => {
                    names.imported.insert(last.to_string(), import.name.clone());
                }
                None => {}
            }
        }
        names
    }
}

impl Classes<'_> {
    /// Makes a top-level class of a file known.
    pub(super) fn register(&mut self, file: usize, name: &str, id: ClassId) {
        let names = &mut self.files[file];
        names.own.insert(name.to_string(), id);
        let whole = qualified(&names.package, name);
        self.declared.entry(whole).or_default().push(id);
    }

    /// A class of which a file says nothing but that it is above another. What files call alike
    /// is one class; unless all of them say where it is, they may mean different ones.
    pub(super) fn mention(&mut self, file: usize, name: &str, object: ClassId) -> ClassId {
        let last = name.rsplit('.').next().unwrap_or(name);
        let whole = self.whole_name(file, name);
        if let Some((id, ..)) = self.mentioned.get(last) {
            let id = *id;
            self.list[id.0].doubtful |= self.mentioned(file, name) != Some(id);
            return id;
        }
        let id = self.external(last, Some(object), false);
        self.mentioned.insert(last.to_string(), (id, file, whole));
        id
    }

    /// A class that is only mentioned, if it is surely the one that a file means by a name.
    fn mentioned(&self, file: usize, name: &str) -> Option<ClassId> {
        let last = name.rsplit('.').next().unwrap_or(name);
        let (id, first, known) = self.mentioned.get(last)?;
        let whole = self.whole_name(file, name);
        (*first == file || whole.is_some() && *known == whole).then_some(*id)
    }

    /// A name with its package, where the file tells it.
    fn whole_name(&self, file: usize, name: &str) -> Option<String> {
        let imported = self.files[file].imported.get(name).cloned();
        imported.or_else(|| name.contains('.').then(|| name.to_string()))
    }

    /// Does the file of `scope` import a class by a name, and surely one that is not given?
    pub fn imports_unknown(&self, scope: ClassId, name: &str) -> bool {
        let file = self.get(scope).file.unwrap_or(0);
        let Some(whole) = self.files[file].imported.get(name) else {
            return false;
        };
        let ends = whole.match_indices('.').map(|(at, _)| at).chain([whole.len()]);
        let mut around = ends.filter_map(|at| whole.get(..at));
        !around.any(|part| self.declared.contains_key(part))
    }

    /// May a name mean a member of a class that the file of `scope` imports?
    pub fn may_import_member(&self, scope: ClassId, name: &str) -> bool {
        let file = self.get(scope).file.unwrap_or(0);
        !self.files[file].all_members.is_empty() || self.files[file].members.contains_key(name)
    }

    /// The classes from which the file of `scope` may import a member of a name: their whole names, and which they are if
    /// they are known.
    pub fn imported_from(&self, scope: ClassId, name: &str) -> Vec<(String, Option<ClassId>)> {
        let names = &self.files[self.get(scope).file.unwrap_or(0)];
        let owners = names.members.get(name).unwrap_or(&names.all_members).iter();
        owners.map(|whole| (whole.clone(), self.by_whole_name(whole))).collect()
    }

    /// Does the file of `scope` say that a class is one of the Java library, or do we know it as such?
    pub fn is_of_library(&self, name: &str, scope: ClassId) -> bool {
        let file = self.get(scope).file.unwrap_or(0);
        let whole = self.whole_name(file, name);
        let said = whole.is_some_and(|w| w.starts_with("java.") || w.starts_with("javax."));
        let known = self.class_named(name, Some(scope));
        said || known.is_some_and(|id| self.library.values().any(|l| *l == id))
    }

    /// How the first file calls a top-level class of another.
    pub(super) fn path_from_first(&self, file: usize, name: &str) -> String {
        let id = self.files[file].own.get(name).copied();
        let whole = qualified(&self.files[file].package, name);
        if self.in_file(0, name) == id {
            name.to_string()
        } else if self.by_whole_name(&whole) == id && whole != name {
            whole
        } else {
            // nobody else can name it; two classes must not share a path
            format!("{name}#{file}")
        }
    }

    /// The class a name means inside `scope`: a nested class of it or of a class around or
    /// above it, else what it means in the file. Dotted names are taken from the end. Without a
    /// scope it is the first file that is asked.
    pub fn class_named(&self, name: &str, scope: Option<ClassId>) -> Option<ClassId> {
        let file = scope.and_then(|s| self.get(s).file).unwrap_or(0);
        if let Some((rest, last)) = name.rsplit_once('.') {
            if let Some(outer) = self.class_named(rest, scope) {
                return self.nested(outer, last);
            }
            return self.by_whole_name(name).or_else(|| self.mentioned(file, name));
        }
        for id in scope.into_iter().flat_map(|s| self.outward(s)) {
            if self.get(id).name == name {
                return Some(id);
            }
            if let Some(found) = self.nested(id, name) {
                return Some(found);
            }
        }
        self.in_file(file, name)
    }

    /// Does the name of the top-level class around a class mean that class inside of `scope`?
    pub fn can_be_named(&self, class: ClassId, scope: ClassId) -> bool {
        let Some(top) = self.outward(class).last() else {
            return false;
        };
        self.class_named(&self.get(top).name, Some(scope)) == Some(top)
    }

    /// A class nested in a class or in one above it.
    pub fn nested(&self, class: ClassId, name: &str) -> Option<ClassId> {
        let above = self.ancestors(class).into_iter();
        above.filter_map(|up| self.get(up).nested.get(name)).next().copied()
    }

    /// The class a simple name means at the top of a file.
    fn in_file(&self, file: usize, name: &str) -> Option<ClassId> {
        let names = &self.files[file];
        if let Some(id) = names.own.get(name) {
            return Some(*id);
        }
        if let Some(whole) = names.imported.get(name) {
            return self.by_whole_name(whole).or_else(|| self.mentioned(file, name));
        }
        let of_package = self.by_whole_name(&qualified(&names.package, name));
        let of_import = || {
            let whole: Vec<String> = names.imported_all.iter().map(|p| qualified(p, name)).collect();
            // what is declared counts before what is known in some package of the Java library
            let mut declared = whole.iter().filter(|w| self.declared.contains_key(*w));
            let declared = declared.find_map(|w| self.by_whole_name(w));
            declared.or_else(|| whole.iter().find_map(|w| self.by_whole_name(w)))
        };
        // what is in other packages is imported, but by a fragment
        let fragment = names.package.is_empty() && names.imported.is_empty() && names.imported_all.is_empty();
        let known = self.library.get(name).copied();
        let of_library = || known.filter(|_| fragment || package_of(name) == "java.lang");
        let mentioned = || self.mentioned(file, name);
        of_package.or_else(of_import).or_else(of_library).or_else(mentioned)
    }

    /// A class by its package and name. Where two files declare it, it is neither.
    fn by_whole_name(&self, whole: &str) -> Option<ClassId> {
        if let Some(declared) = self.declared.get(whole) {
            return Some(declared[0]).filter(|_| declared.len() == 1);
        }
        let (rest, last) = whole.rsplit_once('.')?;
        if let Some(outer) = self.by_whole_name(rest) {
            return self.nested(outer, last);
        }
        self.library.get(last).filter(|_| package_of(last) == rest).copied()
    }
}

fn qualified(package: &str, name: &str) -> String {
    match package {
        "" => name.to_string(),
        _ => format!("{package}.{name}"),
    }
}
