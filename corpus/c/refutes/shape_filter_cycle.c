// SLOW
// The cell in front of one that is taken out leads to itself (twin of shape_filter.c).
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
    ensures reach(\result, \null);  // FAILS
 */
struct node *filter(struct node *l, int value)
{
  struct node *prev = 0, *at = l;
  while (at) {
    struct node *rest = at->next;
    if (at->value == value) {
      if (prev)
        prev->next = prev;
      else
        l = rest;
    } else {
      prev = at;
    }
    at = rest;
  }
  return l;
}
