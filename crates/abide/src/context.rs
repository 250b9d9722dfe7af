//! What is known to files that are verified, and is none of them.

use crate::args::Reading;
use crate::files::{Found, Input, Languages, Origin, error, read};
use crate::paths::canonical;
use abide_base::{Diagnostic, FileId, Severity, shown};
use abide_report::Unread;
use abide_verify::as_c;
use abide_verify::library::java_classes;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Reads what is known to files that are verified, and is none of them: sources, and contracts of libraries. Headers
/// are read where they are included.
pub fn read_context(reading: &Reading, languages: &Languages, verified: &[Input]) -> Found {
    let mut found = read(&reading.context, languages);
    let specs = read(&reading.specs, &languages.with_specs());
    let contracts = specs.files.into_iter().filter(|f| f.language.name() == "java");
    found.files.extend(contracts.map(|f| Input {
        origin: Origin::Specs,
        ..f
    }));
    take_hiding(&mut found, languages, verified);
    let mut seen: BTreeSet<PathBuf> = verified.iter().map(|f| canonical(f.source.path())).collect();
    found.files.retain(|f| seen.insert(canonical(f.source.path())));
    found.unread.extend(specs.unread);
    let broken: Vec<Unread> = found.files.iter().flat_map(broken).collect();
    found.unread.extend(broken);
    found
}

/// What cannot be read in a file that is known to others, the first thing of it: it would be as if it were not there.
fn broken(file: &Input) -> Option<Unread> {
    let first = file
        .language
        .unreadable(FileId(0), file.source.text())
        .into_iter()
        .next()?;
    let line = first.span.map_or(1, |span| file.source.line(span.start));
    let path = file.source.path();
    Some(Unread {
        path: path.to_owned(),
        diagnostic: error(format!("{}:{line}: {}", shown(path), first.message)),
    })
}

/// Takes classes beside those that are verified which hide one of Java's library that is known: a file of its
/// package means them by the name, whatever packages it imports as a whole.
fn take_hiding(found: &mut Found, languages: &Languages, verified: &[Input]) {
    let java = verified
        .iter()
        .filter(|f| f.language.name() == "java" && f.origin == Origin::Plain);
    let folders: BTreeSet<&Path> = java.filter_map(|f| f.source.path().parent()).collect();
    let known = java_classes();
    for folder in folders {
        let folder = if folder.as_os_str().is_empty() {
            Path::new(".")
        } else {
            folder
        };
        let entries = fs::read_dir(folder).into_iter().flatten().flatten();
        let mut hiding: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
        hiding.retain(|path| {
            let name = path.file_stem().and_then(|name| name.to_str());
            let is_java = path.extension().is_some_and(|e| e == "java") && path.is_file();
            is_java && name.is_some_and(|name| known.contains(name))
        });
        hiding.sort();
        for path in hiding {
            found.take(path, languages, Origin::Plain, None);
        }
    }
}

/// Tells what is not understood of programs in C: it is as if it were not there.
pub fn misread(context: &[Input]) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for file in context {
        let errors = as_c(&*file.language).map(|c| c.errors(FileId(0), file.source.text()));
        for error in errors.into_iter().flatten() {
            let place = match error.span {
                Some(span) => format!("{}:{}", shown(file.source.path()), file.source.line(span.start)),
                None => shown(file.source.path()),
            };
            let warning = Diagnostic::new(Severity::Warning, format!("{place}: {}", error.message));
            found.push(warning.note("what stands there is not known to the files that are verified"));
        }
    }
    found
}
