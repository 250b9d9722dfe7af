// Inputs that keep what callers promise, and yet fail.
#include <assert.h>
#include <stdlib.h>

struct text {
  int n;
  int d[0];
};

/*@ requires \valid(p) && \valid(q); */
void apart(int *restrict p, int *restrict q)
{
  *p = 1;
  *q = 2;
  assert(*p == 2); // FAILS
}

void ends(void)
{
  struct text *t = malloc(sizeof *t + 3 * sizeof(int));
  if (!t)
    return;
  t->d[2] = 1;
  t->d[3] = 1; // FAILS
}
