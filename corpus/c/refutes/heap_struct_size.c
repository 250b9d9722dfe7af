// The memory is too small for the second number (twin of heap_struct.c).
#include <stdlib.h>

int *pair(void)
{
  int *p = malloc(sizeof(int));
  if (!p)
    return NULL;
  p[0] = 1;
  p[1] = 2;  // FAILS
  return p;
}
