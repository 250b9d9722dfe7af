//! Places are bytes of the text, whatever the text is made of.

use super::*;
use abide_java::syntax::parse_expression;

const PROGRAM: &str = "package p;\n\n// one\nclass A {\n\tint x;\n}\n\n/** two */\npublic class \u{c9}t\u{e9} {\n\t//@ requires \u{3b1} > 0;\n\t//@ ensures \\result\n\t//@   == \u{3b1};\n\tint \u{3c0}(int \u{3b1}) {\n\t\t//@ loop_invariant x >= 0;\n\t\twhile (\u{3b1} > 0) \u{3b1}--;\n\t\treturn 0;\n\t}\n}\n";

#[track_caller]
fn check(text: &str) {
    let read = good(text);
    let [a, b] = &read.parsed.unit.classes[..] else {
        panic!("two classes");
    };
    assert!(read.at(a.span).starts_with("class A {") && read.at(a.span).ends_with('}'));
    assert!(read.at(b.span).starts_with("public class"));
    assert_eq!(read.at(b.name.span), "\u{c9}t\u{e9}");
    let method = &b.methods[0];
    assert_eq!(read.at(method.name.span), "\u{3c0}");
    assert_eq!(&*method.name.text, "\u{3c0}");
    assert!(read.at(method.span).starts_with("int \u{3c0}(int"));
    let case = &method.spec.cases[0];
    assert_eq!(read.at(case.requires[0].span), "requires \u{3b1} > 0;");
    assert_eq!(read.at(case.requires[0].formula.span), "\u{3b1} > 0");
    assert!(read.at(case.ensures[0].span).starts_with("ensures \\result"));
    assert!(read.at(case.ensures[0].span).ends_with("== \u{3b1};"));
    let body = method.body.as_ref().unwrap();
    let StmtKind::While(spec, condition, _) = &body[0].kind else {
        panic!("a loop");
    };
    assert_eq!(read.at(spec.keyword), "while");
    assert_eq!(read.at(spec.invariants[0].span), "loop_invariant x >= 0;");
    assert_eq!(read.at(condition.span), "\u{3b1} > 0");
    assert!(read.at(body[0].span).ends_with("\u{3b1}--;"));
}

#[test]
fn with_any_line_ends_and_a_mark_at_the_beginning() {
    check(PROGRAM);
    check(&PROGRAM.replace('\n', "\r\n"));
    check(&format!("\u{feff}{PROGRAM}"));
    check(&format!("\u{feff}{}", PROGRAM.replace('\n', "\r\n")));
}

#[test]
fn predicates_have_places_of_their_own() {
    let read = body("//@ loop_predicate a > 0, f(b, c);\nwhile (x) {}");
    let body = read.method().body.as_ref().unwrap();
    let StmtKind::While(spec, ..) = &body[0].kind else {
        panic!("a loop");
    };
    let places: Vec<&str> = spec.predicates.iter().map(|p| read.at(p.span)).collect();
    assert_eq!(places, ["a > 0", "f(b, c)"]);
}

#[test]
fn an_expression_alone_begins_where_it_is_said_to() {
    let expr = parse_expression(FileId(3), "a + b", 10).unwrap();
    assert_eq!(expr.span, Span::new(FileId(3), 10, 15));
    let ExprKind::Binary(BinaryOp::Add, _, b) = &*expr.kind else {
        panic!("a sum");
    };
    assert_eq!(b.span, Span::new(FileId(3), 14, 15));
    for (text, at) in [("a +", 13), ("a b", 12), ("", 10), ("a = b", 12)] {
        let error = parse_expression(FileId(3), text, 10).unwrap_err();
        assert_eq!(error.severity, Severity::Error, "{text}");
        assert_eq!(error.span.map(|s| s.start), Some(at), "{text}");
    }
}
