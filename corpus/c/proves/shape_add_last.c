// Adds a cell at the end of a list whose cells point back.
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
    ensures reach(\result, \null) && linked(\result) && \result->prev == \null;
    ensures \forall struct node *v; v != \null ==> (reach(\result, v) <==> \old(reach(first, v)) || v == n); */
struct node *add_last(struct node *first, struct node *n)
{
  struct node *last = first;
  if (!first)
    return n;
  while (last->next)
    last = last->next;
  last->next = n;
  n->prev = last;
  return first;
}
