// A cell is handed out with a member that has no value: who reads it is not seen here.
#include <stdlib.h>

struct node {
  int value;
  struct node *next;
};

/*@ ensures \result == \null || \valid(\result); */
struct node *cell(void)  // OPEN
{
  struct node *n = malloc(sizeof *n);
  if (!n)
    return 0;
  n->next = 0;
  return n;
}
