//! Java files that are verified together know each other's classes, by Java's rules of names. What a file of C
//! defines is no input of another one.

mod support;

use abide_base::SourceFile;
use abide_verify::{Report, Verdict};
use support::*;

/// A counter with contracts, in a package.
const COUNTER: &str = r"package p;
public class Counter {
  public int count;
  //@ ensures count == 0;
  public Counter() { }
  //@ requires count < 1000;
  //@ assignable count;
  //@ ensures count == \old(count) + 1;
  public void step() { count++; }
}
";

fn verified(files: &[(&str, &str)]) -> Report {
    let files = files.iter().map(|(name, text)| SourceFile::new(*name, *text)).collect();
    run(files, z3(), settings())
}

fn verdict(report: &Report, routine: &str) -> Verdict {
    let mut found = report.routines().filter(|r| r.name == routine);
    found.next().expect("there is such a routine").verdict
}

/// Nothing is known of it.
fn is_unknown(verdict: Verdict) -> bool {
    matches!(verdict, Verdict::Open | Verdict::Unsupported)
}

/// A class that counts to two with whatever `Counter` is, and claims a result.
fn user(head: &str, result: i32) -> String {
    format!(
        r"{head}
class Use {{
  //@ ensures \result == {result};
  static int two() {{
    Counter c = new Counter();
    c.step();
    c.step();
    return c.count;
  }}
}}
"
    )
}

#[test]
fn an_imported_class_is_known_by_its_contracts() {
    let heads = ["package q; import p.Counter;", "package q; import p.*;", "package p;"];
    for head in heads {
        let right = verified(&[("Counter.java", COUNTER), ("Use.java", &user(head, 2))]);
        assert_eq!(verdict(&right, "Use.two"), Verdict::Proved, "{head}");
        let wrong = verified(&[("Counter.java", COUNTER), ("Use.java", &user(head, 3))]);
        assert_eq!(verdict(&wrong, "Use.two"), Verdict::Refuted, "{head}");
    }
}

#[test]
fn the_order_of_the_files_does_not_matter() {
    let user = user("package q; import p.Counter;", 2);
    let report = verified(&[("Use.java", &user), ("Counter.java", COUNTER)]);
    assert!(report.routines().all(|r| r.verdict == Verdict::Proved));
    assert_eq!(
        report.routines().count(),
        3,
        "each routine is verified once, with its own file"
    );
}

#[test]
fn a_class_that_is_not_imported_is_not_meant() {
    for head in ["package q;", "package q; import other.Counter;"] {
        let report = verified(&[("Counter.java", COUNTER), ("Use.java", &user(head, 2))]);
        assert!(is_unknown(verdict(&report, "Use.two")), "{head}");
    }
}

/// A class of the same name in the package, whose counter stands still.
const STILL: &str = r"package q;
class Counter {
  int count;
  //@ ensures count == 0;
  Counter() { }
  //@ assignable \nothing;
  void step() { }
}
";

#[test]
fn of_two_classes_with_one_name_the_right_one_is_meant() {
    for (head, result) in [("package q; import p.Counter;", 2), ("package q; import p.*;", 0)] {
        let files = |claim| user(head, claim);
        let run = |claim| {
            let user = files(claim);
            let report = verified(&[
                ("p/Counter.java", COUNTER),
                ("q/Counter.java", STILL),
                ("q/Use.java", &user),
            ]);
            verdict(&report, "Use.two")
        };
        assert_eq!(run(result), Verdict::Proved, "{head}");
        assert_eq!(run(2 - result), Verdict::Refuted, "{head}");
    }
}

#[test]
fn a_class_that_two_files_declare_is_neither() {
    let again = COUNTER.replace("+ 1", "+ 5");
    let user = user("package p;", 2);
    let report = verified(&[("Counter.java", COUNTER), ("Again.java", &again), ("Use.java", &user)]);
    assert!(is_unknown(verdict(&report, "Use.two")));
}

#[test]
fn a_library_class_that_is_shadowed_is_not_meant() {
    let text = r"import acme.Math;
class Use {
  static int one() {
    int x = Math.max(0, 1);
    //@ assert x == 1;
    return x;
  }
}
";
    assert!(is_unknown(verdict(&verified(&[("Use.java", text)]), "Use.one")));
    let plain = text.replace("import acme.Math;\n", "");
    assert_eq!(verdict(&verified(&[("Use.java", &plain)]), "Use.one"), Verdict::Proved);
}

/// `both` may get a `Below`, which is declared in another file.
#[test]
fn subclasses_of_other_files_count() {
    let above = r"class Above {
  /*@ pure @*/ boolean good() { return true; }
  //@ ensures \result == a.good();
  static boolean both(Above a) { return true; }
}
";
    let below = r"class Below extends Above {
  /*@ pure @*/ boolean good() { return false; }
}
";
    assert_eq!(
        verdict(&verified(&[("Above.java", above)]), "Above.both"),
        Verdict::Proved
    );
    let report = verified(&[("Above.java", above), ("Below.java", below)]);
    assert_ne!(verdict(&report, "Above.both"), Verdict::Proved);
}

#[test]
fn unknown_superclasses_of_the_same_name_may_differ() {
    let a = "package p; import x.Base; public class A extends Base { }\n";
    let b = r"package q; import y.Base;
class B {
  static boolean is(p.A a) {
    boolean yes = a instanceof Base;
    //@ assert yes;
    return yes;
  }
  static boolean isNot(p.A a) {
    boolean yes = a instanceof Base;
    //@ assert !yes;
    return yes;
  }
}
";
    let report = verified(&[("A.java", a), ("B.java", b)]);
    for routine in ["B.is", "B.isNot"] {
        assert!(is_unknown(verdict(&report, routine)), "{routine}");
    }
}

/// Cells of trees, without annotations.
const CELLS: &str = r"class Cell {
  int key;
  Cell left;
  Cell right;
}
";

/// Looks for a cell, or gives what `otherwise` says.
fn forest(otherwise: &str) -> String {
    format!(
        r#"class Forest {{
  private Cell root;
  /*: public specvar content :: objset;
      vardefs "content == {{x. x ~= null & rtrancl_pt (% x y. x..Cell.left = y | x..Cell.right = y) root x}}";
      invariant "tree [Cell.left, Cell.right]"; */
  public Cell find(int key)
  /*: ensures "result = null | result : content" */
  {{
    Cell current = root;
    while (current != null && current.key != key) {{
      current = key < current.key ? current.left : current.right;
    }}
    return current == null ? {otherwise} : current;
  }}
}}
"#
    )
}

#[test]
fn trees_of_cells_from_another_file() {
    let run = |otherwise: &str| {
        let report = verified(&[("Cell.java", CELLS), ("Forest.java", &forest(otherwise))]);
        verdict(&report, "Forest.find")
    };
    assert_eq!(run("root"), Verdict::Proved);
    assert_eq!(run("new Cell()"), Verdict::Refuted);
}

/// Jahob's references may be null, in files without annotations too.
#[test]
fn cells_from_another_file_may_lead_to_nothing() {
    let user = r#"class User {
  //: invariant "True";
  static int second(Cell cell)
  /*: requires "cell ~= null" */
  { return cell.left.key; }
}
"#;
    let report = verified(&[("Cell.java", CELLS), ("User.java", user)]);
    assert_eq!(verdict(&report, "User.second"), Verdict::Refuted);
}

#[test]
fn a_method_of_another_package_is_overridden_if_it_is_known_there() {
    let above = |open: &str| {
        format!(
            r"package p;
public class Above {{
  //@ ensures \result == 1;
  {open} int f() {{ return 1; }}
}}
"
        )
    };
    let between = "package p;\npublic class Between extends Above {\n  public int f() { return 1; }\n}\n";
    let below = |up: &str| format!("package q;\nclass Below extends p.{up} {{\n  public int f() {{ return 2; }}\n}}\n");
    let cases = [
        ("", "Above", Verdict::Proved),
        ("protected", "Above", Verdict::Refuted),
        ("", "Between", Verdict::Refuted),
    ];
    for (open, up, expected) in cases {
        let files = [
            ("Above.java", &*above(open)),
            ("Between.java", between),
            ("Below.java", &*below(up)),
        ];
        assert_eq!(verdict(&verified(&files), "Below.f"), expected, "{open} {up}");
    }
}

/// A program of C that expects something of what it only declares.
const EXPECTS: &str = r"
int three(void);
extern int seven, table[2];
/*@ assigns \nothing; ensures \result > x; */
int more(int x);

int main(void) {
  //@ assert seven == 7;
  int *p = table;
  //@ assert p[1] == 2;
  int t = three();
  //@ assert t == 3;
  int m = more(1);
  //@ assert m == 2;
  return 0;
}
";

#[test]
fn what_another_file_of_c_defines_is_no_input() {
    let defines = "int seven = 7, table[2] = { 1, 2 }; int three(void) { return 3; } int more(int x) { return 2; }";
    let alone = verified(&[("main.c", EXPECTS)]);
    assert_eq!(verdict(&alone, "main"), Verdict::Refuted);
    let beside = verified(&[("main.c", EXPECTS), ("defines.c", defines)]);
    assert_eq!(verdict(&beside, "main"), Verdict::Open);
    let hidden = "static int three(void) { return 3; } int use(void) { return three(); }";
    let unrelated = verified(&[("main.c", EXPECTS), ("hidden.c", hidden)]);
    assert_eq!(verdict(&unrelated, "main"), Verdict::Refuted);
}

#[test]
fn a_class_below_one_of_the_library_need_not_keep_its_contracts() {
    let below = "import java.util.*;
class Negative extends AbstractList<String> {
  public String get(int i) { return \"\"; }
  public int size() { return -1; }
}
";
    let user = "import java.util.*;
class Use {
  static void size(List<String> l) { assert l.size() >= 0; }
}
";
    let alone = verified(&[("Use.java", user)]);
    assert_eq!(verdict(&alone, "Use.size"), Verdict::Proved);
    let together = verified(&[("Use.java", user), ("Negative.java", below)]);
    assert!(is_unknown(verdict(&together, "Use.size")));
}

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
