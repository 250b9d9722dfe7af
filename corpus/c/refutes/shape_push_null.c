// There may be no memory (twin of shape_push.c).
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

/*@ requires list(l); */
struct node *push(struct node *l, int value)
{
  struct node *n = malloc(sizeof *n);
  n->value = value;  // FAILS
  n->next = l;
  return n;
}
