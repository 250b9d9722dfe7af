// Rows of arrays of arrays, by pointers.
#include <assert.h>

int table[2][3] = { { 1, 2, 3 }, { 4, 5, 6 } };

void elements(void)
{
  int m[2][3] = { { 1, 2, 3 }, { 4, 5, 6 } };
  assert(**m == 1 && **(m + 1) == 4);
  assert(*(*(m + 1) + 2) == 6 && *m[1] == 4 && *(m[1] + 1) == 5);
  (*(m + 1))[1] = 9;
  *(*m + 1) = 7;
  assert(m[1][1] == 9 && m[0][1] == 7);
}

int outside(unsigned i)
{
  if (i >= 3)
    return 0;
  return *(*(table + 1) + i);
}

/*@ requires \valid(m[0] + (0 .. 2));
    ensures m[0][2] == 1; */
void first_row(int m[][3])
{
  m[0][2] = 1;
}

/*@ requires \valid(m + (0 .. 1));
    assigns *(m[1] + (0 .. 2));
    ensures *(m[1] + 2) == 1;
    ensures \separated(m[0] + (0 .. 2), m[1] + (0 .. 2)); */
void second_row(int (*m)[3])
{
  m[1][2] = 1;
}
