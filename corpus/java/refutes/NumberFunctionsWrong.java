// What the library computes with integers, taken for something else (twin of NumberFunctions).
class NumberFunctionsWrong {
  static void remainder(int a) {
    assert Math.floorMod(a, 5) == a % 5; // FAILS
  }

  static void quotient(int a) {
    assert Math.floorDiv(a, -5) >= a / -5; // FAILS
  }

  static void by_zero(int a, int b) {
    int r = Math.floorMod(a, b); // FAILS
  }

  static int sum(int a, int b) {
    return Math.addExact(a, b); // FAILS
  }

  static int narrowed(long n) {
    return Math.toIntExact(n); // FAILS
  }

  static void compared(int a, int b) {
    assert Integer.compare(a, b) == a - b; // FAILS
  }
}
