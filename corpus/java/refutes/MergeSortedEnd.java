// Merging that does not ask whether the second array has ended (twin of MergeSorted).
class MergeSortedEnd {
  //@ requires a.length + b.length <= Integer.MAX_VALUE;
  static int[] merge(int[] a, int[] b) {
    int[] c = new int[a.length + b.length];
    int i = 0;
    int j = 0;
    //@ loop_predicate 0 <= i, i <= a.length, 0 <= j, j <= b.length;
    while (i < a.length || j < b.length) {
      if (i < a.length && a[i] <= b[j]) {  // FAILS
        c[i + j] = a[i];
        i++;
      } else {
        c[i + j] = b[j];
        j++;
      }
    }
    return c;
  }
}
