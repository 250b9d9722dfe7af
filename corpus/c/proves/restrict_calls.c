// Parameters that are `restrict` do not lead to the same thing, if something is written.
#include <assert.h>

static int both(int *restrict a, int *restrict b)
{
  *a = 1;
  *b = 2;
  return *a;
}

static int sum(const int *restrict a, const int *restrict b)
{
  return *a / 2 + *b / 2;
}

static void copy(int n, int *restrict to, const int *from)
{
  for (int i = 0; i < n; i++)
    to[i] = from[i];
}

int main(void)
{
  int x = 4, y = 0;
  assert(sum(&x, &x) == 4);
  assert(both(&x, &y) == 1);
  int a[4] = { 0, 1, 2, 3 };
  copy(2, a, a + 2);
  assert(a[0] == 2 && a[1] == 3);
  return 0;
}
