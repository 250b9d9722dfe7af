// Walks over lists that an inductive predicate describes.
struct node {
  int value;
  struct node *next;
};

/*@ inductive list{L}(struct node *p) {  // UNSUPPORTED
      case empty{L}: list(\null);
      case cell{L}: \forall struct node *p; \valid(p) && list(p->next) ==> list(p);
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
