// What a member of a union holds after another one was written, or that comes from outside, is not known.
#include <assert.h>

union word {
  unsigned whole;
  unsigned char bytes[4];
};

struct box {
  int tag;
  union word w;
};

void bytes_of(void)
{
  union word w;
  w.whole = 1;
  assert(w.bytes[0] == 1); // OPEN
}

void stale(void)
{
  union word w;
  w.bytes[0] = 7;
  w.whole = 1;
  assert(w.bytes[0] == 7); // OPEN
}

void one_byte(void)
{
  union word w;
  w.whole = 7;
  w.bytes[1] = 1;
  assert(w.whole == 7); // OPEN
}

/*@ requires \valid(p) && \valid(q); */
void aliased(union word *p, union word *q)
{
  p->whole = 3;
  q->bytes[0] = 1;
  assert(p->whole == 3); // OPEN
}

void in_a_loop(int n)
{
  union word w;
  w.whole = 0;
  for (int i = 0; i < n; i++)
    w.bytes[0] = 1;
  assert(w.whole == 0); // OPEN
}

void given(union word w)
{
  assert(!(w.whole == 0 && w.bytes[0] != 0)); // OPEN
}

/*@ requires \valid(b);
    assigns b->w;
    ensures b->w.whole == 3; */
void put(struct box *b)
{
  b->w.whole = 3;
}

void by_contract(void)
{
  struct box b;
  b.w.bytes[0] = 9;
  put(&b);
  assert(b.w.bytes[0] == 9); // OPEN
}

/*@ predicate small(union word *p) = p->whole < 10; */

/*@ requires \valid(p) && small(p); */
void in_formulas(union word *p)
{
  p->bytes[1] = 3;
  /*@ assert small(p); */ // OPEN
}
