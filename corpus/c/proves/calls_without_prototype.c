// Calls through pointers whose type says nothing of parameters: arguments are passed as they are, but for promotions.
#include <assert.h>

static int difference(int a, int b)
{
  return a / 2 - b / 2;
}

static double half(double x)
{
  return x;
}

static int four(void)
{
  return 4;
}

static int old_style(c, x)
  char c;
  float x;
{
  return c + (x > 1.0f);
}

static int call(int (*q)(), int a, int b)
{
  return q(a, b);
}

__attribute__((nonnull)) static int first(const int *p)
{
  return p != 0;
}

int main(void)
{
  int (*q)() = difference;
  assert(q(8, 4) == 2);
  assert(call(difference, 8, 4) == 2);
  int (*none)() = four;
  assert(none() == 4);
  double (*h)() = half;
  assert(h(1.5f) > 1.0);
  int (*o)() = old_style;
  assert(o('a' - 'a', 2.0) == 1);
  int x = 3;
  int (*f)(const int *) = first;
  assert(f(&x) == 1);
  return 0;
}
