// Moves the cells greater than v to a new list, as printed (twin of km_partition.c): the list
// may lead anywhere.
#include <stddef.h>

struct cell {
  int val;
  struct cell *next;
};

struct cell *partition(struct cell *l, int v)
{
  struct cell *curr, *prev;
  struct cell *newl, *nextCurr;
  curr = l;
  prev = newl = NULL;
  /*% loop predicate prev == \null, prev->val > v; */
  while (curr != NULL) {
    nextCurr = curr->next;  // FAILS
    if (curr->val > v) {
      if (prev != NULL)
        prev->next = nextCurr;  // FAILS
      if (curr == l)
        l = nextCurr;
      curr->next = newl;  // FAILS
      //@ assert (curr != prev);
      newl = curr;
    } else
      prev = curr;
    curr = nextCurr;
  }
  return newl;
}
