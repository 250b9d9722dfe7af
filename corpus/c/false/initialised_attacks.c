// Ways to read memory without a value that were once overlooked.
#include <stdlib.h>
#include <string.h>

// a copy takes the value away
int taken_away(void)
{
  int x = 1, y;
  for (int i = 0; i < 1; i++)
    memcpy(&x, &y, sizeof x);  // FAILS
  return x;  // FAILS
}

/*@ requires \valid(p);
    assigns *p; */
void taken_from_caller(int *p)
{
  int y;
  memcpy(p, &y, sizeof y);  // FAILS
}

// what is said by a predicate is said
/*@ predicate has_value(int *p) = \initialized(p); */

/*@ requires \valid(p);
    assigns *p;
    ensures has_value(p); */
void set(int *p, int c)
{
  if (c)
    *p = 1;
  else
    *p = 2;
}

int other_variable(int c)
{
  int x, y;
  int *q = &y;
  set(&x, c);
  return x == *q;  // FAILS
}

// the variable is a new one when the block is entered again
int comes_back(void)
{
  int i = 0;
  {
    int a;
    a = 5;
  in:
    if (i)
      return a;  // FAILS
    i = 1;
  }
  goto in;
}

struct unnamed {
  struct {
    int x;
  };
  int y;
};

/*@ requires \valid(p);
    assigns \nothing; */
int reads_x(struct unnamed *p)
{
  return p->x;
}

int passes_without_x(void)
{
  struct unnamed a;
  a.y = 1;
  return reads_x(&a);  // FAILS
}

/*@ requires \valid(p);
    assigns \nothing; */
int reads_in_a_size(int *p)
{
  int a[(*p) ? 1 : 2];
  a[0] = 1;
  return a[0];
}

int passes_to_size(void)
{
  int x;
  return reads_in_a_size(&x);  // FAILS
}

/*@ requires \valid(p);
    assigns *p; */
void leaves_early(int *p, int c)
{
  int t;
  t = ({ if (c) return; 1; });
  *p = t;
}

int early(int c)
{
  int x;
  leaves_early(&x, c);
  return x;  // FAILS
}

unsigned long length(void)
{
  char s[4];
  s[3] = 0;
  return strlen(s);  // FAILS
}
