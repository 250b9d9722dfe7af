// Reverses a list in place: the same cells, and still no cycle.
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
    ensures reach(\result, \null);
    ensures \forall struct node *v; v != \null ==> (reach(\result, v) <==> \old(reach(l, v))); */
struct node *reverse(struct node *l)
{
  struct node *done = 0;
  while (l) {
    struct node *rest = l->next;
    l->next = done;
    done = l;
    l = rest;
  }
  return done;
}
