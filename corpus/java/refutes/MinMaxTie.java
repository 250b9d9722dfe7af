// The last least place instead of the first (twin of MinMax).
class MinMaxTie {
  //@ requires a.length > 0;
  //@ ensures 0 <= \result && \result < a.length;
  //@ ensures (\forall int k; 0 <= k && k < \result; a[\result] < a[k]);  // FAILS
  static int argMin(short[] a) {
    int at = 0;
    //@ skolem_constant int k;
    //@ loop_predicate 1 <= i, 0 <= at, at < a.length, 0 <= k, k < at, a[at] < a[k];
    for (int i = 1; i < a.length; i++) {
      if (a[i] <= a[at]) {
        at = i;
      }
    }
    return at;
  }
}
