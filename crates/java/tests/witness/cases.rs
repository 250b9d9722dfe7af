//! Failing methods with inputs that make them fail, and others that do not.

use crate::input::Input;
use abide_ir::CheckKind;
use abide_logic::Value;

/// A source with one failing line, marked with `FAILS`, and two inputs.
pub struct Case {
    pub kind: CheckKind,
    pub source: &'static str,
    /// Part of what the failing run writes.
    pub expected: &'static str,
    pub bad: fn(&mut Input),
    pub good: fn(&mut Input),
}

fn int(i: i64) -> Value {
    Value::int(i)
}

/// At least one for each kind of check.
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
                let (var, _) = i
                    .shape
                    .constants
                    .iter()
                    .find(|(_, n)| n == "Light.GREEN")
                    .expect("GREEN")
                    .clone();
                i.state.insert(var, Value::Ref(l));
            },
            good: |i| {
                let l = i.new_object("Light");
                i.give("l", l);
                let (var, _) = i
                    .shape
                    .constants
                    .iter()
                    .find(|(_, n)| n == "Light.RED")
                    .expect("RED")
                    .clone();
                i.state.insert(var, Value::Ref(l));
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
