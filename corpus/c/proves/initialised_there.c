// What is in an array, static, or from calloc has a value.
#include <stdlib.h>

int pair[2];

void inside(void)
{
  int a[3] = { 0 };
  int *p = a;
  //@ assert \initialized(p + 2) && \initialized(&a[1]);
  int *q = pair;
  //@ assert \initialized(q + 1);
}

void zeros(void)
{
  int *p = calloc(3, sizeof *p);
  if (!p)
    return;
  //@ assert \initialized(p + (0 .. 2)) && \initialized(p + 1);
  free(p);
}
