// The program ends in a function that calls itself; what stands behind the call is never reached, and not refuted.
#include <assert.h>
#include <stdlib.h>

static void stop(int n)
{
  if (n <= 0)
    exit(0);
  stop(n - 1);
}

int main(void)
{
  stop(3);
  assert(0); // OPEN
  return 0;
}
