//! The dialect that the annotations of a file are written in.
//!
//! JML grew out of the pragmas of ESC/Java (Leino, Nelson and Saxe, *ESC/Java user's manual*, 2000), which most of its
//! words come from. In ESC/Java a pragma ends with its line, references may be null unless they are declared `non_null`,
//! and a method that overrides another adds to its contract.

use super::ast::{Class, ExprKind, Nowarn, Unit};
use super::comments::{documented, first_word};
use super::jml::{Item, ItemKind, is_of_escjava};
use super::walk::each_part;
use abide_base::Span;
use std::collections::HashSet;
use std::ops::Range;
use std::sync::Arc;

/// In which dialect annotations are to be read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Dialect {
    /// ESC/Java's in files with a pragma that only it has, JML in all others.
    #[default]
    Auto,
    /// JML.
    Jml,
    /// ESC/Java's.
    EscJava,
}

impl Dialect {
    /// Is a text with these comments to be read in ESC/Java's dialect?
    pub(super) fn is_escjava(self, text: &str, comments: &[Range<usize>]) -> bool {
        match self {
            Dialect::Jml => false,
            Dialect::EscJava => true,
            Dialect::Auto => comments.iter().filter_map(|c| text.get(c.clone())).any(|comment| {
                let documented = || comment.starts_with("/**") && documented(comment).next().is_some();
                first_word(comment).is_some_and(is_of_escjava) || documented()
            }),
        }
    }
}

/// What is noted for a whole file.
#[derive(Default)]
pub(super) struct Notes {
    nowarns: Vec<Nowarn>,
    unchecked: Vec<(Span, String)>,
}

impl Notes {
    /// Takes the notes out of what annotations say.
    pub(super) fn taken_from(items: &mut Vec<Item>, text: &str) -> Notes {
        let mut notes = Notes::default();
        items.retain(|item| match &item.kind {
            ItemKind::Nowarn(names) => {
                notes.nowarns.push(Nowarn {
                    span: item.span,
                    line: line_of(text, item.span),
                    names: names.clone(),
                });
                false
            }
            ItemKind::Unchecked(belief) => {
                notes.unchecked.push((item.span, belief.clone()));
                false
            }
            _ => true,
        });
        notes
    }

    /// Lets a file be one of ESC/Java's.
    pub(super) fn settle(self, unit: &mut Unit) {
        unit.nowarns = self.nowarns;
        unit.unchecked = self.unchecked;
        unit.classes.iter_mut().for_each(may_be_null);
        unit.classes.iter_mut().for_each(settle_invariants);
    }
}

/// What is not declared `non_null` may be null.
fn may_be_null(class: &mut Class) {
    class.modifiers.nullable_by_default |= !class.modifiers.non_null_by_default;
}

/// An invariant that speaks of static fields only is static in ESC/Java, without saying so.
fn settle_invariants(class: &mut Class) {
    class.classes.iter_mut().for_each(settle_invariants);
    let statics = class.fields.iter().filter(|f| f.modifiers.is_static);
    let statics: HashSet<Arc<str>> = statics.map(|f| f.name.text.clone()).collect();
    for invariant in &mut class.invariants {
        let mut known = statics.clone();
        let mut is_static = true;
        each_part(&invariant.formula, &mut |e| match &*e.kind {
            ExprKind::Quantified(_, _, names, ..) => known.extend(names.iter().map(|n| n.text.clone())),
            ExprKind::Name(name) => is_static &= known.contains(&**name),
            ExprKind::This(_) | ExprKind::Super(_) | ExprKind::Call(..) | ExprKind::Unknown(_) => is_static = false,
            _ => {}
        });
        invariant.is_static |= is_static;
    }
}

/// The bytes of the line that something begins on.
fn line_of(text: &str, span: Span) -> Range<u32> {
    let at = span.start as usize;
    let start = text[..at].rfind('\n').map_or(0, |end| end + 1);
    let end = text[at..].find('\n').map_or(text.len(), |end| at + end);
    start as u32..end as u32
}

#[cfg(test)]
mod tests {
    use super::super::ast::Notation;
    use super::super::{parse, parse_as};
    use super::*;
    use abide_base::FileId;

    fn is_escjava(text: &str) -> bool {
        parse(FileId(0), text).unit.notation == Notation::EscJava
    }

    #[test]
    fn pragmas_that_only_escjava_has_tell_the_dialect() {
        assert!(is_escjava("class C { //@ also_ensures true\n void f() { } }"));
        assert!(is_escjava(
            "class C { /** A <esc>requires true</esc>. */ void f() { } }"
        ));
        for text in [
            "class C { //@ ensures true\n void f() { } }",
            "class C { // also_ensures\n void f() { } }",
            "class C { /* <esc>requires true</esc> */ void f() { } }",
            "class C { /** <esc>requires true */ void f() { } }",
            "class C { String s = \"//@ also_ensures\"; }",
        ] {
            assert!(!is_escjava(text), "{text}");
        }
        let jml = parse_as(
            FileId(0),
            "class C { //@ also_ensures true;\n void f() { } }",
            Dialect::Jml,
        );
        assert_eq!(jml.unit.classes[0].methods[0].spec.unread.len(), 1);
    }

    #[test]
    fn lines_are_pragmas_of_their_own() {
        let text = "class C {\n//@ requires a\n//@ ensures b\nvoid f() { } //@ nowarn Null, Cast (why)\n}";
        let parsed = parse_as(FileId(0), text, Dialect::EscJava);
        assert!(parsed.diagnostics.is_empty(), "{:?}", parsed.diagnostics);
        let case = &parsed.unit.classes[0].methods[0].spec.cases[0];
        assert_eq!((case.requires.len(), case.ensures.len()), (1, 1));
        let nowarn = &parsed.unit.nowarns[0];
        assert_eq!(nowarn.names, ["Null", "Cast"]);
        assert!(text[nowarn.line.start as usize..nowarn.line.end as usize].starts_with("void f()"));
    }
}
