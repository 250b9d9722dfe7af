// The wrong exception is caught (twin of Catch).
class CatchOther {
  static int get(int[] a, int i, int other) {
    try {
      return a[i];  // FAILS
    } catch (ArithmeticException e) {
      return other;
    }
  }
}
