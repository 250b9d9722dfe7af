//! `abide library`: what is known of the libraries of the languages.

use crate::output::{print, say};
use crate::status::Status;
use abide_verify::library::{Unit, library};
use std::fmt::Write;

/// Prints the names of all headers and functions, or the text of one of them.
pub fn show(name: Option<&str>) -> Result<Status, Status> {
    let all = library();
    let text = match name {
        None => listing(&all),
        Some(name) => named(&all, name).ok_or_else(|| {
            say(&format!("error: nothing is known of `{name}` in any library"));
            Status::Bad
        })?,
    };
    Ok(print(&text))
}

/// One paragraph for each header that has functions.
fn listing(all: &[Unit]) -> String {
    let mut out = String::new();
    for unit in all.iter().filter(|u| !u.functions.is_empty()) {
        let _ = writeln!(
            out,
            "{} ({}): {} function{}",
            unit.name,
            unit.language,
            unit.functions.len(),
            if unit.functions.len() == 1 { "" } else { "s" }
        );
        let mut line = String::from(" ");
        for function in &unit.functions {
            if line.len() + function.name.len() > 98 {
                let _ = writeln!(out, "{line}");
                line = String::from(" ");
            }
            let _ = write!(line, " {}", function.name);
        }
        let _ = writeln!(out, "{line}\n");
    }
    let count: usize = all.iter().map(|u| u.functions.len()).sum();
    let _ = writeln!(
        out,
        "{count} functions; `abide library NAME` prints what is known of one"
    );
    out
}

/// The text of a header, or of all functions of a name.
fn named(all: &[Unit], name: &str) -> Option<String> {
    if let Some(unit) = all.iter().find(|u| u.name == name) {
        return Some(unit.text.clone());
    }
    let found = all
        .iter()
        .flat_map(|u| u.functions.iter().filter(|f| f.name == name).map(move |f| (u, f)));
    let texts: Vec<String> = found
        .map(|(unit, function)| format!("// {} ({})\n{}", unit.name, unit.language, function.text))
        .collect();
    (!texts.is_empty()).then(|| texts.join("\n"))
}
