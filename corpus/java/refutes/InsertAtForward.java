// Inserting that shifts from the wrong end (twin of InsertAt): it copies one element over all.
class InsertAtForward {
  //@ requires 0 <= at && at <= n && n < a.length;
  //@ ensures (\forall int k; at < k && k <= n; a[k] == \old(a[k - 1]));  // FAILS
  static void insert(int[] a, int n, int at, int x) {
    //@ loop_predicate at <= i;
    for (int i = at; i < n; i++) {
      a[i + 1] = a[i];
    }
    a[at] = x;
  }
}
