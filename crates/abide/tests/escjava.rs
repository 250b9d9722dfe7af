//! ESC/Java's dialect, and what it believes.

mod support;

use support::Folder;

/// Nothing in it is ESC/Java's alone: as JML it is another program.
const PLAIN: &str = "\
class C {
  int x;
  //@ ensures \\result == 1
  int one(int[] a) { return a.length; } //@ nowarn
  //@ ensures x == 0
  void silent() { x = 0; }
  void call() {
    x = 1;
    other(3);
    //@ assert x == 1
  }
  void other(int n) { for (int i = 0; i < n; i++) x = i; }
  void library() {
    x = 1;
    Gadget.run(this);
    //@ assert x == 1
  }
}
";

/// Whether `Base` is below `A` is not known.
const ANCESTOR: &str = "\
import lib.Base;
class A {
  //@ requires a != null
  void g(A a) {
    //@ assert !(a instanceof B)
  }
}
class B extends Base { }
";

const SIZE: &str = "class Size {\n  int size; //@ invariant size >= 0\n\n  //@ modifies size\n  void clear() {\n    size = 0;\n  }\n}\n";
const USER: &str = "class User {\n  /*@ non_null */ Size all; //@ invariant all.size > 0\n\n  //@ requires s.size > 0\n  User(/*@ non_null */ Size s) {\n    all = s;\n  }\n}\n";

#[test]
fn a_dialect_is_read_where_it_is_asked_for_or_plain_to_see() {
    let folder = Folder::with(&[("C.java", PLAIN)]);
    folder
        .abide(&["verify", "C.java", "--dialect", "escjava"])
        .says("proved   C.one")
        .says("assumes admitted: what `nowarn` keeps back does not go wrong (line 4)");
    folder.abide(&["verify", "C.java"]).with(1).says("refuted  C.one");
    let marked = PLAIN.replace("class C {", "class C {\n  //@ readable_if true\n");
    let folder = Folder::with(&[("C.java", &marked)]);
    folder
        .abide(&["verify", "C.java"])
        .says("proved   C.one")
        .says("assumes admitted: nothing is read where its `readable_if` does not hold");
    folder
        .abide(&["verify", "C.java", "--dialect", "jml"])
        .says("unsupported C.one");
}

#[test]
fn what_is_believed_is_told_and_refutes_nothing() {
    let folder = Folder::with(&[("C.java", PLAIN)]);
    let verify = |bargains: &[&str]| folder.abide(&[&["verify", "C.java", "--dialect", "escjava"], bargains].concat());
    verify(&[]).says("open     C.call").says("open     C.library");
    verify(&["--bargains", "library"])
        .says("proved   C.library")
        .says("assumes library: code that is not given changes no object of the program")
        .says("open     C.call");
    let folder_of_two = Folder::with(&[("A.java", ANCESTOR)]);
    let verify_two = |bargains: &[&str]| {
        folder_of_two.abide(&[&["verify", "A.java", "--dialect", "escjava", "--method", "g"], bargains].concat())
    };
    verify_two(&[]).says("open     A.g");
    verify_two(&["--bargains", "library"])
        .says("proved   A.g")
        .says("assumes unseen: classes that are not given extend none of the program");
    let named = Folder::with(&[("Size.java", SIZE), ("User.java", USER)]);
    let clear = |bargains: &[&str]| {
        named.abide(&[&["verify", ".", "--dialect", "escjava", "--method", "clear"], bargains].concat())
    };
    clear(&[]).says("open     Size.clear");
    clear(&["--bargains", "invariants"])
        .says("proved   Size.clear")
        .says("assumes admitted: the method keeps the invariants of classes that its file does not name");
    // that nothing is changed without a word is held against who does it
    verify(&["--bargains", "modifies"])
        .with(1)
        .says("refuted  C.other")
        .says("refuted  C.silent");
    verify(&["--bargains", "modifies,frames"])
        .says("proved   C.call")
        .says("assumes contract: `other`, which does not say what it changes, changes nothing")
        .says("assumes admitted: the method changes nothing but what it says it does")
        .says("open     C.library");
    verify(&["--bargains", "all"])
        .says("proved   C.call")
        .says("proved   C.library");
}
