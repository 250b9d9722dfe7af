// Takes the smaller one; no input speaks of a maximum, so it is not refuted (twin of Folds).
class FoldsMin {
  //@ requires a.length > 0;
  //@ ensures \result == (\max int k; 0 <= k && k < a.length; a[k]);
  static int max(int[] a) {
    int m = a[0];
    //@ loop_invariant 1 <= i && i <= a.length;
    //@ loop_invariant m == (\max int k; 0 <= k && k < i; a[k]);  // OPEN
    for (int i = 1; i < a.length; i++) {
      if (a[i] < m) m = a[i];
    }
    return m;
  }
}
