//! Formulas and terms: what is read, and how tightly it binds.

use super::{formula, refuses};

/// Each formula reads as the tree behind it.
fn check(cases: &[(&str, &str)]) {
    for (text, expect) in cases {
        assert_eq!(formula(text), *expect, "{text}");
    }
}

#[test]
fn connectives() {
    check(&[
        ("a ==> b ==> c", "(==> a (==> b c))"),
        ("a || b ==> c && d", "(==> (|| a b) (&& c d))"),
        ("a <==> b ==> c", "(<==> a (==> b c))"),
        ("a <==> b <==> c", "(<==> (<==> a b) c)"),
        ("a ==> b <==> c ==> d", "(<==> (==> a b) (==> c d))"),
        ("a || b ^^ c && d", "(|| a (^^ b (&& c d)))"),
        ("a && b || c && d", "(|| (&& a b) (&& c d))"),
        ("a && b && c", "(&& (&& a b) c)"),
        ("!a && b", "(&& (! a) b)"),
        ("a --> b --> c", "(--> a (--> b c))"),
        ("a <--> b --> c", "(<--> a (--> b c))"),
        ("a && b <--> c", "(&& a (<--> b c))"),
        ("a | b ^ c & d", "(| a (^ b (& c d)))"),
        ("a & b == c", "(& a (== b c))"),
        ("p --> q | r", "(--> p (| q r))"),
    ]);
}

#[test]
fn conditionals() {
    check(&[
        ("a ? b : c", "(? a b c)"),
        ("a ? b : c ? d : e", "(? a b (? c d e))"),
        ("a ? b ? c : d : e", "(? a (? b c d) e)"),
        ("a ==> b ? c : d", "(? (==> a b) c d)"),
        ("a ? b : n: c", "(? a b (n: c))"),
        ("a ? (n: b) : c", "(? a (n: b) c)"),
        ("a ? f(n: b) : c", "(? a (f (n: b)) c)"),
        ("x == (a ? b : c)", "(== x (? a b c))"),
    ]);
}

#[test]
fn comparisons_chain() {
    check(&[
        ("a < b", "(< a b)"),
        ("0 <= i < n", "(chain 0 <= i < n)"),
        ("0 <= i == j < n", "(chain 0 <= i == j < n)"),
        ("a == b == c", "(chain a == b == c)"),
        ("a == b > c", "(chain a == b > c)"),
        ("n >= i > 0", "(chain n >= i > 0)"),
        ("0 <= i + 1 < n - 1 && p", "(&& (chain 0 <= (+ i 1) < (- n 1)) p)"),
        ("(a < b) == c", "(== (< a b) c)"),
        ("a != b && c", "(&& (!= a b) c)"),
        ("a < b << 2", "(< a (<< b 2))"),
    ]);
    for broken in ["a < b > c", "a != b != c", "a < b != c", "a != b < c", "a == b < c > d"] {
        assert!(refuses(broken).contains("one direction"), "{broken}");
    }
}

#[test]
fn binders() {
    check(&[
        ("\\forall integer i; p", "(\\forall [integer i] p)"),
        (
            "\\forall integer i, j; p ==> q",
            "(\\forall [integer i, integer j] (==> p q))",
        ),
        ("\\forall int i, *p, a[3]; q", "(\\forall [int i, int* p, int[3] a] q)"),
        ("\\forall int i, unsigned char c; q", "(\\forall [int i, uchar c] q)"),
        (
            "\\exists struct s *p; p->x == 0",
            "(\\exists [struct s* p] (== (-> p x) 0))",
        ),
        ("a ==> \\forall int i; b && c", "(==> a (\\forall [int i] (&& b c)))"),
        ("!\\exists int i; b && c", "(! (\\exists [int i] (&& b c)))"),
        ("(\\forall int i; a) && b", "(&& (\\forall [int i] a) b)"),
        (
            "\\forall int i; \\exists int j; i < j",
            "(\\forall [int i] (\\exists [int j] (< i j)))",
        ),
        ("\\let x = a + 1; x > a", "(\\let x (+ a 1) (> x a))"),
        ("\\let p = \\forall int i; q; p", "(\\let p (\\forall [int i] q) p)"),
        (
            "\\forall real r, boolean b; r > 0.5",
            "(\\forall [real r, boolean b] (> r 0.5))",
        ),
        ("\\forall word w; w > 0", "(\\forall [word w] (> w 0))"),
        (
            "\\sum(0, n - 1, \\lambda integer k; a[k])",
            "(\\sum 0 (- n 1) (\\lambda [integer k] ([] a k)))",
        ),
        (
            "\\numof(0, n, \\lambda integer k; a[k] == 0) == 3",
            "(== (\\numof 0 n (\\lambda [integer k] (== ([] a k) 0))) 3)",
        ),
    ]);
}

#[test]
fn names() {
    check(&[
        ("inv1: a && b", "(inv1: (&& a b))"),
        ("a && n: b ==> c", "(&& a (n: (==> b c)))"),
        ("a: b: c", "(a: (b: c))"),
        ("\"a text\": c", "(a text: c)"),
        ("(low: 0 <= i) && (high: i < n)", "(&& (low: (<= 0 i)) (high: (< i n)))"),
        ("assigns: c", "(assigns: c)"),
    ]);
}

#[test]
fn terms() {
    check(&[
        ("a - b - c", "(- (- a b) c)"),
        ("a + b * c % d", "(+ a (% (* b c) d))"),
        ("-a * b", "(* (- a) b)"),
        ("- -a", "(- (- a))"),
        ("*p.x", "(* (. p x))"),
        ("&a[i]", "(& ([] a i))"),
        ("&s->f.g[2]", "(& ([] (. (-> s f) g) 2))"),
        ("(int)x + 1", "(+ (cast int x) 1)"),
        ("(unsigned char)(x + 1)", "(cast uchar (+ x 1))"),
        ("(char *)p == q", "(== (cast char* p) q)"),
        ("(integer)x", "(cast integer x)"),
        ("(word)x", "(cast word x)"),
        ("(x) + 1", "(+ x 1)"),
        ("(x)", "x"),
        ("sizeof(int) * n", "(* (sizeof <int>) n)"),
        ("sizeof(x)", "(sizeof x)"),
        ("sizeof x[0]", "(sizeof ([] x 0))"),
        ("f(a, b + 1)", "(f a (+ b 1))"),
        ("f{Pre, Here}(a)", "(f{Pre Here} a)"),
        ("c{Old}", "(c{Old})"),
        ("f()", "(f)"),
        ("'a' == 0x10", "(== '97' 16)"),
        ("\"abc\"", "\"abc\""),
        ("~x & 0xffu", "(& (~ x) 255)"),
        ("x >> 3 << 1", "(<< (>> x 3) 1)"),
    ]);
}

#[test]
fn backslash_words() {
    check(&[
        ("\\result == \\old(x)", "(== \\result (\\old x))"),
        ("\\at(a[i], Pre) != \\at(x, L1)", "(!= (\\at ([] a i) Pre) (\\at x L1))"),
        (
            "\\at(i, LoopEntry) <= \\at(i, LoopCurrent)",
            "(<= (\\at i LoopEntry) (\\at i LoopCurrent))",
        ),
        ("\\true && \\false", "(&& \\true \\false)"),
        ("p != \\null", "(!= p \\null)"),
        ("\\valid(p)", "(\\valid p)"),
        (
            "\\valid{Here}(p + (0 .. n - 1))",
            "(\\valid{Here} (+ p (.. 0 (- n 1))))",
        ),
        ("\\valid_read(a + (..))", "(\\valid_read (+ a (.. _ _)))"),
        ("\\separated(p, q + (0..3), &r)", "(\\separated p (+ q (.. 0 3)) (& r))"),
        ("\\initialized(&a[0..n-1])", "(\\initialized (& ([] a (.. 0 (- n 1)))))"),
        (
            "\\base_addr(p) == \\base_addr(q)",
            "(== (\\base_addr p) (\\base_addr q))",
        ),
        ("\\fresh{Old, Here}(p, n)", "(\\fresh{Old Here} p n)"),
        ("\\max(a, b) - \\abs(c)", "(- (\\max a b) (\\abs c))"),
        ("\\exit_status == 1", "(== (\\exit_status) 1)"),
        ("!\\valid(p) || *p > 0", "(|| (! (\\valid p)) (> (* p) 0))"),
    ]);
}

#[test]
fn sets_and_ranges() {
    check(&[
        ("a[0..]", "([] a (.. 0 _))"),
        ("a[..n]", "([] a (.. _ n))"),
        ("x \\in {1, 2, 3}", "(\\in x (set 1 2 3))"),
        ("x \\in s && y", "(&& (\\in x s) y)"),
        ("\\subset({x}, \\union(a, b))", "(\\subset (set x) (\\union a b))"),
        ("s == \\empty", "(== s \\nothing)"),
        ("s == {}", "(== s \\nothing)"),
        (
            "s == { 2 * x | integer x; 0 <= x < n }",
            "(== s (set (\\lambda [integer x] (* 2 x)) (\\lambda [integer x] (chain 0 <= x < n))))",
        ),
        ("{ a[i] | int i }", "(set (\\lambda [int i] ([] a i)))"),
        ("{ a | b, c }", "(set (| a b) c)"),
        ("{ s \\with .x = 1, [2].y = 3 }", "(\\with (\\with s .x 1) [2].y 3)"),
        ("{p, q}->next", "(-> (set p q) next)"),
    ]);
}

#[test]
fn what_is_no_formula_says_why() {
    for (text, why) in [
        ("a = b", "`==`"),
        ("a => b", "`==>`"),
        ("a += 1", "ghost code"),
        ("x++", "ghost code"),
        ("++x", "`- -x`"),
        ("\\vaild(p)", "`\\valid`"),
        ("\\foral int i; p", "`\\forall`"),
        ("\\nonsense(p)", "not supported"),
        ("f(a", "`)`"),
        ("a[i", "`]`"),
        ("\\at(x)", "a label"),
        ("a ? b", "`:`"),
        ("a &&", "a formula"),
        ("", "a formula"),
        ("{ .x = 1 }", "structures"),
    ] {
        assert!(refuses(text).contains(why), "{text}: {}", refuses(text));
    }
}
