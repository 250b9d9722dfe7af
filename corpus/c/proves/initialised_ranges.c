// A range has values where all of its places are there and have one.
#include <stdlib.h>
#include <string.h>

struct pair {
  int first;
  char second;
};

void zeros(void)
{
  int *p = calloc(3, sizeof *p);
  if (!p)
    return;
  //@ assert \initialized(p + (0 .. 2));
  //@ assert \forall integer k; 0 <= k < 3 ==> \initialized(p + k);
  free(p);
}

void pairs(void)
{
  struct pair *p = calloc(2, sizeof *p);
  if (!p)
    return;
  //@ assert \initialized(p + (0 .. 1));
  free(p);
}

void nothing(void)
{
  int *p = 0;
  //@ assert \initialized(p + (0 .. -1));
}

void bytes(void)
{
  char text[8];
  memset(text, 0, 7);
  //@ assert \initialized(&text[0] + (0 .. 6));
}

/*@ requires n >= 0 && \valid_read(a + (0 .. n - 1));
    requires \initialized(a + (0 .. n - 1));
    assigns \nothing; */
void given(int *a, int n)
{
  //@ assert \initialized(a + (0 .. n - 1));
}
