// The check refuses zero too (twin of Arguments).
class ArgumentsZero {
  //@ ensures 0 <= n && \result == n;
  //@ signals (IllegalArgumentException e) n < 0;  // FAILS
  //@ signals_only IllegalArgumentException;
  static int checked(int n) {
    if (n <= 0) {
      throw new IllegalArgumentException("negative");
    }
    return n;
  }
}
