// What floating-point numbers are not: exact, ordered without exception, or of any size.
#include <assert.h>

/*@ requires lo <= hi;
    assigns \nothing;
    ensures lo <= \result <= hi; // FAILS
*/
double clamp(double x, double lo, double hi)
{
  if (x < lo) return lo;
  if (x > hi) return hi;
  return x;
}

int sum(void)
{
  assert(0.1 + 0.2 == 0.3); // FAILS
  return 0;
}

int itself(double x)
{
  assert(x == x); // FAILS
  return 0;
}

int order(double x, double y)
{
  if (!(x < y)) assert(y <= x); // FAILS
  return 0;
}

int whole(double x)
{
  return (int)x; // FAILS
}

int narrow(double x)
{
  float single = x;
  if (x == x) assert(single == x); // FAILS
  return 0;
}

int smallest(void)
{
  unsigned u = (unsigned)-1.0; // FAILS
  return u > 0;
}

double unset(int n)
{
  double x;
  if (n > 3) x = n;
  return x / 2; // FAILS
}

int twice(double x)
{
  double y = x * 2;
  if (x > 0) assert(y > x); // FAILS
  return 0;
}
