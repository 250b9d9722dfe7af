// The memory is read after it is given back (twin of heap_array.c).
#include <stdlib.h>

int use(void)
{
  int *p = malloc(sizeof *p);
  if (!p)
    return -1;
  *p = 3;
  free(p);
  return *p;  // FAILS
}
