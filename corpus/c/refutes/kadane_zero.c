// The best sum begins with zero (twin of kadane.c): wrong if all are negative.
/*@ requires 1 <= n <= 100 && \valid_read(a + (0 .. n - 1));
    requires \forall integer k; 0 <= k < n ==> -1000 <= a[k] <= 1000;
    assigns \nothing;
    ensures n == 1 ==> \result == a[0];  // FAILS
*/
int kadane(const int *a, int n)
{
  int best = 0, ending = 0;
  /*@ loop invariant 0 <= i <= n;
      loop invariant -1000 <= ending <= 1000 * i && 0 <= best <= 1000 * i;
      loop assigns i, best, ending; */
  for (int i = 0; i < n; i++) {
    ending = ending > 0 ? ending + a[i] : a[i];
    if (ending > best)
      best = ending;
  }
  return best;
}
