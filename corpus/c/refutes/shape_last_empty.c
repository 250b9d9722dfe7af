// An empty list has no last cell (twin of shape_last.c).
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
    ensures reach(l, \result); */
struct node *last(struct node *l)
{
  while (l->next)  // FAILS
    l = l->next;
  return l;
}
