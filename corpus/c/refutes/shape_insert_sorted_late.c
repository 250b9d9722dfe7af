// The cell comes behind the first that is not smaller (twin of shape_insert_sorted.c).
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

/*@ requires list(first) && \valid(n) && n->next == \null && !reach(first, n) && first != \null;
    requires \forall struct node *v; v != \null && v->next != \null && reach(first, v) ==> v->value <= v->next->value;
    ensures \forall struct node *v; v != \null && v->next != \null && reach(first, v) ==> v->value <= v->next->value;  // FAILS
 */
void insert(struct node *first, struct node *n)
{
  struct node *at = first;
  while (at->next && at->value < n->value)
    at = at->next;
  n->next = at->next;
  at->next = n;
}
