// Linear search that begins with the second element (twin of LinearSearch).
class LinearSearchSkip {
  //@ ensures \result == -1 || 0 <= \result && \result < a.length && a[\result] == key;
  //@ ensures \result == -1 ==> (\forall int k; 0 <= k && k < a.length; a[k] != key);  // FAILS
  static int first(int[] a, int key) {
    //@ skolem_constant int k;
    //@ loop_predicate 0 <= i, 0 <= k, k < i, a[k] == key;
    for (int i = 1; i < a.length; i++) {
      if (a[i] == key) return i;
    }
    return -1;
  }
}
