// The index is counted down too late (twin of Increments).
class IncrementsPost {
  static void ones(int[] a) {
    int n = a.length;
    //@ loop_predicate 0 <= n, n <= a.length;
    while (n > 0) {
      a[n--] = 1;  // FAILS
    }
  }
}
