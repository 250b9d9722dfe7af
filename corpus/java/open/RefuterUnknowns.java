// What the source determines and nobody has computed: no value of it may be chosen to refute something.
class RefuterUnknowns {
  static class Box {
    int v;
  }

  //@ ensures \result > 0;
  static int positive() {
    return 3;
  }

  static void thenNew() {
    int n = positive();
    assert n == 3;  // OPEN
    Object o = new Object();
  }

  //@ assignable b.v;
  static void may(Box b) {
  }

  //@ assignable \nothing;
  static void frame(Box b) {
    may(b);  // OPEN
  }

  //@ signals (RuntimeException e) true;
  static void mayThrow() {
  }

  static void throwing() {
    mayThrow();  // OPEN
  }

  static final int[] TABLE = {31, 28, 31};

  static void table() {
    assert TABLE[1] == 28;  // OPEN
  }

  enum Coin {
    PENNY(1), DIME(10);

    final int cents;

    Coin(int cents) {
      this.cents = cents;
    }
  }

  static void coin(Coin c) {
    assert c.cents > 0;  // OPEN
  }

  //@ ensures \result != null;
  static Object made() {
    return new Box();
  }

  static void typeOfUnknown() {
    Object o = made();
    assert o instanceof Box;  // OPEN
  }

  interface Task {
    void run();
  }

  static Task captured() {
    int[] a = {0};
    return () -> {
      a[0] = 1;  // OPEN
    };
  }
}
