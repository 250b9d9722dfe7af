// Floating-point numbers are those of the machine: what compares them is known, and runs compute them.
#include <assert.h>
#include <float.h>
#include <math.h>
#include <stdio.h>

/*@ requires !\is_NaN(x);
    assigns \nothing;
    ensures \result >= 0.0;
*/
double magnitude(double x)
{
  return x < 0 ? -x : x;
}

/*@ requires lo <= hi && !\is_NaN(x);
    assigns \nothing;
    ensures lo <= \result <= hi;
*/
double clamp(double x, double lo, double hi)
{
  if (x < lo) return lo;
  if (x > hi) return hi;
  return x;
}

/*@ requires n > 0 && \valid_read(a + (0 .. n - 1));
    requires \forall integer k; 0 <= k < n ==> a[k] <= 100000.0;
    assigns \nothing;
    ensures \forall integer k; 0 <= k < n ==> a[k] <= \result;
*/
double greatest(const double *a, int n)
{
  double m = a[0];
  for (int i = 1; i < n; i++)
    if (a[i] > m) m = a[i];
  return m;
}

/*@ requires n >= 0 && \valid(a + (0 .. n - 1));
    requires \forall integer k; 0 <= k < n ==> !\is_NaN(a[k]);
    assigns a[0 .. n - 1];
    ensures \forall integer k; 0 <= k < n ==> a[k] >= 0.0;
*/
void rectify(double *a, int n)
{
  for (int i = 0; i < n; i++)
    if (a[i] < 0) a[i] = 0;
}

struct point { double x, y; };

/*@ requires \valid(p);
    assigns p->x, p->y;
    ensures p->x == 0.0 && p->y == \old(p->x);
*/
void shift(struct point *p)
{
  p->y = p->x;
  p->x = 0;
}

int sides(int n)
{
  double d = n;
  if (n > 0) assert(d > 0);
  if (n < 0) assert(d < 0);
  return n;
}

/*@ requires x >= -1.5;
    assigns \nothing;
    ensures \result >= -1.5 && \result == (x > 2 ? 2.0 : x);
*/
double capped(double x)
{
  return x > 2 ? 2 : x;
}

struct flags { int low : 5; };

int special(double x)
{
  if (isnan(x)) assert(!(x < 1) && x != x);
  if (isfinite(x)) assert(x < INFINITY && x > -INFINITY);
  return 0;
}

enum { ROUNDED = (int)0.99999999999f, CUT_OFF = (int)0.99999999999 };

int steps(void)
{
  assert(ROUNDED == 1 && CUT_OFF == 0);
  assert(DBL_EPSILON > 0 && 1 + DBL_EPSILON != 1 && 1 + DBL_EPSILON / 2 == 1);
  assert(DBL_MAX > 1e300 && FLT_MAX > 1e30f);
  struct flags f = {0};
  f.low = 2.5;
  return f.low;
}

static int grade(double points)
{
  if (points >= 90.0) return 1;
  return points >= 50.0 ? 2 : 3;
}

int main(void)
{
  assert(grade(95.5) == 1 && grade(50) == 2 && grade(12.25f) == 3);
  double celsius = 100, fahrenheit = celsius * 9 / 5 + 32;
  assert(fahrenheit == 212.0);
  assert(0.1 + 0.2 != 0.3 && 0.1f + 0.2f == 0.3f && 0.1f != 0.1);
  assert(sqrt(2.25) == 1.5 && floor(-0.5) == -1 && ceil(1.2) == 2 && fmod(7.5, 2) == 1.5);
  int whole = (int)-2.9;
  assert(whole == -2 && (unsigned char)255.5 == 255);
  double zero = -0.0;
  assert(zero == 0 && 1 / zero < 0);
  double nothing = zero / zero;
  assert(nothing != nothing && !(nothing < 1) && !(nothing >= 1));
  double m[2][2] = {{1, 2}, {3, 4}}, square[2][2];
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 2; j++) {
      square[i][j] = 0;
      for (int k = 0; k < 2; k++) square[i][j] += m[i][k] * m[k][j];
    }
  assert(square[0][0] == 7 && square[1][1] == 22);
  double sum = 0;
  for (int i = 0; i < 10; i++) sum += 0.1;
  assert(sum != 1 && fabs(sum - 1) < 1e-9);
  printf("%f\n", sum);
  return 0;
}
