// The last cell of a list, and a walk over all of it.
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

/*@ requires list(l) && l != \null;
    assigns \nothing;
    ensures \result != \null && reach(l, \result) && \result->next == \null; */
struct node *last(struct node *l)
{
  while (l->next)
    l = l->next;
  return l;
}

/*@ requires list(l);
    assigns \nothing; */
void traverse(const struct node *l)
{
  const struct node *at = l;
  while (at != 0) {
    //@ assert reach(l, at);
    at = at->next;
  }
}
