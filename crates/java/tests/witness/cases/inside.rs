//! Annotations in bodies and classes: assertions, invariants of loops and of classes, measures.

use super::{Case, int};
use abide_ir::CheckKind;
use abide_logic::Value;

pub fn cases() -> Vec<Case> {
    vec![
        Case {
            kind: CheckKind::Assertion,
            source: "class Asserts {
  static void go(int n) {
    int m = n + 1;
    //@ assert m > n; // FAILS
  }
}
",
            expected: "assertion",
            bad: |i| i.int("n", 2147483647),
            good: |i| i.int("n", 0),
        },
        Case {
            kind: CheckKind::Assertion,
            source: "class Plain {
  static int global;
  static void go(int[] a) {
    int b = global;
    if (a.length > 2) assert a[1] == b : \"no\"; // FAILS
    else global = 1;
  }
}
",
            expected: "assertion",
            bad: |i| {
                let a = i.ints(&[0, 1, 0]);
                i.give("a", a);
            },
            good: |i| {
                let a = i.ints(&[0, 1, 0]);
                i.give("a", a);
                i.global("global", int(1));
            },
        },
        Case {
            kind: CheckKind::Assertion,
            source: "enum Light {
  RED, GREEN;
  static void go(Light l) {
    switch (l) {
      case RED: break;
      default:
        //@ unreachable; // FAILS
    }
  }
}
",
            expected: "assertion",
            bad: |i| {
                let l = i.new_object("Light");
                i.give("l", l);
                i.constant("Light.GREEN", l);
            },
            good: |i| {
                let l = i.new_object("Light");
                i.give("l", l);
                i.constant("Light.RED", l);
            },
        },
        Case {
            kind: CheckKind::InvariantPreserved,
            source: "class While {
  static void go(int n) {
    int i = 0;
    //@ loop_invariant i <= 4; // FAILS
    while (i < n || i < 0) i += 2;
  }
}
",
            expected: "invariant",
            bad: |i| i.int("n", 5),
            good: |i| i.int("n", 4),
        },
        Case {
            kind: CheckKind::InvariantEntry,
            source: "class For {
  static int go(int[] a, int n) {
    //@ loop_invariant (\\forall int k; 0 <= k && k < i; \\old(a[k]) == 0) && n == \\old(n); // FAILS
    for (int i = n; i < a.length; i++) {
      n = i > 5 ? go(a, 6) : n;
      a[i] = 1;
    }
    return n;
  }
}
",
            expected: "invariant",
            bad: |i| {
                let a = i.ints(&[0, 1, 0]);
                i.give("a", a);
                i.int("n", 2);
            },
            good: |i| {
                let a = i.ints(&[0, 0, 0]);
                i.give("a", a);
                i.int("n", 1);
            },
        },
        Case {
            kind: CheckKind::InvariantPreserved,
            source: "class Each {
  static int go(int[] a) {
    int s = 0;
    outer:
    //@ loop_invariant s == \\count; // FAILS
    for (final int x : a) {
      if (x == 9) break outer;
      if (x == 0) continue outer;
      s++;
    }
    return s;
  }
}
",
            expected: "invariant",
            bad: |i| {
                let a = i.ints(&[1, 1, 0]);
                i.give("a", a);
            },
            good: |i| {
                let a = i.ints(&[1, 1, 9]);
                i.give("a", a);
            },
        },
        Case {
            kind: CheckKind::InvariantPreserved,
            source: "class Late {
  static int go(int n) {
    int i = 0;
    //@ loop_invariant i < 3; // FAILS
    do i++; while (i < n);
    //@ loop_invariant true;
    while (true) {
      if (i++ > 7) return i;
    }
  }
}
",
            expected: "invariant",
            bad: |i| i.int("n", 4),
            good: |i| i.int("n", 3),
        },
        Case {
            kind: CheckKind::Decreases,
            source: "class Measure {
  static void go(int n, int step) {
    //@ decreases n; // FAILS
    while (n > 0) {
      if (step == 2) break;
      n -= step;
    }
  }
}
",
            expected: "measure",
            bad: |i| i.int("n", 4),
            good: |i| {
                i.int("n", 4);
                i.int("step", 1);
            },
        },
        Case {
            kind: CheckKind::ClassInvariant,
            source: "class Account {
  private int balance;
  //@ invariant 0 <= balance; // FAILS
  void take(int n) {
    balance -= n;
  }
}
",
            expected: "invariant of the object",
            bad: |i| {
                let a = i.new_object("Account");
                i.this(a);
                i.int("n", 1);
            },
            good: |i| {
                let a = i.new_object("Account");
                i.this(a);
                i.field(a, "balance", int(1));
                i.int("n", 1);
            },
        },
        Case {
            kind: CheckKind::ClassInvariant,
            source: "class Fresh {
  static class Box {
    int size;
    //@ invariant 0 <= size;
    Box(int n) { size = n; }
  }
  static Box go(int n) {
    return new Box(n); // FAILS
  }
}
",
            expected: "invariant of the object",
            bad: |i| i.int("n", -1),
            good: |i| i.int("n", 1),
        },
        Case {
            kind: CheckKind::ClassInvariant,
            source: "class Leaks {
  private int n;
  //@ invariant 0 <= n;
  //@ ensures true;
  void look() { }
  void go(int m) {
    n = m;
    look(); // FAILS
    n = 0;
  }
}
",
            expected: "invariant of the object",
            bad: |i| {
                let o = i.new_object("Leaks");
                i.this(o);
                i.int("m", -1);
            },
            good: |i| {
                let o = i.new_object("Leaks");
                i.this(o);
            },
        },
        Case {
            kind: CheckKind::Assertion,
            source: "class Again {
  int depth;
  //@ requires n >= 0;
  void down(int n) {
    depth++;
    if (n > 0) down(n - 1);
    /*@ assert depth == \\old(depth) + 1 || n == 7; */ // FAILS
    n = 0;
  }
}
",
            expected: "assertion",
            bad: |i| {
                let o = i.new_object("Again");
                i.this(o);
                i.int("n", 1);
            },
            good: |i| {
                let o = i.new_object("Again");
                i.this(o);
                i.int("n", 7);
            },
        },
        Case {
            kind: CheckKind::InvariantPreserved,
            source: "class Rows {
  static int go(int[][] m, boolean b) {
    int n = 0;
    if (b)
      //@ loop_invariant (\\exists int k; 0 <= k && k <= 2; n == k) && m.length >= \\count; // FAILS
      for (var row : m)
        for (int x : row) n += x;
    return switch (n) {
      case 0 -> 1;
      default -> { int k = n; yield k; }
    };
  }
}
",
            expected: "invariant",
            bad: |i| {
                let r = i.ints(&[1, 1]);
                let m = i.array("int[][]", &[Value::Ref(r), Value::Ref(r)]);
                i.give("m", m);
                let b = i.param("b");
                i.state.insert(b, Value::Bool(true));
            },
            good: |i| {
                let r = i.ints(&[1, 0]);
                let m = i.array("int[][]", &[Value::Ref(r), Value::Ref(r)]);
                i.give("m", m);
                let b = i.param("b");
                i.state.insert(b, Value::Bool(true));
            },
        },
    ]
}
