// What is computed of floating-point numbers is known of constants and in runs, and else by its order alone.
#include <assert.h>

int half(double x)
{
  if (x > -1000.0 && x < 1000.0) {
    int i = (int)x;
    assert(i >= -1000 && i <= 1000); // OPEN
  }
  return 0;
}

int same(int n)
{
  assert(n / 2.0 == 0.5 * n); // OPEN
  return n;
}

long double wide(void)
{
  long double l = 1.0L;
  assert(l == 1.0L); // OPEN
  return l;
}
