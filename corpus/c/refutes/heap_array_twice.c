// The memory is given back twice (twin of heap_array.c).
#include <stdlib.h>

void use(int again)
{
  int *p = malloc(sizeof *p);
  if (!p)
    return;
  free(p);
  if (again)
    free(p);  // FAILS
}
