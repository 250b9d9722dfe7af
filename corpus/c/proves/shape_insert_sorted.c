// Inserts a cell into a sorted list.
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

/*@ requires list(first) && \valid(n) && n->next == \null && !reach(first, n);
    requires \forall struct node *v; v != \null && v->next != \null && reach(first, v) ==> v->value <= v->next->value;
    ensures reach(\result, \null);
    ensures \forall struct node *v; v != \null ==> (reach(\result, v) <==> \old(reach(first, v)) || v == n);
    ensures \forall struct node *v; v != \null && v->next != \null && reach(\result, v) ==> v->value <= v->next->value; */
struct node *insert(struct node *first, struct node *n)
{
  struct node *prev = 0, *at = first;
  while (at && at->value < n->value) {
    prev = at;
    at = at->next;
  }
  n->next = at;
  if (!prev)
    return n;
  prev->next = n;
  return first;
}
