// Transposing in place a matrix that need not be square (twin of Matrix).
class MatrixWide {
  //@ requires 0 <= m;
  //@ requires (\forall int r; 0 <= r && r < a.length; a[r] != null && a[r].length == m);
  static void transpose(int[][] a, int m) {
    //@ loop_predicate 0 <= i;
    for (int i = 0; i < a.length; i++) {
      //@ loop_predicate 0 <= j;
      for (int j = 0; j < i; j++) {
        int t = a[j][i];  // FAILS
        a[j][i] = a[i][j];
        a[i][j] = t;
      }
    }
  }
}
