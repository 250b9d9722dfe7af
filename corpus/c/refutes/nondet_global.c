// InvGen's NONDET is another value at every use (twin of nondet.c).
#include <assert.h>

int NONDET;

void choose(void)
{
  int x = 0;
  if (NONDET)
    x = 1;
  if (!NONDET)
    assert(x == 0);  // FAILS
}
