// Bit tricks: masks, shifts, parity, powers of two, bytes as unsigned numbers.
class Bits {
  //@ ensures 0 <= \result && \result <= 7;
  static int low(int x) {
    return x & 7;
  }

  //@ ensures 0 <= \result && \result <= 15;
  static int high(int x) {
    return x >>> 28;
  }

  //@ ensures 0 <= \result && \result <= 255;
  static int unsigned(byte b) {
    return b & 0xff;
  }

  //@ ensures \result <==> x % 2 == 0;
  static boolean even(int x) {
    return (x & 1) == 0;
  }

  //@ ensures \result ==> x > 0;
  //@ ensures x == 1 || x == 64 ==> \result;
  //@ ensures x == 6 ==> !\result;
  static boolean power(int x) {
    return x > 0 && (x & (x - 1)) == 0;
  }

  //@ requires 0 <= x && x < 1000;
  //@ ensures \result == 8 * x;
  static int eight(int x) {
    return x << 3;
  }

  //@ ensures 2 * \result <= x && x <= 2 * \result + 1;
  static int half(int x) {
    return x >> 1;
  }

  static int slot(int[] table, int hash) {
    if (table.length == 0) return 0;
    int at = (hash & 0x7fffffff) % table.length;
    return table[at];
  }
}
