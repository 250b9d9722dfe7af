//! What annotations are read as.

mod clauses;
mod errors;
mod formulas;
mod hostile;
mod places;
mod show;

use super::super::{Lexeme, Meaning, Parser};
use super::{Part, Place};
use crate::syntax::ast::{Item, Stmt, StmtKind};
use crate::syntax::lexer::Token;
use crate::syntax::parse;
use crate::syntax::preprocess::places::Placed;
use abide_base::{Diagnostic, FileId, Severity, Span};
use show::{show_contract, show_decl, show_expr, show_logic, show_stmt};
use std::path::Path;

/// A message, with the text it points at.
struct Message {
    place: String,
    diagnostic: Diagnostic,
}

/// Reads one annotation, a word being the name of a type.
fn annotation(text: &str, place: Place) -> (Vec<Part>, Vec<Message>) {
    let file = FileId(0);
    let mut parser = Parser::new(file, Placed::default());
    parser.declare("word", Meaning::Typedef);
    let lexeme = Lexeme {
        token: Token::Annotation,
        text,
        span: Span::new(file, 0, text.len()),
        header: false,
        system: false,
        order: 0,
    };
    let parts = parser.annotation(lexeme, place);
    let messages = parser.diagnostics.into_iter().map(|d| message(text, d)).collect();
    (parts, messages)
}

fn message(text: &str, diagnostic: Diagnostic) -> Message {
    let span = diagnostic.span.expect("every message has a place");
    Message {
        place: text[span.range()].to_string(),
        diagnostic,
    }
}

/// What the messages say, with what they point at.
fn said(messages: &[Message]) -> Vec<String> {
    let one = |m: &Message| {
        assert_eq!(m.diagnostic.severity, Severity::Warning);
        let help: Vec<String> = m.diagnostic.help.iter().map(|h| format!("; {h}")).collect();
        format!("`{}`: {}{}", m.place, m.diagnostic.message, help.concat())
    };
    messages.iter().map(one).collect()
}

/// What was read, without any message.
#[track_caller]
fn quiet<T>((shown, messages): (T, Vec<Message>)) -> T {
    assert_eq!(said(&messages), [""; 0]);
    shown
}

/// The formula of an assertion.
#[track_caller]
fn formula(text: &str) -> String {
    let (parts, messages) = annotation(&format!("/*@ assert {text}; */"), Place::Body);
    assert_eq!(said(&messages), [""; 0], "{text}");
    match &parts[..] {
        [Part::Stmts(all)] => match &all[..] {
            [
                Stmt {
                    kind: StmtKind::Assert(_, _, formula),
                    ..
                },
            ] => show_expr(formula),
            other => panic!("{other:?}"),
        },
        other => panic!("{other:?}"),
    }
}

/// What is said of a formula that cannot be read.
#[track_caller]
fn refuses(text: &str) -> String {
    let (parts, messages) = annotation(&format!("/*@ assert {text}; */"), Place::Body);
    assert!(parts.is_empty(), "{text}: {parts:?}");
    assert_eq!(messages.len(), 1, "{text}: {:?}", said(&messages));
    said(&messages).concat()
}

/// A contract.
fn contract(text: &str) -> (String, Vec<Message>) {
    let (parts, messages) = annotation(&format!("/*@ {text} */"), Place::TopLevel);
    let shown = parts.iter().map(|part| match part {
        Part::Contract(contract) => show_contract(contract),
        other => panic!("{other:?}"),
    });
    (shown.collect(), messages)
}

/// What stands at file scope; of functions their contract and body.
fn items(text: &str) -> (Vec<String>, Vec<Message>) {
    let parsed = parse(FileId(0), Path::new("t.c"), text, crate::types::DataModel::Lp64);
    let show = |item: &Item| match item {
        Item::Decl(decl) => show_decl(decl),
        Item::Logic(logic) => show_logic(logic),
        Item::Function(function) => {
            let contract = function.contract.as_ref().map(show_contract);
            let body = function.body.iter().map(show_stmt);
            let broken = function.broken.as_ref().map(|b| format!("broken: {}", b.message));
            contract
                .into_iter()
                .chain(body)
                .chain(broken)
                .collect::<Vec<_>>()
                .join(" ")
        }
        other => format!("{other:?}"),
    };
    let shown = parsed.unit.items.iter().map(show).collect();
    let messages = parsed.diagnostics.into_iter().map(|d| message(text, d)).collect();
    (shown, messages)
}

/// The statements of a function's body.
fn body(text: &str) -> (Vec<String>, Vec<Message>) {
    let text = format!("void f(void) {{ {text} }}");
    let parsed = parse(FileId(0), Path::new("t.c"), &text, crate::types::DataModel::Lp64);
    let shown = match &parsed.unit.items[..] {
        [Item::Function(function)] => function.body.iter().map(show_stmt).collect(),
        other => panic!("{other:?}"),
    };
    let messages = parsed.diagnostics.into_iter().map(|d| message(&text, d)).collect();
    (shown, messages)
}
