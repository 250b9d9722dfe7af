// Copying into an array that is long enough, and into a new one.
class CopyArray {
  //@ requires src.length <= dst.length;
  //@ ensures (\forall int k; 0 <= k && k < src.length; dst[k] == src[k]);
  //@ ensures (\forall int k; src.length <= k && k < dst.length; dst[k] == \old(dst[k]));
  static void copy(int[] src, int[] dst) {
    //@ skolem_constant int k;
    //@ loop_predicate 0 <= i, i <= src.length, 0 <= k, k < i;
    //@ loop_predicate dst[k] == src[k], dst[k] == \old(dst[k]);
    for (int i = 0; i < src.length; i++) {
      dst[i] = src[i];
    }
  }

  //@ requires 0 <= from && from <= to && to <= a.length;
  //@ ensures \result.length == to - from;
  //@ ensures (\forall int k; 0 <= k && k < to - from; \result[k] == a[from + k]);
  static int[] range(int[] a, int from, int to) {
    int[] b = new int[to - from];
    //@ skolem_constant int k;
    //@ loop_predicate 0 <= i, 0 <= k, k < i, b[k] == a[from + k];
    for (int i = 0; i < b.length; i++) {
      b[i] = a[from + i];
    }
    return b;
  }
}
