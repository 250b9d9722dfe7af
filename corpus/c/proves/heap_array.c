// Memory from malloc, with a test for null, and free.
#include <stdlib.h>

/*@ requires 0 < n <= 1000;
    ensures \result == \null || \valid(\result + (0 .. n - 1)); */
int *make(unsigned n)
{
  int *a = malloc(n * sizeof(int));
  if (a == NULL)
    return NULL;
  /*@ loop invariant 0 <= i <= n;
      loop assigns i, a[0 .. n - 1];
      loop variant n - i; */
  for (unsigned i = 0; i < n; i++)
    a[i] = 0;
  return a;
}

int use(void)
{
  int *p = malloc(2 * sizeof *p);
  if (!p)
    return -1;
  p[0] = 1;
  p[1] = 2;
  int s = p[0] + p[1];
  free(p);
  //@ assert s == 3;
  return s;
}
