// The search for a divisor begins with zero (twin of primes.c).
/*@ requires 2 <= n <= 1000;
    assigns \nothing; */
int is_prime(int n)
{
  /*@ loop invariant 0 <= d <= n;
      loop assigns d; */
  for (int d = 0; d < n; d++)
    if (n % d == 0)  // FAILS
      return 0;
  return 1;
}
