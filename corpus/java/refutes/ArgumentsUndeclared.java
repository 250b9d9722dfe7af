// The exception is not announced (twin of Arguments).
class ArgumentsUndeclared {
  //@ ensures 0 <= n && \result == n;
  static int checked(int n) {
    if (n < 0) {
      throw new IllegalArgumentException("negative");  // FAILS
    }
    return n;
  }
}
