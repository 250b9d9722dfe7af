// Structures from malloc and calloc, a list that is built and given back.
#include <stdlib.h>

struct node {
  int value;
  struct node *next;
};

/*@ ensures \result == \null || (\valid(\result) && \result->value == x && \result->next == next); */
struct node *cons(int x, struct node *next)
{
  struct node *n = malloc(sizeof(struct node));
  if (n == NULL)
    return NULL;
  n->value = x;
  n->next = next;
  return n;
}

int two_cells(void)
{
  struct node *a = calloc(1, sizeof *a);
  if (!a)
    return -1;
  //@ assert a->value == 0;
  struct node *b = malloc(sizeof *b);
  if (!b) {
    free(a);
    return -1;
  }
  b->value = 3;
  b->next = a;
  int s = b->value + b->next->value;
  free(a);
  free(b);
  //@ assert s == 3;
  return s;
}

void nothing(void)
{
  free(NULL);
}
