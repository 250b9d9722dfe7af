// The callee hands out memory without values, and says so by what it says.
#include <stdlib.h>

/*@ assigns \nothing;
    ensures \result == \null || (\valid(\result + (0 .. 1)) && \initialized(\result) && \fresh(\result, 8)); */
int *two(void)
{
  int *p = malloc(2 * sizeof(int));
  if (p)
    p[0] = 1;
  return p;
}

int use(void)
{
  int *p = two();
  return p ? p[1] : 0;  // FAILS
}
