// Null is the address of nothing, also where arrays are parts of structures; nothing is freed where it points.
#include <assert.h>
#include <stdlib.h>

struct text {
  int length;
  int data[];
};

struct text *text(void)
{
  struct text *t = malloc(sizeof *t + 4 * sizeof(int));
  if (t)
    t->data[3] = 1;
  return t;
}

void apart(int *p)
{
  int x = 1;
  if (!p)
    assert(p != &x);
  free(0);
  assert(x == 1);
}

int *grown(void)
{
  int *p = realloc(0, 2 * sizeof *p);
  if (p)
    p[0] = p[1] = 1;
  return p;
}
