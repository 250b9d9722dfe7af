// Counting with an invariant of the user that does not hold at the start (twin of Count).
class CountInvariant {
  //@ ensures 0 <= \result && \result <= a.length;
  static int count(int[] a, int x) {
    int n = 0;
    //@ loop_invariant 0 <= n && n <= a.length && 0 <= i;
    //@ loop_invariant n < i;  // FAILS
    for (int i = 0; i < a.length; i++) {
      if (a[i] == x) {
        n++;
      }
    }
    return n;
  }
}
