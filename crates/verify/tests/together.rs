//! Java files that are verified together know each other's classes, by Java's rules of names. What a file of C
//! defines is no input of another one.

#[path = "together/c.rs"]
mod c;
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
