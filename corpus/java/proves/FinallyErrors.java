// What happens in a finally block replaces the exception that is on its way.
class FinallyErrors {
  //@ ensures \result == 1;
  static int divided() {
    int[] a = null;
    int zero = 0;
    try {
      try {
        a[0] = 1;
      } finally {
        int y = 1 / zero;
      }
    } catch (ArithmeticException e) {
      return 1;
    }
    return 0;
  }
}
