// Puts a cell in front of a list, and takes it away again.
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

/*@ requires \valid(l) && \valid(*l);
    assigns *l;
    ensures *l == \old((*l)->next) && \result == \old((*l)->value); */
int pop(struct node **l)
{
  int x = (*l)->value;
  *l = (*l)->next;
  return x;
}

int use(void)
{
  struct node a, b;
  struct node *l = push(&a, 1, 0);
  l = push(&b, 2, l);
  //@ assert l->value == 2 && l->next->value == 1;
  return pop(&l);
}
