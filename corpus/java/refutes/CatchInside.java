// The handler itself divides by zero (twin of Catch).
class CatchInside {
  static int divide(int x, int y) {
    try {
      return x / y;
    } catch (ArithmeticException e) {
      return x % y;  // FAILS
    }
  }
}
