// Reversing without a temporary variable (twin of Reverse).
class ReverseSequence {
  //@ ensures (\forall int k; 0 <= k && k < a.length; a[k] == \old(a[a.length - 1 - k]));  // FAILS
  static void reverse(int[] a) {
    int i = 0;
    int j = a.length - 1;
    //@ loop_invariant 0 <= i && i + j == a.length - 1;
    while (i < j) {
      a[i] = a[j];
      a[j] = a[i];
      i++;
      j--;
    }
  }
}
