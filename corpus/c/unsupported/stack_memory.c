// Memory from alloca that a loop asks for again and again; operations that are atomic.
#include <alloca.h>

static int count;

int in_a_loop(int n)
{
  int *last = 0;
  while (n-- > 0)
    last = alloca(sizeof *last); // UNSUPPORTED
  return last == 0;
}

int again(int n)
{
  int *last = 0;
more:
  last = alloca(sizeof *last); // UNSUPPORTED
  if (n-- > 0)
    goto more;
  return last == 0;
}

int atomic(void)
{
  return __sync_fetch_and_add(&count, 1); // UNSUPPORTED
}
