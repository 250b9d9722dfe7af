// The average of nothing (twin of sum_average.c).
/*@ requires 0 <= n <= 1000 && \valid_read(a + (0 .. n - 1));
    requires \forall integer k; 0 <= k < n ==> 0 <= a[k] <= 1000;
    assigns \nothing; */
int average(const int *a, int n)
{
  int s = 0, i = 0;
  /*@ loop invariant 0 <= i <= n && 0 <= s <= 1000 * i;
      loop assigns i, s; */
  while (i < n) {
    s += a[i];
    ++i;
  }
  return s / n;  // FAILS
}
