// Room for the elements of two arrays, whose lengths together may be too great for one (twin of
// MergeSorted).
class MergeSortedSize {
  //@ requires 0 <= n && 0 <= m;
  //@ ensures \result.length == n + m;
  static int[] room(int n, int m) {
    return new int[n + m];  // FAILS
  }
}
