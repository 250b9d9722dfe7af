// The first part is not ended (twin of shape_split.c).
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
    ensures \forall struct node *v; v != \null ==> !(reach(first, v) && reach(\result, v));  // FAILS
 */
struct node *split(struct node *first, int limit)
{
  struct node *at = first;
  while (at->next && at->value < limit)
    at = at->next;
  return at->next;
}
