// What a member of a union holds that was written last.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

union word {
  unsigned whole;
  unsigned char bytes[4];
};

enum kind { NUMBER, POINTER, PAIR };

struct value {
  enum kind kind;
  union {
    int number;
    int *pointer;
    struct {
      short a, b;
    } pair;
  } u;
};

struct tagged {
  int tag;
  union {
    int i;
    char c;
  };
};

/*@ requires \valid_read(v) && (v->kind == POINTER ==> \valid_read(v->u.pointer)); */
int as_number(const struct value *v)
{
  switch (v->kind) {
  case NUMBER:
    return v->u.number;
  case POINTER:
    return *v->u.pointer;
  default:
    return 0;
  }
}

void in_turn(void)
{
  struct value v;
  v.kind = NUMBER;
  v.u.number = 5;
  assert(v.u.number == 5);
  v.kind = PAIR;
  v.u.pair.a = 1;
  v.u.pair.b = 2;
  assert(v.u.pair.a == 1 && v.kind == PAIR);
}

void elements(int k)
{
  union word w = { .bytes = { 1, 2 } };
  w.bytes[2] = 7;
  assert(w.bytes[1] == 2);
  union word all[4];
  if (k < 0 || k > 3)
    return;
  for (unsigned i = 0; i < 4; i++)
    all[i].whole = i;
  assert(all[k].whole == (unsigned)k);
}

void copies(union word w)
{
  w.whole = 3;
  union word v = w;
  v.bytes[0] = 0;
  assert(w.whole == 3);
}

void unnamed(void)
{
  struct tagged t;
  t.tag = 1;
  t.i = 5;
  assert(t.i == 5);
  t.c = 6;
  assert(t.tag == 1 && t.c == 6);
}

/*@ requires \valid(v);
    assigns v->u;
    ensures v->u.number == n; */
void put(struct value *v, int n)
{
  v->u.number = n;
}

void by_contract(void)
{
  struct value v;
  v.kind = PAIR;
  v.u.pair.a = 1;
  put(&v, 3);
  assert(v.u.number == 3 && v.kind == PAIR);
}

void zeros(void)
{
  union word w;
  memset(&w, 0, sizeof w);
  assert(w.whole == 0 && w.bytes[3] == 0);
}

int on_heap(void)
{
  struct value *v = malloc(sizeof *v);
  if (!v)
    return 0;
  v->u.number = 3;
  int r = v->u.number;
  free(v);
  assert(r == 3);
  return r;
}
