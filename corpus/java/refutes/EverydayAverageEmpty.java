/** The average of nothing. */
class EverydayAverageEmpty {
  static int rounded(int[] values) {
    long sum = 0;
    for (int value : values) {
      sum += value;
    }
    return (int) (sum / values.length); // FAILS
  }
}
