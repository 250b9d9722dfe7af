// The recursion does not end with negative numbers, which are not excluded at the call (twin of
// recursion.c).
/*@ requires 0 <= n <= 1000;
    decreases n;
    assigns \nothing;
    ensures 0 <= \result; */
int half_steps(int n)
{
  if (n == 0)
    return 0;
  return half_steps(n - 2);  // FAILS
}
