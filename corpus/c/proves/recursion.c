// Recursive functions.
/*@ requires 0 <= n <= 1000;
    decreases n;
    assigns \nothing;
    ensures 2 * \result == n * (n + 1); */
int sum_to(int n)
{
  return n == 0 ? 0 : n + sum_to(n - 1);
}

/*@ requires 0 < a && 0 <= b;
    decreases b;
    assigns \nothing;
    ensures 0 < \result; */
int divisor(int a, int b)
{
  if (b == 0)
    return a;
  return divisor(b, a % b);
}

/*@ requires 0 <= lo <= hi && \valid_read(a + (lo .. hi - 1));
    decreases hi - lo;
    assigns \nothing;
    ensures \result <==> (\exists integer k; lo <= k < hi && a[k] == x); */
_Bool member(const int *a, int lo, int hi, int x)
{
  if (lo == hi)
    return 0;
  return a[lo] == x || member(a, lo + 1, hi, x);
}
