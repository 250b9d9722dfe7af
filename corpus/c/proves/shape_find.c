// Looks for a value: a cell that has it, or none has it.
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

/*@ requires list(l);
    assigns \nothing;
    ensures \result != \null ==> reach(l, \result) && \result->value == key;
    ensures \result == \null ==> \forall struct node *v; v != \null && reach(l, v) ==> v->value != key; */
struct node *find(struct node *l, int key)
{
  struct node *at = l;
  while (at && at->value != key)
    at = at->next;
  return at;
}
