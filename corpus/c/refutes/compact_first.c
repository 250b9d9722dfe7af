// The first place is left free (twin of compact.c): the last element lands outside.
/*@ requires 0 <= n <= 1000 && \valid(a + (0 .. n - 1)); */
int remove_zeros(int *a, int n)
{
  int to = 0;
  /*@ loop invariant 0 <= to <= from <= n; */
  for (int from = 0; from < n; from++)
    if (a[from])
      a[++to] = a[from];  // FAILS
  return to;
}
