// Rows of arrays of arrays, by pointers: behind a row nothing is known, and all of a row is not all of the array.
#include <assert.h>

int behind(void)
{
  int m[2][3] = { { 0 } };
  int v = *(*(m + 1) + 7); // FAILS
  return v;
}

void zero(void)
{
  int m[2][3] = { { 0 } };
  if (!**m)
    assert(0); // FAILS
}

void columns(void)
{
  int m[2][3] = { { 1, 2, 3 }, { 4, 5, 6 } };
  assert(*(*(m + 1) + 2) == 3); // FAILS
}

/*@ requires \valid(m[0] + (0 .. 2)); */
void third_row(int (*m)[3])
{
  m[2][0] = 1; // FAILS
}

/*@ requires \valid(m + (0 .. 1));
    assigns *(m[1] + (0 .. 2)); */
void other_row(int m[][3])
{
  m[0][2] = 1; // FAILS
}
