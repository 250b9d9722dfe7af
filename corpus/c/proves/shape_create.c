// Makes a list of new cells.
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

//@ ensures reach(\result, \null);
struct node *create(int n)
{
  struct node *l = 0;
  while (n > 0) {
    struct node *cell = malloc(sizeof *cell);
    if (!cell)
      break;
    cell->value = n;
    cell->next = l;
    l = cell;
    n--;
  }
  return l;
}
