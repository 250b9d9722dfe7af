// Two reads of a parameter or variable of a function that is volatile are two values.
#include <assert.h>

typedef volatile int reg;

void parameter(volatile int v)
{
  int a = v;
  int b = v;
  assert(a == b); // FAILS
}

void local(void)
{
  reg r = 1;
  assert(r == 1); // FAILS
}
