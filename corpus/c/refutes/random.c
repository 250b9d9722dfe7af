// Random numbers whose seed the program does not determine may be any numbers.
#include <assert.h>
#include <stdlib.h>
#include <time.h>

void fresh(void)
{
  srand(time(0));
  int a = rand();
  int b = rand();
  assert(a != b); // FAILS
}
