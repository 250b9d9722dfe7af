// A list of one cell has none before the last (twin of shape_remove_last.c).
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

/*@ requires list(first) && first != \null;
    ensures reach(\result, \null); */
struct node *remove_last(struct node *first)
{
  struct node *prev = 0, *at = first;
  while (at->next) {
    prev = at;
    at = at->next;
  }
  prev->next = 0;  // FAILS
  return first;
}
