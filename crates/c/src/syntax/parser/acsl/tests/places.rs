//! Every part of the tree knows its place, byte by byte.

use crate::syntax::ast::*;
use crate::syntax::parse;
use abide_base::{FileId, Span};
use std::path::Path;

/// The function of the file, which has one and no messages.
fn function(text: &str) -> Function {
    let parsed = parse(FileId(0), Path::new("t.c"), text, crate::types::DataModel::Lp64);
    assert_eq!(parsed.diagnostics, []);
    let functions = parsed.unit.items.into_iter().filter_map(|item| match item {
        Item::Function(function) => Some(function),
        _ => None,
    });
    functions.last().expect("a function")
}

const CONTRACT: &str = "/* über */ /*@ requires n: 0 <= a < b;
  @ check  ensures \\result == \\old( a ) + 1;
  @ assigns a , *p;
  @*/
int f(int a, int b, int *p) { return a; }";

#[test]
fn clauses_and_formulas() {
    let contract = function(CONTRACT).contract.expect("a contract");
    let at = |span: Span| &CONTRACT[span.range()];
    assert!(at(contract.span).starts_with("/*@ requires") && at(contract.span).ends_with("@*/"));
    let [requires] = &contract.common.requires[..] else {
        panic!()
    };
    assert_eq!(at(requires.span), "requires n: 0 <= a < b;");
    assert_eq!(at(requires.formula.span), "n: 0 <= a < b");
    let ExprKind::Named(name, chain) = &*requires.formula.kind else {
        panic!()
    };
    assert_eq!((at(name.span), at(chain.span)), ("n", "0 <= a < b"));
    let [ensures] = &contract.common.ensures[..] else {
        panic!()
    };
    assert_eq!(at(ensures.span), "check  ensures \\result == \\old( a ) + 1;");
    let ExprKind::Binary(_, left, right) = &*ensures.formula.kind else {
        panic!()
    };
    assert_eq!((at(left.span), at(right.span)), ("\\result", "\\old( a ) + 1"));
    let assigns = contract.common.assigns.expect("a frame");
    assert_eq!(at(assigns.span), "assigns a , *p;");
    assert_eq!(
        assigns.places.iter().map(|p| at(p.span)).collect::<Vec<_>>(),
        ["a", "*p"]
    );
}

#[test]
fn blocks_of_loops() {
    for (annotation, block) in [
        ("/*@ loop invariant a; */", "/*@ loop invariant a; */"),
        (
            "//@ loop invariant a;\n  //@ loop assigns b;\n",
            "//@ loop invariant a;\n  //@ loop assigns b;",
        ),
        (
            "/*% loop predicate a; */\n/*@ loop invariant a; */",
            "/*@ loop invariant a; */",
        ),
        ("/*% loop predicate a; */", ""),
    ] {
        let text = format!("void f(int a, int b) {{ /* é */ {annotation} while (a) ; }}");
        let function = function(&text);
        let [
            Stmt {
                kind: StmtKind::While(spec, ..),
                span,
                ..
            },
        ] = &function.body[..]
        else {
            panic!()
        };
        assert_eq!(&text[span.range()], "while");
        assert_eq!(spec.block.map_or("", |b| &text[b.range()]), block);
    }
}
