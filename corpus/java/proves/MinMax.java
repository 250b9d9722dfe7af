// The least element, the greatest one, and the place of the first least one.
class MinMax {
  //@ requires a.length > 0;
  //@ ensures (\forall int k; 0 <= k && k < a.length; \result <= a[k]);
  //@ ensures (\exists int k; 0 <= k && k < a.length; a[k] == \result);
  static int min(int[] a) {
    int m = a[0];
    int at = 0;
    //@ skolem_constant int k;
    //@ loop_predicate 1 <= i, 0 <= k, k < i, m <= a[k];
    //@ loop_predicate 0 <= at, at < a.length, a[at] == m;
    for (int i = 1; i < a.length; i++) {
      if (a[i] < m) {
        m = a[i];
        at = i;
      }
    }
    return m;
  }

  //@ requires a.length > 0;
  //@ ensures (\forall int k; 0 <= k && k < a.length; a[k] <= \result);
  static long max(long[] a) {
    long m = a[0];
    //@ skolem_constant int k;
    //@ loop_predicate 1 <= i, 0 <= k, k < i, a[k] <= m;
    for (int i = 1; i < a.length; ++i) {
      m = a[i] > m ? a[i] : m;
    }
    return m;
  }

  //@ requires a.length > 0;
  //@ ensures 0 <= \result && \result < a.length;
  //@ ensures (\forall int k; 0 <= k && k < a.length; a[\result] <= a[k]);
  //@ ensures (\forall int k; 0 <= k && k < \result; a[\result] < a[k]);
  static int argMin(short[] a) {
    int at = 0;
    //@ skolem_constant int k;
    //@ loop_predicate 1 <= i, 0 <= at, at < a.length;
    //@ loop_predicate 0 <= k, k < i, k < at, a[at] < a[k], a[at] == a[k];
    for (int i = 1; i < a.length; i++) {
      if (a[i] < a[at]) {
        at = i;
      }
    }
    return at;
  }
}
