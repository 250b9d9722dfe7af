// Members of unions that hold something else (twin of proves/unions.c).
#include <assert.h>

union word {
  unsigned whole;
  unsigned char bytes[4];
};

struct value {
  int kind;
  union {
    int number;
    int *pointer;
  } u;
};

void wrong(void)
{
  struct value v;
  v.u.number = 5;
  assert(v.u.number == 6); // FAILS
}

void last(int c)
{
  union word w;
  w.whole = 1;
  if (c)
    w.whole = 2;
  assert(w.whole == 1); // FAILS
}

void element(void)
{
  union word w = { .bytes = { 1, 2 } };
  w.bytes[2] = 7;
  assert(w.bytes[1] == 7); // FAILS
}

void beside(struct value v)
{
  if (v.kind == 3)
    assert(v.kind - 3 == 1); // FAILS
}
