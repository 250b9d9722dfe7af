// Nobody says that the array is sorted (twin of binary_search.c).
/*@ requires 0 <= n <= 100 && \valid_read(a + (0 .. n - 1));
    assigns \nothing;
    ensures \result == -1 ==> (\forall integer k; 0 <= k < n ==> a[k] != key);  // FAILS
*/
int binary_search(int *a, int n, int key)
{
  int lo = 0, hi = n - 1;
  /*@ loop invariant 0 <= lo && -1 <= hi < n && lo <= hi + 1;
      loop assigns lo, hi; */
  while (lo <= hi) {
    int mid = lo + (hi - lo) / 2;
    if (a[mid] == key)
      return mid;
    if (a[mid] < key)
      lo = mid + 1;
    else
      hi = mid - 1;
  }
  return -1;
}
