// The previous cell is remembered in both branches (twin of km_partition.c).
#include <stddef.h>

struct cell {
  int val;
  struct cell *next;
};

/*@ predicate closed{L} =
      \forall struct cell *c; \valid(c) ==> c->next == \null || \valid(c->next); */

/*@ requires closed && (l == \null || \valid(l)); */
struct cell *partition(struct cell *l, int v)
{
  struct cell *curr, *prev;
  struct cell *newl, *nextCurr;
  curr = l;
  prev = newl = NULL;
  /*% loop predicate prev == \null, prev->val > v; */
  /*@ loop invariant closed;
      loop invariant curr == \null || \valid(curr);
      loop invariant prev == \null || \valid(prev);
      loop invariant newl == \null || \valid(newl); */
  while (curr != NULL) {
    nextCurr = curr->next;
    prev = curr;
    if (curr->val > v) {
      curr->next = newl;
      //@ assert (curr != prev);  // FAILS
      newl = curr;
    }
    curr = nextCurr;
  }
  return newl;
}
