//! Contracts nobody wrote: preconditions that are inferred, granted and written.

mod support;

use support::Folder;

/// Functions without contracts, as people write them.
const PLAIN: &str = "\
#include <stdlib.h>
#define MAX 10
struct node { int data; struct node *next; };
struct node *make(int x) { struct node *n = malloc(sizeof *n); n->data = x; n->next = NULL; return n; }
int last(struct node *l) { int d = 0; while (l != NULL) { d = l->data; l = l->next; } return d; }
void fill(int *a) { for (int i = 0; i < MAX; i++) a[i] = i; }
static int stack[MAX];
static int top = -1;
int pop(void) { if (top == -1) return -1; return stack[top--]; }
int share(int a, int b) { return a / b; }
int parity(int *a, int n) {
  int s = 0;
  for (int i = 0; i < n; i++) s ^= a[i];
  return s;
}
int product(int n) {
  int f = 1;
  for (int i = 2; i <= n; i++) f *= i;
  return f;
}
int twice(int x) { return x ^ x; }
";

/// Defects that no sensible caller can avoid.
const DEFECTS: &str = "\
void gnome(int *a, int size) {
  int pos = 0;
  while (pos < size) {
    if (a[pos] >= a[pos - 1]) pos++;
    else { int t = a[pos - 1]; a[pos - 1] = a[pos]; a[pos] = t; pos--; if (pos == 0) pos = 1; }
  }
}
int middle(int *a, int low, int high) { return a[low + (high - 1) / 2] + a[low - 1]; }
";

#[test]
fn preconditions_are_inferred_as_far_as_they_are_needed() {
    let folder = Folder::with(&[("plain.c", PLAIN)]);
    folder
        .abide(&["verify", "plain.c", "--contracts", "infer"])
        .with(1)
        .says("proved   make")
        .says("assumes allocation: memory does not run out (line 4)")
        .says("given    last")
        .says("given l == \\null || \\valid_read(l)\n")
        .says("given \\forall struct node *node; \\valid_read(node) ==> node->next == \\null || \\valid_read(node->next)\n")
        .says("given    fill")
        .says("given \\valid(a + (0 .. 9))\n")
        .says("given    pop")
        .says("given -1 <= top\n    given top < 10\n")
        .says("given    share")
        .says("given b != 0\n    given -2147483648 < a (machine limit)\n")
        .says("given    parity")
        .says("given \\valid_read(a + (0 .. n - 1))\n")
        .says("proved except overflow\n")
        .says("proved   twice")
        .says("8 routines: 2 proved, 5 given, 1 open");
}

/// Strings, copied and counted by `int`.
const STRINGS: &str = "\
#include <stdlib.h>
#include <string.h>
char *copied(const char *s) {
  size_t n = strlen(s);
  char *r = malloc(n + 1);
  if (r == NULL) return NULL;
  for (size_t i = 0; i < n; i++) r[i] = s[i];
  r[n] = 0;
  return r;
}
int together(const char *s, char *t) { int n = strlen(s), m = strlen(t); return n + m; }
";

#[test]
fn strings_end_and_are_not_longer_than_an_int_can_count() {
    let folder = Folder::with(&[("strings.c", STRINGS)]);
    folder
        .abide(&["verify", "strings.c", "--contracts", "infer"])
        .with(0)
        .says("given    copied")
        .says("given \\exists integer k; 0 <= k && s[k] == 0 && \\valid_read(s + (0 .. k))\n")
        .says("given    together")
        .says("given \\exists integer k; 0 <= k <= 1073741823 && s[k] == 0 && \\valid_read(s + (0 .. k)) (machine limit)\n")
        .says("given \\exists integer k; 0 <= k <= 1073741823 && t[k] == 0 && \\valid_read(t + (0 .. k)) (machine limit)\n");
}

#[test]
fn a_contract_is_no_excuse_for_a_defect() {
    let folder = Folder::with(&[("defects.c", DEFECTS)]);
    folder
        .abide(&["verify", "defects.c", "--contracts", "infer"])
        .with(1)
        .says("refuted  gnome")
        .never_says("proved")
        .never_says("given    ");
}

#[test]
fn verdicts_about_every_input_stay() {
    let folder = Folder::with(&[("plain.c", PLAIN)]);
    let parity = ["verify", "plain.c", "--method", "parity"];
    folder
        .abide(&parity)
        .with(1)
        .says("refuted  parity")
        .never_says("given");
    let strict = [&parity[..], &["--contracts", "strict"]].concat();
    folder
        .abide(&strict)
        .with(1)
        .says("refuted  parity")
        .says("it is proved for callers that keep to\n    given \\valid_read(a + (0 .. n - 1))\n");
}

#[test]
fn what_is_written_is_proved_by_what_is_read() {
    let folder = Folder::with(&[("plain.c", PLAIN)]);
    folder
        .abide(&["infer", "plain.c", "--contracts", "infer", "--write"])
        .with(1)
        .says("plain.c was changed");
    let written = folder.text("plain.c");
    assert!(
        written.contains("/*@ requires \\valid(a + (0 .. 9)); */\nvoid fill"),
        "{written}"
    );
    folder
        .abide(&["check", "plain.c"])
        .with(1)
        .says("proved   last")
        .says("proved   fill")
        .says("proved   pop")
        .says("proved   share")
        .says("proved   parity")
        .says("refuted  make");
}

/// Methods without contracts, and one that no caller can save.
const METHODS: &str = "\
import java.util.NoSuchElementException;
class Plain {
  private int[] items = new int[10];
  private int size;
  static int max(int[] a) {
    int m = a[0];
    for (int i = 1; i < a.length; i++)
      if (a[i] > m) m = a[i];
    return m;
  }
  static int find(int[] a, int low, int high, int x) {
    while (low <= high) {
      int m = low + (high - low) / 2;
      if (a[m] == x) return m;
      if (a[m] < x) low = m + 1;
      else high = m - 1;
    }
    return -1;
  }
  static int positive(int n) {
    if (n < 0) throw new IllegalArgumentException();
    return n;
  }
  static int trace(int[][] m) {
    int t = 0;
    for (int i = 0; i < m.length; i++) t += m[i][i];
    return t;
  }
  int pop() {
    if (size == 0) throw new NoSuchElementException();
    return items[--size];
  }
  static int last(int[] a) {
    int s = 0;
    for (int i = 0; i <= a.length; i++) s += a[i];
    return s;
  }
}
";

#[test]
fn methods_are_given_what_they_need_and_throw_on_purpose() {
    let folder = Folder::with(&[("Plain.java", METHODS)]);
    folder
        .abide(&["verify", "Plain.java", "--contracts", "infer"])
        .with(1)
        .says("given 0 < a.length\n")
        .says("given 0 <= low\n    given high < a.length\n")
        .says("given signals (IllegalArgumentException e) true\n")
        .says("given (\\forall int k; 0 <= k && k < m.length; m[k].length == m.length)\n")
        .says("given signals (NoSuchElementException e) true\n    given 0 <= size\n    given size <= items.length\n")
        .says("refuted  Plain.last")
        .says("6 routines: 5 given, 1 refuted");
    folder
        .abide(&["infer", "Plain.java", "--contracts", "infer", "--write"])
        .with(1)
        .says("Plain.java was changed");
    let written = folder.text("Plain.java");
    assert!(
        written.contains("  //@ requires 0 < a.length;\n  static int max"),
        "{written}"
    );
    folder
        .abide(&["check", "Plain.java"])
        .with(1)
        .says("6 routines: 5 proved, 1 refuted");
}

/// Functions that call themselves, and callers that have not read them.
const RECURSIVE: &str = "\
#include <stdlib.h>
struct tree { int v; struct tree *l, *r; };
int find(int *a, int l, int r, int x) {
  if (r < l) return -1;
  int m = l + (r - l) / 2;
  if (a[m] == x) return m;
  if (a[m] > x) return find(a, l, m - 1, x);
  return find(a, m + 1, r, x);
}
int somewhere(int *a, int n) { return n > 3 ? find(a, 0, n - 1, 7) : -1; }
int nowhere(void) { int a[3] = {1, 2, 3}; return find(a, 0, 3, 7); }
int contains(struct tree *t, int v) {
  if (t == NULL) return 0;
  if (t->v == v) return 1;
  return contains(t->l, v) || contains(t->r, v);
}
int divisor(int a, int b) { if (b == 0) return a; return divisor(b, a % b); }
static int g = 1;
void zero(int k) { if (k > 0) { g = 0; zero(k - 1); } }
int spoilt(int k) { g = 1; zero(k); return 10 / g; }
int kept(int *p, int k) { *p = 5; zero(k); return 10 / *p; }
int down(int n) { if (n <= 0) return 1 / n; return down(n - 1); }
";

#[test]
fn recursion_keeps_to_its_own_contract_and_changes_what_its_code_does() {
    let folder = Folder::with(&[("recursive.c", RECURSIVE)]);
    folder
        .abide(&["verify", "recursive.c", "--contracts", "infer"])
        .with(1)
        .says("given    find")
        .says("given 0 <= l\n    given \\valid_read(a + (0 .. r))\n")
        .says("given    somewhere")
        .says("given \\valid_read(a + (0 .. n - 1))\n")
        .says("refuted  nowhere")
        .says("given    contains")
        .says("given    divisor")
        .says("given 0 <= a\n    given 0 <= b\n")
        .says("proved   zero")
        .says("open     spoilt")
        .says("given    kept")
        .says("refuted  down");
}

/// A program that reads nothing.
const RUN: &str = "\
#include <assert.h>
#include <stdlib.h>
void sort(int *a, int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j + 1 < n - i; j++)
      if (a[j] > a[j + 1]) { int t = a[j]; a[j] = a[j + 1]; a[j + 1] = t; }
}
static void small(void) {
  int a[5] = {5, 3, 1, 4, 2};
  sort(a, 5);
  for (int i = 0; i < 5; i++) assert(a[i] == i + 1);
}
static void large(void) {
  int *p = malloc(4 * sizeof *p);
  if (p == NULL) return;
  for (int i = 0; i < 4; i++) p[i] = 4 - i;
  sort(p, 4);
  assert(p[0] == 1 && p[3] == 4);
  free(p);
}
static void wrong(void) {
  int a[3] = {3, 1, 2};
  sort(a, 3);
  assert(a[0] == 2);
}
int main(void) { small(); large(); return 0; }
";

#[test]
fn a_program_that_reads_nothing_is_run() {
    let folder = Folder::with(&[("run.c", RUN)]);
    folder
        .abide(&["verify", "run.c", "--contracts", "infer"])
        .with(1)
        .says("proved   small")
        .says("proved   large")
        .says("proved   main")
        .says("refuted  wrong");
}

/// A program that reads what it works on, and others that are not what their functions can be given.
const INPUT: &str = "\
#include <stdio.h>
#include <stdlib.h>
void show(const int *a, int n) { for (int i = 0; i < n; i++) printf(\"%d \", a[i]); }
void sort(int *a, int n) {
  for (int i = 0; i < n - 1; i++)
    for (int j = 0; j < n - 1 - i; j++)
      if (a[j] > a[j + 1]) { int t = a[j]; a[j] = a[j + 1]; a[j + 1] = t; }
}
int main(void) {
  int n; scanf(\"%d\", &n);
  if (n <= 0 || n > 1000) return 1;
  int *a = malloc(n * sizeof(int));
  for (int i = 0; i < n; i++) scanf(\"%d\", &a[i]);
  show(a, n);
  sort(a, n);
  show(a, n);
  free(a); return 0;
}
int beyond(void) {
  int n; scanf(\"%d\", &n);
  if (n <= 0 || n > 1000) return 1;
  int *a = malloc(n * sizeof(int));
  for (int i = 0; i < n; i++) scanf(\"%d\", &a[i]);
  sort(a, n + 1);
  show(a, n);
  free(a); return 0;
}
int asked(void) {
  int n; return scanf(\"%d\", &n) == 1 ? 0 : n;
}
int any(void) { int a[10] = {0}, n; scanf(\"%d\", &n); return a[n]; }
";

#[test]
fn callers_are_proved_by_what_functions_with_loops_are_given() {
    let folder = Folder::with(&[("input.c", INPUT)]);
    folder
        .abide(&["verify", "input.c", "--contracts", "infer", "--timeout", "5"])
        .with(1)
        .says("given    show")
        .says("given    sort")
        .says("proved   main")
        .says("assumes library: what `scanf` asks for is there to be read (lines ")
        .never_says("proved   beyond")
        .never_says("given    beyond")
        .never_says("proved   asked")
        .never_says("given    asked")
        .says("refuted  any");
}

/// Functions that call themselves, and write only where they are given something, or elsewhere.
const REACHED: &str = "\
void fill(int *a, int n, int x) { if (n > 0) { a[n - 1] = x; fill(a, n - 1, x); } }
int g, *gp = &g;
void through(int *a, int n) { int *q = gp; if (n > 0) { *q = 7; a[0] = 1; through(a, n - 1); } }
void stored(int **a, int n, int x) { if (n > 0) { *a[n - 1] = x; stored(a, n - 1, x); } }
void cast(long a, int n) { if (n > 0) { *(int *)a = 7; cast(a, n - 1); } }
void meant(long a, int n) { if (n > 0) { int *q = a; *q = 7; meant(a, n - 1); } }
int taken(int z) { int a = 1; meant((long)&a, 1); return 10 / (a - 7) + 0 * z; }
int apart(int z) { int a[3] = {1, 2, 3}, k = 5, *p = &k; fill(a, 3, z); return 10 / *p; }
int same(int z) { int a[3] = {1, 2, 3}; fill(a, 3, z); return 10 / (a[1] - 7); }
int alias(int *p, int *q, int z) { *p = 1; fill(q, 1, z); return 10 / (*p - 7); }
int other(int z) { int a = 1; g = 1; through(&a, 1); return 10 / (g - 7) + 0 * z; }
int row(int z) { int x = 1, y = 2, *a[2] = {&x, &y}; stored(a, 2, z); return 10 / (y - 7); }
int hidden(int z) { int a = 1; cast((long)&a, 1); return 10 / (a - 7) + 0 * z; }
";

#[test]
fn what_is_called_without_having_been_read_changes_what_it_is_given() {
    let folder = Folder::with(&[("reached.c", REACHED)]);
    let done = folder
        .abide(&["verify", "reached.c", "--contracts", "infer", "--timeout", "5"])
        .with(1)
        .says("given    fill")
        .says("proved   apart");
    ["same", "alias", "other", "row", "hidden", "taken"]
        .iter()
        .fold(done, |done, name| {
            done.never_says(&format!("proved   {name} "))
                .never_says(&format!("given    {name} "))
        });
}

/// Java without any annotation, with fields that may be null and others that never are.
const LINKED: &str = "\
class Linked {
  static class Node {
    int value;
    Node next;
    Node(int value) { this.value = value; }
  }
  private Node head;
  private final int[] marks;
  Linked(int n) { marks = new int[n < 0 ? 0 : n]; }
  void push(int v) {
    Node n = new Node(v);
    n.next = head;
    head = n;
  }
  Node find(int v) {
    for (Node p = head; p != null; p = p.next) if (p.value == v) return p;
    return null;
  }
  int count() { return marks.length; }
  void clear() { head = null; }
  int max(int[] a) {
    if (a.length == 0) return 0;
    int m = a[0];
    for (int i = 1; i < a.length; i++) if (a[i] > m) m = a[i];
    return m;
  }
  int first() { return head.value; }
  int valueOf(int v) { return find(v).value; }
}
";

#[test]
fn the_code_says_what_may_be_null_where_nothing_else_does() {
    let folder = Folder::with(&[("Linked.java", LINKED)]);
    let proved = ["Node.Node", "Linked", "push", "find", "count", "clear", "max"];
    let done = folder.abide(&["verify", "Linked.java"]).with(1);
    let done = proved
        .iter()
        .fold(done, |done, name| done.says(&format!("proved   Linked.{name} ")));
    done.never_says("proved   Linked.first")
        .never_says("proved   Linked.valueOf");
    // with an annotation JML's rule holds, so what may be null is written with it
    folder.abide(&["infer", "Linked.java", "--write"]).with(1);
    let written = folder.text("Linked.java");
    for declared in [
        "    /*@ nullable @*/ Node next;",
        "  private /*@ nullable @*/ Node head;",
        "  /*@ nullable @*/ Node find(int v)",
    ] {
        assert!(written.contains(declared), "{written}");
    }
    assert!(
        written.contains("loop_invariant") && written.contains("  private final int[] marks;"),
        "{written}"
    );
    let done = folder.abide(&["check", "Linked.java"]).with(1);
    proved
        .iter()
        .fold(done, |done, name| done.says(&format!("proved   Linked.{name} ")));
}

/// Methods that call themselves.
const DIVIDED: &str = "\
class Divided {
  static int find(int[] a, int l, int r, int x) {
    if (r < l) return -1;
    int m = l + (r - l) / 2;
    if (a[m] == x) return m;
    if (a[m] > x) return find(a, l, m - 1, x);
    return find(a, m + 1, r, x);
  }
  static int all(int[] a, int x) { return find(a, 0, a.length - 1, x); }
  static int tooFar(int[] a, int x) { return find(a, 0, a.length, x); }
  static int down(int n) { if (n <= 0) return 1 / n; return down(n - 1); }
}
";

#[test]
fn methods_that_call_themselves_keep_to_their_own_contract() {
    let folder = Folder::with(&[("Divided.java", DIVIDED)]);
    folder
        .abide(&["verify", "Divided.java", "--contracts", "infer"])
        .with(1)
        .says("given    Divided.find")
        .says("given 0 <= l\n    given r < a.length\n")
        .says("proved   Divided.all")
        .says("open     Divided.tooFar")
        .says("refuted  Divided.down");
}

#[test]
fn callers_that_have_not_read_the_code_are_held_to_what_it_is_given() {
    let folder = Folder::with(&[
        (
            "Calls.java",
            "class Calls {\n  int share(int n) { return 7 / n; }\n  int any(int n) { return share(n); }\n}\n",
        ),
        ("part.c", "int part(int n) { return 7 / n; }\n"),
        ("some.c", "int part(int n);\nint some(int n) { return part(n); }\n"),
    ]);
    folder
        .abide(&["verify", ".", "--contracts", "infer"])
        .with(1)
        .says("given    Calls.share")
        .says("given    Calls.any")
        .says("given    part")
        .says("open     some")
        .says("it calls `part`, which is proved for callers only that keep to what it is given");
}
