// SLOW
// Splits a list by value into two others.
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

struct node *small, *large;

/*@ requires list(l);
    ensures reach(small, \null) && reach(large, \null);
    ensures \forall struct node *v; v != \null ==> !(reach(small, v) && reach(large, v));
    ensures \forall struct node *v; v != \null ==> (reach(small, v) || reach(large, v) <==> \old(reach(l, v))); */
void partition(struct node *l, int limit)
{
  small = 0;
  large = 0;
  while (l) {
    struct node *rest = l->next;
    if (l->value < limit) {
      l->next = small;
      small = l;
    } else {
      l->next = large;
      large = l;
    }
    l = rest;
  }
}
