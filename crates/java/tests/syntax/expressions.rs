//! Expressions of Java.

use super::*;

/// What the expression on the right of an assignment is.
#[track_caller]
fn check(text: &str, expect: &str) {
    let read = body(&format!("x = {text};"));
    assert_eq!(read.shown(), format!("(x = {expect});"), "{text}");
}

#[test]
fn operators_bind_as_in_java() {
    check("a + b * c", "(Add a (Mul b c))");
    check("(a + b) * c", "(Mul (Add a b) c)");
    check("a - b - c", "(Sub (Sub a b) c)");
    check(
        "a || b && c | d ^ e & f",
        "(Or a (And b (BitOr c (BitXor d (BitAnd e f)))))",
    );
    check("a << 1 >> 2 >>> 3", "(Ushr (Shr (Shl a 1) 2) 3)");
    check("a < b == c >= d", "(Eq (Lt a b) (Ge c d))");
    check("a != b", "(Ne a b)");
    check("a <= b", "(Le a b)");
    check("a > b % c / d", "(Gt a (Div (Rem b c) d))");
    check("-a + ~b", "(Add (Neg a) (BitNot b))");
    check("!a && +b > 0", "(And (Not a) (Gt (Plus b) 0))");
    check("a ? b : c ? d : e", "(a ? b : (c ? d : e))");
    check("y = z", "(y = z)");
    check("y += z -= 1", "(y Add= (z Sub= 1))");
    check("y >>>= 1", "(y Ushr= 1)");
    check("i++ + ++j - k-- - --l", "(Sub (Sub (Add (i++) (++j)) (k--)) (--l))");
}

#[test]
fn literals_have_their_values() {
    check("0xFFFFFFFF", "-1");
    check("-2147483648", "(Neg 2147483648)");
    check("-9223372036854775808L", "(Neg 9223372036854775808L)");
    check("0b101 + 017 + 1_000 + 0x7fL", "(Add (Add (Add 5 15) 1000) 127L)");
    check("'a'", "'97'");
    check(r"'\u0041'", "'65'");
    check(r"'\''", "'39'");
    check(r"'\0'", "'0'");
    check(r#""a\tb\u0041\101""#, r#""a\tbAA""#);
    check(r#""""#, r#""""#);
    check("\"\"\"\n   a\n     \"b\"\n   \"\"\"", r#""a\n  \"b\"\n""#);
    check(
        "true ? null : false ? 1.5 : 1e3f",
        "(true ? null : (false ? double : float))",
    );
    check("1f + 0x1p3 + .5", "(Add (Add float double) double)");
}

#[test]
fn numbers_that_do_not_fit_are_errors() {
    for text in ["2147483648", "-(2147483648)", "0x1FFFFFFFF", "9223372036854775808L"] {
        let read = read(&format!("class C {{ long x = {text}; }}"));
        assert_eq!(read.errors(), 1, "{text}");
    }
}

#[test]
fn fields_calls_and_subscripts() {
    check("a.b.c", "a.b.c");
    check("this.a", "this.a");
    check("super.a", "super.a");
    check("C.this.a", "C.this.a");
    check("a.length", "a.length");
    check("a[i][j + 1]", "a[i][(Add j 1)]");
    check("f()", "f()");
    check("f(a, g(b))", "f(a, g(b))");
    check("a.f(1).g[2].h(3)", "a.f(1).g[2].h(3)");
    check("this.f()", "this.f()");
    check("super.f(1)", "super.f(1)");
    check("I.super.f(1)", "I.super.f(1)");
    check("p.I.super.f(1)", "p.I.super.f(1)");
    check("C.<String>f(1)", "C.f(1)");
    check("java.util.List.of(1)", "java.util.List.of(1)");
    check("int.class", "int.class");
    check("String[].class", "String[].class");
    check("java.lang.String.class", "java.lang.String.class");
}

#[test]
fn creation() {
    check("new C()", "new C()");
    check("new a.C<Integer>(1, b)", "new a.C(1, b)");
    check("new ArrayList<>()", "new ArrayList()");
    check("new Runnable() { public void run() { x++; } }", "new Runnable(){}");
    check("new int[n]", "new int[]<n>");
    check("new int[n][m][]", "new int[][][]<n, m>");
    check("new int[] {1, 2}", "new int[]<>{1, 2}");
    check("new int[][] {{1}, {}, {2, 3,}}", "new int[][]<>{{1}, {}, {2, 3}}");
    check("o.new Inner()", "o.new Inner()");
    check("a.b().new Inner<>(1)", "a.b().new Inner(1)");
    check("o.new Inner() {}", "<`new` of an inner class with a body>");
}

#[test]
fn casts_and_sums_in_parentheses() {
    check("(int) a", "((int) a)");
    check("(int) -1", "((int) (Neg 1))");
    check("(byte) (a + b)", "((byte) (Add a b))");
    check("(String) a", "((String) a)");
    check("(a) + b", "(Add a b)");
    check("(a) - b", "(Sub a b)");
    check("(a) - b * c", "(Sub a (Mul b c))");
    check("(a) + b + c", "(Add (Add a b) c)");
    check("x * (a) - b", "(Sub (Mul x a) b)");
    check("x - (a) - b", "(Sub (Sub x a) b)");
    check("(a) - (b) + c * d", "(Add (Sub a b) (Mul c d))");
    check("-(a) - b", "(Sub (Neg a) b)");
    check("(int) (a) - b", "(Sub ((int) a) b)");
    check("(a) - b < c && d", "(And (Lt (Sub a b) c) d)");
    check("(a) - (b * c)", "(Sub a (Mul b c))");
    check("f((a) - b * c) * 2", "(Mul f((Sub a (Mul b c))) 2)");
    check("(a) - b << 2", "(Shl (Sub a b) 2)");
    check("!((a) - -b > 0)", "(Not (Gt (Sub a (Neg b)) 0))");
    check("(a.b) + c", "(Add a.b c)");
    check("(a) & b", "(BitAnd a b)");
    check("(List<String>) a", "((List) a)");
    check("(int[]) a", "((int[]) a)");
    check("(A & B) a", "((A) a)");
    check("(int) a + b", "(Add ((int) a) b)");
}

#[test]
fn types_and_functions_in_expressions() {
    check("a instanceof String", "(a instanceof String)");
    check("a instanceof String s && s.f()", "(And (a instanceof String s) s.f())");
    check("a instanceof final String s", "(a instanceof String s)");
    check("a instanceof int[]", "(a instanceof int[])");
    check("a instanceof Point(int p, int q)", "<a record pattern>");
    check("y -> y + 1", "lambda");
    check("(int y, int z) -> { return y; }", "lambda");
    check("() -> {}", "lambda");
    check("String::length", "::length");
    check("int[]::new", "::new");
}

#[test]
fn parentheses_leave_only_the_inner_place() {
    let read = body("x = ((a + b));");
    let [stmt] = &read.method().body.as_ref().unwrap()[..] else {
        panic!("one statement");
    };
    let StmtKind::Expr(assignment) = &stmt.kind else {
        panic!("an expression");
    };
    let ExprKind::Assign(None, _, value) = &*assignment.kind else {
        panic!("an assignment");
    };
    assert_eq!(read.at(stmt.span), "x = ((a + b));");
    assert_eq!(read.at(assignment.span), "x = ((a + b))");
    assert_eq!(read.at(value.span), "a + b");
}

#[test]
fn sums_taken_for_casts_have_places() {
    let read = body("x = y * (a) - b;");
    let StmtKind::Expr(assignment) = &read.method().body.as_ref().unwrap()[0].kind else {
        panic!("an expression");
    };
    let ExprKind::Assign(None, _, difference) = &*assignment.kind else {
        panic!("an assignment");
    };
    assert_eq!(read.at(difference.span), "y * (a) - b");
    let ExprKind::Binary(BinaryOp::Sub, product, _) = &*difference.kind else {
        panic!("a difference");
    };
    assert_eq!(read.at(product.span), "y * (a)");
}

#[test]
fn switch_expressions() {
    check(
        "switch (k) { case 1, 2 -> 3; case A -> { yield 4; } default -> throw e; }",
        "switch k {1, 2-> yield 3; | A-> yield 4; | default-> throw e;}",
    );
    check(
        "switch (k) { case 1: yield 2; default: yield 3; }",
        "switch k {1: yield 2; | default: yield 3;}",
    );
    check(
        "switch (o) { case String s -> 1; case Point(int p, int q) -> 2; default -> 3; }",
        "switch o {<a pattern>-> yield 1; | <a pattern>-> yield 2; | default-> yield 3;}",
    );
}
