// Constants, literals, lengths and sealed types are known.
class RefuterKnown {
  static final int EIGHT = 2 * 3 + (1 << 4) % 7;
  static final int MASK = ~0xFF & 0xFFFF | 3;
  static final boolean MORE = EIGHT > 3 && !false;
  static final int TEN = MORE ? 10 : 20;
  static final byte CUT = (byte) 300;
  final int seven = RefuterOther.NINE - 2;

  void constants() {
    assert EIGHT == 8 && MASK == 0xFF03 && TEN == 10 && CUT == 44;
    assert RefuterOther.NINE == 9 && seven == 7;
  }

  static void literals() {
    assert "abc".charAt(0) == 'a' && "abc".length() == 3;
  }

  static final int[] DAYS = {31, 28, 31, 30};

  //@ requires 1 <= m && m <= 4;
  static int days(int m) {
    return DAYS[m - 1];
  }

  int[] t = new int[2];

  boolean has(int u) {
    //@ loop_invariant 0 <= i && i <= t.length;
    for (int i = 0; i < t.length; i++) {
      if (t[i] == u) return true;
    }
    return false;
  }

  sealed interface Shape permits Circle, Square {
  }

  static final class Circle implements Shape {
  }

  static final class Square implements Shape {
  }

  static int corners(Shape s) {
    if (s instanceof Circle) return 0;
    if (s instanceof Square) return 4;
    assert false;
    return 1;
  }

  static int count(int n) {
    int c = 0;
    //@ loop_invariant c >= 0 || c < 0;
    //@ decreases n;
    while (n-- > 0) c++;
    return c;
  }
}

class RefuterOther {
  static final int NINE = RefuterKnown.EIGHT + 1;
}
