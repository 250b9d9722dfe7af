/** The product of two matrices. */
class EverydayProduct {
  //@ requires n > 0 && m > 0 && k > 0;
  //@ requires a.length == n && b.length == m;
  //@ requires (\forall int i; 0 <= i && i < n; a[i] != null && a[i].length == m);
  //@ requires (\forall int i; 0 <= i && i < m; b[i] != null && b[i].length == k);
  static double[][] times(double[][] a, double[][] b, int n, int m, int k) {
    double[][] c = new double[n][k];
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < k; j++) {
        double sum = 0;
        for (int l = 0; l < m; l++) {
          sum += a[i][l] * b[l][j];
        }
        c[i][j] = sum;
      }
    }
    return c;
  }
}
