//! Tests of reading whole files.

mod show;

use super::ast::*;
use super::*;
use crate::types::DataModel;
use show::{show, tree};

fn read(text: &str) -> Parsed {
    parse(FileId(0), Path::new("test.c"), text, DataModel::Lp64)
}

/// The unit of a text about which there is nothing to say.
fn unit(text: &str) -> Unit {
    let parsed = read(text);
    assert_eq!(parsed.diagnostics, [], "{text}");
    parsed.unit
}

fn functions(unit: &Unit) -> Vec<&Function> {
    let functions = unit.items.iter().filter_map(|item| match item {
        Item::Function(function) if !function.header => Some(function),
        _ => None,
    });
    functions.collect()
}

/// The declarations of the user's own file: name and type.
fn declared(text: &str) -> String {
    let unit = unit(text);
    let own = unit.items.iter().filter_map(|item| match item {
        Item::Decl(decl) if !decl.header => Some(format!("{}: {}", decl.name.text, show(&decl.ty))),
        _ => None,
    });
    own.collect::<Vec<_>>().join("; ")
}

/// The expression statement of a function with some declarations in front.
fn expression(text: &str) -> String {
    let text = format!("typedef int T; int a, b, c, *p; struct S {{ int x; }} s, *q; int f(); void g() {{ {text}; }}");
    let unit = unit(&text);
    match &functions(&unit)[0].body[..] {
        [
            Stmt {
                kind: StmtKind::Expr(e),
                ..
            },
        ] => tree(e),
        other => panic!("{other:?}"),
    }
}

#[test]
fn operators_bind_as_in_c() {
    for (text, expect) in [
        ("a + b * c", "(Add a (Mul b c))"),
        ("a - b - c", "(Sub (Sub a b) c)"),
        ("a = b = c", "(= a (= b c))"),
        ("a += b, c", "((Add= a b), c)"),
        ("a ? b : c ? a : b", "(a ? b : (c ? a : b))"),
        ("a ?: b", "(a ?  : b)"),
        ("a && b || c & 1", "(Or (And a b) (BitAnd c 1))"),
        ("a << 1 < b == c", "(Eq (Lt (Shl a 1) b) c)"),
        ("-a * !b", "(Mul (Minus a) (Not b))"),
        ("*p++", "(Deref (p++))"),
        ("++*p", "(++(Deref p))"),
        ("&q->x", "(Address q->x)"),
        ("s.x[p](a)", "s.x[p](a)"),
        ("(T)a + b", "(Add <T>a b)"),
        ("(T*)p", "<*T>p"),
        ("(a) + b", "(Add a b)"),
        ("(T)-1", "<T>(Minus 1)"),
        ("sizeof(T) * 2", "(Mul sizeof<T> 2)"),
        ("sizeof a * 2", "(Mul sizeof a 2)"),
        ("sizeof(a)[p]", "sizeof a[p]"),
        ("f(a, (b, c))", "f(a, (b, c))"),
        ("a-->b", "(Gt (a--) b)"),
        ("\"x\" \"y\"", "\"xy\""),
        ("({ int z = 1; z; }) + 1", "(Add {2 statements} 1)"),
        ("__builtin_va_arg(p, char *)", "__builtin_va_arg!(p, sizeof<*Char>)"),
        ("__extension__ (a)", "a"),
        ("_Alignof(long)", "alignof<Long>"),
        ("a = 'x' == L'y'", "(= a (Eq '120' '121'))"),
    ] {
        assert_eq!(expression(text), expect, "{text}");
    }
}

#[test]
fn declarators_nest() {
    for (text, expect) in [
        ("int x, *y, z[3];", "x: Int; y: *Int; z: [3]Int"),
        (
            "unsigned long long int a; long unsigned b; char c;",
            "a: ULongLong; b: ULong; c: Char",
        ),
        (
            "signed char a; short int b; _Bool c; __int128 d; unsigned e;",
            "a: SChar; b: Short; c: Bool; d: Int128; e: UInt",
        ),
        (
            "long double a; _Complex double b;",
            "a: long double; b: _Complex double",
        ),
        ("int (*f)(int, char *);", "f: *fn(Int, *Char)->Int"),
        ("int *f(void), *g();", "f: fn()->*Int; g: fn()->*Int"),
        ("int (*a[3])(void);", "a: [3]*fn()->Int"),
        ("int m[2][3];", "m: [2][3]Int"),
        (
            "const char *const p; char const *q;",
            "p: const *const Char; q: *const Char",
        ),
        ("int printf(const char *, ...);", "printf: fn(*const Char, ...)->Int"),
        (
            "void (*signal(int, void (*)(int)))(int);",
            "signal: fn(Int, *fn(Int)->void)->*fn(Int)->void",
        ),
        (
            "typedef int T; T (x), *y; int T2(T);",
            "T: Int; x: T; y: *T; T2: fn(T)->Int",
        ),
        ("int f(int a[static 3], int b[]);", "f: fn([3]Int, []Int)->Int"),
        ("typedef int u8 __attribute__((__mode__(__QI__)));", "u8: SChar"),
        (
            "extern int f(void) __asm__(\"g\") __attribute__((noreturn));",
            "f: fn()->Int",
        ),
        (
            "volatile int x; _Atomic int y; _Atomic(long) z;",
            "x: volatile Int; y: Int; z: Long",
        ),
        (
            "int x; __typeof__(x) y; typeof(int *) z;",
            "x: Int; y: typeof x; z: *Int",
        ),
        (
            "struct S { int a; } s; struct { int b; } t;",
            "s: Struct S; t: Struct #1",
        ),
        ("int (x) = 1, y = (2);", "x: Int; y: Int"),
        (
            "static inline int *restrict_(int *restrict p);",
            "restrict_: fn(*Int)->*Int",
        ),
    ] {
        assert_eq!(declared(text), expect, "{text}");
    }
}

#[test]
fn a_variable_hides_a_typedef() {
    let unit = unit(
        "typedef int T; int f(int T) { T * T; return (T) - 1; } T x; void g(void) { T * y; { int T; T = 1; } T z; }",
    );
    let functions = functions(&unit);
    assert!(matches!(functions[0].body[0].kind, StmtKind::Expr(_)));
    assert!(matches!(functions[1].body[0].kind, StmtKind::Decl(_)));
    assert!(matches!(functions[1].body[2].kind, StmtKind::Decl(_)));
}

#[test]
fn every_statement_is_read() {
    let text = "struct P { int x, y; };\n\
        int f(int n, int a[]) {\n\
          struct Q { int z : 3; unsigned : 2; struct P; } q = { .z = 1 };\n\
          enum { A, B = 3 } e = A;\n\
          int t[4] = { [1] = 2, [2 ... 3] = 5 };\n\
          for (int i = 0, j; i < n; i++) { if (i == 2) continue; else if (i == 3) break; }\n\
          for (;;) break;\n\
          do n--; while (n);\n\
          while (n) ;\n\
          switch (n) { case 1: case 2 ... 5: n = 1; break; default: n = 2; }\n\
          again: if (n > 10) goto again;\n\
          void *l = &&again; goto *l;\n\
          asm volatile (\"nop\" : \"=r\"(n) : \"r\"(e), [x] \"m\"(t) : \"memory\", \"cc\");\n\
          asm goto (\"jmp %l0\" :::: again);\n\
          _Static_assert(1, \"x\");\n\
          struct P p = (struct P){ 1, 2 };\n\
          n = _Generic(n, int: 1, default: 2) + __builtin_offsetof(struct Q, z);\n\
          { ; }\n\
          { __label__ here; here: ; }\n\
          return ({ n; });\n\
        }\n";
    let unit = unit(text);
    let f = functions(&unit)[0];
    assert!(f.broken.is_none());
    let words: Vec<String> = f.body.iter().map(|s| format!("{:?}", s.kind)).collect();
    let words: Vec<&str> = words.iter().map(|w| w.split(['(', ' ', '{']).next().unwrap()).collect();
    let expect = "Record Decl Enum Decl Decl For For DoWhile While Switch Label Decl GotoComputed Asm Asm Decl Expr Block Block Return";
    assert_eq!(words.join(" "), expect);
    match &f.body[13].kind {
        StmtKind::Asm(operands) => assert_eq!(
            operands.iter().map(tree).collect::<Vec<_>>().join(" "),
            "n e t \"memory\" \"cc\""
        ),
        other => panic!("{other:?}"),
    }
}

#[test]
fn old_definitions_have_parameters() {
    let unit = unit("int f(a, b, c) int a; char *b; { return a; }\nmain() { return 0; }");
    let functions = functions(&unit);
    let params: Vec<String> = functions[0].params.iter().map(|p| show(&p.ty)).collect();
    assert_eq!(params, ["Int", "*Char", "Int"]);
    assert_eq!(show(&functions[1].result), "Int");
}

#[test]
fn the_headers_of_everyday_are_read() {
    let text = "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n#include <stdint.h>\n#include <limits.h>\n\
        #include <ctype.h>\n#include <assert.h>\n#include <pthread.h>\n#include <math.h>\n#include <stdarg.h>\n\
        #include <stdbool.h>\n#include <stddef.h>\n#include <errno.h>\n#include <time.h>\n#include <unistd.h>\n\
        int main(void) { assert(INT_MAX > 0); return 0; }\n";
    let unit = unit(text);
    let names = unit.items.iter().filter_map(|item| match item {
        Item::Decl(decl) if decl.header => Some((&*decl.name.text, decl.name.span)),
        _ => None,
    });
    let place = names
        .into_iter()
        .find(|(name, _)| *name == "memcpy")
        .map(|(_, span)| span);
    assert_eq!(&text[place.unwrap().range()], "#include <string.h>");
    let main = functions(&unit)[0];
    match &main.body[0].kind {
        StmtKind::Expr(e) => {
            assert_eq!(tree(e), "assert((Gt 2147483647 0))");
            assert_eq!(&text[e.span.range()], "assert(INT_MAX > 0)");
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn tokens_have_their_places_in_the_users_file() {
    let text = "#define MAX(a, b) ((a) > (b) ? (a) : (b))\n#define SWAP(x, y) t = x; x = y; y = t\n#define EMPTY\n\
        #define N 10\n#if 0\nint ignored;\n#endif\n\
        int f(int a, int b) {\n  int t; EMPTY\n  SWAP(a, b);\n  t = MAX(a,\n     N) + 1; a = 2;\n  while (a < N)\n    a++;\n  return \\\n    t;\n}\n";
    let unit = unit(text);
    let f = functions(&unit)[0];
    let places: Vec<&str> = f.body.iter().map(|s| &text[s.span.range()]).collect();
    let expect = [
        "int t;",
        "SWAP(a, b)",
        "SWAP(a, b)",
        "SWAP(a, b);",
        "t = MAX(a,\n     N) + 1;",
        "a = 2;",
        "while",
        "return \\\n    t;",
    ];
    assert_eq!(places, expect);
    assert_eq!(&text[f.end.range()], "}");
    assert_eq!(&text[f.name.span.range()], "f");
}

#[test]
fn macros_of_headers_and_line_directives_do_not_shift_places() {
    let text = "#include <stdio.h>\n#include <errno.h>\n#line 700\n\
        #define CHECK(e) { if (e) { fprintf(stderr, \"%d\\n\", errno); } }\n\
        int f(int a) {\n  CHECK(a);\n  CHECK(a != errno);\n}\n\nint g(void) { return 1; }\n";
    let unit = unit(text);
    let places: Vec<&str> = functions(&unit).iter().map(|f| &text[f.span.range()]).collect();
    let expect = [
        "int f(int a) {\n  CHECK(a);\n  CHECK(a != errno);\n}",
        "int g(void) { return 1; }",
    ];
    assert_eq!(places, expect);
    let statements: Vec<&str> = functions(&unit)[0].body.iter().map(|s| &text[s.span.range()]).collect();
    assert_eq!(statements, ["CHECK(a)", ";", "CHECK(a != errno)", ";"]);
}

#[test]
fn what_comes_with_line_markers_keeps_exact_places() {
    let text =
        "# 1 \"a.c\"\n# 1 \"<built-in>\"\n# 1 \"h.h\" 1\nint g(void);\n# 2 \"a.c\" 2\nint f(void) { return g(); }\n";
    let unit = parse(FileId(0), Path::new("a.i"), text, DataModel::Lp64).unit;
    match &unit.items[..] {
        [Item::Decl(g), Item::Function(f)] => {
            assert!(g.header && !f.header);
            assert_eq!(&text[f.span.range()], "int f(void) { return g(); }");
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn an_unreadable_function_is_broken_and_the_others_are_not() {
    let text = "int f(void) { int x = ; return x; }\nfoo_t y;\nint g(void) { foo_t *z; return 1 }\nint h(void) { return 2; }\n";
    let parsed = read(text);
    let said: Vec<(&str, &str)> = parsed
        .diagnostics
        .iter()
        .map(|d| (d.message.as_str(), &text[d.span.unwrap().range()]))
        .collect();
    let expect = [
        ("expected an expression, found `;`", ";"),
        ("unknown type `foo_t`", "foo_t"),
        ("unknown type `foo_t`", "foo_t"),
    ];
    assert_eq!(said, expect);
    let broken: Vec<bool> = functions(&parsed.unit).iter().map(|f| f.broken.is_some()).collect();
    assert_eq!(broken, [true, true, false]);
}

#[test]
fn a_missing_semicolon_is_shown_where_it_belongs() {
    let text = "int f(void) {\n  return 1\n}\n";
    let parsed = read(text);
    assert_eq!(parsed.diagnostics[0].message, "expected `;` after this, found `}`");
    assert_eq!(&text[parsed.diagnostics[0].span.unwrap().range()], "1");
}

#[test]
fn misplaced_annotations_are_reported() {
    for text in [
        "int f(int x /*@ here */) { return x; }",
        "int f(int x) { return x /*@ here */; }",
        "int f(int x) /*@ here */ { return x; }",
        "struct S { /*@ here */ int x; };",
        "int x = /*@ here */ 1;",
    ] {
        let parsed = read(text);
        let said: Vec<&str> = parsed.diagnostics.iter().map(|d| d.message.as_str()).collect();
        assert_eq!(
            said,
            ["this annotation stands where none can stand, and is ignored"],
            "{text}"
        );
        assert_eq!(&text[parsed.diagnostics[0].span.unwrap().range()], "/*@ here */");
    }
    let text = "#define ID(x) x\nint f(void) { return ID(/*@ here */ 1); }\n// @ requires x;\n";
    let said: Vec<String> = read(text).diagnostics.into_iter().map(|d| d.message).collect();
    assert_eq!(
        said,
        [
            "this annotation stands inside the use of a macro, and is ignored",
            "this comment is not an annotation: there is a space before its `@`"
        ]
    );
}

#[test]
fn hostile_texts_are_read_without_harm() {
    let many = 200_000;
    for text in [
        "(".repeat(1_000_000),
        format!("int x = {};", "(".repeat(many)),
        format!("int x = {}1;", "-".repeat(many)),
        format!("int x = 1{};", "+1".repeat(many)),
        format!("int {}x;", "*".repeat(many)),
        format!("int x{};", "[1]".repeat(many)),
        format!("int x{};", "[[a]]".repeat(many)),
        format!("int {}x;", "(".repeat(many / 20)),
        format!("int f() {{ {} }}", "{".repeat(many)),
        format!("int f() {{ {} ; }}", "if (1) ; else ".repeat(many / 10)),
        format!("int f() {{ {} ; }}", "a: ".repeat(many / 10)),
        format!("int f() {{ x{}; }}", ".y".repeat(many)),
        format!("int f() {{ {}; }}", "(int)".repeat(many / 10)),
        format!("int f() {{ {}; }}", "a ? ".repeat(many / 10)),
        format!("{} x;", "struct {".repeat(many / 10)),
        format!("int x = {};", "{".repeat(many)),
        format!("{} int x;", "__extension__ ".repeat(many / 10)),
        format!("{} int x;", "__attribute__((x)) ".repeat(many / 10)),
        format!(
            "int f() {{ x = {}1{}; }}",
            "(1+".repeat(150),
            ")".repeat(150).replace(")", "+1)")
        ),
        "/* no end".to_string(),
        "int x; /*@ no end".to_string(),
        "char *s = \"no end\n;".to_string(),
        "char c = 'no end".to_string(),
        "\0\u{1}\u{fffd}\u{7f}".to_string(),
        "}}}}))))]]]];;;;".to_string(),
        "#".to_string(),
        "# 1 \"".to_string(),
        "int x = 0x; int y = 1__; int z = '';".to_string(),
    ] {
        let parsed = parse(FileId(0), Path::new("test.i"), &text, DataModel::Lp64);
        for span in parsed.diagnostics.iter().filter_map(|d| d.span) {
            assert!(span.start <= span.end && span.end as usize <= text.len());
        }
    }
}

#[test]
fn a_text_may_end_anywhere() {
    let text = "typedef struct S { int x : 3, *y; struct { int z; }; } T;\n/*@ requires x > 0; */\n\
        static int f(T *p, int (*g)(int), ...) __attribute__((x)) {\n  //@ loop invariant \\true;\n\
        for (int i = 0; i < 3; i++) { switch (i) { case 1 ... 2: p->x = ((T){ .x = 1 }).x; } }\n\
        asm (\"\" : \"=r\"(p) ::); return sizeof(T) + ({ 1; }) ? \"a\\n\" 'b' : 0x1fUL; }\nenum E { A = 1, B };\n";
    for end in 0..text.len() {
        read(&text[..end]);
    }
}

#[test]
fn scopes_are_those_of_c() {
    unit(
        "typedef int T, U; int x;\n\
        void f(void) {\n\
          for (int T = 0; sizeof(enum {U}); ) x = U + T;\n\
          do x = sizeof(enum {U}) + U; while ((U)1 + sizeof(enum {U}));\n\
          if (sizeof(enum {T})) x = sizeof(enum {U}) + T; else { U u = (int)T; }\n\
          switch (sizeof(enum {U})) x = U;\n\
          T t; U u;\n\
        }\n",
    );
}

#[test]
fn layouts_that_are_not_the_usual_ones_are_marked() {
    let text = "struct A { char c; int x; };\n#pragma pack(push, 1)\nstruct B { char c; int x; };\n#pragma pack(pop)\n\
        struct C { char c; int x; };\nstruct D { int x; } __attribute__((packed));\n\
        struct E { int x __attribute__((aligned(16))); };\nstruct F { _Alignas(8) char c; struct A a; };\n\
        int x __attribute__((aligned(8))); struct G { int x; };\n\
        struct H { char c; int x __attribute__((packed)); };\n#pragma pack(2)\nstruct I { char c; int x; };\n\
        #pragma pack()\nstruct J { char c; struct __attribute__((packed)) K { char c; int x; } k; };\n";
    let marked: Vec<(String, Layout)> = unit(text)
        .items
        .iter()
        .filter_map(|item| match item {
            Item::Record(record) => Some((record.name.text.to_string(), record.layout)),
            _ => None,
        })
        .collect();
    let expect = [
        ("A", Layout::Usual),
        ("B", Layout::Packed),
        ("C", Layout::Usual),
        ("D", Layout::Packed),
        ("E", Layout::Unusual),
        ("F", Layout::Unusual),
        ("G", Layout::Usual),
        ("H", Layout::Unusual),
        ("I", Layout::Unusual),
        ("K", Layout::Packed),
        ("J", Layout::Usual),
    ];
    assert_eq!(marked, expect.map(|(name, layout)| (name.to_string(), layout)));
    assert_eq!(
        declared("int x __attribute__((cleanup(f))); typedef int v __attribute__((vector_size(16)));"),
        "x: ?__attribute__((cleanup)); v: ?__attribute__((vector_size))"
    );
}
