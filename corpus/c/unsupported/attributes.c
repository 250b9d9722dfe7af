// Attributes that are not known may change what a declaration means.
#include <stddef.h>

static void done(int *p)
{
  if (p)
    (void)p;
}

int cleaned(void)
{
  int x __attribute__((cleanup(done))) = 0; // UNSUPPORTED
  return x;
}

__attribute__((naked)) int bare(void) // UNSUPPORTED
{
  return 1;
}

int declared(void) __attribute__((naked));

int declared(void) // UNSUPPORTED
{
  return 1;
}

[[gnu::weird]] int strange(void) // UNSUPPORTED
{
  return 1;
}

__attribute__((optimize("fast-math"))) double fast(double x) // UNSUPPORTED
{
  return x;
}

int assumed(int x)
{
  __attribute__((assume(x > 0))); // UNSUPPORTED
  return x;
}

enum __attribute__((packed)) small { A, B };

int size_of_small(void)
{
  //@ assert sizeof(enum small) == 4; // UNSUPPORTED
  return A;
}

struct __attribute__((strange_layout)) pair {
  char a;
  int b;
};

int size_of_pair(void)
{
  return sizeof(struct pair); // UNSUPPORTED
}
