//! Contracts nobody wrote: what a module keeps in its variables and structures.

mod support;

use support::Folder;

/// A queue and a stack in global variables, tables of pointers, and nodes with many children.
const KEPT: &str = "\
#include <stdlib.h>
#include <stdio.h>
struct node { int data; struct node *next; };
struct queue { struct node *front, *rear; };
struct queue q;
int empty(void) { return q.front == NULL; }
void create(void) { q.front = q.rear = NULL; }
void insert(int x) {
  struct node *p = malloc(sizeof *p);
  if (p == NULL) exit(1);
  p->data = x; p->next = NULL;
  if (empty()) q.front = q.rear = p;
  else { q.rear->next = p; q.rear = p; }
}
int removed(void) {
  if (empty()) exit(1);
  struct node *p = q.front;
  int x = p->data;
  q.front = p->next;
  if (q.front == NULL) q.rear = NULL;
  free(p);
  return x;
}
struct { signed char items[20]; int top; } st;
void push(signed char x) { if (st.top == 19) exit(1); st.top++; st.items[st.top] = x; }
signed char pop(void) { if (st.top == -1) exit(1); return st.items[st.top--]; }
int a[100], top = -1;
void put(int n) { top += 1; a[top] = n; }
struct node *table[8];
int found(unsigned h) { struct node *n = table[h % 8]; return n != NULL ? n->data : -1; }
struct trie { struct trie *child[26]; int ends; };
int second(struct trie *t, unsigned c) { struct trie *u = t->child[c % 26]; return u != NULL && u->child[0] != NULL; }
int third(struct trie *t) { struct trie *u = t->child[3]; return u != NULL && u->child[0] != NULL && u->child[0]->ends; }
void doubled(int **p, int n) { *p = realloc(*p, 2 * n * sizeof(int)); }
void words(char *list[], int n) { for (int i = 0; i < n; i++) printf(\"%s\", list[i]); }
";

#[test]
fn functions_are_given_what_their_module_keeps() {
    let folder = Folder::with(&[("kept.c", KEPT)]);
    folder
        .abide(&["verify", "kept.c", "--contracts", "infer"])
        .with(0)
        .says("proved   empty")
        .says("proved   create")
        .says("given    insert")
        .says("given q.front == \\null || \\valid(q.rear)\n")
        .says("given    removed")
        .says("given q.front == \\null || \\valid(q.front)\n")
        .says("given q.front == \\null || \\freeable(q.front)\n")
        .says("given    push")
        .says("given -1 <= st.top\n    given st.top < 20\n")
        .says("given    pop")
        .says("given    put")
        .says("given top < 99\n")
        .says("given    found")
        .says("given \\forall integer k; 0 <= k < 8 ==> table[k] == \\null || \\valid_read(table[k])\n")
        .says("given    second")
        .says("given    third")
        .says("==> node->child[k] == \\null || \\valid_read(node->child[k])\n")
        .says("given    doubled")
        .says("given    words");
}

/// The same without what the module would have to keep for it: nothing that it can keep is enough.
const BROKEN: &str = "\
#include <stdlib.h>
struct node { int data; struct node *next; };
struct queue { struct node *front, *rear; };
struct queue q;
void insert(int x) {
  struct node *p = malloc(sizeof *p);
  p->data = x; p->next = NULL;
  q.front = q.rear = NULL;
  q.rear->next = p;
}
int removed(void) {
  struct node *p = q.front;
  if (p == NULL) exit(1);
  free(p);
  q.front = p->next;
  return 0;
}
struct { signed char items[20]; int top; } st;
void push(signed char x) { if (st.top == 20) exit(1); st.top = 19; st.top++; st.items[st.top] = x; }
struct node *table[8];
int last(void) { struct node *n = table[7]; return n->data; }
struct trie { struct trie *child[26]; int ends; };
int third(struct trie *t) { return t->child[3]->ends; }
union { int i; signed char c; } u;
int both(void) { u.i = u.c = 300; return u.i; }
";

#[test]
fn no_state_of_a_module_excuses_a_defect() {
    let folder = Folder::with(&[("broken.c", BROKEN)]);
    folder
        .abide(&["verify", "broken.c", "--contracts", "infer"])
        .with(1)
        .never_says("proved   ")
        .never_says("given    ");
}

/// Variables whose address is taken live on in loops that make and end others, and one that does not.
const LOOPS: &str = "\
#include <stdio.h>
#include <stdlib.h>
int number(void) { int n = 0; scanf(\"%d\", &n); return n; }
int menu(void) {
  int x;
  while (1) {
    scanf(\"%d\", &x);
    if (x == 0) return 0;
    number();
  }
}
int freed(void) {
  int x;
  do {
    scanf(\"%d\", &x);
    int *p = malloc(sizeof(int));
    if (p == NULL) return 0;
    free(p);
  } while (x != 3);
  return x;
}
int gone(int n) {
  int *p = malloc(sizeof(int));
  if (p == NULL) return 0;
  int *q = p;
  while (n-- > 0) { *q = n; free(p); p = malloc(sizeof(int)); if (p == NULL) return 0; }
  return 0;
}
int left(int n) {
  int *p = NULL;
  for (int i = 0; i < n; i++) {
    if (p != NULL) return *p;
    int x = i;
    p = &x;
  }
  return 0;
}
";

#[test]
fn variables_live_as_long_as_their_blocks_of_code() {
    let folder = Folder::with(&[("loops.c", LOOPS)]);
    folder
        .abide(&["verify", "loops.c", "--contracts", "infer"])
        .with(1)
        .says("proved   menu")
        .says("proved   freed")
        .never_says("proved   gone")
        .never_says("given    gone")
        .never_says("proved   left")
        .never_says("given    left");
}
