// What callers promise by the attribute nonnull and by [static n], and functions by returns_nonnull, is kept.
#include <assert.h>

__attribute__((nonnull(2))) static int second(const int *p, const int *q);

static int second(const int *p, const int *q)
{
  return p ? *p : *q;
}

static int first_of(int a[static 2])
{
  return a[0];
}

static int value;

__attribute__((returns_nonnull)) static int *place(void)
{
  return &value;
}

int main(void)
{
  int a[3] = { 1, 2, 3 };
  assert(second(0, a) == 1);
  assert(first_of(a + 1) == 2);
  *place() = 4;
  assert(value == 4);
  return 0;
}
