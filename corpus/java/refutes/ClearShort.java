// `clear` stops before the last element (twin of Clear).
class ClearShort {
  //@ ensures (\forall int k; 0 <= k && k < a.length; a[k] == 0);  // FAILS
  static void clear(int[] a) {
    //@ skolem_constant int k;
    //@ loop_predicate 0 <= i, 0 <= k, k < i, a[k] == 0;
    for (int i = 0; i < a.length - 1; i++) {
      a[i] = 0;
    }
  }
}
