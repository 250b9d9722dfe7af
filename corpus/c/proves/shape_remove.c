// Takes a cell out of a list.
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

/*@ requires list(first) && n != \null && reach(first, n);
    ensures reach(\result, \null);
    ensures \forall struct node *v; v != \null ==> (reach(\result, v) <==> \old(reach(first, v)) && v != n); */
struct node *take_out(struct node *first, struct node *n)
{
  struct node *prev = first;
  if (first == n)
    return first->next;
  while (prev->next != n)
    prev = prev->next;
  prev->next = n->next;
  return first;
}
