// A unit matrix whose rows are not there yet (twin of Identity).
class IdentityRows {
  //@ requires 0 <= n;
  static int[][] identity(int n) {
    int[][] m = new int[n][];
    //@ loop_predicate 0 <= i;
    for (int i = 0; i < n; i++) {
      m[i][i] = 1;  // FAILS
    }
    return m;
  }
}
