//! Test programs made from failing states: each is compiled and run with a bad input, where it
//! must fail in the way expected, and with a good one, where it must not.

use abide_base::FileId;
use abide_ir::{Check, CheckKind, Routine, Stmt, StmtKind};
use abide_java::lower::{self, Shape};
use abide_java::syntax;
use abide_java::types::DIMENSION;
use abide_java::witness::{Failure, Values, inputs, test_program};
use abide_logic::{MapValue, Sort, Value, Var};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A source with one failing line, marked with `FAILS`, and two inputs.
struct Case {
    kind: CheckKind,
    source: &'static str,
    /// Part of what the failing run writes.
    expected: &'static str,
    bad: fn(&mut Input),
    good: fn(&mut Input),
}

/// A state being made.
struct Input<'a> {
    shape: &'a Shape,
    state: Values,
    next: i64,
}

impl Input<'_> {
    fn param(&self, name: &str) -> Var {
        let found = self.shape.params.iter().find(|(v, _)| v.name() == name);
        found
            .unwrap_or_else(|| panic!("there is no parameter {name}"))
            .0
            .clone()
    }

    fn int(&mut self, name: &str, value: i64) {
        let var = self.param(name);
        self.state.insert(var, Value::int(value));
    }

    fn give(&mut self, name: &str, object: i64) {
        let var = self.param(name);
        self.state.insert(var, Value::Ref(object));
    }

    fn this(&mut self, object: i64) {
        let (var, _) = self.shape.this.clone().expect("this");
        self.state.insert(var, Value::Ref(object));
    }

    fn put(&mut self, map: &Var, object: i64, value: Value) {
        let whole = self.state.entry(map.clone()).or_insert_with(|| Value::zero(map.sort()));
        let mut changed: MapValue = whole.as_map().expect("a map").clone();
        changed.set(Value::Ref(object), value);
        *whole = Value::map(changed);
    }

    /// A new object of a class, or an array of the class's dimension.
    fn new_object(&mut self, class: &str) -> i64 {
        self.next += 1;
        let base = class.trim_end_matches("[]");
        let dims = (class.len() - base.len()) as i64 / 2;
        let primitive = matches!(base, "int" | "boolean" | "char" | "long");
        let (name, dims) = match primitive && dims > 0 {
            true => (format!("{base}[]"), dims - 1),
            false => (base.to_string(), dims),
        };
        let number = self.shape.classes.iter().find(|(_, n)| *n == name);
        let number = number.unwrap_or_else(|| panic!("there is no class {name}")).0;
        if let Some(types) = self.shape.types.clone() {
            self.put(&types, self.next, Value::int(number + dims * DIMENSION));
        }
        self.next
    }

    fn array(&mut self, ty: &str, elements: &[Value]) -> i64 {
        let array = self.new_object(ty);
        let lengths = self.shape.lengths.clone().expect("lengths");
        self.put(&lengths, array, Value::int(elements.len() as i64));
        let element = ty.strip_suffix("[]").expect("an array");
        let key = if matches!(element, "int" | "boolean" | "char" | "long") {
            element
        } else {
            "Object"
        };
        let Some((map, _)) = self.shape.arrays.iter().find(|(_, t)| t == key).cloned() else {
            return array;
        };
        let mut contents = MapValue::constant(elements.first().cloned().unwrap_or(Value::int(0)));
        for (i, e) in elements.iter().enumerate() {
            contents.set(Value::int(i as i64), e.clone());
        }
        self.put(&map, array, Value::map(contents));
        array
    }

    fn ints(&mut self, elements: &[i64]) -> i64 {
        let values: Vec<Value> = elements.iter().map(|i| Value::int(*i)).collect();
        self.array("int[]", &values)
    }

    fn field(&mut self, object: i64, name: &str, value: Value) {
        let found = self.shape.fields.iter().find(|(_, _, n, _)| n == name);
        let map = found.unwrap_or_else(|| panic!("there is no field {name}")).0.clone();
        self.put(&map, object, value);
    }

    fn global(&mut self, name: &str, value: Value) {
        let found = self.shape.statics.iter().find(|(_, _, n, _)| n == name);
        let var = found
            .unwrap_or_else(|| panic!("there is no static field {name}"))
            .0
            .clone();
        self.state.insert(var, value);
    }
}

/// All checks of a routine.
fn checks(routine: &Routine) -> Vec<Check> {
    fn inside(block: &[Stmt], all: &mut Vec<Check>) {
        for s in block {
            match &s.kind {
                StmtKind::Assert(c) => all.push(c.clone()),
                StmtKind::If(_, a, b) => {
                    inside(a, all);
                    inside(b, all);
                }
                StmtKind::Choice(blocks) => blocks.iter().for_each(|b| inside(b, all)),
                StmtKind::While(l) => {
                    all.extend(l.spec.invariants.iter().cloned());
                    inside(&l.prelude, all);
                    inside(&l.body, all);
                }
                _ => {}
            }
        }
    }
    let mut all = routine.ensures.clone();
    inside(&routine.body, &mut all);
    all
}

/// The programs for the bad and the good input of a case.
fn programs(case: &Case) -> (String, String) {
    let text = case.source;
    let parsed = syntax::parse(FileId(0), text);
    assert!(parsed.diagnostics.is_empty(), "{:?}", parsed.diagnostics);
    let lowered = lower::lower(&parsed.unit, lower::Options::default());
    assert!(lowered.failed.is_empty(), "{:?}", lowered.diagnostics);
    let marked = |at: u32| {
        let rest = &text[at as usize..];
        rest[..rest.find('\n').unwrap_or(rest.len())].contains("FAILS")
    };
    for (routine, shape) in lowered.program.routines.iter().zip(&lowered.shapes) {
        let same = |k: CheckKind| {
            k == case.kind || k == CheckKind::InvariantEntry && case.kind == CheckKind::InvariantPreserved
        };
        let found = checks(routine)
            .into_iter()
            .rfind(|c| same(c.kind) && marked(c.span.start));
        let Some(check) = found else { continue };
        let program = |fill: fn(&mut Input)| {
            let mut input = Input {
                shape,
                state: Values::new(),
                next: 0,
            };
            if shape.this.is_some() && shape.constructor {
                let object = input.new_object(&shape.class);
                input.this(object);
            }
            fill(&mut input);
            let failure = Failure {
                text,
                unit: &parsed.unit,
                shape,
                state: &input.state,
                kind: case.kind,
                span: check.span,
                demanded: check.demanded,
            };
            test_program(&failure).unwrap_or_else(|| panic!("no program for {text}"))
        };
        return (program(case.bad), program(case.good));
    }
    panic!("the marked line has no such check: {text}");
}

/// Runs a tool that must be there.
fn run(command: &mut Command) -> Output {
    let name = command.get_program().to_string_lossy().into_owned();
    match command.output() {
        Ok(output) => output,
        Err(e) => panic!("`{name}` is needed to run the test programs, and cannot be started: {e}"),
    }
}

/// A fresh directory.
fn directory(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).expect("a directory");
    path
}

/// The first class of a source.
fn class_name(source: &str) -> &str {
    let word = |w: &str| source.find(w).map(|at| at + w.len());
    let at = ["class ", "enum ", "interface "]
        .iter()
        .filter_map(|w| word(w))
        .min()
        .expect("a class");
    let rest = &source[at..];
    &rest[..rest.find(|c: char| !c.is_alphanumeric()).expect("a name")]
}

#[test]
fn programs_fail_with_bad_inputs_only() {
    let cases = cases();
    let directory = directory("witness");
    let mut files = Vec::new();
    for (i, case) in cases.iter().enumerate() {
        let (bad, good) = programs(case);
        for (word, text) in [("bad", bad), ("good", good)] {
            // both have classes of the same names: they live in packages of their own
            let package = format!("{word}{i}");
            let file = directory.join(format!("{package}.java"));
            let (head, rest) = text.split_once('\n').expect("lines");
            std::fs::write(&file, format!("package {package}; {head}\n{rest}")).expect("a file");
            files.push(file);
        }
    }
    let classes = directory.join("classes");
    let compiled = run(Command::new("javac")
        .arg("-Xlint:none")
        .arg("-d")
        .arg(&classes)
        .args(&files));
    assert!(
        compiled.status.success(),
        "{}",
        String::from_utf8_lossy(&compiled.stderr)
    );
    for (i, case) in cases.iter().enumerate() {
        let start = |word: &str| {
            let class = format!("{word}{i}.{}$AbideTest", class_name(case.source));
            let output = run(Command::new("java")
                .args(["-XX:TieredStopAtLevel=1", "-cp"])
                .arg(&classes)
                .arg(class));
            let text = format!(
                "{}{}",
                String::from_utf8_lossy(&output.stdout),
                String::from_utf8_lossy(&output.stderr)
            );
            (output.status.success(), text)
        };
        let (succeeded, text) = start("bad");
        assert!(
            !succeeded && text.contains(case.expected),
            "case {i} does not fail: {text}\n{}",
            case.source
        );
        let (succeeded, text) = start("good");
        assert!(succeeded, "case {i} fails with a good input: {text}\n{}", case.source);
    }
}

fn int(i: i64) -> Value {
    Value::int(i)
}

fn cases() -> Vec<Case> {
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
            source: "class Other {
  static class Box {
    int size;
    //@ invariant 0 <= size;
  }
  static void go(Box b, int n) {
    if (n < 9) b.size = n; // FAILS
    else b.size = 0;
  }
}
",
            expected: "invariant of the object",
            bad: |i| {
                let b = i.new_object("Other.Box");
                i.give("b", b);
                i.int("n", -1);
            },
            good: |i| {
                let b = i.new_object("Other.Box");
                i.give("b", b);
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
    z = n; // FAILS
  }
}
",
            expected: "the contract does not name",
            bad: |i| i.int("n", 1),
            good: |i| i.int("n", 0),
        },
    ]
}

#[test]
fn inputs_are_shown_in_terms_of_the_source() {
    let source = "class Show {
  static int total;
  int val;
  /*@ nullable @*/ Show next;
  int all(int[] a, char c, boolean b, /*@ nullable @*/ Show other, String s, int[][] rows) {
    total = a[0] + rows[0][0] + s.length();
    return next.val + other.next.val;
  }
}
";
    let parsed = syntax::parse(FileId(0), source);
    let lowered = lower::lower(&parsed.unit, lower::Options::default());
    let shape = &lowered.shapes[0];
    let mut i = Input {
        shape,
        state: Values::new(),
        next: 0,
    };
    let this = i.new_object("Show");
    let other = i.new_object("Show");
    i.this(this);
    i.give("other", other);
    i.field(this, "next", Value::Ref(this));
    i.field(this, "val", int(3));
    i.field(other, "val", int(-4));
    let a = i.ints(&[1, 2, 3]);
    i.give("a", a);
    let row = i.ints(&(0..40).collect::<Vec<i64>>());
    let rows = i.array("int[][]", &[Value::Ref(row), Value::NULL]);
    i.give("rows", rows);
    i.int("c", 0x41);
    let b = i.param("b");
    i.state.insert(b, Value::Bool(true));
    let s = i.new_object("String");
    i.give("s", s);
    i.global("total", int(9));
    let shown: Vec<String> = inputs(shape, &i.state)
        .into_iter()
        .map(|(n, v)| format!("{n} = {v}"))
        .collect();
    let row: Vec<String> = (0..32).map(|i| i.to_string()).collect();
    assert_eq!(
        shown,
        [
            "this = Show#1{next=Show#1, val=3}",
            "a = {1, 2, 3}",
            "c = 'A'",
            "b = true",
            "other = Show{next=null, val=-4}",
            "s = String(length 0)",
            &format!("rows = {{{{{}, …}} (length 40), null}}", row.join(", ")),
            "Show.total = 9",
        ]
    );
}

/// A state in which all objects are there and all arrays have three elements.
fn some_state(shape: &Shape) -> Values {
    let mut input = Input {
        shape,
        state: Values::new(),
        next: 0,
    };
    let this = shape.this.iter().map(|(v, _)| v);
    for var in this.chain(shape.params.iter().map(|(v, _)| v)) {
        if *var.sort() == Sort::Ref {
            input.next += 1;
            input.state.insert(var.clone(), Value::Ref(input.next));
        }
    }
    if let Some(lengths) = &shape.lengths {
        let three = MapValue::constant(Value::int(3));
        input.state.insert(lengths.clone(), Value::map(three));
    }
    input.state
}

#[test]
fn programs_for_the_corpus_compile() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/java/refutes");
    let directory = directory("witness-corpus");
    let mut files = Vec::new();
    let mut missing = Vec::new();
    let mut sources: Vec<PathBuf> = std::fs::read_dir(&corpus)
        .expect("the corpus")
        .map(|entry| entry.expect("a file").path())
        .filter(|path| path.extension().is_some_and(|e| e == "java"))
        .collect();
    sources.sort();
    for path in sources {
        let text = std::fs::read_to_string(&path).expect("a text");
        let parsed = syntax::parse(FileId(0), &text);
        let lowered = lower::lower(&parsed.unit, lower::Options::default());
        for (routine, shape) in lowered.program.routines.iter().zip(&lowered.shapes) {
            let state = some_state(shape);
            for check in checks(routine) {
                let failure = Failure {
                    text: &text,
                    unit: &parsed.unit,
                    shape,
                    state: &state,
                    kind: check.kind,
                    span: check.span,
                    demanded: check.demanded,
                };
                let Some(program) = test_program(&failure) else {
                    missing.push(format!("{}: {:?} in {}", path.display(), check.kind, shape.routine));
                    continue;
                };
                let package = format!("p{}", files.len());
                let file = directory.join(format!("{package}.java"));
                std::fs::write(&file, format!("package {package}; {program}")).expect("a file");
                files.push(file);
            }
        }
    }
    let classes = directory.join("classes");
    let compiled = run(Command::new("javac")
        .args(["-Xlint:none", "-proc:none", "-d"])
        .arg(&classes)
        .args(&files));
    assert!(
        compiled.status.success(),
        "{}",
        String::from_utf8_lossy(&compiled.stderr)
    );
    assert!(missing.is_empty(), "no programs for {missing:#?}");
}
