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
