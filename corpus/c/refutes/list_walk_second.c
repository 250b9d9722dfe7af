// The next cell is not looked at before it is used (twin of list_walk.c).
struct node {
  int value;
  struct node *next;
};

/*@ requires \valid(l) && (l->next == \null || \valid(l->next));
    assigns \nothing; */
int second(struct node *l)
{
  l = l->next;
  return l->value;  // FAILS
}
