// The partition puts elements equal to the pivot to the left (twin of Pivot).
class PivotEqual {
  //@ ensures 0 <= \result && \result <= a.length;
  //@ ensures (\forall int k; 0 <= k && k < \result; a[k] < pivot);  // FAILS
  static int split(int[] a, int pivot) {
    int m = 0;
    //@ skolem_constant int k;
    //@ loop_predicate 0 <= m, m <= j, j <= a.length, 0 <= k, k < m, a[k] < pivot;
    for (int j = 0; j < a.length; j++) {
      if (a[j] <= pivot) {
        int t = a[m];
        a[m] = a[j];
        a[j] = t;
        m++;
      }
    }
    return m;
  }
}
