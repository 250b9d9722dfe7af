// The same objects, taken for new ones, for ones that live on, or for ones that may be written (twin of objects_met_again.c).
#include <assert.h>

struct s {
  int i;
};

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
  assert(p != q); // FAILS
}

void declaration(void)
{
  int *p = 0;
again:;
  int x = 5;
  if (p) {
    assert(p != &x); // FAILS
    return;
  }
  p = &x;
  goto again;
}

void in_a_test(void)
{
  int *p = 0, *q, n = 0;
  while ((q = (int[]){ n }, n++ < 2)) {
    assert(p != q); // FAILS
    p = q;
  }
}

int constant(void)
{
  int *p = (int *)(const int[]){ 1, 2 };
  p[0] = 3; // FAILS
  return p[0];
}

int behind_a_test(void)
{
  int *p = 0;
  if (*(p = (int[]){ 1 })) {}
  return *p; // FAILS
}

int behind_a_loop(int n)
{
  int *p = 0;
  while (*(p = (int[]){ n }) > 5) {
    n = 5;
  }
  return *p; // FAILS
}

int behind_a_jump(int n)
{
  int *p = 0;
again:;
  int a[n > 0 && n < 9 ? n : 1];
  a[0] = 1;
  if (p) return *p; // FAILS
  p = a;
  goto again;
}
