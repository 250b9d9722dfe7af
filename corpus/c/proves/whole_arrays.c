// Pointers to whole arrays, arrays of run-time sizes in two dimensions, and elements that are assigned in one go.
#include <assert.h>
#include <stdio.h>
#include <string.h>

void filled(void)
{
  int a[4] = { 1, 2, 3, 4 }, b[4];
  memcpy(&b, &a, sizeof a);
  assert(b[2] == 3 && (*&b)[1] == 2);
  int *end = (int *)(&a + 1);
  assert(end == a + 4 && *(end - 1) == 4);
}

int word(void)
{
  char name[20];
  if (scanf("%19s", &name) != 1)
    return 0;
  return name[0];
}

void square(int n)
{
  if (n < 1 || n > 20)
    return;
  int d[n][n];
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      d[i][j] = 0;
  assert(d[n - 1][0] == 0);
  int box[2][n][4];
  box[1][n - 1][3] = 3;
  assert(box[1][n - 1][3] == 3);
}

void together(int i)
{
  int a[5];
  if (i < 0 || i > 4)
    return;
  a[i] = a[0] = 3;
  assert(a[0] == 3 && a[i] == 3);
}
