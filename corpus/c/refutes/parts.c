// What is not so of members that are pointed to (twin of parts.c).
#include <assert.h>
#include <stdlib.h>

struct point {
  int x;
  int y;
};

struct shape {
  char kind;
  int count;
  struct point at[3];
  int tail[2];
};

int main(void)
{
  struct shape a = { 0 }, b = { 0 };
  int *y = &b.at[1].y;
  *y = 5;
  a = b;
  assert(a.at[1].y == 0);  // FAILS
  return 0;
}

void addresses(void)
{
  struct shape s;
  int *y = &s.at[2].y, *tail = s.tail;
  assert(y + 1 != tail);  // FAILS
}

void offset(void)
{
  struct shape s;
  int *count = &s.count;
  //@ assert \offset(count) == 0; // FAILS
}

/*@ requires \valid(s) && \valid(p);
    assigns s->tail[1], *p; */
void aliased(struct shape *s, int *p)
{
  s->tail[1] = 1;
  *p = 2;
  assert(s->tail[1] == 1);  // FAILS
}

void past_a_member(void)
{
  struct shape s = { 0 };
  int *p = &s.count;
  p[1] = 0;  // FAILS
}

struct row {
  int length;
  int cells[];
};

void row(void)
{
  struct row *r = malloc(sizeof *r + 3 * sizeof(int));
  if (!r)
    return;
  r->cells[3] = 1;  // FAILS
  free(r);
}

/*@ requires \valid((char *)p + (0 .. 7));
    assigns p[0 .. 7]; */
void bytes(int *p)
{
  p[7] = 1;  // FAILS
}
