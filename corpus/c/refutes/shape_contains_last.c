// The last cell is not looked at (twin of shape_contains.c).
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

/*@ requires list(l) && l != \null && wanted != \null;
    assigns \nothing;
    ensures \result != 0 <==> reach(l, wanted);  // FAILS
 */
int contains(struct node *l, struct node *wanted)
{
  while (l->next && l != wanted)
    l = l->next;
  return l->next != 0;
}
