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

#[test]
fn callers_that_have_not_read_the_code_are_held_to_what_it_is_given() {
    let folder = Folder::with(&[
        (
            "down.c",
            "int down(int n) { if (n <= 0) return 1 / n; return down(n - 1); }\n",
        ),
        (
            "Calls.java",
            "class Calls {\n  int share(int n) { return 7 / n; }\n  int any(int n) { return share(n); }\n}\n",
        ),
    ]);
    folder
        .abide(&["verify", ".", "--contracts", "infer"])
        .with(1)
        .says("open     down")
        .says("it calls `down`, which is proved for callers only that keep to what it is given")
        .says("given    Calls.share")
        .says("open     Calls.any");
}
