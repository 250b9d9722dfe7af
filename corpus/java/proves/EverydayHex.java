/** Digits of numbers with the base sixteen. */
class EverydayHex {
  //@ requires 0 <= digit && digit < 16;
  //@ ensures '0' <= \result && \result <= '9' || 'a' <= \result && \result <= 'f';
  static char shown(int digit) {
    return (char) (digit < 10 ? '0' + digit : 'a' + digit - 10);
  }

  //@ ensures -1 <= \result && \result < 16;
  static int value(char c) {
    if (c >= '0' && c <= '9') {
      return c - '0';
    }
    if (c >= 'a' && c <= 'f') {
      return c - 'a' + 10;
    }
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
  }

  static String text(int number) {
    char[] digits = new char[8];
    for (int i = 7; i >= 0; i--) {
      digits[i] = shown(number & 15);
      number >>>= 4;
    }
    return new String(digits);
  }
}
