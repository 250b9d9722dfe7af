// The first cell is not looked at (twin of shape_find.c).
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
    ensures \result == \null ==> \forall struct node *v; v != \null && reach(l, v) ==> v->value != key;  // FAILS
 */
struct node *find(struct node *l, int key)
{
  struct node *at = l->next;
  while (at && at->value != key)
    at = at->next;
  return at;
}
