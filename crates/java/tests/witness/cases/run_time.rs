//! Run-time errors: what fails without any annotation.

use super::Case;
use abide_ir::CheckKind;
use abide_logic::Value;

pub fn cases() -> Vec<Case> {
    vec![
        Case {
            kind: CheckKind::Bounds,
            source: "class First {
  static int first(int[] a) {
    return a[0]; // FAILS
  }
}
",
            expected: "ArrayIndexOutOfBoundsException",
            bad: |i| {
                let a = i.ints(&[]);
                i.give("a", a);
            },
            good: |i| {
                let a = i.ints(&[7]);
                i.give("a", a);
            },
        },
        Case {
            kind: CheckKind::Null,
            source: "class Walk {
  private final int val;
  /*@ nullable @*/ Walk next;
  Walk(int val) { this.val = val; }
  int second() {
    return next.val; // FAILS
  }
}
",
            expected: "NullPointerException",
            bad: |i| {
                let n = i.new_object("Walk");
                i.this(n);
            },
            good: |i| {
                let n = i.new_object("Walk");
                i.this(n);
                i.field(n, "next", Value::Ref(n));
            },
        },
        Case {
            kind: CheckKind::Null,
            source: "class Keep {
  /*@ non_null @*/ Object kept;
  Keep(/*@ nullable @*/ Object o) {
    kept = o; // FAILS
  }
}
",
            expected: "the reference is null",
            bad: |i| i.give("o", 0),
            good: |i| {
                let o = i.new_object("Object");
                i.give("o", o);
            },
        },
        Case {
            kind: CheckKind::Division,
            source: "public class Divide {
  static int divide(int x, int y) {
    return x / y; // FAILS
  }
}
",
            expected: "ArithmeticException",
            bad: |i| {
                i.int("x", 1);
                i.int("y", 0);
            },
            good: |i| i.int("y", 1),
        },
        Case {
            kind: CheckKind::NegativeSize,
            source: "class Sizes {
  static int[] make(int n) {
    return new int[n]; // FAILS
  }
}
",
            expected: "NegativeArraySizeException",
            bad: |i| i.int("n", -1),
            good: |i| i.int("n", 3),
        },
        Case {
            kind: CheckKind::Cast,
            source: "class Casts {
  static class Animal {}
  static class Dog extends Animal {}
  static Dog dog(Animal a) {
    return (Dog) a; // FAILS
  }
}
",
            expected: "ClassCastException",
            bad: |i| {
                let a = i.new_object("Casts.Animal");
                i.give("a", a);
            },
            good: |i| {
                let a = i.new_object("Casts.Dog");
                i.give("a", a);
            },
        },
        Case {
            kind: CheckKind::ArrayStore,
            source: "class Stores {
  static void store(Object[] a, Object o) {
    if (a.length > 0) a[0] = o; // FAILS
  }
}
",
            expected: "ArrayStoreException",
            bad: |i| {
                let o = i.new_object("Object");
                let a = i.array("String[]", &[Value::NULL]);
                i.give("a", a);
                i.give("o", o);
            },
            good: |i| {
                let o = i.new_object("Object");
                let a = i.array("Object[]", &[Value::NULL]);
                i.give("a", a);
                i.give("o", o);
            },
        },
        Case {
            kind: CheckKind::Uncaught,
            source: "class Throws {
  //@ signals (IllegalStateException e) true;
  static void go(int n) {
    if (n == 1) throw new IllegalStateException();
    if (n < 0) throw new IllegalArgumentException(); // FAILS
  }
}
",
            expected: "IllegalArgumentException",
            bad: |i| i.int("n", -1),
            good: |i| i.int("n", 1),
        },
        Case {
            kind: CheckKind::Bounds,
            source: "class Texts {
  static char last(String s) {
    return s.charAt(s.length() - 1); // FAILS
  }
}
",
            expected: "StringIndexOutOfBoundsException",
            bad: |i| {
                let s = i.new_object("String");
                i.give("s", s);
            },
            good: |i| {
                let s = i.new_object("String");
                i.give("s", s);
                i.text_length(s, 2);
            },
        },
    ]
}
