//! What is left out, and what is said about it and where.

use super::{body, contract, items, said};
use abide_base::Severity;

#[test]
fn only_the_clause_is_left_out() {
    let (shown, messages) = contract("requires a; ensures b = c; ensures d;");
    assert_eq!(shown, "(contract (requires a) (ensures d))");
    assert_eq!(
        said(&messages),
        ["`=`: a formula must not change anything; equality is written `==`"]
    );

    let (shown, messages) = contract("requires \\forall int i; \\forall int j; a && ); ensures b;");
    assert_eq!(shown, "(contract (ensures b))");
    assert_eq!(messages.len(), 1);

    let (shown, messages) = contract("requires \\forall int; a; ensures b;");
    assert_eq!(shown, "(contract (ensures b))");
    assert_eq!(messages.len(), 1);

    let (shown, messages) = contract("requires (\\forall int i; a && \\exists int j; b +; ensures c;");
    assert_eq!(shown, "(contract (ensures c))");
    assert_eq!(messages.len(), 1);

    let (shown, messages) = contract("requires { x | int x; + }; ensures c;");
    assert_eq!(shown, "(contract (ensures c))");
    assert_eq!(messages.len(), 1);
}

#[test]
fn misspelt_words() {
    for (text, expect) in [
        (
            "requries a;",
            "`requries`: expected a clause of ACSL, found `requries`; did you mean `requires`?",
        ),
        (
            "behaviour b: ensures a;",
            "`behaviour`: `behaviour` is not a word of ACSL; write `behavior`",
        ),
    ] {
        let (_, messages) = contract(&format!("{text} ensures x;"));
        assert_eq!(said(&messages).first().map(String::as_str), Some(expect));
    }
    let (shown, messages) = body("/*@ loop invarient a; loop assigns x; */ while (c) ;");
    assert_eq!(shown, ["(while (loop (assigns x)) c ;)"]);
    assert_eq!(
        said(&messages),
        [
            "`invarient`: expected `invariant`, `assigns` or `variant` after `loop`, found `invarient`; \
          did you mean `loop invariant`?"
        ]
    );
    let (shown, messages) = body("/*% loop predicte a; skolen int j; */ while (c) ;");
    assert_eq!(shown, ["(while (loop) c ;)"]);
    assert_eq!(
        said(&messages),
        [
            "`predicte`: expected `predicate` after `loop`, found `predicte`; did you mean `loop predicate`?",
            "`skolen`: expected `loop predicate` or `skolem`, found `skolen`; did you mean `skolem`?",
        ]
    );
    let (shown, messages) = items("/*@ predicat p = \\true; lemma l: a; */");
    assert_eq!(shown, ["(lemma l a)"]);
    assert_eq!(
        said(&messages),
        ["`predicat`: expected a clause of ACSL, found `predicat`; did you mean `predicate`?"]
    );
}

#[test]
fn clauses_never_move_to_another_behaviour() {
    let (shown, _) = contract("ensures a; behaviour b: assumes c; ensures d;");
    assert_eq!(shown, "(contract (ensures a) (behavior b (assumes c) (ensures d)))");
    let (shown, messages) = contract("ensures a; behavior : assumes c; ensures d; behavior e: ensures g;");
    assert_eq!(shown, "(contract (ensures a) (behavior e (ensures g)))");
    assert_eq!(messages.len(), 1);
}

#[test]
fn a_frame_read_in_part_is_no_frame() {
    let (shown, _) = contract("assigns x; assigns y +; ensures a; behavior b: assigns z;");
    assert_eq!(shown, "(contract (ensures a) (behavior b (assigns z)))");
    let (shown, _) = contract("assings y; assigns x; ensures a;");
    assert_eq!(shown, "(contract (ensures a))");
    let (shown, _) = contract("assigns x; behavior b: assigns y +; assigns z;");
    assert_eq!(shown, "(contract (assigns x) (behavior b))");
}

#[test]
fn a_missing_semicolon_is_plain() {
    let (shown, messages) = contract("requires a ensures b");
    assert_eq!(shown, "(contract (requires a) (ensures b))");
    assert_eq!(messages.len(), 2);
    assert!(
        said(&messages).iter().all(|m| m.contains("expected `;`")),
        "{:?}",
        said(&messages)
    );
}

#[test]
fn what_we_know_of_and_do_not_use() {
    let (shown, messages) = contract("ensures a; exits \\exit_status == 1; allocates p; frees q; ensures b;");
    assert_eq!(
        shown,
        "(contract (ensures a) (ensures b) (exits (== (\\exit_status) 1)) (other allocates) (other frees))"
    );
    assert_eq!(
        said(&messages),
        [
            "`allocates`: `allocates` is not supported and is left out",
            "`frees`: `frees` is not supported and is left out",
        ]
    );
    let (shown, messages) = contract("assigns *p \\from q, r; ensures a;");
    assert_eq!(shown, "(contract (assigns (* p)) (ensures a))");
    assert!(messages.is_empty());

    let (shown, messages) = body("/*@ loop invariant a; loop unroll 3; loop frees p; */ while (c) ;");
    assert_eq!(shown, ["(while (loop (invariant a)) c ;)"]);
    assert_eq!(
        said(&messages),
        [
            "`unroll`: `loop unroll` is not supported and is left out",
            "`frees`: `loop frees` is not supported and is left out",
        ]
    );
    let (shown, messages) =
        items("/*@ global invariant g: x > 0; type invariant t(struct s v) = v.x > 0; lemma l: a; */");
    assert_eq!(
        shown,
        ["(global invariant g (> x 0))", "(other type invariant)", "(lemma l a)"]
    );
    assert_eq!(
        said(&messages),
        ["`type`: `type invariant` is not supported and is left out",]
    );
}

#[test]
fn clauses_that_stand_in_the_wrong_place() {
    let (shown, messages) = contract("assumes a; ensures b;");
    assert_eq!(shown, "(contract (ensures b))");
    assert_eq!(
        said(&messages),
        ["`assumes`: `assumes` stands outside of a behaviour; what the caller must ensure is `requires`"]
    );
    let (_, messages) = contract("behavior b: ensures a; complete behaviors b; ensures c;");
    assert!(said(&messages)[0].starts_with("`ensures`: `ensures` stands after"));
    let (shown, messages) = body("/*@ for b: loop assigns x; loop invariant a; */ while (c) ;");
    assert_eq!(shown, ["(while (loop (invariant for{b} a)) c ;)"]);
    assert!(said(&messages)[0].contains("`loop assigns` of a behaviour is not supported"));
    let (_, messages) = contract("behavior b: ensures a; behavior b: ensures c;");
    assert_eq!(said(&messages), ["`b`: the behaviour `b` is there twice"]);
    let (shown, messages) = body("/*@ loop variant n; loop invariant a; */ while (c) ;");
    assert_eq!(shown, ["(while (loop (invariant a) (variant n)) c ;)"]);
    assert!(said(&messages)[0].contains("come last"));
}

#[test]
fn nothing_is_lost_in_silence() {
    for (text, what) in [
        ("/*@ loop invariant a; */ x = 1;", "loop"),
        ("/*@ requires a; */", "requires"),
        ("/*% loop predicate a; */ x = 1;", "loop"),
        ("/*@ lemma l: a; */ x = 1;", "lemma"),
    ] {
        let (_, messages) = body(text);
        assert!(!messages.is_empty(), "{what} in {text}");
    }
    for text in [
        "/*@ requires a; */ int x;",
        "/*@ requires a; */",
        "/*@ assert a; */ int x;",
        "/*@ loop invariant a; */ int f(void) { return 0; }",
        "/*% loop predicate a; */ int f(void) { return 0; }",
    ] {
        let (_, messages) = items(text);
        assert!(!messages.is_empty(), "{text}");
    }
}

#[test]
fn cases_may_have_labels_of_their_own() {
    let (shown, messages) =
        items("/*@ inductive p{A}(int x) { case a{A}: \\forall int x; p{A}(x); case b{B}: \\true; } lemma l: a; */");
    assert_eq!(shown.len(), 2, "{shown:?}");
    assert_eq!(shown[1], "(lemma l a)");
    assert!(messages.is_empty(), "{:?}", said(&messages));
}

#[test]
fn one_part_of_a_block_is_left_out_alone() {
    let (shown, messages) =
        items("/*@ axiomatic A { logic integer f(integer x); axiom a: f(0) = 1; axiom b: f(1) == 2; } lemma l: a; */");
    assert_eq!(
        shown,
        [
            "(axiomatic A (logic integer f [integer x]) (axiom b (== (f 1) 2)))",
            "(lemma l a)"
        ]
    );
    assert_eq!(messages.len(), 1);
}

#[test]
fn a_function_with_unreadable_ghost_code_is_broken() {
    let (shown, messages) = items("void f(int x) { //@ ghost x = ;\n x = 1; }");
    assert_eq!(shown.len(), 1);
    assert!(shown[0].contains("broken: "), "{shown:?}");
    assert_eq!(messages.len(), 1);
    assert_eq!(messages[0].diagnostic.severity, Severity::Error);
    let (shown, _) = items("//@ ghost int = ;\n//@ lemma l: a;\nvoid f(int x) { }");
    assert_eq!(shown, ["(lemma l a)", ""]);
}
