// Equality of arrays that does not compare the lengths (twin of Contains).
class ContainsLengths {
  //@ ensures \result ==> (\forall int k; 0 <= k && k < a.length; a[k] == b[k]);
  static boolean equal(char[] a, char[] b) {
    //@ skolem_constant int k;
    //@ loop_predicate 0 <= i, 0 <= k, k < i, a[k] == b[k];
    for (int i = 0; i < a.length; i++) {
      if (a[i] != b[i]) return false;  // FAILS
    }
    return true;
  }
}
