// A jump out of one function into another.
#include <setjmp.h>

static jmp_buf back;

int attempt(int x)
{
  if (setjmp(back))  // UNSUPPORTED
    return -1;
  return x;
}

int fine(int x)
{
  return x;
}
