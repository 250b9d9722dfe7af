// `partition` (Kalyanasundaram & Marché, section 6.2) with one of the two predicates.
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
  /*% loop predicate prev == \null; */
  /*@ loop invariant closed;
      loop invariant curr == \null || \valid(curr);
      loop invariant prev == \null || \valid(prev);
      loop invariant newl == \null || \valid(newl); */
  while (curr != NULL) {
    nextCurr = curr->next;
    if (curr->val > v) {
      if (prev != NULL)
        prev->next = nextCurr;
      if (curr == l)
        l = nextCurr;
      curr->next = newl;
      //@ assert (curr != prev);  // OPEN
      newl = curr;
    } else
      prev = curr;
    curr = nextCurr;
  }
  return newl;
}
