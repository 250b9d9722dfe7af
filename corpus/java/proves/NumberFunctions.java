// What the library computes with integers.
class NumberFunctions {
  static void ends() {
    assert Byte.MAX_VALUE == 127 && Short.MIN_VALUE == -32768;
    assert Integer.SIZE == 32 && Long.BYTES == 8;
  }

  static void floors(int a, int b) {
    if (b != 0) {
      int q = Math.floorDiv(a, b), r = Math.floorMod(a, b);
      assert b < 0 || 0 <= r && r < b;
      assert b > 0 || b < r && r <= 0;
      if (-1000 <= a && a <= 1000 && b == 7) assert q * 7 + r == a;
      if (-1000 <= a && a <= 1000 && b == -7) assert q * -7 + r == a;
    }
  }

  static void orders(int a, int b) {
    assert Integer.compare(a, b) == -Integer.compare(b, a);
    assert Integer.signum(a) == Integer.compare(a, 0);
    assert Integer.max(a, b) == a || Integer.max(a, b) == b;
  }

  static int at_most(int a, int b) {
    try {
      return Math.addExact(a, b);
    } catch (ArithmeticException e) {
      assert a > 0 && b > 0 || a < 0 && b < 0;
      return 0;
    }
  }

  //@ requires 0 <= a && a < 1000 && 0 <= b && b < 1000;
  //@ ensures \result == a * b;
  static int area(int a, int b) {
    return Math.multiplyExact(a, b);
  }

  //@ ensures \result == n;
  static long narrowed(int n) {
    return Math.toIntExact((long) n);
  }
}
