// Binary search with the ends unbounded: right, but nobody says where they stay.
/*@ requires 0 <= n <= 1000 && \valid_read(a + (0 .. n - 1));
    assigns \nothing; */
int binary_search(const int *a, int n, int key)
{
  int lo = 0, hi = n - 1;
  /*@ loop invariant -1 <= hi <= 1000 && 0 <= lo <= 1001;
      loop assigns lo, hi; */
  while (lo <= hi) {
    int mid = lo + (hi - lo) / 2;
    if (a[mid] == key)  // OPEN
      return mid;
    if (a[mid] < key)
      lo = mid + 1;
    else
      hi = mid - 1;
  }
  return -1;
}
