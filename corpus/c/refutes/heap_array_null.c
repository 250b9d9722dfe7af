// Nobody looks whether there is memory (twin of heap_array.c).
#include <stdlib.h>

int use(void)
{
  int *p = malloc(sizeof *p);
  *p = 1;  // FAILS
  free(p);
  return 0;
}
