// Two-dimensional clearing that begins with row 0 (twin of ClearFromOne), of which nothing is
// known.
class ClearFromOneZero {
  //@ requires 0 <= n && n < a.length && 0 <= m;
  //@ requires (\forall int r; 1 <= r && r <= n; a[r] != null && m < a[r].length);
  static void clear(int[][] a, int n, int m) {
    int i = 0;
    //@ loop_predicate 0 <= i;
    while (i <= n) {
      int j = 1;
      //@ loop_predicate 1 <= j;
      while (j <= m) {
        a[i][j] = 0;  // FAILS
        j = j + 1;
      }
      i = i + 1;
    }
  }
}
