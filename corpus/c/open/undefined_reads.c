// What is read outside of an array, or from a block that has ended, is not known.
#include <stdlib.h>

void outside(void)
{
  int t[2] = {1, 2};
  //@ assert t[5] == 0; // OPEN
}

void anywhere(int i)
{
  int t[2] = {0};
  //@ assert t[i] == 0; // OPEN
}

void outside_of_zeros(void)
{
  int *p = calloc(2, sizeof *p);
  if (p) {
    //@ assert p[5] == 0; // OPEN
    free(p);
  }
}

void freed(void)
{
  int *p = malloc(sizeof *p);
  if (p) {
    *p = 3;
    free(p);
    //@ assert *p == 3; // OPEN
  }
}

void ended(void)
{
  int *p;
  {
    int x = 3;
    p = &x;
  }
  //@ assert *p == 3; // OPEN
}
