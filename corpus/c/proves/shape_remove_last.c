// Takes the last cell off a list.
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
    ensures reach(\result, \null);
    ensures \forall struct node *v; v != \null && reach(\result, v) ==> \old(reach(first, v)); */
struct node *remove_last(struct node *first)
{
  struct node *prev = 0, *at = first;
  while (at->next) {
    prev = at;
    at = at->next;
  }
  if (!prev)
    return 0;
  prev->next = 0;
  return first;
}
