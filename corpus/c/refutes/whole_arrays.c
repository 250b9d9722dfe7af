// Mistakes with whole arrays and run-time sizes (twin of proves/whole_arrays.c).
#include <assert.h>
#include <string.h>

void past_the_end(void)
{
  int a[4] = { 1, 2, 3, 4 };
  int *end = (int *)(&a + 1);
  assert(end == a + 1); // FAILS
}

void too_much(void)
{
  int a[4];
  memset(&a, 0, 20); // FAILS
}

void row(int n)
{
  if (n < 1 || n > 20)
    return;
  int d[n][n];
  d[0][n] = 3; // FAILS
}

void changed_since(int n)
{
  if (n < 1 || n > 20)
    return;
  int d[3][n];
  n = n + 1;
  d[0][n - 1] = 3; // FAILS
}

void empty(int n)
{
  if (n > 20)
    return;
  int d[2][n]; // FAILS
  d[0][0] = 1;
}

void together(int i)
{
  int a[5] = { 0 };
  if (i < 0 || i > 4)
    return;
  a[i] = a[0] = 3;
  assert(a[1] == 0); // FAILS
}
