// The order of an array is asked for with the strict comparison (twin of Contains).
class ContainsStrict {
  //@ ensures \result <==> (\forall int k; 0 < k && k < a.length; a[k - 1] < a[k]);  // FAILS
  static boolean sorted(long[] a) {
    //@ skolem_constant int k;
    //@ loop_predicate 1 <= i, 0 < k, k < i, a[k - 1] < a[k];
    for (int i = 1; i < a.length; i++) {
      if (a[i - 1] > a[i]) return false;
    }
    return true;
  }
}
