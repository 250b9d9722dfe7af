// Is the cell in the list?
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

/*@ requires list(l) && wanted != \null;
    assigns \nothing;
    ensures \result != 0 <==> reach(l, wanted); */
int contains(struct node *l, struct node *wanted)
{
  while (l && l != wanted)
    l = l->next;
  return l != 0;
}
