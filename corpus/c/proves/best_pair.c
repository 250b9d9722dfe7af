// A window over an array: the greatest sum of two neighbours and where it is.
/*@ requires 2 <= n && \valid_read(a + (0 .. n - 1)) && \valid(where);
    requires \forall integer k; 0 <= k < n ==> -1000 <= a[k] <= 1000;
    requires \separated(where, a + (0 .. n - 1));
    assigns *where;
    ensures 0 <= *where < n - 1 && \result == a[*where] + a[*where + 1];
    ensures \forall integer k; 0 <= k < n - 1 ==> a[k] + a[k + 1] <= \result; */
int best_pair(const int *a, int n, int *where)
{
  int best = a[0] + a[1];
  *where = 0;
  /*@ loop invariant 1 <= i <= n - 1 && 0 <= *where < i;
      loop invariant best == a[*where] + a[*where + 1];
      loop invariant \forall integer k; 0 <= k < i ==> a[k] + a[k + 1] <= best;
      loop assigns i, best, *where;
      loop variant n - i; */
  for (int i = 1; i < n - 1; i++) {
    int s = a[i] + a[i + 1];
    if (s > best) {
      best = s;
      *where = i;
    }
  }
  return best;
}
