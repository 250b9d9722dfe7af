// Two-dimensional clearing that counts the column up before it is asserted (twin of
// ClearFromOne).
class ClearFromOneColumn {
  //@ requires 0 <= n && n < a.length && 0 <= m;
  //@ requires (\forall int r; 1 <= r && r <= n; a[r] != null && m < a[r].length);
  static void clear(int[][] a, int n, int m) {
    int i = 1;
    //@ loop_predicate 1 <= i;
    while (i <= n) {
      int j = 1;
      //@ loop_predicate 1 <= j;
      while (j <= m) {
        j = j + 1;
        //@ assert 1 <= j && j <= m;  // FAILS
        a[i][j] = 0;
      }
      i = i + 1;
    }
  }
}
