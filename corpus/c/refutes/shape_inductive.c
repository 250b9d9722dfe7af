// The new cell keeps what its member pointed to; and a value is out of the bounds of the list.
struct node {
  int value;
  struct node *next;
};

/*@ inductive bounded{L}(struct node *p) {
      case empty{L}: bounded(\null);
      case cell{L}: \forall struct node *p; \valid(p) && 0 <= p->value <= 9 && bounded(p->next) ==> bounded(p);
    } */

/*@ requires bounded(l) && \valid(n) && n->next == n;
    assigns n->value;
    ensures bounded(\result); */  // FAILS
struct node *push_unlinked(struct node *l, struct node *n)
{
  n->value = 1;
  return n;
}

/*@ requires bounded(l) && l != \null;
    assigns l->value;
    ensures bounded(\result); */  // FAILS
struct node *raise(struct node *l)
{
  l->value = l->value + 1;
  return l;
}

/*@ requires bounded(l);
    assigns \nothing;
    ensures 0 <= \result <= 8; */  // FAILS
int largest(struct node *l)
{
  int best = 0;
  struct node *at = l;
  while (at) {
    if (at->value > best)
      best = at->value;
    at = at->next;
  }
  return best;
}
