// Whether a number is prime, and a sieve.
/*@ requires 2 <= n <= 10000;
    assigns \nothing;
    ensures \result == 0 ==> (\exists integer d; 2 <= d < n && n % d == 0);
    ensures \result == 1 ==> (\forall integer d; 2 <= d < n ==> n % d != 0); */
int is_prime(int n)
{
  /*@ loop invariant 2 <= d <= n;
      loop invariant \forall integer k; 2 <= k < d ==> n % k != 0;
      loop assigns d;
      loop variant n - d; */
  for (int d = 2; d < n; d++)
    if (n % d == 0)
      return 0;
  return 1;
}

/*@ requires 0 <= n <= 10000 && \valid(composite + (0 .. n));
    assigns composite[0 .. n]; */
void sieve(char *composite, int n)
{
  /*@ loop invariant 0 <= i <= n + 1;
      loop assigns i, composite[0 .. n];
      loop variant n - i; */
  for (int i = 0; i <= n; i++)
    composite[i] = i < 2;
  /*@ loop invariant 2 <= p <= 101;
      loop assigns p, composite[0 .. n];
      loop variant 101 - p; */
  for (int p = 2; p * p <= n; p++) {
    if (composite[p])
      continue;
    /*@ loop invariant p * p <= k <= n + p;
        loop assigns k, composite[0 .. n];
        loop variant n + p - k; */
    for (int k = p * p; k <= n; k += p)
      composite[k] = 1;
  }
}
