// A declaration or a compound literal that is reached again before its block ends is still the same object.
#include <assert.h>

struct s {
  int i;
};

// the example of the standard (6.5.2.5)
static int literal(void)
{
  struct s *p = 0, *q;
  int j = 0;
again:
  q = p, p = &((struct s){ j++ });
  if (j < 2) goto again;
  return p == q && q->i == 1;
}

static int declaration(void)
{
  int *p = 0;
again:;
  int x = 5;
  if (p) return p == &x && *p == 5;
  p = &x;
  x = 7;
  goto again;
}

static int in_a_test(void)
{
  int *p = 0, *q, n = 0, same = 1;
  while ((q = (int[]){ n }, n++ < 2)) {
    if (p) same = same && p == q && *p == n - 1;
    p = q;
  }
  return same;
}

// what was not evaluated ends nothing
static int chosen(int c, int *p)
{
  {
    int *q = c ? &(int){ 5 } : p;
    *q = 3;
  }
  return *p;
}

int main(void)
{
  assert(literal());
  assert(declaration());
  assert(in_a_test());
  int x = 1;
  assert(chosen(1, &x) == 1);
  assert(chosen(0, &x) == 3);
}
