//! Programs with one operator changed.

use abide_base::SourceFile;

/// What an operator is changed into; longer ones first.
const CHANGES: [(&str, &str); 14] = [
    ("<=", "<"),
    (">=", ">"),
    ("==", "!="),
    ("!=", "=="),
    ("&&", "||"),
    ("||", "&&"),
    ("++", "--"),
    ("--", "++"),
    ("+=", "-="),
    ("-=", "+="),
    ("<", "<="),
    (">", ">="),
    ("+", "-"),
    ("-", "+"),
];

/// Operators that are left alone, and would be taken for others.
const OTHERS: [&str; 8] = [":=", "->", "=>", "<<", ">>", "==>", "<==>", "::"];

/// The words that begin what a program says of itself in `.gcl`.
const SAID: [&str; 12] = [
    "requires",
    "ensures",
    "modifies",
    "predicate",
    "invariant",
    "skolem",
    "assert",
    "axiom",
    "function",
    "decreases",
    "reads",
    "//",
];

/// All programs with one operator of the code changed, in the order of the text, with the line changed.
pub fn mutants(file: &SourceFile) -> Vec<(usize, SourceFile)> {
    let text = file.text();
    let is_code = code(text, file.path().extension().is_some_and(|e| e == "gcl"));
    let mut found = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let rest = &text.as_bytes()[at..];
        let is = |operator: &str| rest.starts_with(operator.as_bytes());
        if let Some(other) = OTHERS.iter().filter(|o| is(o)).max_by_key(|o| o.len()) {
            at += other.len();
            continue;
        }
        let Some((from, to)) = CHANGES.iter().find(|(from, _)| is(from)) else {
            at += 1;
            continue;
        };
        if is_code[at] {
            let changed = [&text[..at], to, &text[at + from.len()..]].concat();
            let line = text[..at].matches('\n').count() + 1;
            found.push((line, SourceFile::new(file.path(), changed)));
        }
        at += from.len();
    }
    found
}

/// By byte, whether it is code: neither comment nor annotation nor text.
fn code(text: &str, gcl: bool) -> Vec<bool> {
    let mut is_code = vec![true; text.len()];
    let mut hide = |from: usize, to: usize| is_code[from..to.min(text.len())].fill(false);
    if gcl {
        let (mut from, mut said) = (0, false);
        for line in text.split_inclusive('\n') {
            let words = line.trim();
            said |= SAID.iter().any(|w| words.starts_with(w));
            if said {
                hide(from, from + line.len());
            }
            // a clause goes on up to its semicolon
            said &= !words.ends_with(';') && !words.ends_with('{') && !words.starts_with("//");
            from += line.len();
        }
        return is_code;
    }
    let mut at = 0;
    while at < text.len() {
        let rest = &text[at..];
        let end = if rest.starts_with("/*") {
            rest.find("*/").map_or(rest.len(), |end| end + 2)
        } else if rest.starts_with("//") || rest.starts_with('#') {
            rest.find('\n').unwrap_or(rest.len())
        } else if let Some(quoted) = rest.strip_prefix('"') {
            quoted.find('"').map_or(rest.len(), |end| end + 2)
        } else {
            at += rest.chars().next().map_or(1, char::len_utf8);
            continue;
        };
        hide(at, at + end);
        at += end;
    }
    is_code
}
