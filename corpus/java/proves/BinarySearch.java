// Binary search in a sorted array; the midpoint does not overflow.
class BinarySearch {
  //@ requires (\forall int x, y; 0 <= x && x < y && y < a.length; a[x] <= a[y]);
  //@ ensures \result == -1 || 0 <= \result && \result < a.length && a[\result] == key;
  //@ ensures \result == -1 ==> (\forall int k; 0 <= k && k < a.length; a[k] != key);
  static int search(int[] a, int key) {
    int lo = 0;
    int hi = a.length;
    //@ skolem_constant int k;
    //@ loop_predicate 0 <= lo, lo <= hi, hi <= a.length;
    //@ loop_predicate 0 <= k, k < lo, hi <= k, k < a.length, a[k] == key;
    while (lo < hi) {
      int mid = lo + (hi - lo) / 2;
      if (a[mid] < key) {
        lo = mid + 1;
      } else if (a[mid] > key) {
        hi = mid;
      } else {
        return mid;
      }
    }
    return -1;
  }
}
