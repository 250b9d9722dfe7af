//! Programs of the corpus without what they say of their loops.

use super::read;
use abide_base::SourceFile;
use std::path::Path;

/// A program without the clauses of its loops.
pub fn stripped(path: &Path) -> SourceFile {
    let text = read(path).text().to_string();
    match path.extension().and_then(|e| e.to_str()) {
        Some("java") => SourceFile::new(path, without_jml(&text)),
        Some("c") => SourceFile::new(path, without_acsl(&text)),
        _ => SourceFile::new(path, without_clauses(&text)),
    }
}

/// The same, but these routines of it are left as they are.
pub fn stripped_but(path: &Path, routines: &[&str]) -> SourceFile {
    let (whole, rest) = (read(path), stripped(path));
    let whole: Vec<&str> = whole.text().lines().collect();
    let mut lines: Vec<&str> = rest.text().lines().collect();
    for routine in routines {
        let call = format!("{routine}(");
        let begins = |n: &usize| {
            let next = whole.get(n + 1).copied().unwrap_or_default();
            whole[*n].contains(&call) && (whole[*n].ends_with('{') || next.trim() == "{")
        };
        let from = (0..whole.len()).find(begins).expect("the routine is there");
        let depth = whole[from].len() - whole[from].trim_start().len();
        let end = format!("{}}}", " ".repeat(depth));
        let to = (from..whole.len())
            .find(|n| whole[*n] == end)
            .expect("the routine ends");
        lines[from..to].copy_from_slice(&whole[from..to]);
    }
    SourceFile::new(path, lines.join("\n") + "\n")
}

/// The lines, counted from zero, from which [`stripped`] takes something.
pub fn taken(path: &Path) -> Vec<usize> {
    let (whole, rest) = (read(path), stripped(path));
    let pairs = whole.text().lines().zip(rest.text().lines());
    let differing = pairs.enumerate().filter(|(_, (a, b))| a != b);
    differing.map(|(number, _)| number).collect()
}

/// `.gcl`: the clauses `skolem`, `predicate` and `invariant`, each up to its semicolon.
fn without_clauses(text: &str) -> String {
    let mut kept = String::new();
    let mut inside = false;
    let mut label = false;
    for line in text.lines() {
        let words = line.trim_start();
        let begins = ["skolem ", "predicate ", "invariant "]
            .iter()
            .any(|w| words.starts_with(w));
        if begins && label {
            kept.push(';');
        }
        inside |= begins;
        if inside {
            inside = !line.trim_end().ends_with(';');
        } else {
            kept.push_str(line);
        }
        // the clauses of a label end where the label does
        label = words.starts_with("label ") && !words.ends_with(';');
        kept.push('\n');
    }
    kept
}

/// Java: the annotations of loops, on one line or in a comment of their own.
fn without_jml(text: &str) -> String {
    let words = ["skolem_constant", "loop_predicate", "loop_invariant", "maintaining"];
    let mut kept = String::new();
    let mut inside = false;
    for line in text.lines() {
        let said = line.trim_start().trim_start_matches(['/', '*', '@', ' ']);
        let about = words.iter().any(|w| said.starts_with(w));
        if about && line.trim_start().starts_with("/*@") {
            inside = true;
        }
        if !inside && !about {
            kept.push_str(line);
        }
        inside &= !line.contains("*/");
        kept.push('\n');
    }
    kept
}

/// C: invariants of loops, and comments with predicates; the place of every line is kept.
fn without_acsl(text: &str) -> String {
    let mut kept = String::new();
    let mut rest = text;
    while let Some(at) = rest
        .find("/*@")
        .into_iter()
        .chain(rest.find("/*%"))
        .chain(rest.find("//@"))
        .min()
    {
        let (before, comment) = rest.split_at(at);
        let end = match comment.starts_with("//") {
            true => comment.find('\n').unwrap_or(comment.len()),
            false => comment.find("*/").map_or(comment.len(), |end| end + 2),
        };
        let (comment, after) = comment.split_at(end);
        kept.push_str(before);
        kept.push_str(&match comment.starts_with("/*%") {
            true => blank(comment),
            false => without_invariants(comment),
        });
        rest = after;
    }
    kept + rest
}

/// An annotation without its clauses `loop invariant`, each up to where the next clause begins; none at
/// all if nothing is left.
fn without_invariants(comment: &str) -> String {
    let mut kept = String::new();
    let mut rest = comment;
    while let Some(at) = rest.find("loop invariant ") {
        kept.push_str(&rest[..at]);
        let ends = |end: &usize| {
            let next = rest[end + 1..].trim_start_matches([' ', '\n', '@']);
            next.is_empty() || next.starts_with("*/") || next.starts_with("loop ")
        };
        let clauses = rest.match_indices(';').map(|(place, _)| place).filter(|p| *p > at);
        let end = clauses.into_iter().find(ends).map_or(rest.len(), |end| end + 1);
        kept.push_str(&blank(&rest[at..end]));
        rest = &rest[end..];
    }
    kept.push_str(rest);
    match kept.trim_matches(['/', '*', '@', ' ', '\n']).is_empty() {
        true => blank(comment),
        false => kept,
    }
}

/// Nothing, in as many lines.
fn blank(text: &str) -> String {
    "\n".repeat(text.matches('\n').count())
}
