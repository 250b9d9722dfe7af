// What is known refutes: constants, literals, results that a contract determines (twin of RefuterKnown).
class RefuterKnownFalse {
  static final int EIGHT = 2 * 3 + (1 << 4) % 7;

  static void constant() {
    assert EIGHT == 9;  // FAILS
  }

  static void literal() {
    assert "abc".charAt(1) == 'a';  // FAILS
  }

  //@ ensures \result == x + 1;
  //@ requires x < 100;
  static int next(int x) {
    return x + 1;
  }

  static void determined() {
    int y = next(3);
    Object o = new Object();
    assert y == 5;  // FAILS
  }
}
