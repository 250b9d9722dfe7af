// The list may be empty (twin of list_walk.c).
struct node {
  int value;
  struct node *next;
};

/*@ requires l == \null || \valid(l);
    assigns \nothing; */
int first(struct node *l)
{
  return l->value;  // FAILS
}
