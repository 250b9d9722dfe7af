// Reversing that stops before the last pair (twin of Reverse).
class ReverseMiddle {
  //@ ensures (\forall int k; 0 <= k && k < a.length; a[k] == \old(a[a.length - 1 - k]));  // FAILS
  static void reverse(int[] a) {
    int i = 0;
    int j = a.length - 1;
    //@ skolem_constant int k;
    //@ loop_invariant 0 <= i && i + j == a.length - 1;
    //@ loop_predicate 0 <= k, k < i, j < k, k < a.length;
    //@ loop_predicate a[k] == \old(a[k]), a[k] == \old(a[a.length - 1 - k]);
    while (i + 1 < j) {
      int t = a[i];
      a[i++] = a[j];
      a[j--] = t;
    }
  }
}
