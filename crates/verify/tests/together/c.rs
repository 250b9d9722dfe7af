//! Files of C that are verified together: one function, one contract; one name, one thing.

use super::*;

/// A function that another file has a contract for.
const PROMISES: &str = r"/*@ requires n > 0;
    assigns \nothing;
    ensures \result <= 10; */
int clamp(int n)
{
  return n < 10 ? n : 10;
}
";

#[test]
fn callers_in_other_files_owe_what_the_definition_requires() {
    let caller = |declared: &str, argument: i32| {
        format!(
            r"{declared}
int use(void)
{{
  return clamp({argument});
}}
"
        )
    };
    let own = "/*@ assigns \\nothing; ensures \\result <= 100; */ int clamp(int count);";
    for declared in ["int clamp(int count);", own] {
        let user = caller(declared, 0);
        let wrong = verified(&[("clamp.c", PROMISES), ("use.c", &user)]);
        assert_eq!(verdict(&wrong, "use"), Verdict::Refuted, "{declared}");
        let user = caller(declared, 1);
        let right = verified(&[("clamp.c", PROMISES), ("use.c", &user)]);
        assert_eq!(verdict(&right, "use"), Verdict::Proved, "{declared}");
    }
    // a caller that is held to nothing else
    let alone = verified(&[("use.c", &caller(own, 0))]);
    assert_eq!(verdict(&alone, "use"), Verdict::Proved);
}

#[test]
fn contracts_that_another_file_has_bind_the_definition() {
    let plain = "int half(int n)\n{\n  return n / 2;\n}\n";
    let user = |claim: &str| {
        format!(
            r"/*@ requires count >= 0;
    assigns \nothing;
    ensures {claim}; */
int half(int count);

/*@ ensures \result <= 5; */
int use(void)
{{
  return half(10);
}}
"
        )
    };
    let right = verified(&[("use.c", &user(r"\result <= count / 2")), ("half.c", plain)]);
    assert_eq!(verdict(&right, "half"), Verdict::Proved);
    assert_eq!(verdict(&right, "use"), Verdict::Proved);
    let wrong = verified(&[("use.c", &user(r"\result < count / 2")), ("half.c", plain)]);
    assert_eq!(verdict(&wrong, "half"), Verdict::Refuted);
    // the same whatever the order
    let turned = verified(&[("half.c", plain), ("use.c", &user(r"\result < count / 2"))]);
    assert_eq!(verdict(&turned, "half"), Verdict::Refuted);
}

#[test]
fn files_that_define_the_same_function_belong_to_different_programs() {
    let other = "/*@ requires n < 0; ensures \\result < 0; */\nint clamp(int n)\n{\n  return n;\n}\n";
    let user = "int clamp(int n);\nint use(void)\n{\n  int r = clamp(0);\n  //@ assert r <= 10;\n  return r;\n}\n";
    let report = verified(&[("clamp.c", PROMISES), ("other.c", other), ("use.c", user)]);
    assert!(
        report
            .routines()
            .all(|r| r.name != "clamp" || r.verdict == Verdict::Proved)
    );
    assert!(is_unknown(verdict(&report, "use")));
}

#[test]
fn a_contract_that_means_something_else_in_another_file_is_not_taken_for_it() {
    let low = r"/*@ predicate small(int n) = n < 5; */
/*@ requires small(n); */
int take(int n)
{
  //@ assert n < 5;
  return n;
}
";
    let high = r"/*@ predicate small(int n) = n < 500; */
int take(int n);
int use(void)
{
  return take(50);
}
";
    let both = verified(&[("low.c", low), ("high.c", high)]);
    assert!(is_unknown(verdict(&both, "use")));
    let shared = high.replace("500", "5");
    let both = verified(&[("low.c", low), ("high.c", &shared)]);
    assert_eq!(verdict(&both, "use"), Verdict::Refuted);
    let counted = "static int count;\n/*@ requires count == 0; */ int begin(void)\n{\n  return 1 / (count + 1);\n}\n";
    let user = "int count;\nint begin(void);\nint use(void)\n{\n  count = 0;\n  return begin();\n}\n";
    let both = verified(&[("begin.c", counted), ("use.c", user)]);
    assert!(is_unknown(verdict(&both, "use")));
}

#[test]
fn names_of_types_may_be_declared_again() {
    let promises = "typedef int number;\ntypedef number count;\ntypedef count number;\n\
        /*@ requires n > 0; */\nint take(number n)\n{\n  return n;\n}\n";
    let user = "int take(int n);\nint use(void)\n{\n  return take(0);\n}\n";
    let both = verified(&[("take.c", promises), ("use.c", user)]);
    assert_eq!(verdict(&both, "take"), Verdict::Proved);
    assert_eq!(verdict(&both, "use"), Verdict::Refuted);
}

#[test]
fn types_and_constants_mean_the_same_in_both_files() {
    let claim = |names: &str, result: &str| {
        format!(
            "{names}\n/*@ ensures \\result == {result}; */ int get(void);\nint use(void)\n{{\n  return get();\n}}\n"
        )
    };
    let code = |names: &str, result: &str| format!("{names}\nint get(void)\n{{\n  return {result};\n}}\n");
    let get = |here: &str, there: &str, result: &str| {
        let report = verified(&[("use.c", &claim(here, result)), ("get.c", &code(there, result))]);
        verdict(&report, "get")
    };
    let all = [
        ("enum { A = 1, B };", "enum { A, B };", "B"),
        ("typedef unsigned char T;", "typedef int T;", "(T)300"),
        ("struct S { int a; };", "struct S { int a, b; };", "sizeof(struct S)"),
        (
            "typedef struct { int a; } T;",
            "typedef struct { long a; } T;",
            "sizeof(T)",
        ),
    ];
    for (here, there, result) in all {
        assert_eq!(get(here, here, result), Verdict::Proved, "{here}");
        assert!(is_unknown(get(here, there, result)), "{here} {there}");
    }
    // members in another order
    let set = "struct S { int b, a; };\nvoid set(struct S *s)\n{\n  s->a = 1;\n}\n";
    let user = "struct S { int a, b; };\n/*@ requires \\valid(s); ensures s->a == 1; */ void set(struct S *s);\n";
    assert!(is_unknown(verdict(
        &verified(&[("use.c", user), ("set.c", set)]),
        "set"
    )));
    let same = user.replace("a, b", "b, a");
    assert_eq!(
        verdict(&verified(&[("use.c", &same), ("set.c", set)]), "set"),
        Verdict::Proved
    );
    // a file that only knows that there is such a type
    let known = "struct S;\n/*@ requires s != \\null; ensures \\result == 1; */ int one(struct S *s);\n";
    let one = "struct S { int a; };\nint one(struct S *s)\n{\n  return 1;\n}\n";
    assert_eq!(
        verdict(&verified(&[("use.c", known), ("one.c", one)]), "one"),
        Verdict::Proved
    );
}

#[test]
fn what_runs_before_main_may_stand_in_another_file() {
    let user = "int g;\nint main(void)\n{\n  //@ assert g == 0;\n  return 0;\n}\n";
    let plain = "extern int g;\nvoid set(void)\n{\n  g = 1;\n}\n";
    let before = plain.replace("void set", "__attribute__((constructor)) void set");
    let files = |other| verdict(&verified(&[("main.c", user), ("other.c", other)]), "main");
    assert_eq!(files(plain), Verdict::Proved);
    assert_eq!(files(&before), Verdict::Open);
}

#[test]
fn what_another_file_defines_is_not_the_function_of_the_library() {
    let uses = [
        ("int abs(int x)", "int r = abs(-1);", "r == 1", "return x;"),
        ("int rand(void)", "int r = rand();", "r >= 0", "return -1;"),
        (
            "unsigned long strlen(const char *s)",
            "int r = strlen(\"abc\");",
            "r == 3",
            "return 4;",
        ),
        (
            "int puts(const char *s)",
            "g = 0; puts(\"a\");",
            "g == 0",
            "g = 1; return 0;",
        ),
        ("void exit(int x)", "exit(1);", "g != g", "g = x;"),
    ];
    for (function, call, claim, body) in uses {
        let user = format!("int g;\n{function};\nvoid use(void)\n{{\n  {call}\n  //@ assert {claim};\n}}\n");
        let other = format!("extern int g;\n{function}\n{{\n  {body}\n}}\n");
        let alone = verified(&[("use.c", &user)]);
        assert_eq!(verdict(&alone, "use"), Verdict::Proved, "{function}");
        let both = verified(&[("use.c", &user), ("other.c", &other)]);
        assert!(is_unknown(verdict(&both, "use")), "{function}");
    }
}

#[test]
fn variables_have_one_type_in_all_files() {
    let user = |declared: &str, body: &str| format!("{declared}\nvoid use(void)\n{{\n  {body}\n}}\n");
    let check = |declared: &str, body: &str, defined: &str| {
        let report = verified(&[("use.c", &user(declared, body)), ("other.c", defined)]);
        verdict(&report, "use")
    };
    let alike = [
        ("extern int a[4];", "a[3] = 1;", "int a[4];"),
        ("extern int a[2];", "a[1] = 1;", "int a[] = { 1, 2 };"),
        ("extern volatile int v;", "v = 1;", "volatile int v;"),
        (
            "struct S { int n; }; extern struct S s;",
            "s.n = 1;",
            "struct S { int n; }; struct S s;",
        ),
    ];
    for (declared, body, defined) in alike {
        assert_eq!(check(declared, body, defined), Verdict::Proved, "{declared}");
    }
    let different = [
        ("extern int a[5];", "a[4] = 1;", "int a[4];"),
        ("extern long n;", "n = 1;", "int n;"),
        (
            "extern int v;",
            "v = 1; int x = v; /*@ assert x == 1; */",
            "volatile int v;",
        ),
        (
            "struct S { int m, n; }; extern struct S s;",
            "s.m = 1;",
            "struct S { int n; }; struct S s;",
        ),
    ];
    for (declared, body, defined) in different {
        assert!(is_unknown(check(declared, body, defined)), "{declared}");
    }
}
