// Finds a key in a sorted array.
/*@ predicate sorted{L}(int *a, integer n) =
      \forall integer i, j; 0 <= i <= j < n ==> a[i] <= a[j]; */

/*@ requires 0 <= n && \valid_read(a + (0 .. n - 1)) && sorted(a, n);
    assigns \nothing;
    behavior found:
      assumes \exists integer k; 0 <= k < n && a[k] == key;
      ensures 0 <= \result < n && a[\result] == key;
    behavior absent:
      assumes \forall integer k; 0 <= k < n ==> a[k] != key;
      ensures \result == -1;
    complete behaviors;
    disjoint behaviors; */
int binary_search(int *a, int n, int key)
{
  int lo = 0, hi = n - 1;
  /*@ loop invariant 0 <= lo && -1 <= hi < n && lo <= hi + 1;
      loop invariant \forall integer k; 0 <= k < lo ==> a[k] < key;
      loop invariant \forall integer k; hi < k < n ==> a[k] > key;
      loop assigns lo, hi;
      loop variant hi - lo; */
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
