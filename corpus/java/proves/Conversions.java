// Conversions between the integral types, those that keep the value and those that cut.
class Conversions {
  //@ ensures -128 <= \result && \result <= 127;
  //@ ensures -128 <= x && x <= 127 ==> \result == x;
  static byte toByte(int x) {
    return (byte) x;
  }

  //@ requires Integer.MIN_VALUE <= x && x <= Integer.MAX_VALUE;
  //@ ensures \result == x;
  static int narrow(long x) {
    return (int) x;
  }

  //@ ensures \result == (long) x + y;
  static long add(int x, int y) {
    return (long) x + y;
  }

  //@ ensures x >= 0 ==> \result == x;
  //@ ensures x < 0 ==> \result == x + 65536;
  static char toChar(short x) {
    return (char) x;
  }

  //@ ensures b == 127 ==> \result == -128;
  //@ ensures b < 127 ==> \result == b + 1;
  static byte next(byte b) {
    b++;
    return b;
  }

  //@ ensures x == Integer.MAX_VALUE ? \result == Integer.MIN_VALUE : \result == x + 1;
  static int next(int x) {
    return x + 1;
  }
}
