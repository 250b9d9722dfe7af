// A new unit matrix, by rows of its own.
class Identity {
  //@ requires 0 <= n;
  //@ ensures \result.length == n && \nonnullelements(\result);
  //@ ensures (\forall int r; 0 <= r && r < n; \result[r].length == n && \result[r][r] == 1);
  static int[][] identity(int n) {
    int[][] m = new int[n][n];
    //@ skolem_constant int r;
    //@ loop_predicate 0 <= i, 0 <= r, r < i, m[r][r] == 1;
    for (int i = 0; i < n; i++) {
      m[i][i] = 1;
    }
    return m;
  }
}
