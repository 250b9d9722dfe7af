// The sizes of the transposed matrix are the wrong way round (twin of Matrix).
class MatrixSwapped {
  //@ requires 0 <= m && a.length == n;
  //@ requires (\forall int r; 0 <= r && r < n; a[r] != null && a[r].length == m);
  static int[][] transposed(int[][] a, int n, int m) {
    int[][] b = new int[n][m];
    //@ loop_predicate 0 <= i;
    for (int i = 0; i < n; i++) {
      //@ loop_predicate 0 <= j;
      for (int j = 0; j < m; j++) {
        b[j][i] = a[i][j];  // FAILS
      }
    }
    return b;
  }
}
