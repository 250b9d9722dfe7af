// Two reads of what is volatile are two values, also by the name of a type, and in arrays.
#include <assert.h>

typedef volatile int reg;

reg control;
volatile int samples[4];

void twice(void)
{
  control = 1;
  assert(control == 1); // FAILS
}

void elements(void)
{
  int a = samples[1];
  int b = samples[1];
  assert(a == b); // FAILS
}

void outside(int i)
{
  samples[i] = 0; // FAILS
}
