// The upper end is taken to be outside of the array but used as if it were inside (twin of
// binary_search.c).
/*@ requires 0 <= n <= 1000 && \valid_read(a + (0 .. n - 1));
    assigns \nothing; */
int binary_search(int *a, int n, int key)
{
  int lo = 0, hi = n;
  /*@ loop invariant 0 <= lo <= hi + 1 && hi <= n;
      loop assigns lo, hi; */
  while (lo <= hi) {
    int mid = lo + (hi - lo) / 2;
    if (a[mid] == key)  // FAILS
      return mid;
    if (a[mid] < key)
      lo = mid + 1;
    else
      hi = mid - 1;
  }
  return -1;
}
