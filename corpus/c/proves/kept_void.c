// A pointer that is kept as `void *` leads to the same memory when it is taken back.
#include <stddef.h>

struct entry {
  void *data;
  int size;
};

/*@ requires \valid(e) && \valid(p); */
void put(struct entry *e, int *p)
{
  e->data = p;
  *p = 5;
  int *q = e->data;
  //@ assert q == p && *q == 5;
}

static void *pick(void *a, void *b, int first)
{
  return first ? a : b;
}

int picked(void)
{
  int x = 1, y = 2;
  int *p = pick(&x, &y, 0);
  *p = 8;
  //@ assert x == 1 && y == 8;
  return y;
}

static void swap(void **a, void **b)
{
  void *t = *a;
  *a = *b;
  *b = t;
}

int swapped(void)
{
  int x = 1, y = 2;
  void *p = &x, *q = &y;
  swap(&p, &q);
  int *r = p;
  //@ assert *r == 2;
  return *r;
}

/*@ requires \valid(a + (0 .. 3)); */
int inside(int *a)
{
  a[2] = 7;
  void *v = a + 2;
  int *q = v;
  return *q - 7;
}
