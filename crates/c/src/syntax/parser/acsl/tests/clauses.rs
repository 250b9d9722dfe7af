//! Contracts, loops, statements and declarations: what is read.

use super::{body, contract, items, quiet};

#[test]
fn contracts() {
    for (text, expect) in [
        (
            "requires n >= 0; requires \\valid(p); ensures \\result > 0;",
            "(contract (requires (>= n 0)) (requires (\\valid p)) (ensures (> \\result 0)))",
        ),
        ("assigns \\nothing;", "(contract (assigns))"),
        (
            "assigns *p, a[0 .. n-1];",
            "(contract (assigns (* p) ([] a (.. 0 (- n 1)))))",
        ),
        ("assigns x; assigns y, \\nothing;", "(contract (assigns x y))"),
        (
            "check requires a; admit ensures b; check ensures c;",
            "(contract (requires check a) (ensures admit b) (ensures check c))",
        ),
        (
            "terminates \\true; decreases n; ensures x: a;",
            "(contract (ensures (x: a)) (terminates \\true) (decreases n))",
        ),
        (
            "requires a; behavior b: assumes c; requires d; assigns e; ensures g; behavior h: assumes !c; \
             complete behaviors; disjoint behaviors b, h;",
            "(contract (requires a) (behavior b (assumes c) (requires d) (assigns e) (ensures g)) \
             (behavior h (assumes (! c))) (complete) (disjoint {b h}))",
        ),
        (
            "behavior agen: ensures \\true;",
            "(contract (behavior agen (ensures \\true)))",
        ),
    ] {
        assert_eq!(quiet(contract(text)), expect, "{text}");
    }
}

#[test]
fn lines_of_a_contract_are_one() {
    let text = "//@ requires a;\n//@ ensures b;\nint f(int n) { return n; }";
    assert_eq!(quiet(items(text)), ["(contract (requires a) (ensures b)) (return n)"]);
    let text = "/*@ requires a;\n  @ ensures b; */ int f(int n);";
    assert_eq!(
        quiet(items(text)),
        ["(decl <fn int> f (contract (requires a) (ensures b)))"]
    );
}

#[test]
fn loops() {
    for (text, expect) in [
        (
            "/*@ loop invariant 0 <= i <= n; loop assigns i, a[..]; loop variant n - i; */",
            "(loop (invariant (chain 0 <= i <= n)) (assigns i ([] a (.. _ _))) (variant (- n i)))",
        ),
        ("/*@ loop variant x for lex; */", "(loop (variant x for lex))"),
        (
            "/*@ check loop invariant a; admit loop invariant b: c; */",
            "(loop (invariant check a) (invariant admit (b: c)))",
        ),
        (
            "/*@ loop invariant a; for b, c: loop invariant d; loop invariant e; for g: loop invariant h; */",
            "(loop (invariant a) (invariant for{b c} d) (invariant for{b c} e) (invariant for{g} h))",
        ),
        (
            "/*% loop predicate a < b, c == 0; */ /*% skolem int j, k; */",
            "(loop (predicate (< a b)) (predicate (== c 0)) (skolem [int j]) (skolem [int k]))",
        ),
        (
            "//% loop predicate a;\n//% skolem integer j;\n//@ loop invariant b;\n",
            "(loop (invariant b) (predicate a) (skolem [integer j]))",
        ),
        (
            "/*@ loop invariant b;\n  @ loop assigns \\nothing;\n  @*/",
            "(loop (invariant b) (assigns))",
        ),
        (
            "/*% loop predicate \\forall int i; a[i] == 0, b; */",
            "(loop (predicate (\\forall [int i] (== ([] a i) 0))) (predicate b))",
        ),
    ] {
        for (head, shown) in [
            ("while (c) ;", "(while {} c ;)"),
            ("do ; while (c);", "(do {} ; c)"),
            ("for (;;) ;", "(for {} ;)"),
        ] {
            let statements = quiet(body(&format!("{text} {head}")));
            assert_eq!(statements, [shown.replace("{}", expect)], "{text} {head}");
        }
    }
}

#[test]
fn a_loop_made_by_goto_has_its_clauses_behind_the_label() {
    let text = "head: /*@ loop invariant a; */ if (c) goto head;";
    assert_eq!(
        quiet(body(text)),
        ["(label head (loop (invariant a)) (if c goto head))"]
    );
}

#[test]
fn predicates_in_the_manner_of_the_seed() {
    let text = "while (c) { //@ for agen: assert a < b;\n //@ for agen: assert d;\n x; //@ for agen: assert e;\n }";
    assert_eq!(
        quiet(body(text)),
        ["(while (loop (predicate (< a b)) (predicate d)) c (block x (assert for{agen} e)))"]
    );
    let text = "while (c) { //@ for other: assert a;\n }";
    assert_eq!(quiet(body(text)), ["(while (loop) c (block (assert for{other} a)))"]);
}

#[test]
fn assertions() {
    for (text, expect) in [
        ("/*@ assert a; */", "(assert a)"),
        ("//@ check n: a;\n", "(check (n: a))"),
        ("//@ admit a;\n", "(admit a)"),
        ("/*@ for b, c: assert a; */", "(assert for{b c} a)"),
        ("/*@ for b: check a; */", "(check for{b} a)"),
    ] {
        assert_eq!(quiet(body(text)), [expect], "{text}");
    }
    assert_eq!(
        quiet(body("/*@ assert a; assert b; */ x;")),
        ["(assert a)", "(assert b)", "x"]
    );
    assert_eq!(
        quiet(body("if (c) /*@ assert a; */ x;")),
        ["(if c (block (assert a) x))"]
    );
}

#[test]
fn statements_with_contracts() {
    assert_eq!(
        quiet(body("/*@ requires a; assigns x; ensures b; */ x = 1;")),
        ["(under (contract (requires a) (assigns x) (ensures b)) (= x 1))"]
    );
    assert_eq!(
        quiet(body("/*@ for b: ensures c; */ { x = 1; }")),
        ["(under (contract (ensures for{b} c)) (block (= x 1)))"]
    );
}

#[test]
fn ghost_code() {
    for (text, expect) in [
        ("//@ ghost int r;\n", vec!["ghost:(decl ghost int r)"]),
        (
            "/*@ ghost int r = n, q; r = r + 1; */",
            vec!["ghost:(decl ghost int r = n) (decl ghost int q)", "ghost:(= r (+ r 1))"],
        ),
        (
            "/*@ ghost { int t = 0; t++; } */",
            vec!["ghost:(block ghost:(decl ghost int t = 0) ghost:(_++ t))"],
        ),
        (
            "/*@ ghost if (a) b = 1; else b = 2; */",
            vec!["ghost:(if a ghost:(= b 1) ghost:(= b 2))"],
        ),
        (
            "/*@ ghost\n  /@ loop invariant i <= n; @/\n  while (i < n) i++; */",
            vec!["ghost:(while (loop (invariant (<= i n))) (< i n) ghost:(_++ i))"],
        ),
    ] {
        assert_eq!(quiet(body(text)), expect, "{text}");
    }
    assert_eq!(
        quiet(body("if (c) //@ ghost x = 1;\n y = 2;")),
        ["(if c (block ghost:(= x 1) (= y 2)))"]
    );
}

#[test]
fn declarations() {
    for (text, expect) in [
        (
            "predicate sorted{L}(int *a, integer n) = \\forall integer i; 0 <= i < n ==> a[i] <= a[i+1];",
            "(predicate sorted{L} [int* a, integer n] (\\forall [integer i] \
             (==> (chain 0 <= i < n) (<= ([] a i) ([] a (+ i 1))))))",
        ),
        ("predicate p = \\true;", "(predicate p [] \\true)"),
        ("predicate p(int a, b);", "(predicate p [int a, int b])"),
        (
            "logic integer f(integer x) = x + 1;",
            "(logic integer f [integer x] (+ x 1))",
        ),
        (
            "logic int *next{L}(struct s *p) = p->n;",
            "(logic int* next{L} [struct s* p] (-> p n))",
        ),
        (
            "logic integer f{L}(int *a) reads a[..], *a;",
            "(logic integer f{L} [int* a] (reads ([] a (.. _ _)) (* a)))",
        ),
        ("logic real zero = 0.0;", "(logic real zero [] 0.0)"),
        (
            "lemma l{L1, L2}: \\forall int x; x == x;",
            "(lemma l{L1 L2} (\\forall [int x] (== x x)))",
        ),
        ("admit lemma l: a;", "(axiom l a)"),
        ("check lemma l: a;", "(lemma l a)"),
        (
            "axiomatic A { type t; logic t zero; predicate q(t x); axiom a: q(zero); lemma l: \\forall t x; q(x); }",
            "(axiomatic A (type t) (logic t zero []) (predicate q [t x]) (axiom a (q zero)) \
             (lemma l (\\forall [t x] (q x))))",
        ),
        (
            "inductive even(integer n) { case zero: even(0); case step: \\forall integer n; even(n) ==> even(n + 2); }",
            "(inductive even [integer n] (case zero (even 0)) \
             (case step (\\forall [integer n] (==> (even n) (even (+ n 2))))))",
        ),
        (
            "inductive reach{L}(struct s *a, struct s *b) { case self{L}: \\forall struct s *a; reach{L}(a, a); }",
            "(inductive reach{L} [struct s* a, struct s* b] (case self (\\forall [struct s* a] (reach{L} a a))))",
        ),
        ("ghost int g = 3;", "(ghost (decl ghost int g = 3))"),
    ] {
        assert_eq!(quiet(items(&format!("/*@ {text} */"))), [expect], "{text}");
    }
    assert_eq!(
        quiet(items("/*@ predicate p = \\true; lemma l: p; */ int x;")),
        ["(predicate p [] \\true)", "(lemma l p)", "(decl int x)"]
    );
}

#[test]
fn a_logic_type_may_be_cast_to() {
    let text = "/*@ axiomatic A { type t; logic integer f(t x); axiom a: f((t)0) == 1; } */";
    assert_eq!(
        quiet(items(text)),
        ["(axiomatic A (type t) (logic integer f [t x]) (axiom a (== (f (cast t 0)) 1)))"]
    );
}

#[test]
fn groups_of_doxygen_say_nothing() {
    let text = "/*@{*/ int x; /*@}*/ //@{ numbers\nint y;\n//@}\n";
    assert_eq!(quiet(items(text)), ["(decl int x)", "(decl int y)"]);
}
