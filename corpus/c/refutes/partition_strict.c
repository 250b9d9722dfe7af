// Elements equal to the pivot go to the left (twin of partition.c).
/*@ requires 1 <= n <= 100 && \valid(a + (0 .. n - 1));
    assigns a[0 .. n - 1];
    ensures 0 <= \result < n;
    ensures \forall integer k; 0 <= k < \result ==> a[k] < \old(a[n - 1]);  // FAILS
*/
int partition(int *a, int n)
{
  int pivot = a[n - 1];
  int m = 0;
  /*@ loop invariant 0 <= m <= i <= n - 1;
      loop assigns i, m, a[0 .. n - 1]; */
  for (int i = 0; i < n - 1; i++)
    if (a[i] <= pivot) {
      int t = a[i];
      a[i] = a[m];
      a[m] = t;
      m++;
    }
  return m;
}
