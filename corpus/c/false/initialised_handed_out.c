// Memory is handed out with an element that has no value, which the caller reads.
#include <stdlib.h>

/*@ assigns \nothing;
    ensures \result == \null || (\valid(\result + (0 .. 1)) && \initialized(\result) && \fresh(\result, 8)); */
int *two(void)  // FAILS
{
  int *p = malloc(2 * sizeof(int));
  if (p)
    p[0] = 1;
  return p;
}

int use(void)
{
  int *p = two();
  return p ? p[1] : 0;
}
