// Distances under a cast are in bytes, and strings of one macro are not all the same.
#include <assert.h>
#include <string.h>

#define TWO(p, q) p = "\xff"; q = "\xfe";

void distances(void)
{
  int a[4] = { 0 };
  assert((char *)(a + 1) - (char *)a == 1); // FAILS
}

void filled(void)
{
  int a[3];
  memset(a, 1, sizeof a);
  assert(a[2] == 1); // FAILS
}

void texts(int which)
{
  if (which) {
    const char *p, *q;
    TWO(p, q)
    assert(p[0] == q[0]); // FAILS
  }
}
