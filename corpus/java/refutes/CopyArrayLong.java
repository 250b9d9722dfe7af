// Copying without the precondition that the target is long enough (twin of CopyArray).
class CopyArrayLong {
  //@ ensures (\forall int k; 0 <= k && k < src.length; dst[k] == src[k]);
  static void copy(int[] src, int[] dst) {
    //@ skolem_constant int k;
    //@ loop_predicate 0 <= i, 0 <= k, k < i, dst[k] == src[k];
    for (int i = 0; i < src.length; i++) {
      dst[i] = src[i];  // FAILS
    }
  }
}
