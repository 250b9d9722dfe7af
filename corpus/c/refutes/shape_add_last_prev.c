// The cell before the new one is not pointed back to (twin of shape_add_last.c).
struct node {
  int value;
  struct node *next, *prev;
};

/*@ inductive reach{L}(struct node *x, struct node *y) {
      case here{L}: \forall struct node *x; reach(x, x);
      case there{L}: \forall struct node *x, *y; x != \null && reach(x->next, y) ==> reach(x, y);
    } */

/*@ predicate list{L}(struct node *l) =
      reach(l, \null) && \forall struct node *v; v != \null && reach(l, v) ==> \valid(v); */

/*@ predicate linked{L}(struct node *l) =
      \forall struct node *v; v != \null && v->next != \null && reach(l, v) ==> v->next->prev == v; */

/*@ requires list(first) && linked(first) && (first != \null ==> first->prev == \null);
    requires \valid(n) && n->next == \null && n->prev == \null && !reach(first, n);
    ensures linked(\result);  // FAILS
 */
struct node *add_last(struct node *first, struct node *n)
{
  struct node *last = first;
  if (!first)
    return n;
  while (last->next)
    last = last->next;
  last->next = n;
  return first;
}
