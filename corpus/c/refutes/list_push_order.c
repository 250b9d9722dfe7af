// The cells come out in the other order (twin of list_push.c).
struct node {
  int value;
  struct node *next;
};

/*@ requires \valid(cell);
    assigns cell->value, cell->next;
    ensures \result == cell && cell->value == x && cell->next == l; */
struct node *push(struct node *cell, int x, struct node *l)
{
  cell->value = x;
  cell->next = l;
  return cell;
}

int use(void)
{
  struct node a, b;
  struct node *l = push(&a, 1, 0);
  l = push(&b, 2, l);
  //@ assert l->value == 1;  // FAILS
  return l->value;
}
