// Inserting into an array that may be full (twin of InsertAt).
class InsertAtFull {
  //@ requires 0 <= at && at <= n && n <= a.length;
  static void insert(int[] a, int n, int at, int x) {
    //@ loop_predicate at <= i, i <= n;
    for (int i = n; i > at; i--) {
      a[i] = a[i - 1];  // FAILS
    }
    if (at < a.length) {
      a[at] = x;
    }
  }
}
