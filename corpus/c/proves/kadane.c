// The greatest sum of a stretch of small numbers.
/*@ requires 1 <= n <= 1000 && \valid_read(a + (0 .. n - 1));
    requires \forall integer k; 0 <= k < n ==> -1000 <= a[k] <= 1000;
    assigns \nothing;
    ensures \forall integer k; 0 <= k < n ==> a[k] <= \result; */
int kadane(const int *a, int n)
{
  int best = a[0], ending = a[0];
  /*@ loop invariant 1 <= i <= n;
      loop invariant -1000 <= ending <= 1000 * i && ending <= best <= 1000 * i;
      loop invariant \forall integer k; 0 <= k < i ==> a[k] <= best;
      loop assigns i, best, ending;
      loop variant n - i; */
  for (int i = 1; i < n; i++) {
    ending = ending > 0 ? ending + a[i] : a[i];
    if (ending > best)
      best = ending;
  }
  return best;
}
