// What is behind the end of an array, null, or given back has no value.
#include <stdlib.h>

int pair[2];

void behind(void)
{
  int a[3] = { 0 };
  int *p = a;
  //@ assert \initialized(p + 3); // FAILS
}

void behind_variable(void)
{
  int a[3] = { 0 };
  //@ assert \initialized(&a[5]); // FAILS
}

void behind_static(void)
{
  int *p = pair;
  //@ assert \initialized(p + 2); // FAILS
}

void null(void)
{
  int *p = 0;
  //@ assert \initialized(p); // FAILS
}

void given_back(void)
{
  int *p = calloc(1, sizeof *p);
  if (!p)
    return;
  //@ assert \initialized(p);
  free(p);
  //@ assert \initialized(p); // FAILS
}
