// Arguments are checked, and refused with an exception.
class Arguments {
  //@ ensures 0 <= n && \result == n;
  //@ signals (IllegalArgumentException e) n < 0;
  //@ signals_only IllegalArgumentException;
  static int checked(int n) {
    if (n < 0) {
      throw new IllegalArgumentException("negative");
    }
    return n;
  }

  //@ ensures \result.length == n;
  //@ signals (IllegalArgumentException e) n < 0;
  //@ signals_only IllegalArgumentException;
  static int[] room(int n) {
    return new int[checked(n)];
  }

  //@ ensures 0 <= \result;
  static int orZero(int n) {
    try {
      return checked(n);
    } catch (IllegalArgumentException e) {
      return 0;
    }
  }
}
