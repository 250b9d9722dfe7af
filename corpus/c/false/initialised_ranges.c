// What is outside of a block, null or given back has no value, in ranges and below quantifiers either.
#include <stdlib.h>
#include <string.h>

struct pair {
  int first;
  char second;
};

void behind(void)
{
  int *p = calloc(3, sizeof *p);
  if (!p)
    return;
  //@ assert \initialized(p + (0 .. 3)); // FAILS
  free(p);
}

void each_behind(void)
{
  int *p = calloc(3, sizeof *p);
  if (!p)
    return;
  //@ assert \forall integer k; 0 <= k <= 3 ==> \initialized(p + k); // FAILS
  free(p);
}

void in_front(void)
{
  int a[3] = { 1, 2, 3 };
  //@ assert \initialized(&a[0] + (-1 .. 2)); // FAILS
}

void pairs(void)
{
  struct pair *p = calloc(2, sizeof *p);
  if (!p)
    return;
  //@ assert \initialized(p + (0 .. 2)); // FAILS
  free(p);
}

void null(void)
{
  int *p = 0;
  //@ assert \initialized(p + (0 .. 2)); // FAILS
}

void given_back(void)
{
  int *p = calloc(3, sizeof *p);
  if (!p)
    return;
  free(p);
  //@ assert \initialized(p + (0 .. 2)); // FAILS
}

/*@ requires n >= 0 && \valid(a + (0 .. n - 1)); */
void more(int *a, int n)
{
  //@ assert \initialized(a + (0 .. n)); // FAILS
}
