// The search for a divisor begins with one (twin of primes.c).
/*@ requires 2 <= n <= 1000;
    assigns \nothing;
    ensures \result == 0 ==> (\exists integer d; 2 <= d < n && n % d == 0);  // FAILS
*/
int is_prime(int n)
{
  /*@ loop invariant 1 <= d <= n;
      loop assigns d; */
  for (int d = 1; d < n; d++)
    if (n % d == 0)
      return 0;
  return 1;
}
