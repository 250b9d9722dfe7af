// Structures that are walked over are no elements of arrays.
struct node {
  int value;
  struct node *next;
};

/*@ inductive reach{L}(struct node *x, struct node *y) {
      case here{L}: \forall struct node *x; reach(x, x);
      case there{L}: \forall struct node *x, *y; x != \null && reach(x->next, y) ==> reach(x, y);
    } */

//@ requires \valid(x) && \valid(y) && reach(x, y);
void moved(struct node *x, struct node *y)
{
  x++;  // UNSUPPORTED
  y->value = 0;
}

void array(void)
{
  struct node cells[2];  // UNSUPPORTED
  cells[0].next = &cells[1];
}

//@ requires \valid(x);
void fine(struct node *x)
{
  x->value = 0;
}
