/** The average of measurements. */
class EverydayAverage {
  static double average(double[] values) {
    double sum = 0;
    for (double value : values) {
      sum += value;
    }
    return values.length == 0 ? 0 : sum / values.length;
  }

  static int rounded(int[] values) {
    if (values.length == 0) {
      return 0;
    }
    long sum = 0;
    for (int value : values) {
      sum += value;
    }
    return (int) (sum / values.length);
  }

  static double[] smoothed(double[] values) {
    double[] result = new double[values.length];
    for (int i = 0; i < values.length; i++) {
      double before = i == 0 ? values[i] : values[i - 1];
      double after = i == values.length - 1 ? values[i] : values[i + 1];
      result[i] = (before + values[i] + after) / 3;
    }
    return result;
  }
}
