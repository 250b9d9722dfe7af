//! JML: what annotations say, and what they are attached to.

use super::*;
use abide_java::syntax::parse_expression;

/// The tree of a formula.
#[track_caller]
fn formula(text: &str, expect: &str) {
    match parse_expression(FileId(0), text, 0) {
        Ok(expr) => assert_eq!(show::expr(&expr), expect, "{text}"),
        Err(error) => panic!("{text}: {}", error.message),
    }
}

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

/// The warnings about a class, each with the text it points at.
#[track_caller]
fn warns(text: &str, expect: &[&str]) -> Read {
    let read = read(&format!("class C {{\n{text}\n}}\n"));
    assert_eq!(read.errors(), 0, "{:?}", read.messages());
    let messages = read.messages();
    assert_eq!(messages.len(), expect.len(), "{text}: {messages:?}");
    for (message, part) in messages.iter().zip(expect) {
        assert!(message.contains(part), "{text}: {message} does not speak of {part}");
    }
    read
}

#[test]
fn operators_of_jml() {
    formula("a ==> b ==> c", "(Implies a (Implies b c))");
    formula("a <== b <== c", "(ImpliedBy (ImpliedBy a b) c)");
    formula("a || b ==> c && d", "(Implies (Or a b) (And c d))");
    formula("a ==> b <==> c ==> d", "(Iff (Implies a b) (Implies c d))");
    formula("a <=!=> b <==> c", "(Iff (NotIff a b) c)");
    formula("a ==> b ? c : d", "((Implies a b) ? c : d)");
    formula("\\typeof(a) <: \\type(int[])", "(Subtype typeof(a) type(int[]))");
    formula("a + b * -c - d", "(Sub (Add a (Mul b (Neg c))) d)");
    formula(
        "a | b ^ c & d << 1 >>> 2",
        "(BitOr a (BitXor b (BitAnd c (Ushr (Shl d 1) 2))))",
    );
    formula("!a == ~b != +c", "(Ne (Eq (Not a) (BitNot b)) (Plus c))");
    formula("a ? b : c ? d : e", "(a ? b : (c ? d : e))");
}

#[test]
fn comparisons_chain() {
    formula("0 <= i < n", "(And (Le 0 i) (Lt i n))");
    formula("a < b <= c > d", "(And (And (Lt a b) (Le b c)) (Gt c d))");
    formula("0 <= i + 1 < n && p", "(And (And (Le 0 (Add i 1)) (Lt (Add i 1) n)) p)");
    formula("a < b == c", "(Eq (Lt a b) c)");
}

#[test]
fn quantifiers() {
    formula("(\\forall int i; 0 <= i; p(i))", "(Forall int i; (Le 0 i); p(i))");
    formula("(\\exists int i, j; p(i, j))", "(Exists int i, j; ; p(i, j))");
    formula("(\\forall int i;; p(i))", "(Forall int i; ; p(i))");
    formula(
        "(\\forall nullable Object o; o == null)",
        "(Forall Object o; ; (Eq o null))",
    );
    formula(
        "(\\forall non_null a.List<B<C>>[] o; true; true)",
        "(Forall a.List[] o; true; true)",
    );
    formula(
        "(\\num_of int i; a; b) + (\\sum int i; a; b)",
        "(Add (NumOf int i; a; b) (Sum int i; a; b))",
    );
    formula("(\\product \\bigint i; a; b)", "(Product \\bigint i; a; b)");
    formula(
        "(\\max int i; a; b) - (\\min int i; a; b)",
        "(Sub (Max int i; a; b) (Min int i; a; b))",
    );
    formula(
        "(\\forall int i; a; (\\exists int j; b; c) ==> d)",
        "(Forall int i; a; (Implies (Exists int j; b; c) d))",
    );
}

#[test]
fn words_of_jml() {
    formula("\\result == \\old(x) + \\pre(y)", "(Eq result (Add old(x) old(y)))");
    formula("\\old(x + 1, L)", "old((Add x 1), L)");
    formula("\\old(x, \\LoopInit)", "old(x, \\LoopInit)");
    formula("\\old(a)[i].f", "old(a)[i].f");
    formula("\\result.length", "result.length");
    formula(
        "\\nonnullelements(a) && \\fresh(a, b)",
        "(And nonnullelements(a) fresh(a, b))",
    );
    formula(
        "\\allocated(a.b) || \\typeof(a) == b",
        "(Or allocated(a.b) (Eq typeof(a) b))",
    );
    formula("\\not_modified(a, b.c)", "not_modified(a, b.c)");
    formula("\\count < \\index", "(Lt count count)");
    formula("\\lockset == null", "(Eq <\\lockset> null)");
    formula("\\elemtype(\\typeof(a)) == \\type(C)", "(Eq <\\elemtype> type(C))");
    formula("a && (* it is so; really *)", "(And a <(* it is so; really *)>)");
}

#[test]
fn sets_and_walks() {
    formula("\\reach(a, f, b)", "walk(a, f, b)");
    formula("\\between(a, C.f, b, c)", "walk(a, C.f, b, c)");
    formula("\\reach(a).has(b)", "walk(a).has(b)");
    formula("\\reach(a, C) == \\reach(a, C, f)", "(Eq walk(a, C) walk(a, C, f))");
    formula(
        "s == \\old(s).union(JMLObjectSet.EMPTY_SET)",
        "(Eq s old(s).union(JMLObjectSet.EMPTY_SET))",
    );
    formula("new JMLObjectSet().isEmpty()", "new JMLObjectSet().isEmpty()");
    formula(
        "new JMLObjectSet<C> {C x | s.has(x) && (x.a | 1) > 0}.has(y)",
        "{C x | (And s.has(x) (Gt (BitOr x.a 1) 0))}.has(y)",
    );
    formula("(\\forall \\set<C> s; s.has(x))", "(Forall \\set s; ; s.has(x))");
}

#[test]
fn expressions_of_java_in_formulas() {
    formula("a.b.c(d, 1)[2].e", "a.b.c(d, 1)[2].e");
    formula("this.a == super.b", "(Eq this.a super.b)");
    formula("C.this.a", "C.this.a");
    formula("f() && g(1)", "(And f() g(1))");
    formula("(int) a + b", "(Add ((int) a) b)");
    formula("(a) + b", "(Add a b)");
    formula("(a) - b * c", "(Sub a (Mul b c))");
    formula("(String) a", "((String) a)");
    formula("((List<A>) a).f", "((List) a).f");
    formula("(\\bigint) a * b", "(Mul ((\\bigint) a) b)");
    formula("(int[]) a == (a.B) (c)", "(Eq ((int[]) a) ((a.B) c))");
    formula("a instanceof B.C && d", "(And (a instanceof B.C) d)");
    formula("'a' <= c && c <= '\\u007a'", "(And (Le '97' c) (Le c '122'))");
    formula("\"a\\n\" != null", "(Ne \"a\\n\" null)");
    formula("-2147483648 <= x", "(Le (Neg 2147483648) x)");
    formula("0x1F + 1L + 1.5", "(Add (Add 31 1L) double)");
    formula("int.class == a.B.class", "(Eq int.class a.B.class)");
    formula("int[].class", "int[].class");
    formula("new int[3].length", "new int[]<3>.length");
    formula(
        "new int[] {1, 2}[0] + new A(1).f",
        "(Add new int[]<>{1, 2}[0] new A(1).f)",
    );
    formula("a[i + 1][j]", "a[(Add i 1)][j]");
}

#[test]
fn formulas_have_no_effect() {
    for text in ["a = b", "a += 1", "a++", "--a", "f(a = b)", "(a = b)"] {
        let error = parse_expression(FileId(0), text, 0).unwrap_err();
        assert!(error.message.contains("must not change"), "{text}: {}", error.message);
    }
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

#[test]
fn misplaced_annotations_are_named() {
    let loops = "this annotation is misplaced: it belongs before a loop";
    warns("void m() {\n//@ loop_invariant a;\nf(); }", &[loops]);
    warns("void m() { while (c) { //@ loop_invariant a;\n} }", &[loops]);
    warns("//@ loop_invariant a;\nvoid m() {}", &[loops]);
    warns("void m() {\n//@ requires a;\n}", &["it belongs before a method"]);
    warns(
        "//@ requires a;\nint x;",
        &["warning `requires a;`: this annotation is misplaced"],
    );
    warns("int x;\n//@ ensures a;", &["it belongs before a method"]);
    warns(
        "/*@ behavior\n  @ requires a;\n  @ assignable b; @*/\nint x;",
        &["it belongs before a method"],
    );
    warns("//@ assert a;\nvoid m() {}", &["it belongs into the body"]);
    warns("void m() {\n//@ invariant a;\n}", &["it belongs into a class"]);
    warns("void m() {\n//@ assignable a;\nf(); }", &["before a method or a loop"]);
    warns("int x = f(/*@ assert p; @*/ 1);", &["misplaced"]);
    // classes and lambdas in bodies are read like any other
    assert_eq!(
        read("class C { Object o = new A() { //@ invariant a;\n }; }")
            .messages()
            .len(),
        0
    );
    assert_eq!(read("class C { A a = () -> { //@ assert a;\n }; }").messages().len(), 0);
    let read = read("//@ requires a;\nimport b;\nclass C {}\n//@ ensures c;\n");
    assert_eq!(read.messages().len(), 2);
}

#[test]
fn clauses_that_are_left_out_are_named() {
    for word in [
        "accessible",
        "diverges",
        "callable",
        "captures",
        "working_space",
        "duration",
        "when",
    ] {
        let read = warns(
            &format!("//@ {word} a; requires b;\nvoid m() {{}}"),
            &[&format!("`{word}` is not supported")],
        );
        assert_eq!(show::spec(&read.method().spec), "Any; requires b");
    }
    for clause in [
        "constraint a",
        "initially a",
        "axiom a",
        "in a",
        "maps a.b \\into c",
        "monitors_for a = b",
    ] {
        let word = clause.split(' ').next().unwrap();
        let read = warns(
            &format!("int x; //@ {clause};\n//@ invariant b;"),
            &[&format!("`{word}` is not supported")],
        );
        assert_eq!(read.class().invariants.len(), 1, "{clause}");
    }
}

#[test]
fn what_is_not_read_is_kept_with_whom_it_concerns() {
    let unread = |text: &str| {
        let read = read(&format!("class C {{\n{text}\n}}"));
        let class = read.class();
        let count = |m: &Method| (m.spec.unread.len(), m.unread.len());
        (class.unread.len(), class.methods.first().map(count))
    };
    for contract in [
        "//@ requires a +;",
        "//@ requirse a;",
        "//@ whatever;",
        "//@ {| requires a; |}",
        "//@ requires a; implies_that ensures b;",
        "//@ assignable_redundantly x;",
        "//@ spec_java_math",
        "//@ code behavior requires a;",
        "//@ loop_invariant a;",
        "/*@ strictly_pure @*/",
    ] {
        assert_eq!(
            unread(&format!("{contract}\nvoid m() {{}}")),
            (0, Some((1, 0))),
            "{contract}"
        );
    }
    for of_class in [
        "constraint a",
        "initially a",
        "invarant a",
        "invariant a +",
        "represents a.b = c",
        "axiom a",
    ] {
        assert_eq!(
            unread(&format!("//@ {of_class};\nvoid m() {{}}")),
            (1, Some((0, 0))),
            "{of_class}"
        );
    }
    assert_eq!(unread("int x; //@ in g;\nvoid m() {}"), (1, Some((0, 0))));
    for body in [
        "//@ asert a;",
        "//@ requires a;\nf();",
        "//@ invariant a;",
        "//@ refining requires a;",
    ] {
        let (class, method) = unread(&format!("void m() {{ f(); {body}\n}}"));
        assert_eq!(class + method.unwrap().1, 1, "{body}");
    }
    for java in [
        "//@Override",
        "//@Test(timeout = 3)",
        "//@formatter:off",
        "//@ nowarn Pre;",
    ] {
        assert_eq!(unread(&format!("{java}\nvoid m() {{}}")), (0, Some((0, 0))), "{java}");
    }
}

#[test]
fn what_model_fields_are_made_of() {
    let read = members(
        "int x;\n//@ model int a, b; public model \\set<Object> c;\n//@ represents a = x + 1;\n//@ private represents this.b <- -x;\n//@ represents c \\such_that c.has(this);",
    );
    let clauses = read.class().representations.iter();
    let shown: Vec<String> = clauses
        .map(|r| format!("{} = {}", r.name.text, show::expr(&r.value)))
        .collect();
    assert_eq!(
        shown,
        ["a = (Add x 1)", "b = (Neg x)", "c = <`represents … \\such_that`>"]
    );
    warns(
        "//@ represents a.b = c;\nint x;",
        &["expected `=`, `<-` or `\\such_that`, found `.`"],
    );
}

#[test]
fn bad_clauses_are_passed_over() {
    let read = warns(
        "//@ requires a +;\n//@ ensures b;\nvoid m() {}",
        &["`;`: expected an expression, found `;`"],
    );
    assert_eq!(show::spec(&read.method().spec), "Any; ensures b");
    let read = warns(
        "//@ requires (a > b;\n//@ ensures b;\nvoid m() {}",
        &["expected `)`, found `;`"],
    );
    assert_eq!(show::spec(&read.method().spec), "Any; ensures b");
    let read = warns(
        "//@ requires (\\forall int i; a >; b);\n//@ ensures b;\nvoid m() {}",
        &["expected an expression, found `;`"],
    );
    assert_eq!(show::spec(&read.method().spec), "Any; ensures b");
    let read = warns(
        "//@ requires a\n//@ ensures b\nvoid m() {}",
        &["expected `;`", "expected `;`"],
    );
    assert_eq!(show::spec(&read.method().spec), "Any; requires a; ensures b");
    let read = warns("//@ requires a = b;\n//@ ensures b;\nvoid m() {}", &["must not change"]);
    assert_eq!(read.diagnostics()[0].help, ["equality is written `==`"]);
    warns("//@ {| requires a; |}\nvoid m() {}", &["cases within a case"]);
    warns(
        "//@ assignable a[*][*];\nvoid m() {}",
        &["only the last part of a location"],
    );
    warns(
        "//@ requires 99999999999;\nvoid m() {}",
        &["does not fit into an `int`"],
    );
}

#[test]
fn quantifiers_stand_in_parentheses() {
    let read = warns(
        "//@ ensures \\exists int i; a; b;\nvoid m() {}",
        &["expected `(` before `\\exists`", "`a`", "`b`"],
    );
    assert_eq!(read.diagnostics()[0].help, ["write `(\\exists int i; …; …)`"]);
}

#[test]
fn misspelt_keywords_are_guessed() {
    for (word, keyword) in [
        ("loop_invarian", "loop_invariant"),
        ("require", "requires"),
        ("enusres", "ensures"),
        ("asignable", "assignable"),
        ("pur", "pure"),
    ] {
        let read = warns(
            &format!("//@ {word} a;\nvoid m() {{}}"),
            &[&format!("`{word}` does not begin")],
        );
        assert_eq!(
            read.diagnostics()[0].help,
            [format!("did you mean `{keyword}`?")],
            "{word}"
        );
    }
    let read = warns("//@ whatever a;\nvoid m() {}", &["`whatever` does not begin"]);
    assert!(read.diagnostics()[0].help.is_empty());
}

#[test]
fn a_space_too_many_is_noticed() {
    let read = warns(
        "// @ requires a;\nvoid m() {}",
        &["warning `// @`: this comment is not an annotation"],
    );
    assert_eq!(read.diagnostics()[0].help, ["did you mean `//@ requires`?"]);
    members("// @author me\n// requires a;\nvoid m() {}");
}
