// A `return` in `finally` overrides the one in `try` (twin of TryFinally).
class TryFinallyReturn {
  //@ ensures n > 0 ==> \result == n;  // FAILS
  @SuppressWarnings("finally")
  static int value(int n) {
    try {
      if (n > 0) return n;
    } finally {
      return 0;
    }
  }
}
