// Counting that begins with one (twin of Count).
class CountStart {
  //@ ensures 0 <= \result && \result <= a.length;  // FAILS
  static int count(int[] a, int x) {
    int n = 1;
    //@ loop_predicate 0 <= i, i <= a.length, 0 <= n, n <= i + 1;
    for (int i = 0; i < a.length; i++) {
      if (a[i] == x) {
        n++;
      }
    }
    return n;
  }
}
