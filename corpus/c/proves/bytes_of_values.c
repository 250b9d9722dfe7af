// Distances in bytes under a cast, memory filled with a byte, and strings that differ in bytes beyond ASCII.
#include <assert.h>
#include <string.h>

struct pair {
  int a;
  long b;
};

#define TWO(p, q) p = "\xff"; q = "\xfe";

void distances(void)
{
  int a[4] = { 0 };
  assert((char *)(a + 1) - (char *)a == 4);
  assert((unsigned char *)a - (unsigned char *)(a + 2) == -8);
  struct pair p = { 1, 2 };
  assert((char *)&p.b - (char *)&p == 8);
}

void filled(void)
{
  int a[3];
  memset(a, 1, sizeof a);
  assert(a[2] == 0x01010101);
  memset(a, -1, sizeof a);
  assert(a[0] == -1);
  unsigned short h[2];
  memset(h, 0xAB, sizeof h);
  assert(h[1] == 0xABAB);
}

/*@ requires \valid(a + (0 .. 9)); */
void filled_with(int *a, int c)
{
  memset(a, c, 10 * sizeof(int));
  if (c == 256)
    assert(a[3] == 0);
}

int texts(int which)
{
  if (which) {
    const char *p, *q;
    TWO(p, q)
    return p[0] - q[0];
  }
  return 0;
}
