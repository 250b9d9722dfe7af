// A single pass does not sort (twin of bubble_sort.c).
/*@ requires 0 <= n <= 100 && \valid(a + (0 .. n - 1));
    assigns a[0 .. n - 1];
    ensures \forall integer i; 0 < i < n ==> a[i - 1] <= a[i];  // FAILS
*/
void bubble_sort(int *a, int n)
{
  /*@ loop invariant 1 <= k;
      loop assigns k, a[0 .. n - 1]; */
  for (int k = 1; k < n; k++)
    if (a[k - 1] > a[k]) {
      int t = a[k - 1];
      a[k - 1] = a[k];
      a[k] = t;
    }
}
