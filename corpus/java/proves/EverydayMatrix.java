/** Matrices of floating-point numbers. */
class EverydayMatrix {
  //@ requires a.length == b.length;
  static double dot(double[] a, double[] b) {
    double sum = 0.0;
    for (int i = 0; i < a.length; i++) {
      sum += a[i] * b[i];
    }
    return sum;
  }

  //@ requires n >= 0;
  //@ ensures \result.length == n;
  static double[][] identity(int n) {
    double[][] m = new double[n][n];
    for (int i = 0; i < n; i++) {
      m[i][i] = 1.0;
    }
    return m;
  }

  //@ requires values.length > 0;
  static double mean(double[] values) {
    double sum = 0;
    for (double v : values) {
      sum += v;
    }
    return sum / values.length;
  }
}
