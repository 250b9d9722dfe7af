//! JML: formulas and terms.

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
    formula(
        "\\elemtype(\\typeof(a)) == \\type(C)",
        "(Eq elemtype(typeof(a)) type(C))",
    );
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
