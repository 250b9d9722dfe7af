// memset gives values, memcpy takes along what has one.
#include <string.h>

int cleared(void)
{
  char a[8];
  memset(a, 0, 8);
  return a[3];
}

int copied(void)
{
  char a[8], b[8];
  a[0] = 1;
  memcpy(b, a, 8);
  return b[0];
}

struct ring {
  int data[4];
  int head;
};

int reset(void)
{
  struct ring r;
  memset(&r, 0, sizeof r);
  return r.data[2] + r.head;
}
