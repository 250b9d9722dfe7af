// The least element of an array that may be empty (twin of MinMax).
class MinMaxEmpty {
  //@ ensures (\forall int k; 0 <= k && k < a.length; \result <= a[k]);
  static int min(int[] a) {
    int m = a[0];  // FAILS
    //@ skolem_constant int k;
    //@ loop_predicate 1 <= i, 0 <= k, k < i, m <= a[k];
    for (int i = 1; i < a.length; i++) {
      if (a[i] < m) {
        m = a[i];
      }
    }
    return m;
  }
}
