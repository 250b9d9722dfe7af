// Functions whose parameters are not told before they are called: arguments are passed as they are, but for promotions.
#include <assert.h>

int plus();

int told_later(void)
{
  int a[2] = { 4, 5 };
  return plus(a, 'x' - 'w', (short)3);
}

int plus(const int *a, int at, unsigned n)
{
  return a[at] + (int)n;
}

int old_style(a, b, c)
  double a;
  float b;
  char c;
{
  return a + b + c;
}

int half();
int half(double x);

int main(void)
{
  assert(told_later() == 8);
  assert(old_style(1.0, 2.0f, 'c' - 'a') == 5);
  assert(half(3) == 1);
  return 0;
}

int half(double x)
{
  return x / 2;
}
