// Appends one list to another.
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

/*@ requires list(first) && list(second);
    requires \forall struct node *v; v != \null ==> !(reach(first, v) && reach(second, v));
    ensures reach(\result, \null);
    ensures \forall struct node *v; v != \null ==>
              (reach(\result, v) <==> \old(reach(first, v)) || \old(reach(second, v))); */
struct node *append(struct node *first, struct node *second)
{
  struct node *last = first;
  if (!first)
    return second;
  while (last->next)
    last = last->next;
  last->next = second;
  return first;
}
