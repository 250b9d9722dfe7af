// The same element may be taken twice (twin of two_sum.c).
/*@ requires 0 <= n <= 100 && \valid_read(a + (0 .. n - 1));
    requires \forall integer k; 0 <= k < n ==> -1000 <= a[k] <= 1000;
    assigns \nothing;
    ensures \result == 1 ==> n >= 2;  // FAILS
*/
int has_sum(const int *a, int n, int goal)
{
  int i = 0, j = n - 1;
  /*@ loop invariant 0 <= i && j < n && -1 <= j && i <= j + 1;
      loop assigns i, j; */
  while (i <= j) {
    int s = a[i] + a[j];
    if (s == goal)
      return 1;
    if (s < goal)
      i++;
    else
      j--;
  }
  return 0;
}
