// Members that are pointed to are parts of the block of their structure.
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

// one that has a member of the same name, and whose address nobody takes
struct other {
  int count;
  int y;
};

static struct shape first;

int main(void)
{
  int *count = &first.count;
  struct point *at = first.at;
  assert(*count == 0 && at[2].y == 0);
  int *y = &first.at[1].y;
  *y = 5;
  struct shape copy = first;
  assert(copy.at[1].y == 5 && copy.count == 0);
  first.at[1] = first.at[0];
  assert(*y == 0);
  return 0;
}

void addresses(void)
{
  struct shape s;
  int *count = &s.count, *tail = s.tail, *y = &s.at[1].y;
  assert(count < y && y < tail && count != y);
  //@ assert \offset(count) == 4 && \offset(y) == 20 && \offset(tail + 1) == 36;
  //@ assert \block_length(y) == sizeof(s) && \base_addr(y) == \base_addr(tail);
  // one past the end of a member is where the next one begins
  assert(&s.at[2].y + 1 == tail);
}

/*@ requires \valid(s);
    assigns s->tail[0 .. 1], s->count;
    ensures s->tail[0] == 0 && s->tail[1] == 0 && s->count == 2; */
void fill(struct shape *s)
{
  //@ assert \valid(&s->count) && \separated(&s->count, s->tail + (0 .. 1)) && \separated(&s->at[0].x, &s->at[1].x);
  int *p = s->tail;
  s->count = 2;
  p[0] = 0;
  p[1] = 0;
}

/*@ requires \valid(s + (0 .. n - 1)) && n > 1;
    assigns s[1].count;
    ensures \forall integer i; 0 <= i < n ==> \valid(&s[i].count); */
void second(struct shape *s, int n)
{
  int *p = &s[1].count;
  *p = n;
}

/*@ requires \valid(o) && \valid(p) && \separated(o, p);
    assigns o->y, *p;
    ensures o->y == 1; */
static void apart(struct other *o, int *p)
{
  o->y = 1;
  *p = 2;
}

void made(void)
{
  struct shape *s = calloc(2, sizeof *s);
  if (!s)
    return;
  int *y = &s[1].at[2].y;
  assert(*y == 0 && s[1].count == 0);
  *y = 3;
  assert(s[1].at[2].y == 3 && s[0].at[2].y == 0);
  free(s);
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
  r->length = 3;
  r->cells[0] = 1;
  r->cells[2] = 2;
  assert(r->cells[0] + r->cells[2] == r->length);
  free(r);
}

/*@ requires \valid((char *)p + (0 .. 7));
    assigns ((char *)p)[4 .. 7];
    ensures p[1] == 1; */
void bytes(int *p)
{
  p[1] = 1;
}

int grid[3][3];

/*@ assigns grid[0 .. 1][0 .. 1]; */
void corner(void);

void outside(void)
{
  grid[2][1] = 1;
  grid[0][2] = 2;
  corner();
  assert(grid[2][1] == 1 && grid[0][2] == 2);
}
