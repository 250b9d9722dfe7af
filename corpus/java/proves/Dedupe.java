// Dropping repetitions from a sorted array.
class Dedupe {
  //@ requires a.length > 0;
  //@ requires (\forall int x, y; 0 <= x && x < y && y < a.length; a[x] <= a[y]);
  //@ ensures 1 <= \result && \result <= a.length;
  //@ ensures (\forall int x, y; 0 <= x && x < y && y < \result; a[x] < a[y]);
  static int dedupe(int[] a) {
    int n = 1;
    /*@ loop_invariant 1 <= n && n <= i && i <= a.length;
      @ loop_invariant (\forall int x, y; 0 <= x && x < y && y < n; a[x] < a[y]);
      @ loop_invariant (\forall int y; i <= y && y < a.length; a[n - 1] <= a[y]);
      @ loop_invariant (\forall int x, y; i <= x && x < y && y < a.length; a[x] <= a[y]);
      @*/
    for (int i = 1; i < a.length; i++) {
      if (a[i] != a[n - 1]) {
        a[n] = a[i];
        n++;
      }
    }
    return n;
  }
}
