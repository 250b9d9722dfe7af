// The flag is lowered after the division only, not in a `finally` (twin of TryFinally).
class TryFinallyFlag {
  boolean busy;

  //@ ensures !busy;
  //@ signals (ArithmeticException e) !busy;  // FAILS
  //@ signals_only ArithmeticException;
  int share(int n) {
    busy = true;
    int x = 100 / n;
    busy = false;
    return x;
  }
}
