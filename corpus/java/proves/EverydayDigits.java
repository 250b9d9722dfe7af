/** Numbers read by hand. */
class EverydayDigits {
  //@ ensures -1 <= \result && \result <= 9;
  static int digit(char c) {
    if (!Character.isDigit(c) || c > '9') {
      return -1;
    }
    return c - '0';
  }

  //@ ensures -1 <= \result && \result <= 99;
  static int minutes(String text) {
    if (text.length() != 2) {
      return -1;
    }
    int tens = digit(text.charAt(0));
    int ones = digit(text.charAt(1));
    return tens < 0 || ones < 0 ? -1 : 10 * tens + ones;
  }
}
