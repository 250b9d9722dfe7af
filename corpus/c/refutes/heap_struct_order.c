// The cell is given back before the one behind it is read (twin of heap_struct.c).
#include <stdlib.h>

struct node {
  int value;
  struct node *next;
};

struct node *drop(void)
{
  struct node *n = malloc(sizeof *n);
  if (!n)
    return NULL;
  n->value = 1;
  n->next = NULL;
  free(n);
  return n->next;  // FAILS
}
