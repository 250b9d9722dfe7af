// Takes the greatest instead of the least (twin of selection_sort.c).
/*@ requires 0 < n <= 100 && \valid_read(a + (0 .. n - 1));
    assigns \nothing;
    ensures 0 <= \result < n;
    ensures \forall integer k; 0 <= k < n ==> a[\result] <= a[k];  // FAILS
*/
int least(int *a, int n)
{
  int best = 0;
  /*@ loop invariant 0 < i <= n && 0 <= best < i;
      loop assigns i, best; */
  for (int i = 1; i < n; i++)
    if (a[i] > a[best])
      best = i;
  return best;
}
