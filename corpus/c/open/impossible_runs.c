// No run of these comes to an end, for the contract of a function without a body contradicts itself: nothing is
// proved of them. A function that stops the program, and one that goes on for ever, end as they mean to.
#include <stdlib.h>

/*@ assigns \nothing;
    ensures \result > 0;
    ensures x > 10 ==> \result < 0; */
int measure(int x);

int straight(void)  // OPEN
{
  int x = measure(11);
  /*@ assert x == 5; */
  return x;
}

int after_a_loop(int n)  // OPEN
{
  int i = 0;
  while (i < 20)
    i++;
  if (n > 3)
    i = i - 1;
  i = measure(i);
  /*@ assert i == 5; */
  return i;
}

int on_one_way(int n)  // OPEN
{
  int r = 1;
  if (n > 20) {
    r = measure(n);
    /*@ assert r == 5; */
  } else if (n > 3) {
    r = measure(n - 3);
  }
  return r;
}

int dead_code(int n)
{
  if (n < 20 && n > 30)
    return measure(n);
  return measure(2);
}

void stops(void)
{
  exit(1);
}

void goes_on(int n)
{
  while (1)
    n = n / 2;
}

int may_measure(int n)
{
  return measure(n);
}
