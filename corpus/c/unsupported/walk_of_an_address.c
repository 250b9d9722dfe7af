// A walk along a member whose address is taken: what is written through the pointer is not seen by the walk.
struct node {
  int value;
  struct node *next;
};

/*@ inductive reach{L}(struct node *x, struct node *y) {
      case here{L}: \forall struct node *x; reach(x, x);
      case there{L}: \forall struct node *x, *y; x != \null && reach(x->next, y) ==> reach(x, y);
    } */

/*@ requires \valid(l) && reach(l, \null);  // UNSUPPORTED
    ensures reach(l, \null); */
void ring(struct node *l)
{
  struct node **at = &l->next;
  *at = l;
}
