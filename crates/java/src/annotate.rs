//! Writing invariants and measures into the text of a class, with everything else left as it is.

use crate::syntax;
use abide_base::{FileId, Span};
use abide_frontend::insert::{end_of_line, inserted, line_before};

/// Words that begin a line of a loop's annotation.
const CLAUSES: [&str; 16] = [
    "loop_invariant",
    "maintaining",
    "maintains",
    "loop_inv",
    "decreases",
    "decreasing",
    "loop_decreases",
    "loop_predicate",
    "skolem_constant",
    "loop_assigns",
    "loop_writes",
    "loop_modifies",
    "loop_assignable",
    "assignable",
    "modifies",
    "assigns",
];

/// Adds `loop_invariant` clauses to loops, each named by the place of its keyword. They come
/// before what the loop's annotation already says: other tools want invariants first.
pub fn insert_invariants(text: &str, loops: &[(Span, Vec<String>)]) -> String {
    let end_of_line = end_of_line(text);
    let some = loops.iter().filter(|(_, invariants)| !invariants.is_empty());
    insert(text, some, |keyword, invariants| {
        edit(text, keyword, invariants, end_of_line)
    })
}

/// Adds a `decreases` clause to loops, each named by the place of its keyword. It comes after
/// what the loop's annotation already says.
pub fn insert_measures(text: &str, loops: &[(Span, String)]) -> String {
    let end_of_line = end_of_line(text);
    insert(text, loops, |keyword, measure| {
        let (line, before) = line_before(text, keyword);
        match before.trim().is_empty() {
            true => (line, format!("{before}//@ decreases {measure};{end_of_line}")),
            false => (keyword, format!("/*@ decreases {measure}; @*/ ")),
        }
    })
}

/// Writes clauses of contracts in front of methods, each named by the place of its declaration.
pub fn insert_contracts(text: &str, methods: &[(Span, Vec<String>)]) -> String {
    let end_of_line = end_of_line(text);
    insert(text, methods, |start, clauses| {
        let (line, before) = line_before(text, start);
        match before.trim().is_empty() {
            true => {
                let lines = clauses.iter().map(|c| format!("{before}//@ {c};{end_of_line}"));
                (line, lines.collect())
            }
            false => (start, format!("/*@ {}; @*/ ", clauses.join("; "))),
        }
    })
}

/// The text with what `edit` says for each loop, from the place of its keyword.
fn insert<'l, T: 'l>(
    text: &str,
    loops: impl IntoIterator<Item = &'l (Span, T)>,
    edit: impl Fn(usize, &T) -> (usize, String),
) -> String {
    let known = loops
        .into_iter()
        .filter(|(span, _)| text.is_char_boundary(span.start as usize));
    let mut pieces: Vec<(usize, String)> = known.map(|(span, new)| edit(span.start as usize, new)).collect();
    if !pieces.is_empty() {
        pieces.extend(nullness(text));
    }
    inserted(text, pieces)
}

/// What the first annotation of a file has to bring along: from then on only what says so may be null.
fn nullness(text: &str) -> Vec<(usize, String)> {
    let unit = syntax::parse(FileId::default(), text).unit;
    let types = syntax::nullable_types(&unit);
    let word = |at: Span| (at.start as usize, "/*@ nullable @*/ ".to_string());
    types.into_iter().map(word).collect()
}

/// Where to insert, and what.
fn edit(text: &str, keyword: usize, invariants: &[String], end_of_line: &str) -> (usize, String) {
    let (line, before) = line_before(text, keyword);
    if !before.trim().is_empty() {
        // something else stands on the line
        let clauses: Vec<String> = invariants.iter().map(|i| format!("loop_invariant {i};")).collect();
        return (keyword, format!("/*@ {} @*/ ", clauses.join(" ")));
    }
    let at = annotation_start(text, line);
    let lines: Vec<String> = invariants
        .iter()
        .map(|i| format!("{before}//@ loop_invariant {i};{end_of_line}"))
        .collect();
    (at, lines.concat())
}

/// The beginning of the first line of the loop's annotation above `line`, or of the line.
fn annotation_start(text: &str, line: usize) -> usize {
    let mut start = line;
    let mut at = line;
    while at > 0 {
        let (above, _) = line_before(text, at - 1);
        let content = text[above..at].trim();
        if let Some(comment) = line_annotation(content) {
            // an assertion or the like ends the annotation; a clause may go on over lines
            if CLAUSES.iter().any(|c| begins_with(comment, c)) {
                start = above;
            } else if ["assert", "assume", "set", "ghost", "unreachable", "check", "nowarn"]
                .iter()
                .any(|c| begins_with(comment, c))
            {
                break;
            }
            at = above;
        } else if content.ends_with("*/") {
            let Some(open) = text[..at].rfind("/*@") else { break };
            let inside = text[open + 3..at].trim_start_matches(['@', ' ', '\t', '\r', '\n']);
            let (whole_lines, before) = line_before(text, open);
            if !before.trim().is_empty() || !CLAUSES.iter().any(|c| begins_with(inside, c)) {
                break;
            }
            start = whole_lines;
            at = whole_lines;
        } else {
            break;
        }
    }
    start
}

/// The content of a line that is a JML comment.
fn line_annotation(content: &str) -> Option<&str> {
    let inside = content
        .strip_prefix("//@")
        .or_else(|| content.strip_prefix("//+ABIDE@"))?;
    Some(inside.trim_start_matches(['@', ' ', '\t']))
}

fn begins_with(text: &str, word: &str) -> bool {
    text.strip_prefix(word)
        .is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use abide_base::FileId;

    fn place(text: &str) -> Span {
        let at = text.find("while").expect("there is a loop");
        Span::new(FileId(0), at, at + 5)
    }

    fn insert(text: &str) -> String {
        insert_invariants(text, &[(place(text), vec!["0 <= i".into(), "i <= n".into()])])
    }

    #[test]
    fn invariants_stand_above_the_loop() {
        assert_eq!(
            insert("  int i = 0;\n  while (i < n) i++;\n"),
            "  int i = 0;\n  //@ loop_invariant 0 <= i;\n  //@ loop_invariant i <= n;\n  while (i < n) i++;\n"
        );
    }

    #[test]
    fn invariants_come_first_in_an_annotation() {
        assert_eq!(
            insert("\t//@ assert i == 0;\r\n\t//@ loop_predicate 0 <= i,\r\n\t//@   i <= n;\r\n\twhile (b)\r\n"),
            "\t//@ assert i == 0;\r\n\t//@ loop_invariant 0 <= i;\r\n\t//@ loop_invariant i <= n;\r\n\t//@ loop_predicate 0 <= i,\r\n\t//@   i <= n;\r\n\twhile (b)\r\n"
        );
        assert_eq!(
            insert("x();\n/*@ decreases n;\n  @*/\nwhile (b)\n"),
            "x();\n//@ loop_invariant 0 <= i;\n//@ loop_invariant i <= n;\n/*@ decreases n;\n  @*/\nwhile (b)\n"
        );
    }

    #[test]
    fn a_loop_in_the_middle_of_a_line_gets_a_comment_there() {
        assert_eq!(
            insert("out: while (b) ;"),
            "out: /*@ loop_invariant 0 <= i; loop_invariant i <= n; @*/ while (b) ;"
        );
    }

    #[test]
    fn a_measure_comes_last() {
        let measured = |text: &str| insert_measures(text, &[(place(text), "n - i".into())]);
        assert_eq!(
            measured("  //@ loop_invariant 0 <= i;\r\n  while (i < n) i++;\r\n"),
            "  //@ loop_invariant 0 <= i;\r\n  //@ decreases n - i;\r\n  while (i < n) i++;\r\n"
        );
        assert_eq!(
            measured("/*@ loop_invariant b; @*/ while (b) ;"),
            "/*@ loop_invariant b; @*/ /*@ decreases n - i; @*/ while (b) ;"
        );
    }
}
