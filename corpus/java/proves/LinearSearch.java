// Linear search, for the first place of a key and for the last.
class LinearSearch {
  //@ ensures \result == -1 || 0 <= \result && \result < a.length && a[\result] == key;
  //@ ensures \result == -1 ==> (\forall int k; 0 <= k && k < a.length; a[k] != key);
  //@ ensures (\forall int k; 0 <= k && k < \result; a[k] != key);
  static int first(int[] a, int key) {
    //@ skolem_constant int k;
    //@ loop_predicate 0 <= i, 0 <= k, k < i, a[k] == key;
    for (int i = 0; i < a.length; i++) {
      if (a[i] == key) return i;
    }
    return -1;
  }

  //@ ensures -1 <= \result && \result < a.length;
  //@ ensures \result >= 0 ==> a[\result] == key;
  //@ ensures (\forall int k; \result < k && k < a.length; a[k] != key);
  static int last(int[] a, int key) {
    int i = a.length - 1;
    //@ skolem_constant int k;
    //@ loop_predicate -1 <= i, i < a.length, i < k, k < a.length, a[k] == key;
    while (i >= 0 && a[i] != key) {
      i--;
    }
    return i;
  }
}
