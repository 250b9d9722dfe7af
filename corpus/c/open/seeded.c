// The same seed gives the same numbers again, which is not known here.
#include <assert.h>
#include <stdlib.h>

void again(void)
{
  srand(1);
  int a = rand();
  srand(1);
  int b = rand();
  assert(a == b); // OPEN
}
