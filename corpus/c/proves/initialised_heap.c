// Memory from malloc is written before it is read; contracts say what has a value.
#include <stdlib.h>

int ones(int n)
{
  if (n <= 0 || n > 100)
    return 0;
  int *p = malloc(n * sizeof(int));
  if (!p)
    return 0;
  for (int i = 0; i < n; i++)
    p[i] = 1;
  int found = 0;
  for (int i = 0; i < n; i++)
    if (p[i] == 1)
      found++;
  free(p);
  return found;
}

/*@ requires \valid(p + (0 .. n - 1)) && n >= 0;
    assigns p[0 .. n - 1];
    ensures \initialized(p + (0 .. n - 1)); */
void fill(int *p, int n)
{
  for (int i = 0; i < n; i++)
    p[i] = 0;
}

/*@ requires \valid_read(p + (0 .. n - 1)) && 0 < n;
    requires \initialized(p + (0 .. n - 1));
    assigns \nothing; */
int last(const int *p, int n)
{
  return p[n - 1];
}

int filled(void)
{
  int a[8];
  fill(a, 8);
  return a[7] == last(a, 8);
}

// a function that only writes need not say so
/*@ requires \valid(quotient) && \valid(rest) && \separated(quotient, rest);
    requires b > 0 && a >= 0;
    assigns *quotient, *rest;
    ensures *quotient == a / b && *rest == a % b; */
void divide(int a, int b, int *quotient, int *rest)
{
  *quotient = a / b;
  *rest = a % b;
}

int divided(void)
{
  int q, r;
  divide(17, 5, &q, &r);
  //@ assert q == 3 && r == 2;
  return q + r;
}

struct node {
  int value;
  struct node *next;
};

/*@ ensures \result == \null || (\valid(\result) && \result->value == x); */
struct node *cell(int x)
{
  struct node *n = malloc(sizeof *n);
  if (!n)
    return 0;
  n->value = x;
  n->next = 0;
  return n;
}
