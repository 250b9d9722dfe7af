// What is said of variables that live in memory is not more than what is true.
#include <stdio.h>

struct point {
  int x;
  int y[3];
};

int counted;
struct point last;

int read_and_sum(void)
{
  int n, sum = 0;
  if (scanf("%d", &n) != 1 || n < 0 || n > 100)
    return 0;
  for (int i = 0; i < n; i++)
    sum += i;
  //@ assert 0 <= sum <= 10000 && sum < 4950; // FAILS
  return sum;
}

int structures(int n)
{
  struct point p = { 0, { 1, 2, 3 } };
  struct point *q = &p;
  int *c = &counted;
  for (int i = 0; i < n; i++) {
    q->y[1] = i;
    *c = i + 1;
    last.x = i;
  }
  //@ assert n > 0 ==> p.y[1] == n && counted == n && last.x == n - 1; // FAILS
  return p.x;
}

int by_address(int n)
{
  int x = 0;
  int *p = &x;
  for (int i = 0; i < n; i++)
    x = i + 1;
  //@ assert n >= 0 ==> x == n && *p == n + 1; // FAILS
  return x;
}

int moving(void)
{
  int a[10];
  for (int i = 0; i < 10; i++)
    a[i] = i;
  int *p = a;
  for (int i = 0; i < 10; i++)
    *p++ = i + 1;
  //@ assert \forall integer j; 0 <= j < 10 ==> a[j] == j + 1 && a[j] != 7; // FAILS
  return a[9];
}
