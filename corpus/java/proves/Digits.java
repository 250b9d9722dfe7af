// Classes of characters and values of digits.
class Digits {
  //@ ensures \result <==> '0' <= c && c <= '9';
  /*@ pure @*/ static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  //@ requires '0' <= c && c <= '9';
  //@ ensures 0 <= \result && \result <= 9 && \result == c - '0';
  static int digit(char c) {
    return c - '0';
  }

  //@ ensures -1 <= \result && \result <= 15;
  static int hex(char c) {
    if (isDigit(c)) return digit(c);
    if ('a' <= c && c <= 'f') return c - 'a' + 10;
    if ('A' <= c && c <= 'F') return c - 'A' + 10;
    return -1;
  }

  //@ requires 0 <= n && n <= 15;
  //@ ensures '0' <= \result && \result <= '9' || 'a' <= \result && \result <= 'f';
  static char toHex(int n) {
    return (char) (n < 10 ? '0' + n : 'a' + n - 10);
  }

  //@ requires 'a' <= c && c <= 'z';
  //@ ensures 'A' <= \result && \result <= 'Z' && \result + 32 == c;
  static char upper(char c) {
    c -= 32;
    return c;
  }
}
