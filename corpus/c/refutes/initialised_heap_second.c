// The second of two cells is read before it is written (twin of initialised_heap.c).
#include <stdlib.h>

int pair(void)
{
  int *p = malloc(2 * sizeof(int));
  if (!p)
    return 0;
  p[0] = 1;
  int s = p[0] + p[1];  // FAILS
  free(p);
  return s;
}
