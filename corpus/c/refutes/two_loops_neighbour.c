// The last element has no right neighbour (twin of two_loops.c).
/*@ requires 1 <= n <= 1000 && \valid_read(a + (0 .. n - 1)) && \valid(d + (0 .. n - 1));
    requires \forall integer k; 0 <= k <= n ==> -1000 <= a[k] <= 1000;
    assigns d[0 .. n - 1]; */
void differences(const int *a, int n, int *d)
{
  /*@ loop invariant 0 <= i <= n;
      loop assigns i, d[0 .. n - 1]; */
  for (int i = 0; i < n; i++)
    d[i] = a[i + 1];  // FAILS
}
