// A static variable is changed by functions of its file only: what a function outside makes of it is not known.
#include <assert.h>

void other(void);
static int state;

void reset(void)
{
  state = 1;
}

void keeps(void)
{
  state = 1;
  other();
  assert(state == 1); // OPEN
}

typedef int operation(int);
static int same(int x)
{
  return x;
}
static struct {
  operation *run;
  int used;
} chosen = { same, 0 };
static int cell;

static void count(int *p)
{
  *p = 1;
}

void choose(operation *o)
{
  if (o)
    chosen.run = o;
  count(&chosen.used);
  count(&cell);
}

int apply(int x)
{
  return chosen.run(x); // OPEN
}

void used(void)
{
  assert(chosen.used == 0 || chosen.used == 1); // OPEN
  assert(cell == 0 || cell == 1); // OPEN
}

void still_used(void)
{
  cell = 1;
  other();
  assert(cell == 1); // OPEN
}
