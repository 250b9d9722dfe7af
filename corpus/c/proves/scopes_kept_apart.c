// One name, several meanings: tags, enumerators, static variables, fields of one bit.
#include <assert.h>

enum { N = 10, TOP = 0x80000000u };

static int small(void)
{
  struct pair { char c; };
  return sizeof(struct pair);
}

struct pair { int a[10]; };

static int twice(int N)
{
  enum { two = 2 };
  return N * two;
}

static int next(int up)
{
  if (up) {
    static int count = 5;
    count++;
    return count;
  }
  static int count = 7;
  return count;
}

struct bits { _Bool b : 1; };
struct nested { struct { int x, y; } a; int z; };

int main(void)
{
  struct bits s;
  s.b = 2;
  struct nested p = { .a.x = 1, 2 };
  assert(small() == 1 && sizeof(struct pair) == 40);
  assert(twice(3) == 6 && N == 10);
  assert(next(1) == 6 && next(0) == 7);
  assert(s.b == 1);
  assert(p.a.y == 2 && p.z == 0);
  assert(-1 > N - 12 && sizeof(1.0f) == 4);
  unsigned wrapped = TOP + TOP;
  assert(wrapped == 0);
}
