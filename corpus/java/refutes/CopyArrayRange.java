// The new array has room for the upper end as well, which may lie behind the source (twin of
// CopyArray).
class CopyArrayRange {
  //@ requires 0 <= from && from <= to && to <= a.length && to - from < 2147483647;
  //@ ensures \result.length == to - from + 1;
  static int[] range(int[] a, int from, int to) {
    int[] b = new int[to - from + 1];
    //@ loop_predicate 0 <= i;
    for (int i = 0; i < b.length; i++) {
      b[i] = a[from + i];  // FAILS
    }
    return b;
  }
}
