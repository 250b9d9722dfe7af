// Setting every element of an array to zero.
class Clear {
  //@ ensures (\forall int k; 0 <= k && k < a.length; a[k] == 0);
  static void clear(int[] a) {
    //@ skolem_constant int k;
    //@ loop_predicate 0 <= i, 0 <= k, k < i, a[k] == 0;
    for (int i = 0; i < a.length; i++) {
      a[i] = 0;
    }
  }
}
