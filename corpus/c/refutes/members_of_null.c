// A null pointer leads to no structure whose members have an address (twin of proves/members_of_null.c).
#include <stddef.h>

struct inner {
  int x;
  int y;
};

struct item {
  int a;
  int b;
  int row[4];
  struct inner in;
};

int *second(struct item *p)
{
  return &p->b; // FAILS
}

int *of_null(void)
{
  return second(NULL);
}

int *first(void)
{
  struct item *p = 0;
  return &p->a; // FAILS
}

int *row(void)
{
  struct item *p = 0;
  return p->row; // FAILS
}

int *nested(void)
{
  struct item *p = 0;
  return &p->in.y; // FAILS
}

int *starred(void)
{
  struct item *p = 0;
  return &(*p).b; // FAILS
}
