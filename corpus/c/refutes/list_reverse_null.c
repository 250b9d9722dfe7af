// The rest of the list is read after its end (twin of list_reverse.c).
struct node {
  int value;
  struct node *next;
};

/*@ predicate closed{L} =
      \forall struct node *p; \valid(p) ==> p->next == \null || \valid(p->next); */

/*@ requires closed && \valid(l);
    assigns \nothing; */
int sum_of_two(struct node *l)
{
  int first = l->value % 1000;
  return first + l->next->value % 1000;  // FAILS
}
