/** Rows and columns taken for each other. */
class EverydayMatrixRows {
  static double dot(double[] a, double[] b) {
    double sum = 0.0;
    for (int i = 0; i < a.length; i++) {
      sum += a[i] * b[i]; // FAILS
    }
    return sum;
  }

  static double[][] identity(int rows, int columns) {
    double[][] m = new double[rows][columns]; // FAILS
    for (int i = 0; i < rows; i++) {
      m[i][i] = 1.0; // FAILS
    }
    return m;
  }
}
