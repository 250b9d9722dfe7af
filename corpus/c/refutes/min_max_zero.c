// The greatest is sought from zero on (twin of min_max.c): wrong if all are negative.
/*@ requires 1 <= n <= 100 && \valid_read(a + (0 .. n - 1));
    assigns \nothing;
    ensures \exists integer k; 0 <= k < n && a[k] == \result;  // FAILS
*/
int max(const int *a, int n)
{
  int m = 0;
  /*@ loop invariant 0 <= i <= n;
      loop assigns i, m; */
  for (int i = 0; i < n; i++)
    if (a[i] > m)
      m = a[i];
  return m;
}
