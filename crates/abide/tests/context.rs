//! Files that are known to those that are verified, and are not verified themselves.

mod support;

use support::Folder;

const APP: &str = "\
import lib.Store;
class App {
  //@ requires n >= 0;
  //@ ensures \\result >= n;
  static int more(int n) { return Helper.more(n); }
  static int share(Store s) { return 10 / s.count(); }
  static int less(Store s) { return 10 / (s.count() - 1); }
  static int none() { return Store.size(-1); }
}
";

/// The second method fails, which is nobody's business here.
const HELPER: &str = "\
class Helper {
  //@ requires n >= 0;
  //@ ensures \\result >= n;
  //@ assignable \\nothing;
  static int more(int n) { return n; }
  static int wrong(int[] a) { return a[-1]; }
}
";

const STORE: &str = "\
package lib;
public class Store {
  //@ requires n >= 0;
  //@ ensures 0 <= \\result;
  //@ assignable \\nothing;
  public static int size(int n);

  //@ ensures \\result > 0;
  //@ assignable \\nothing;
  public int count();
}
";

#[test]
fn contracts_of_other_files_and_of_libraries_are_believed_and_told() {
    let folder = Folder::with(&[
        ("src/App.java", APP),
        ("other/Helper.java", HELPER),
        ("specs/lib/Store.jml", STORE),
    ]);
    let known = ["verify", "src", "--context", "other", "--specs", "specs"];
    folder
        .abide(&known)
        .with(1)
        .says("`more`, whose file is not verified here, keeps its contract")
        .says("every implementation of `count` keeps its contract")
        .says("refuted  App.none")
        // what it returns is not known, and no input
        .says("open     App.less")
        .says("4 routines: 2 proved, 1 refuted, 1 open");
    folder
        .abide(&["verify", "src"])
        .with(1)
        .says("4 routines: 1 proved, 3 open");
    folder
        .abide(&["verify", "src", "--context", "src", "--method", "more"])
        .with(1)
        .says("1 routine: 1 open");
    folder
        .abide(&["verify", "src", "--context", "nowhere"])
        .with(2)
        .complains("nowhere");
}

#[test]
fn headers_with_contracts_stand_for_those_of_a_library() {
    let folder = Folder::with(&[
        ("include/thing.h", "int thing(int n);\n"),
        (
            "specs/thing.h",
            "#include_next <thing.h>\n/*@ requires n >= 0; assigns \\nothing; ensures 0 <= \\result <= n; */\nint thing(int n);\n",
        ),
        (
            "use.c",
            "#include <thing.h>\nint f(void) { return 10 / (thing(5) + 1); }\nint g(void) { return thing(-1); }\n\
             int h(void) { return 10 / thing(5); }\n",
        ),
    ]);
    folder
        .abide(&["verify", "-I", "include", "--specs", "specs", "use.c"])
        .with(1)
        .says("`thing`, which has no body here, keeps its contract")
        .says("refuted  g")
        .says("3 routines: 1 proved, 1 refuted, 1 open");
    folder
        .abide(&["verify", "-I", "include", "use.c"])
        .with(1)
        .says("3 routines: 1 proved, 2 open");
}

const SIZE: &str = "\
class Size {
  int size;
  //@ ensures size == 0;
  //@ assignable size;
  void clear() { size = 0; }
  int other;
  //@ assignable other;
  void change() { other = 1; }
}
";

const USER: &str = "\
class User {
  Size all;
  //@ invariant all.size > 0;
  //@ requires s.size > 0;
  User(Size s) { all = s; }
}
";

#[test]
fn a_file_keeps_the_invariants_of_files_that_it_does_not_name() {
    let alone = Folder::with(&[("Size.java", SIZE)]);
    let alone = alone.abide(&["verify", "."]);
    alone.says("proved   Size.clear").says("proved   Size.change");
    let folder = Folder::with(&[("Size.java", SIZE), ("User.java", USER)]);
    folder
        .abide(&["verify", "."])
        .with(1)
        .says("open     Size.clear")
        .says("proved   Size.change");
}

#[test]
fn what_is_not_understood_of_other_sources_is_told() {
    let folder = Folder::with(&[
        (
            "use.c",
            "#include <thing.h>\nint helper(int x);\nint f(void) { return thing(helper(3)); }\n",
        ),
        ("helper.c", "int helper(int x) {\n  return x + ; }\n"),
        ("include/thing.h", "int thing(int x);\n"),
        (
            "specs/thing.h",
            "#include_next <thing.h>\n/*@ ensures \\result == ; */\nint thing(int x);\n",
        ),
    ]);
    folder
        .abide(&[
            "verify",
            "-I",
            "include",
            "--specs",
            "specs",
            "--context",
            "helper.c",
            "use.c",
        ])
        .complains("helper.c:2: ")
        .says("an annotation of this header is not understood")
        .says("ensures \\result == ;");
}

/// A class that is not imported by its name is that of the package, if there is one.
#[test]
fn a_class_beside_the_file_hides_one_of_the_library() {
    let user = "\
package p;
import java.util.*;
class User {
  static void push() {
    Stack<Integer> s = new Stack<>();
    s.push(1);
    assert s.size() == 1;
  }
}
";
    let stack = "\
package p;
class Stack<T> {
  //@ ensures true;
  //@ assignable \\nothing;
  void push(T t) {}
  //@ ensures \\result == 0;
  //@ assignable \\nothing;
  int size() { return 0; }
}
";
    let folder = Folder::with(&[("p/User.java", user), ("p/Stack.java", stack)]);
    folder
        .abide(&["verify", "p/User.java"])
        .with(1)
        .says("`size`, whose file is not verified here, keeps its contract")
        .says("refuted  User.push");
    folder.abide(&["verify", "p/User.java", "p/Stack.java"]).with(1);
    let alone = Folder::with(&[("p/User.java", user)]);
    alone
        .abide(&["verify", "p/User.java"])
        .with(0)
        .says("`Stack.push` is as its contract in the library of Abide says");
}

#[test]
fn what_cannot_be_read_of_files_that_are_only_known_is_told() {
    let broken = "class Helper {\n  static int two() { return 2 \n}\n";
    let user = "class User { static int f() { return 1; } }\n";
    let folder = Folder::with(&[
        ("User.java", user),
        ("other/Helper.java", broken),
        ("specs/Lib.jml", broken),
    ]);
    folder
        .abide(&["verify", "User.java", "--context", "other"])
        .with(2)
        .complains("Helper.java:1");
    folder
        .abide(&["verify", "User.java", "--specs", "specs"])
        .with(2)
        .complains("Lib.jml:1");
}

#[test]
fn contracts_of_routines_that_are_not_proved_are_assumptions() {
    let shapes = "\
class Base {
  //@ ensures \\result == 5;
  int five() { return 5; }
}
class Below extends Base {
  int five() { return 4; }
}
";
    let user = "\
class User {
  //@ ensures \\result == 5;
  static int wrong() { return 4; }
  //@ ensures \\result == 5;
  static int direct() { return wrong(); }
  //@ ensures \\result == 5;
  static int virtual(Base b) { return b.five(); }
}
";
    let folder = Folder::with(&[("Base.java", shapes), ("User.java", user)]);
    let run = folder.abide(&["verify", "."]);
    run.with(1)
        .says("proved   User.direct")
        .says("assumes contract: `User.wrong`, which is not proved, has no errors and keeps its contract")
        .says("assumes contract: `Below.five`, which is not proved, has no errors and keeps its contract");
    folder
        .abide(&["verify", ".", "--strict"])
        .with(1)
        .says("open     User.direct");
}

/// The texts of the library are known to the process that prints what others have found.
#[test]
fn messages_may_speak_of_the_library() {
    let user = "\
package p;
class User {
  static void push() {
    Stack<Integer> s = new Stack<>();
    s.push(1);
  }
}
";
    Folder::with(&[("User.java", user)])
        .abide(&["verify", "User.java"])
        .with(1)
        .says("which method `push` is meant is not known");
}
