// The last number is left out of the sum (twin of recursion.c).
/*@ requires 0 <= n <= 1000;
    decreases n;
    assigns \nothing;
    ensures 2 * \result == n * (n + 1);  // FAILS
*/
int sum_to(int n)
{
  return n <= 1 ? 0 : n + sum_to(n - 1);
}
