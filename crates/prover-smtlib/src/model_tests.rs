use super::*;
use crate::sexp::DEEPEST;

fn ints() -> Sort {
    Sort::map(Sort::Int, Sort::Int)
}

fn read_with(model: &str, text: &str, sort: &Sort) -> String {
    let functions = Functions::read(&Sexp::parse(model).expect("a model"));
    let text = Sexp::parse(text).expect("an expression");
    value(&text, sort, &functions).map_or("none".to_string(), |v| v.to_string())
}

#[track_caller]
fn check(text: &str, sort: &Sort, expected: &str) {
    assert_eq!(read_with("()", text, sort), expected, "{text}");
}

#[test]
fn plain_values() {
    check("5", &Sort::Int, "5");
    check("(- 5)", &Sort::Int, "-5");
    check("-5", &Sort::Int, "-5");
    check(
        "123456789012345678901234567890",
        &Sort::Int,
        "123456789012345678901234567890",
    );
    check("true", &Sort::Bool, "true");
    check("(- 2)", &Sort::Ref, "@-2");
    check("0", &Sort::Ref, "null");
}

#[test]
fn what_is_not_understood_has_no_value() {
    for text in [
        "x",
        "5.0",
        "(- (- 5))",
        "(+ 1 2)",
        "|5|",
        "\"5\"",
        "()",
        "true",
        "1_000",
        "(/ 1 2)",
        "#x05",
    ] {
        check(text, &Sort::Int, "none");
    }
    for text in ["1", "|true|", "maybe", "(and true maybe)", "(= 1 1)"] {
        check(text, &Sort::Bool, "none");
    }
    check("9223372036854775808", &Sort::Ref, "none");
    let maps = [
        "@fun_5",
        "(store m 1 2)",
        "((as const (Array Int Int)) x)",
        "(lambda ((k Int)) k)",
        "(lambda ((k Int)) (ite (< k 3) 1 0))",
        "(lambda ((k Int)) (ite (= k (+ 1 2)) 1 0))",
        "(lambda ((k Int)) (let ((j k)) (ite (= j 3) 1 0)))",
        "(lambda ((k Int) (j Int)) 0)",
        "(lambda ((k Int)) (f k))",
        "(_ as-array missing)",
    ];
    maps.iter().for_each(|text| check(text, &ints(), "none"));
}

#[test]
fn chains_of_stores() {
    check("((as const (Array Int Int)) 3)", &ints(), "[_: 3]");
    let text = "(store (store ((as const (Array Int Int)) 0) 1 (- 7)) 1 8)";
    check(text, &ints(), "[1: 8, _: 0]");
    let nested = Sort::map(Sort::Int, ints());
    let inner = "((as const (Array Int Int)) 2)";
    check(
        &format!("(store ((as const X) {inner}) 5 (store {inner} 7 9))"),
        &nested,
        "[5: [7: 9, _: 2], _: [_: 2]]",
    );
    let lets = "(let ((a!1 (store ((as const X) 0) 1 1))) (let ((a!2 (store a!1 2 2)) (x 4)) (store a!2 x x)))";
    check(lets, &ints(), "[1: 1, 2: 2, 4: 4, _: 0]");
    check(
        "(let ((x 1)) (let ((x 2) (y x)) (store ((as const X) y) 1 x)))",
        &ints(),
        "[1: 2, _: 1]",
    );
}

#[test]
fn maps_with_two_keys_are_written_in_one_way() {
    let bools = Sort::map(Sort::Bool, Sort::Int);
    let read = |text: &str| value(&Sexp::parse(text).unwrap(), &bools, &Functions::default()).unwrap();
    let one = read("(store (store ((as const X) 9) true 1) false 2)");
    assert_eq!(one, read("(store ((as const X) 2) true 1)"));
    assert_eq!(one, read("(store ((as const X) 1) false 2)"));
    assert_eq!(one, read("(lambda ((b Bool)) (ite b 1 2))"));
    assert_eq!(one, read("(lambda ((b Bool)) (ite (= b false) 2 1))"));
}

#[test]
fn functions_become_entries() {
    check(
        "(lambda ((k Int)) (ite (= k 3) 4 (ite (= 5 k) 6 0)))",
        &ints(),
        "[3: 4, 5: 6, _: 0]",
    );
    check(
        "(lambda ((k Int)) (ite (or (= k 3) (and (= k 4) true)) 1 0))",
        &ints(),
        "[3: 1, 4: 1, _: 0]",
    );
    check("(lambda ((k Int)) (ite (not (= k 3)) 1 0))", &ints(), "[3: 0, _: 1]");
    check(
        "(lambda ((k Int)) (let ((c (= k 3))) (ite c 1 0)))",
        &ints(),
        "[3: 1, _: 0]",
    );
    check(
        "(lambda ((k Int)) (= k 3))",
        &Sort::map(Sort::Int, Sort::Bool),
        "[3: true, _: false]",
    );
    check("(store (lambda ((k Int)) (ite (= k 3) 4 0)) 3 0)", &ints(), "[_: 0]");
    let model = "(model (define-fun k!0 ((x!0 Int)) Int (ite (= x!0 3) 4 (- 1))) (define-fun y () Int 2))";
    assert_eq!(read_with(model, "(_ as-array k!0)", &ints()), "[3: 4, _: -1]");
    assert_eq!(read_with(model, "(_ as-array y)", &ints()), "none");
    let nested = Sort::map(Sort::Int, ints());
    check(
        "(lambda ((x Int)) (ite (= x 1) (lambda ((x Int)) (ite (= x 2) 3 4)) ((as const X) 5)))",
        &nested,
        "[1: [2: 3, _: 4], _: [_: 5]]",
    );
    check(
        "(lambda ((x Int)) (lambda ((y Int)) (ite (= y x) 1 0)))",
        &nested,
        "none",
    );
}

#[test]
fn long_and_deep_values_do_no_harm() {
    let stores = DEEPEST - 10;
    let mut text = "((as const X) 0)".to_string();
    (0..stores).for_each(|i| text = format!("(store {text} {i} 1)"));
    let text = Sexp::parse(&text).unwrap();
    assert!(!needs_functions(&text));
    let map = value(&text.clone(), &ints(), &Functions::default()).unwrap();
    assert_eq!(map.as_map().unwrap().entries().len(), stores);

    let mut arms = "0".to_string();
    (0..500).for_each(|i| arms = format!("(ite (= k {i}) 1 {arms})"));
    let text = Sexp::parse(&format!("(lambda ((k Int)) {arms})")).unwrap();
    let map = value(&text, &ints(), &Functions::default()).unwrap();
    assert_eq!(map.as_map().unwrap().entries().len(), 500);

    let deep = format!("{}true{}", "(not ".repeat(1_000), ")".repeat(1_000));
    check(&deep, &Sort::Bool, "none");
    // each name stands for two of the next: too much to follow
    let mut nested = "a0".to_string();
    (0..60).for_each(|i| nested = format!("(let ((a{i} (and a{} a{}))) {nested})", i + 1, i + 1));
    check(&format!("(let ((a60 true)) {nested})"), &Sort::Bool, "none");
}

#[test]
fn answers_are_paired() {
    let answer = Sexp::parse("((x 1) ((f 2) (- 3)))").unwrap();
    let found: Vec<String> = answers(&answer, 2).unwrap().iter().map(|s| s.to_string()).collect();
    assert_eq!(found, ["1", "(- 3)"]);
    assert!(answers(&answer, 1).is_none());
    assert!(answers(&Sexp::parse("((x 1) (y))").unwrap(), 2).is_none());
    assert!(answers(&Sexp::parse("(error \"no\")").unwrap(), 2).is_none());
}
