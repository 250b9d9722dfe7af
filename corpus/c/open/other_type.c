// Memory that is taken for something else than it consists of: what lies there is not followed, and nothing behind it is
// refuted.
#include <assert.h>
#include <string.h>

short low_half(int x)
{
  int y = x;
  short *p = (short *)&y; // OPEN
  return *p; // OPEN
}

void changed_through_bytes(void)
{
  int x = 0;
  char *c = (char *)&x; // OPEN
  *c = 5; // OPEN
  assert(x == 5); // OPEN
}

struct head {
  int length;
  char text[8];
};

int of_text(char *text)
{
  return ((struct head *)(text - sizeof(int)))->length; // OPEN
}

void in_part(void)
{
  int a[3] = { 1, 2, 3 };
  memset(a, 0, 5); // OPEN
  assert(a[0] == 0); // OPEN
}

void copied(void)
{
  int a[2] = { 1, 2 };
  short b[4] = { 0 };
  memcpy(b, a, sizeof a); // OPEN
  assert(b[0] == 1); // OPEN
}

int port(unsigned long address)
{
  int *p = (int *)address; // OPEN
  return *p; // OPEN
}

int row(void)
{
  int m[2][3] = { { 1, 2, 3 }, { 4, 5, 6 } };
  int *r = m[1]; // OPEN
  r[0] = 7; // OPEN
  assert(m[1][0] == 7); // OPEN
  return m[0][0];
}
