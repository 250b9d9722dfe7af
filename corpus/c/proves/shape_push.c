// A new cell in front of a list.
#include <stdlib.h>

struct node {
  int value;
  struct node *next;
};

/*@ inductive reach{L}(struct node *x, struct node *y) {
      case here{L}: \forall struct node *x; reach(x, x);
      case there{L}: \forall struct node *x, *y; x != \null && reach(x->next, y) ==> reach(x, y);
    } */

/*@ predicate list{L}(struct node *l) =
      reach(l, \null) && \forall struct node *v; v != \null && reach(l, v) ==> \valid(v); */

/*@ requires list(l);
    ensures \result != \null ==> \result->value == value && \result->next == l && reach(\result, \null); */
struct node *push(struct node *l, int value)
{
  struct node *n = malloc(sizeof *n);
  if (!n)
    return 0;
  n->value = value;
  n->next = l;
  return n;
}
