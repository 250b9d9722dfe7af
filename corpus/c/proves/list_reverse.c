// Reverses a list in place.
struct node {
  int value;
  struct node *next;
};

/*@ predicate closed{L} =
      \forall struct node *p; \valid(p) ==> p->next == \null || \valid(p->next); */

/*@ requires closed && (l == \null || \valid(l));
    ensures closed && (\result == \null || \valid(\result)); */
struct node *reverse(struct node *l)
{
  struct node *done = 0;
  /*@ loop invariant closed;
      loop invariant l == \null || \valid(l);
      loop invariant done == \null || \valid(done); */
  while (l) {
    struct node *rest = l->next;
    l->next = done;
    done = l;
    l = rest;
  }
  return done;
}
