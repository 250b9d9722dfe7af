// A value may be equal to the bound (twin of Histogram).
class HistogramBound {
  //@ requires 0 <= m;
  //@ requires (\forall int k; 0 <= k && k < a.length; 0 <= a[k] && a[k] <= m);
  static int[] count(byte[] a, int m) {
    int[] count = new int[m];
    //@ loop_predicate 0 <= i;
    for (int i = 0; i < a.length; i++) {
      count[a[i]]++;  // FAILS
    }
    return count;
  }
}
