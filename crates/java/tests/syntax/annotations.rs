//! JML: what annotations say, and what they are attached to.

use super::*;

/// The contract of a method.
#[track_caller]
fn contract(text: &str, expect: &str) {
    let read = members(&format!("{text}\n public int m(int x) {{ return x; }}"));
    assert_eq!(show::spec(&read.method().spec), expect, "{text}");
}

/// A body with annotations.
#[track_caller]
fn check(text: &str, expect: &str) {
    assert_eq!(body(text).shown(), expect, "{text}");
}

#[test]
fn contracts() {
    contract("//@ requires x > 0;", "Any; requires (Gt x 0)");
    contract(
        "/*@ requires x > 0;\n  @ ensures \\result == x;\n  @*/",
        "Any; requires (Gt x 0); ensures (Eq result x)",
    );
    contract("//@ pre a; post b;\n", "Any; requires a; ensures b");
    contract("//@ requires a\n//@   && b;", "Any; requires (And a b)");
    contract(
        "//@ requires a;\n// in between\n//@ ensures b;",
        "Any; requires a; ensures b",
    );
    contract(
        "//@ signals (E e) e.f; signals (a.F); exsures (G g) true;",
        "Any; signals E e e.f; signals a.F  -; signals G g true",
    );
    contract("//@ signals_only E, a.F;", "Any; signals_only E, a.F");
    contract("//@ signals_only \\nothing;", "Any; signals_only ");
    contract("//@ decreases x;", "Any; decreases x");
    contract(
        "/*@ public normal_behavior requires a; also private exceptional_behaviour requires b; signals (E e) c; */",
        "Normal; requires a also Exceptional; requires b; signals E e c",
    );
    contract("//@ also\n//@ ensures a;", "also Any; ensures a");
    contract("/*@ also public behavior\n @ ensures a; @*/", "also Any; ensures a");
    contract(
        "//@ requires_redundantly a; ensures b; post_redundantly c;",
        "Any; ensures b; ensures c",
    );
    contract(
        "//@ diverges true; measured_by x; nowarn Pre;\n//@ requires a;",
        "Any; requires a; decreases x",
    );
    contract("/*@@ requires a; @@*/", "Any; requires a");
    contract("//+ABIDE@ requires a;", "Any; requires a");
    contract("/*+ABIDE@ requires a; */", "Any; requires a");
    contract(
        "//+KEY@ requires a;\n//-ABIDE@ requires b;\n//-KEY@ requires c;",
        "Any; requires c",
    );
    contract(
        "//@ requires a; // because\n//@ ensures b /* or so */;",
        "Any; requires a; ensures b",
    );
    contract("//@ nowarn Pre, Post;\n//@ requires a;", "Any; requires a");
    contract("/** Javadoc. */\n//@ requires a;\n@Deprecated", "Any; requires a");
    contract("@Deprecated //@ requires a;\n", "Any; requires a");
}

#[test]
fn frames() {
    contract("//@ assignable \\nothing;", "Any; assignable nothing");
    contract("//@ modifies \\everything;", "Any; assignable everything");
    contract("//@ assigns \\not_specified;", "Any; assignable everything");
    contract(
        "//@ modifiable x, o.f, a[i], a[*], a[i .. j - 1], o.*, this.*; writes C.f;",
        "Any; assignable x, o.f, a[i], a[*], a[i..(Sub j 1)], o.*, this.*, C.f",
    );
    contract(
        "//@ assignable a[0..5], b[i][*], (o).f;",
        "Any; assignable a[0..5], b[i][*], o.f",
    );
}

#[test]
fn contracts_stand_in_many_places() {
    let spec = |text: &str| {
        let read = members(text);
        show::spec(&read.method().spec)
    };
    assert_eq!(spec("public /*@ requires a; @*/ static void m() {}"), "Any; requires a");
    assert_eq!(
        spec("void m()\n//@ requires a;\n//@ ensures b;\n{}"),
        "Any; requires a; ensures b"
    );
    assert_eq!(spec("//@ requires a;\nC() {}"), "Any; requires a");
    assert_eq!(spec("//@ requires a;\nabstract void m();"), "Any; requires a");
    assert_eq!(spec("void m() //@ requires a;\n;"), "Any; requires a");
    let read = good("interface I {\n//@ ensures a;\nint f();\n//@ ensures b;\ndefault int g() { return 1; } }");
    assert_eq!(show::spec(&read.class().methods[0].spec), "Any; ensures a");
    assert_eq!(show::spec(&read.class().methods[1].spec), "Any; ensures b");
}

#[test]
fn modifiers_stand_in_many_places() {
    let method = |text: &str| show::method(members(text).method());
    assert_eq!(method("//@ pure\nint f() { return 1; }"), "pure int f()");
    assert_eq!(method("/*@ pure @*/ int f() { return 1; }"), "pure int f()");
    assert_eq!(
        method("public /*@ pure helper @*/ int f() { return 1; }"),
        "public pure helper int f()"
    );
    assert_eq!(
        method("public /*@ nullable @*/ C f() { return this; }"),
        "public nullable C f()"
    );
    assert_eq!(
        method("//@ requires a;\n//@ pure\nint f() { return 1; }"),
        "pure int f()"
    );
    assert_eq!(
        method("//@ pure\n//@ requires a;\nint f() { return 1; }"),
        "pure int f()"
    );
    assert_eq!(
        method("/*@ spec_public pure code_java_math @*/ int f() { return 1; }"),
        "pure spec_public int f()"
    );
    assert_eq!(
        method(
            "void f(/*@ non_null @*/ int[] a, final /*@ nullable @*/ C c, C /*@ nullable @*/ [] d, int[] /*@ non_null @*/ e, /*@ nullable */ C... g) {}"
        ),
        "void f(non_null int[] a, final nullable C c, nullable C[] d, non_null int[] e, nullable C[]... g)"
    );
    let read = members(
        "/*@ spec_public @*/ private int a;\n//@ spec_public\nprivate int b;\nprivate /*@ spec_public nullable @*/ C c, d;\nint /*@ non_null @*/ [] e;",
    );
    assert_eq!(
        show::fields(read.class()),
        "private spec_public int a; private spec_public int b; private nullable spec_public C c; private nullable spec_public C d; non_null int[] e"
    );
    let read = good("public /*@ nullable_by_default @*/ class C {}\n//@ non_null_by_default pure\nclass D {}");
    assert_eq!(
        show::modifiers(&read.parsed.unit.classes[0].modifiers),
        "public nullable_by_default"
    );
    assert_eq!(
        show::modifiers(&read.parsed.unit.classes[1].modifiers),
        "pure non_null_by_default"
    );
    check(
        "/*@ nullable @*/ C c = d; final /*@ non_null @*/ C e;",
        "nullable C c = d; final non_null C e;",
    );
    check("for (/*@ nullable @*/ C c : d) {}", "for (nullable C c : d) {}");
    check("x = (/*@ non_null @*/ C) y;", "(x = ((C) y));");
}

#[test]
fn members_of_jml() {
    let read = members(
        "//@ public invariant a > 0;\n//@ static private invariant b; invariant c;\n//@ ghost int g = 1, h;\n/*@ public model instance int[] m; @*/\nint x; //@ invariant d;\n//@ invariant e;",
    );
    let class = read.class();
    let invariants: Vec<(String, bool)> = class
        .invariants
        .iter()
        .map(|i| (show::expr(&i.formula), i.is_static))
        .collect();
    let expect = [
        ("(Gt a 0)", false),
        ("b", true),
        ("c", false),
        ("d", false),
        ("e", false),
    ];
    assert_eq!(
        invariants,
        expect.map(|(text, is_static)| (text.to_string(), is_static))
    );
    assert_eq!(read.at(class.invariants[0].span), "public invariant a > 0;");
    assert_eq!(
        show::fields(class),
        "ghost int g = 1; ghost int h; public model instance int[] m; int x"
    );
}

#[test]
fn model_methods() {
    let read = members(
        "/*@ requires x > 0; ensures \\result > 0;\n  @ model pure int f(int x);\n  @*/\n//@ public static model <T> boolean g(nullable T t, int... n) { return t == null; }\n//@ requires a;\nvoid m() {}",
    );
    let methods = &read.class().methods;
    let shown: Vec<String> = methods.iter().map(show::method).collect();
    assert_eq!(
        shown,
        [
            "pure model int f(int x)",
            "public static model boolean g(nullable T t, int[]... n)",
            "void m()"
        ]
    );
    assert_eq!(
        show::spec(&methods[0].spec),
        "Any; requires (Gt x 0); ensures (Gt result 0)"
    );
    assert_eq!(show::block(methods[1].body.as_ref().unwrap()), "return (Eq t null);");
    assert_eq!(show::spec(&methods[2].spec), "Any; requires a");
    good("//@ model import java.util.*;\nclass A {}");
}

#[test]
fn statements_of_jml() {
    check(
        "a();\n//@ assert p;\nb();\n//@ assume q; check r;",
        "a(); @assert p; b(); @assume q; @assert r;",
    );
    check("//@ assert p : \"why\";", "@assert p;");
    check(
        "//@ set g = g + 1; set h[0] += 2;",
        "@set (g = (Add g 1)); @set (h[0] Add= 2);",
    );
    check("//@ unreachable;", "@unreachable;");
    check("//@ ghost int g = 1;\nf();", "ghost int g = 1; f();");
    check("f(); //@ nowarn;", "f();");
    check(
        "if (a) //@ assert p;\n f(); else g();",
        "if a {@assert p; f();} else g();",
    );
    check("if (a) { //@ assert p;\n}", "if a {@assert p;}");
    check(
        "switch (x) { case 1: f();\n//@ assert p;\nbreak;\n//@ assert q;\ndefault: //@ assert r;\n}",
        "switch x {1: f(); @assert p; break; @assert q; | default: @assert r;}",
    );
    check(
        "switch (x) { case 1 -> { //@ assert p;\n} default -> //@ assert q;\n f(); }",
        "switch x {1-> @assert p; | default-> @assert q; f();}",
    );
    check(
        "try { //@ assert p;\n} finally { f(); //@ assert q;\n}",
        "try () {@assert p;} finally {f(); @assert q;}",
    );
    check(
        "String s = \"//@ assert p;\"; // assert q;",
        "String s = \"//@ assert p;\";",
    );
}

#[test]
fn annotations_of_loops() {
    check(
        "//@ loop_invariant a; maintaining b;\n//@ decreases n - i;\nwhile (c) {}",
        "[invariant a; invariant b; decreases (Sub n i)] while c {}",
    );
    check(
        "/*@ maintains a; loop_inv b; decreasing i; loop_assigns x, y[*];\n  @ loop_predicate p, q > 0; skolem_constant int k, l; */\nfor (;;) {}",
        "[invariant a; invariant b; decreases i; assignable x, y[*]; predicate p; predicate (Gt q 0); skolem int k; skolem int l] for (||) {}",
    );
    for word in [
        "loop_writes",
        "loop_modifies",
        "loop_assignable",
        "assignable",
        "modifies",
        "assigns",
    ] {
        check(
            &format!("//@ {word} x;\ndo {{}} while (a);"),
            "[assignable x] do {} while a;",
        );
    }
    check("//@ loop_invariant a;\nL: while (c) {}", "L: [invariant a] while c {}");
    check("L: //@ loop_invariant a;\nwhile (c) {}", "L: [invariant a] while c {}");
    check(
        "f(); //@ loop_invariant a;\n// so\nwhile (c) {}",
        "f(); [invariant a] while c {}",
    );
    check("while (/*@ loop_invariant a; @*/ c) {}", "[invariant a] while c {}");
    check(
        "for (int i = 0; i < n; i++) //@ loop_invariant a;\n{}",
        "[invariant a] for (int i = 0;|(Lt i n)|(i++)) {}",
    );
    check(
        "for (;;) //@ loop_invariant a;\nfor (;;) {}",
        "for (||) [invariant a] for (||) {}",
    );
    check(
        "if (x) //@ loop_invariant a;\nwhile (c) {}",
        "if x [invariant a] while c {}",
    );
    check(
        "//@ assert p; loop_invariant a;\nfor (int v : w) {}",
        "@assert p; [invariant a] for (int v : w) {}",
    );
    check("while (c) //@ assert p;\nf();", "while c {@assert p; f();}");
    check(
        "for (/*@ nullable @*/ C c = d; /*@ loop_invariant a; @*/ c != null; c = c.next) {}",
        "[invariant a] for (nullable C c = d;|(Ne c null)|(c = c.next)) {}",
    );
    check(
        "do { f(); } /*@ loop_invariant a; @*/ while (c);",
        "[invariant a] do {f();} while c;",
    );
    check(
        "//@ loop_invariant_redundantly a; loop_invariant b;\nwhile (c) {}",
        "[invariant a; invariant b] while c {}",
    );
}
