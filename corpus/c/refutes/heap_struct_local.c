// A variable is given back that malloc did not make (twin of heap_struct.c).
#include <stdlib.h>

void give_back(void)
{
  int x = 1;
  int *p = &x;
  free(p);  // FAILS
}
