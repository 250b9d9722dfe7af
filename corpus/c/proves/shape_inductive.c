// Lists that an inductive predicate of one argument describes, with what it demands of each cell.
struct node {
  int value;
  struct node *next;
};

/*@ inductive list{L}(struct node *p) {
      case empty{L}: list(\null);
      case cell{L}: \forall struct node *p; \valid(p) && list(p->next) ==> list(p);
    } */

/*@ inductive bounded{L}(struct node *p) {
      case empty{L}: bounded(\null);
      case cell{L}: \forall struct node *p; \valid(p) && 0 <= p->value <= 9 && bounded(p->next) ==> bounded(p);
    } */

/*@ inductive reach{L}(struct node *x, struct node *y) {
      case here{L}: \forall struct node *x; reach(x, x);
      case there{L}: \forall struct node *x, *y; x != \null && reach(x->next, y) ==> reach(x, y);
    } */

/*@ requires list(l);
    assigns \nothing;
    ensures \result == 0 || \result == 1; */
int contains(struct node *l, int x)
{
  /*@ loop invariant list(l);
      loop assigns l; */
  while (l) {
    if (l->value == x)
      return 1;
    l = l->next;
  }
  return 0;
}

/*@ requires bounded(l);
    assigns \nothing;
    ensures 0 <= \result <= 9; */
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

/*@ requires bounded(l) && \valid(n) && 0 <= n->value <= 9 && !reach(l, n);
    assigns n->next;
    ensures bounded(\result) && \result == n; */
struct node *push(struct node *l, struct node *n)
{
  n->next = l;
  return n;
}
