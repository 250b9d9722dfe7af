// Binary search that takes the upper end for an index of the array (twin of BinarySearch).
class BinarySearchClosed {
  //@ ensures \result == -1 || 0 <= \result && \result < a.length && a[\result] == key;
  static int search(int[] a, int key) {
    int lo = 0;
    int hi = a.length;
    //@ loop_predicate 0 <= lo, hi <= a.length;
    while (lo <= hi) {
      int mid = lo + (hi - lo) / 2;
      if (a[mid] < key) {  // FAILS
        lo = mid + 1;
      } else if (a[mid] > key) {
        hi = mid - 1;
      } else {
        return mid;
      }
    }
    return -1;
  }
}
