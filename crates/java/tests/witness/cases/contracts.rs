//! Contracts: preconditions, postconditions, frames.

use super::{Case, int};
use abide_ir::CheckKind;
use abide_logic::Value;

pub fn cases() -> Vec<Case> {
    vec![
        Case {
            kind: CheckKind::Postcondition,
            source: "class Sum {
  //@ ensures \\result == x + y; // FAILS
  static int sum(int x, int y) {
    return x + y;
  }
}
",
            expected: "postcondition",
            bad: |i| {
                i.int("x", 2147483647);
                i.int("y", 1);
            },
            good: |i| i.int("x", 5),
        },
        Case {
            kind: CheckKind::Postcondition,
            source: "class Reverse {
  //@ ensures (\\forall int k; 0 <= k && k < a.length; a[k] == \\old(a[a.length - 1 - k])); // FAILS
  static void reverse(int[] a) {
    for (int i = 0; i < a.length; i++) {
      int t = a[i];
      a[i] = a[a.length - 1 - i];
      a[a.length - 1 - i] = t;
    }
  }
}
",
            expected: "postcondition",
            bad: |i| {
                let a = i.ints(&[1, 2]);
                i.give("a", a);
            },
            good: |i| {
                let a = i.ints(&[3, 3]);
                i.give("a", a);
            },
        },
        Case {
            kind: CheckKind::Postcondition,
            source: "class Nothing {
  static Object same(/*@ nullable @*/ Object o) { // FAILS
    return o;
  }
}
",
            expected: "postcondition",
            bad: |i| i.give("o", 0),
            good: |i| {
                let o = i.new_object("Object");
                i.give("o", o);
            },
        },
        Case {
            kind: CheckKind::Postcondition,
            source: "class Door {
  static class Closed extends RuntimeException {}
  boolean open;
  //@ assignable open;
  //@ signals (Closed e) \\old(open) && !open; // FAILS
  void close() {
    if (!open) throw new Closed();
    open = false;
  }
}
",
            expected: "postcondition",
            bad: |i| {
                let d = i.new_object("Door");
                i.this(d);
            },
            good: |i| {
                let d = i.new_object("Door");
                i.this(d);
                i.field(d, "open", Value::Bool(true));
            },
        },
        Case {
            kind: CheckKind::Postcondition,
            source: "class Shapes {
  interface Shape {
    //@ ensures 0 <= \\result; // FAILS
    /*@ pure @*/ int border();
  }
  static class Line implements Shape {
    private final int from;
    private final int to;
    Line(int from, int to) { this.from = from; this.to = to; }
    //@ also
    //@ ensures true;
    public /*@ pure @*/ int border() { return to - from; }
  }
}
",
            expected: "postcondition",
            bad: |i| {
                let s = i.new_object("Shapes.Line");
                i.this(s);
                i.field(s, "from", int(3));
            },
            good: |i| {
                let s = i.new_object("Shapes.Line");
                i.this(s);
                i.field(s, "to", int(3));
            },
        },
        Case {
            kind: CheckKind::Postcondition,
            source: "class Insert {
  int val;
  /*@ nullable @*/ Insert next;
  //@ ensures next != null ==> next.next == \\old(next.next) && \\old(next) == next; // FAILS
  void cut() {
    if (next != null && next != this) next.next = null;
  }
}
",
            expected: "postcondition",
            bad: |i| {
                let all: Vec<i64> = (0..3).map(|_| i.new_object("Insert")).collect();
                i.this(all[0]);
                i.field(all[0], "next", Value::Ref(all[1]));
                i.field(all[1], "next", Value::Ref(all[2]));
            },
            good: |i| {
                let n = i.new_object("Insert");
                i.this(n);
                i.field(n, "next", Value::Ref(n));
            },
        },
        Case {
            kind: CheckKind::Precondition,
            source: "class Calls {
  //@ requires 0 <= i && i < a.length;
  static int at(int[] a, int i) { return i; }
  static int go(int[] a, int i) {
    return at(a, i); // FAILS
  }
}
",
            expected: "precondition",
            bad: |i| {
                let a = i.ints(&[1]);
                i.give("a", a);
                i.int("i", 1);
            },
            good: |i| {
                let a = i.ints(&[1]);
                i.give("a", a);
            },
        },
        Case {
            kind: CheckKind::Precondition,
            source: "class Passes {
  interface Sink {
    //@ requires true;
    void take(Object o);
  }
  static class Hole implements Sink {
    public void take(Object thing) { }
  }
  static void go(Sink s, /*@ nullable @*/ Object o) {
    s.take(o); // FAILS
  }
}
",
            expected: "precondition",
            bad: |i| {
                let s = i.new_object("Passes.Hole");
                i.give("s", s);
            },
            good: |i| {
                let s = i.new_object("Passes.Hole");
                i.give("s", s);
                i.give("o", s);
            },
        },
        Case {
            kind: CheckKind::Frame,
            source: "class Frames {
  int x;
  int y;
  static int z;
  //@ assignable x, a[0 .. n - 1], z;
  void go(int[] a, int n) {
    x = 5;
    z = 5;
    if (n < a.length) a[n] = 5; // FAILS
    if (n > 0) a[n - 1] = 7;
  }
}
",
            expected: "the contract does not name",
            bad: |i| {
                let o = i.new_object("Frames");
                i.this(o);
                let a = i.ints(&[1, 2]);
                i.give("a", a);
                i.int("n", 1);
            },
            good: |i| {
                let o = i.new_object("Frames");
                i.this(o);
                let a = i.ints(&[1, 2]);
                i.give("a", a);
                i.int("n", 2);
            },
        },
        Case {
            kind: CheckKind::Frame,
            source: "class Global {
  static int z;
  //@ assignable \\nothing;
  static void go(int n) {
    if (n > 0) z = n; // FAILS
  }
}
",
            expected: "the contract does not name",
            bad: |i| i.int("n", 1),
            good: |i| i.int("n", 0),
        },
        Case {
            kind: CheckKind::Postcondition,
            source: "package some.where;

import java.util.List;

public class Inner {
  private int total;
  public class Step {
    final int by;
    Step(int by) { this.by = by; }
    //@ ensures total == \\old(total) + by; // FAILS
    void take() { total += by; }
  }
}
class Beside {
  private final List<String> names = null;
  private int hidden;
}
",
            expected: "postcondition",
            bad: |i| {
                let outer = i.new_object("Inner");
                let step = i.new_object("Inner.Step");
                i.this(step);
                i.outer("Inner.Step", step, outer);
                i.field(step, "by", int(1));
                i.field(outer, "total", int(2147483647));
            },
            good: |i| {
                let outer = i.new_object("Inner");
                let step = i.new_object("Inner.Step");
                i.this(step);
                i.outer("Inner.Step", step, outer);
                i.field(step, "by", int(1));
            },
        },
        Case {
            kind: CheckKind::Postcondition,
            source: "class Records {
  record Point(int x, int y) {}
  //@ ensures 0 <= \\result; // FAILS
  static int sum(Point p, Point q) {
    return p.x() + q.y();
  }
}
",
            expected: "postcondition",
            bad: |i| {
                let p = i.new_object("Records.Point");
                i.give("p", p);
                i.give("q", p);
                i.field(p, "x", int(-1));
            },
            good: |i| {
                let p = i.new_object("Records.Point");
                let q = i.new_object("Records.Point");
                i.give("p", p);
                i.give("q", q);
                i.field(q, "y", int(1));
            },
        },
        Case {
            kind: CheckKind::Postcondition,
            source: "class Chain<T> {
  /*@ nullable @*/ T item;
  /*@ nullable @*/ Chain<T> next;
  //@ ensures \\fresh(\\result); // FAILS
  //@ ensures \\result.next == this;
  Chain<T> push(/*@ nullable @*/ T item) {
    if (item == this.item) return this;
    Chain<T> c = new Chain<T>();
    c.item = item;
    c.next = this;
    return c;
  }
}
",
            expected: "postcondition",
            bad: |i| {
                let c = i.new_object("Chain");
                i.this(c);
            },
            good: |i| {
                let c = i.new_object("Chain");
                let o = i.new_object("Object");
                i.this(c);
                i.give("item", o);
            },
        },
        Case {
            kind: CheckKind::Postcondition,
            source: "class Cases {
  //@ requires n > 0;
  //@ ensures \\result == 1; // FAILS
  //@ also
  //@ requires n <= 0;
  //@ ensures \\result == 0;
  static int sign(int n) {
    return n > 5 ? 2 : n > 0 ? 1 : 7;
  }
}
",
            expected: "postcondition",
            bad: |i| i.int("n", 6),
            good: |i| i.int("n", 0),
        },
        Case {
            kind: CheckKind::Frame,
            source: "class Same {
  int x;
  int y;
  //@ assignable \\nothing;
  void go(Same other, int n) {
    Same fresh = new Same();
    fresh.x = 1;
    if (n > 0) other.x = n; // FAILS
  }
}
",
            expected: "the contract does not name",
            bad: |i| {
                let o = i.new_object("Same");
                i.this(o);
                i.give("other", o);
                i.field(o, "x", int(1));
                i.int("n", 1);
            },
            good: |i| {
                let o = i.new_object("Same");
                i.this(o);
                i.give("other", o);
            },
        },
        Case {
            kind: CheckKind::Postcondition,
            source: "class Outcomes {
  //@ public normal_behavior
  //@ requires n >= 0;
  //@ ensures \\result == n; // FAILS
  //@ also
  //@ public exceptional_behavior
  //@ requires n < 0;
  //@ signals (IllegalArgumentException e) true;
  static int check(int n) {
    if (n < 5) throw new IllegalArgumentException();
    return n;
  }
}
",
            expected: "postcondition",
            bad: |i| i.int("n", 1),
            good: |i| i.int("n", -1),
        },
    ]
}
