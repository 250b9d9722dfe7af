// Inserting into the used part of an array, and removing from it.
class InsertAt {
  //@ requires 0 <= at && at <= n && n < a.length;
  //@ ensures a[at] == x;
  //@ ensures (\forall int k; 0 <= k && k < at; a[k] == \old(a[k]));
  //@ ensures (\forall int k; at < k && k <= n; a[k] == \old(a[k - 1]));
  static void insert(int[] a, int n, int at, int x) {
    //@ skolem_constant int k;
    //@ loop_invariant at <= i && i <= n;
    //@ loop_predicate i < k, k <= n, a[k] == \old(a[k - 1]), a[k] == \old(a[k]);
    for (int i = n; i > at; i--) {
      a[i] = a[i - 1];
    }
    a[at] = x;
  }

  //@ requires 0 <= at && at < n && n <= a.length;
  //@ ensures (\forall int k; 0 <= k && k < at; a[k] == \old(a[k]));
  //@ ensures (\forall int k; at <= k && k < n - 1; a[k] == \old(a[k + 1]));
  static void remove(int[] a, int n, int at) {
    //@ skolem_constant int k;
    //@ loop_predicate at <= i, i < n, at <= k, k < i;
    //@ loop_predicate a[k] == \old(a[k + 1]), a[k] == \old(a[k]);
    for (int i = at; i < n - 1; i++) {
      a[i] = a[i + 1];
    }
  }
}
