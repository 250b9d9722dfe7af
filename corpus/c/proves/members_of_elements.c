// The address of a member is taken somewhere, of whatever structure: of an element of an array only where there is one.
#include <stdlib.h>
struct pair {
  int x, y;
};

//@ requires \valid(p);
int *lead(struct pair *p)
{
  return &p->y;
}

/*@ requires 0 <= n;
    requires \valid(b + (0 .. n)); */
void set(struct pair *b, int n)
{
  b[n].y = 1;
}

/*@ requires 0 < n;
    requires \valid(b + (0 .. n - 1)); */
int last(struct pair *b, int n)
{
  struct pair *end = b + n - 1;
  return end->y;
}

int none(struct pair *p)
{
  if (p == NULL) return 0;
  return 1;
}
