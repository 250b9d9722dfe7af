// Bytes that are no whole elements, distances in units of another type, wide bit-fields.
#include <string.h>

struct wide {
  unsigned long q : 40;
};

void in_part(void)
{
  int a[3] = { 0 };
  memset(a, 0, 5); // UNSUPPORTED
}

long longs(void)
{
  int a[4] = { 0 };
  return (long *)(a + 2) - (long *)a; // UNSUPPORTED
}

unsigned long shifted(struct wide w)
{
  return w.q << 1; // UNSUPPORTED
}
