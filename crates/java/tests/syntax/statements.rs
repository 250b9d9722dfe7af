//! Statements of Java.

use super::*;

#[track_caller]
fn check(text: &str, expect: &str) {
    assert_eq!(body(text).shown(), expect, "{text}");
}

#[test]
fn simple_statements() {
    check(";", ";");
    check("{ ; }", "{;}");
    check("f(); return;", "f(); return;");
    check("return a;", "return a;");
    check("throw new E(1);", "throw new E(1);");
    check("assert a; assert a > 0 : \"m\";", "assert a; assert (Gt a 0) : \"m\";");
    check("synchronized (a) { b(); }", "synchronized a {b();}");
    check(
        "class D {} record P(int a) {} enum E { A }",
        "class D; class P; class E;",
    );
}

#[test]
fn local_variables() {
    check("int x;", "int x;");
    check("int x = 1, y, z[] = {1};", "int x = 1, int y, int[] z = {1};");
    check("final String s = null;", "final String s = null;");
    check("var x = f();", "var x = f();");
    check("int[] a[] = new int[2][3];", "int[][] a = new int[][]<2, 3>;");
    check("java.util.Map<String, int[]> m;", "java.util.Map m;");
    check("Outer<A>.Inner<B>[] m;", "Outer.Inner[] m;");
    check("@A(\"x\") final @B int x;", "final int x;");
}

#[test]
fn branches() {
    check("if (a) b(); else c();", "if a b(); else c();");
    check("if (a) if (b) c(); else d();", "if a if b c(); else d();");
    check("if (a) {} else if (b) {} else {}", "if a {} else if b {} else {}");
    check(
        "switch (a) { case 1: case 2: f(); break; case A: default: g(); }",
        "switch a {1, 2: f(); break; | Adefault: g();}",
    );
    check(
        "switch (a) { case 1, 2 -> f(); default -> { g(); h(); } }",
        "switch a {1, 2-> f(); | default-> g(); h();}",
    );
    check("switch (a) {}", "switch a {}");
}

#[test]
fn loops() {
    check("while (a) b();", "while a b();");
    check("do { a(); } while (b);", "do {a();} while b;");
    check(
        "for (int i = 0, j = 1; i < n; i++, j--) f(i);",
        "for (int i = 0, int j = 1;|(Lt i n)|(i++), (j--)) f(i);",
    );
    check("for (i = 0, j = 1; ; ) ;", "for ((i = 0); (j = 1);||) ;");
    check("for (;;) {}", "for (||) {}");
    check("for (final String s : all) {}", "for (final String s : all) {}");
    check("for (int a[] : b) {}", "for (int[] a : b) {}");
    check("L: M: while (a) { break L; }", "L: M: while a {break L;}");
    check(
        "L: for (;;) { continue L; continue; break; }",
        "L: for (||) {continue L; continue; break;}",
    );
}

#[test]
fn exceptions() {
    check(
        "try { a(); } catch (A | b.B e) { c(); } catch (final C e) {} finally { d(); }",
        "try () {a();} catch (A | b.B e) {c();} catch (C e) {} finally {d();}",
    );
    check(
        "try (R r = f(); final var s = g(); t) { a(); }",
        "try (R r = f(); final var s = g(); var #56 = t) {a();}",
    );
}

#[test]
fn places_of_loops_and_clauses() {
    let read = body("try { do ; while (a); } catch (E e) { }");
    let body = read.method().body.as_ref().unwrap();
    let StmtKind::Try(t) = &body[0].kind else {
        panic!("a try");
    };
    assert_eq!(read.at(t.catches[0].span), "catch (E e)");
    let StmtKind::Do(spec, ..) = &t.body[0].kind else {
        panic!("a loop");
    };
    assert_eq!(read.at(spec.keyword), "do");
    assert_eq!(read.at(t.body[0].span), "do ; while (a);");
}
