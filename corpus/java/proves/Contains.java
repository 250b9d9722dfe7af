// Membership, equality and order of arrays, with an exit at the first witness.
class Contains {
  //@ ensures \result <==> (\exists int k; 0 <= k && k < a.length; a[k] == x);
  static boolean contains(int[] a, int x) {
    //@ skolem_constant int k;
    //@ loop_predicate 0 <= i, 0 <= k, k < i, a[k] == x;
    for (int i = 0; i < a.length; i++) {
      if (a[i] == x) return true;
    }
    return false;
  }

  //@ ensures \result ==> a.length == b.length;
  //@ ensures \result ==> (\forall int k; 0 <= k && k < a.length; a[k] == b[k]);
  static boolean equal(char[] a, char[] b) {
    if (a.length != b.length) return false;
    //@ skolem_constant int k;
    //@ loop_predicate 0 <= i, 0 <= k, k < i, a[k] == b[k];
    for (int i = 0; i < a.length; i++) {
      if (a[i] != b[i]) return false;
    }
    return true;
  }

  //@ ensures \result <==> (\forall int k; 0 < k && k < a.length; a[k - 1] <= a[k]);
  static boolean sorted(long[] a) {
    //@ skolem_constant int k;
    //@ loop_predicate 1 <= i, 0 < k, k < i, a[k - 1] <= a[k];
    for (int i = 1; i < a.length; i++) {
      if (a[i - 1] > a[i]) return false;
    }
    return true;
  }
}
