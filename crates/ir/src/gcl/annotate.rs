//! Writing invariants into the text of a program, with everything else left as it is.
//!
//! Works on tokens, not on a tree, so comments and layout survive and the rest of the file may
//! be wrong.

use super::lexer::{Lexeme, Token, lex};
use abide_base::Span;

/// Adds `invariant …;` clauses to loops. A loop is named by the place of its `while`, or of the
/// name of the label at its head (as in [`crate::LoopSpec::span`]); the formulas are written as
/// they are. The new clauses come before those the loop has. A place at which there is no such
/// loop is passed over.
pub fn insert_invariants(text: &str, loops: &[(Span, Vec<String>)]) -> String {
    let lexemes = lex(text);
    let end_of_line = match text.find('\n') {
        Some(at) if text[..at].ends_with('\r') => "\r\n",
        _ => "\n",
    };
    let source = Source {
        text,
        lexemes: &lexemes,
        end_of_line,
    };
    let mut edits: Vec<Edit> = loops
        .iter()
        .filter(|(_, invariants)| !invariants.is_empty())
        .filter_map(|(span, invariants)| source.edit(*span, invariants))
        .collect();
    edits.sort_by_key(|edit| edit.start);
    let mut done = 0;
    let mut result = String::with_capacity(text.len());
    for edit in edits {
        if edit.start < done {
            continue;
        }
        result.push_str(&text[done..edit.start]);
        result.push_str(&edit.new);
        done = edit.end;
    }
    result.push_str(&text[done..]);
    result
}

/// Replaces `start..end`, which is white space or empty.
struct Edit {
    start: usize,
    end: usize,
    new: String,
}

struct Source<'a> {
    text: &'a str,
    lexemes: &'a [Lexeme],
    end_of_line: &'static str,
}

impl Source<'_> {
    fn edit(&self, span: Span, invariants: &[String]) -> Option<Edit> {
        let at = self.lexemes.binary_search_by_key(&span.start, |l| l.start).ok()?;
        match self.lexemes[at].token {
            Token::While => {
                let next = self.after_condition(at + 1)?;
                self.before_clauses(at, next, invariants)
            }
            Token::Name if at > 0 && self.lexemes[at - 1].token == Token::Label => {
                let next = self.lexemes.get(at + 1)?;
                match next.token {
                    Token::Semicolon => Some(self.before_semicolon(at, *next, invariants)),
                    _ => self.before_clauses(at, *next, invariants),
                }
            }
            _ => None,
        }
    }

    /// The token behind the parentheses that open at `open`.
    fn after_condition(&self, open: usize) -> Option<Lexeme> {
        let mut depth = 0usize;
        for (i, lexeme) in self.lexemes.iter().enumerate().skip(open) {
            match lexeme.token {
                Token::OpenParen => depth += 1,
                Token::CloseParen => depth = depth.checked_sub(1)?,
                _ => {}
            }
            if depth == 0 {
                return (i > open).then(|| self.lexemes.get(i + 1).copied())?;
            }
        }
        None
    }

    /// Before the first clause or the brace `next` of the loop whose word is at `word`.
    fn before_clauses(&self, word: usize, next: Lexeme, invariants: &[String]) -> Option<Edit> {
        let brace = next.token == Token::OpenBrace;
        if !brace && !next.token.starts_loop_clause() {
            return None;
        }
        let start = next.start as usize;
        let outer = self.indentation(self.lexemes[word].start as usize);
        let line = self.line_start(start);
        let own_line = is_blank(&self.text[line..start]);
        // as deep as the clauses that are there, or one level deeper than the loop
        let inner = if own_line && !brace {
            self.text[line..start].to_string()
        } else {
            deeper(outer)
        };
        let clauses: String = invariants
            .iter()
            .map(|e| format!("{inner}invariant {e};{}", self.end_of_line))
            .collect();
        if own_line {
            return Some(Edit {
                start: line,
                end: line,
                new: clauses,
            });
        }
        let before = self.text[..start].trim_end_matches([' ', '\t']).len();
        let behind = if brace { outer } else { &inner };
        Some(Edit {
            start: before,
            end: start,
            new: format!("{}{clauses}{behind}", self.end_of_line),
        })
    }

    /// Between the name of a label and its `;`, which becomes that of the last clause.
    fn before_semicolon(&self, name: usize, semicolon: Lexeme, invariants: &[String]) -> Edit {
        let start = semicolon.start as usize;
        let inner = deeper(self.indentation(self.lexemes[name - 1].start as usize));
        let clauses: Vec<String> = invariants.iter().map(|e| format!("{inner}invariant {e}")).collect();
        let clauses = clauses.join(&format!(";{}", self.end_of_line));
        let line = self.line_start(start);
        if is_blank(&self.text[line..start]) {
            return Edit {
                start: line,
                end: start,
                new: clauses,
            };
        }
        Edit {
            start: self.text[..start].trim_end_matches([' ', '\t']).len(),
            end: start,
            new: format!("{}{clauses}", self.end_of_line),
        }
    }

    fn line_start(&self, at: usize) -> usize {
        self.text[..at].rfind('\n').map_or(0, |newline| newline + 1)
    }

    /// The white space at the beginning of the line.
    fn indentation(&self, at: usize) -> &str {
        let line = &self.text[self.line_start(at)..];
        &line[..line.len() - line.trim_start_matches([' ', '\t']).len()]
    }
}

fn is_blank(text: &str) -> bool {
    text.chars().all(|c| c == ' ' || c == '\t')
}

/// One level deeper, in the style of the indentation there is.
fn deeper(indentation: &str) -> String {
    let step = if indentation.contains('\t') { "\t" } else { "  " };
    format!("{indentation}{step}")
}

#[cfg(test)]
mod tests {
    use super::super::{load, parser::parse};
    use super::*;
    use crate::program::{Block, LoopSpec, StmtKind};
    use abide_base::FileId;

    fn specs<'a>(block: &'a Block, found: &mut Vec<&'a LoopSpec>) {
        for stmt in block {
            match &stmt.kind {
                StmtKind::While(stmt) => {
                    found.push(&stmt.spec);
                    specs(&stmt.body, found);
                }
                StmtKind::Label(_, spec) => found.push(spec),
                StmtKind::If(_, yes, no) => {
                    specs(yes, found);
                    specs(no, found);
                }
                _ => {}
            }
        }
    }

    /// Adds `0 <= i` and `i == i` to all loops of the body `stmts`; the new text must be right
    /// and all loops must have two invariants more.
    fn check(stmts: &str, expect: &str) {
        let (open, close) = ("procedure p(n: int) returns (i: int) {", "}");
        let text = format!("{open}{stmts}{close}");
        let before = load(FileId(0), &text);
        assert_eq!(before.diagnostics, [], "{text}");
        let mut all = Vec::new();
        specs(&before.program.routines[0].body, &mut all);
        let loops: Vec<_> = all
            .iter()
            .map(|s| (s.span, vec!["0 <= i".to_string(), "i == i".to_string()]))
            .collect();
        let new = insert_invariants(&text, &loops);
        assert_eq!(new, format!("{open}{expect}{close}"));
        let after = load(FileId(0), &new);
        assert_eq!(after.diagnostics, [], "{new}");
        let mut more = Vec::new();
        specs(&after.program.routines[0].body, &mut more);
        let count = |specs: &[&LoopSpec]| specs.iter().map(|s| s.invariants.len()).collect::<Vec<_>>();
        assert_eq!(count(&more), count(&all).iter().map(|n| n + 2).collect::<Vec<_>>());
    }

    #[test]
    fn a_loop_without_clauses() {
        check(
            "\n  while (i < n) {\n    i := i + 1;\n  }\n",
            "\n  while (i < n)\n    invariant 0 <= i;\n    invariant i == i;\n  {\n    i := i + 1;\n  }\n",
        );
        check(
            "\n\twhile ((i) < (n))\n\t{ i := 1; }\n",
            "\n\twhile ((i) < (n))\n\t\tinvariant 0 <= i;\n\t\tinvariant i == i;\n\t{ i := 1; }\n",
        );
        check(
            " while (*) { i := 1; } ",
            " while (*)\n  invariant 0 <= i;\n  invariant i == i;\n{ i := 1; } ",
        );
    }

    #[test]
    fn a_loop_with_clauses() {
        check(
            "\n  while (*)\n      // of i\n      predicate i < n;\n  {}\n",
            "\n  while (*)\n      // of i\n      invariant 0 <= i;\n      invariant i == i;\n      predicate i < n;\n  {}\n",
        );
        check(
            "\n  while (*) invariant i < n; { }\n",
            "\n  while (*)\n    invariant 0 <= i;\n    invariant i == i;\n    invariant i < n; { }\n",
        );
    }

    #[test]
    fn comments_stay_where_they_are() {
        check(
            "\n  while (*) /* { */ { }\n",
            "\n  while (*) /* { */\n    invariant 0 <= i;\n    invariant i == i;\n  { }\n",
        );
        check(
            "\n  while (*) // (\n  { }\n",
            "\n  while (*) // (\n    invariant 0 <= i;\n    invariant i == i;\n  { }\n",
        );
        check(
            "\n  while (*)/* a\n b */{ }\n",
            "\n  while (*)/* a\n b */\n    invariant 0 <= i;\n    invariant i == i;\n  { }\n",
        );
    }

    #[test]
    fn line_ends_stay_as_they_are() {
        check(
            "\r\n  while (*) {\r\n  }\r\n",
            "\r\n  while (*)\r\n    invariant 0 <= i;\r\n    invariant i == i;\r\n  {\r\n  }\r\n",
        );
    }

    #[test]
    fn labels() {
        check(
            "\n  label l;\n  goto l;\n",
            "\n  label l\n    invariant 0 <= i;\n    invariant i == i;\n  goto l;\n",
        );
        check(
            "\n  label l // head\n  ;\n  goto l;\n",
            "\n  label l // head\n    invariant 0 <= i;\n    invariant i == i;\n  goto l;\n",
        );
        check(
            "\n  label l invariant i < n;\n",
            "\n  label l\n    invariant 0 <= i;\n    invariant i == i;\n    invariant i < n;\n",
        );
        check(
            "\n  label `l m`\n    predicate i < n;\n",
            "\n  label `l m`\n    invariant 0 <= i;\n    invariant i == i;\n    predicate i < n;\n",
        );
    }

    #[test]
    fn nested_loops() {
        check(
            "\n  l: while (*) {\n    while (*) { }\n  }\n",
            "\n  l: while (*)\n    invariant 0 <= i;\n    invariant i == i;\n  {\n    while (*)\n      invariant 0 <= i;\n      \
             invariant i == i;\n    { }\n  }\n",
        );
    }

    #[test]
    fn places_without_a_loop_are_passed_over() {
        let text = "procedure p() { while (true }";
        let at = |start: usize| (Span::new(FileId(0), start, start + 5), vec!["true".to_string()]);
        assert_eq!(insert_invariants(text, &[at(16), at(3), at(400)]), text);
        assert!(!parse(FileId(0), text).diagnostics.is_empty());
    }
}
