/* What the source or the system determines and nobody has computed is no input. */
#include <assert.h>
#include <stdlib.h>

/*@ requires \valid(p);
    assigns *p; */
void set(int *p) {
  *p = 9;
}

void left(void) {
  int y = 1;
  set(&y);
  assert(y == 9); // OPEN
  exit(0);
}

/*@ requires 0 <= n;
    assigns \nothing;
    ensures \result == n; */
int small(int n) {
  if (n > 100) exit(1);
  return n;
}

void never(void) {
  int x = small(200);
  assert(x == 0); // OPEN
}

/*@ assigns *p; */
void may(int *p) {
}

/*@ assigns \nothing; */
void frame(int *p) {
  may(p); // OPEN
}

int main(int argc, char **argv) {
  assert(argc >= 0);
  assert(argc < 1 || argv[0][0] != 'x'); // OPEN
  return 0;
}

// a variable of this file has the values that its functions give it
static int level = 1;

void raise_level(void)
{
  if (level < 10)
    level++;
}

int share(void)
{
  return 10 / level; // OPEN
}

static int place = 1;
static int *current = &place;

void choose(int *q)
{
  if (q)
    current = q;
}

int never_null(void)
{
  if (current == 0)
    return 1 / (current != 0); // OPEN
  return 0;
}

// given what this file gives it, through a pointer
static void clear(int *p)
{
  *p = 0; // OPEN
}

int cleared(void)
{
  int x = 5;
  void (*action)(int *) = clear;
  action(&x);
  return x;
}
