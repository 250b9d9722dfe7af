// Memory from alloca lives until its function returns, not only as long as its block.
#include <alloca.h>
#include <assert.h>
#include <string.h>

static int sum_to(int n)
{
  int *a = alloca(n * sizeof *a);
  for (int i = 0; i < n; i++)
    a[i] = i;
  int sum = 0;
  for (int i = 0; i < n; i++)
    sum += a[i];
  return sum;
}

int main(void)
{
  int *kept = 0;
  if (sum_to(4) == 6) {
    int *p = alloca(sizeof *p);
    *p = 5;
    kept = p;
  }
  assert(*kept == 5);
  assert(sum_to(3) == 3);
  return 0;
}
