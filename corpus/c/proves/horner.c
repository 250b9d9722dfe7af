// A polynomial with wrap-around, the steps of Collatz, and exchange without a third variable.
/*@ requires \valid_read(c + (0 .. n - 1));
    assigns \nothing; */
unsigned horner(const unsigned *c, unsigned n, unsigned x)
{
  unsigned value = 0;
  /*@ loop invariant 0 <= n <= \at(n, Pre);
      loop assigns n, value;
      loop variant n; */
  while (n > 0)
    value = value * x + c[--n];
  return value;
}

/*@ requires 1 <= n;
    assigns \nothing;
    ensures 0 <= \result <= 1000; */
int collatz(unsigned n)
{
  int steps = 0;
  /*@ loop invariant 0 <= steps <= 1000;
      loop assigns n, steps;
      loop variant 1000 - steps; */
  while (n != 1 && steps < 1000) {
    n = n % 2 ? 3 * n + 1 : n / 2;
    steps++;
  }
  return steps;
}

/*@ requires \valid(p) && \valid(q) && \separated(p, q);
    assigns *p, *q;
    ensures *p == \old(*q) && *q == \old(*p); */
void exchange(unsigned *p, unsigned *q)
{
  *p = *p + *q;
  *q = *p - *q;
  *p = *p - *q;
}
