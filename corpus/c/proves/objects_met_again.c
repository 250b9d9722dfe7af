// A declaration or a compound literal that is reached again before its block ends is still the same object.
#include <assert.h>

struct s {
  int i;
};

// after the example of the standard (6.5.2.5)
void literal(void)
{
  struct s *p = 0, *q;
  int j = 0;
again:
  q = p, p = &((struct s){ j });
  if (j == 0) {
    j = 1;
    goto again;
  }
  assert(p == q && q->i == 1);
}

void declaration(void)
{
  int *p = 0;
again:;
  int x = 5;
  if (p) {
    assert(p == &x && *p == 5);
    return;
  }
  p = &x;
  x = 7;
  goto again;
}

void in_a_test(void)
{
  int *p = 0, *q;
  while ((q = (int[]){ 7 }, 1)) {
    if (p) {
      assert(p == q && *p == 7);
      return;
    }
    p = q;
    *p = 8;
  }
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

void constant(void)
{
  const int *p = (const int[]){ 1, 2 };
  assert(p[0] + p[1] == 3);
}

int main(void)
{
  int x = 1;
  assert(chosen(1, &x) == 1);
  assert(chosen(0, &x) == 3);
}
