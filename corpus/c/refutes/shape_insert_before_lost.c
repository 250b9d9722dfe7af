// The new cell does not lead on (twin of shape_insert_before.c).
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

/*@ requires list(first) && place != \null && reach(first, place);
    requires \valid(n) && n->next == \null && !reach(first, n);
    ensures reach(\result, \null);
    ensures \forall struct node *v; v != \null ==> (reach(\result, v) <==> \old(reach(first, v)) || v == n);  // FAILS
 */
struct node *insert_before(struct node *first, struct node *place, struct node *n)
{
  struct node *prev = 0, *at = first;
  while (at != place) {
    prev = at;
    at = at->next;
  }
  if (!prev)
    return n;
  prev->next = n;
  return first;
}
