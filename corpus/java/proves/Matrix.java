// Rectangular matrices: transposing a square one in place, a new transposed one, sums of rows.
class Matrix {
  //@ requires (\forall int r; 0 <= r && r < a.length; a[r] != null && a[r].length == a.length);
  static void transpose(int[][] a) {
    //@ loop_predicate 0 <= i;
    for (int i = 0; i < a.length; i++) {
      //@ loop_predicate 0 <= j;
      for (int j = 0; j < i; j++) {
        int t = a[i][j];
        a[i][j] = a[j][i];
        a[j][i] = t;
      }
    }
  }

  //@ requires 0 <= m && a.length == n;
  //@ requires (\forall int r; 0 <= r && r < n; a[r] != null && a[r].length == m);
  //@ ensures \result.length == m;
  //@ ensures (\forall int c; 0 <= c && c < m; \result[c] != null && \result[c].length == n);
  static int[][] transposed(int[][] a, int n, int m) {
    int[][] b = new int[m][n];
    //@ loop_predicate 0 <= i;
    for (int i = 0; i < n; i++) {
      //@ loop_predicate 0 <= j;
      for (int j = 0; j < m; j++) {
        b[j][i] = a[i][j];
      }
    }
    return b;
  }

  //@ requires \nonnullelements(a) && sums.length == a.length;
  static void rowSums(int[][] a, long[] sums) {
    //@ loop_predicate 0 <= i;
    for (int i = 0; i < a.length; i++) {
      sums[i] = 0;
      //@ loop_predicate 0 <= j;
      for (int j = 0; j < a[i].length; j++) {
        sums[i] += a[i][j];
      }
    }
  }
}
