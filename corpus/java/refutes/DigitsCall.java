// The value of a digit is asked for before it is known to be one (twin of Digits).
class DigitsCall {
  //@ requires '0' <= c && c <= '9';
  //@ ensures 0 <= \result && \result <= 9;
  static int digit(char c) {
    return c - '0';
  }

  //@ ensures -1 <= \result && \result <= 15;
  static int hex(char c) {
    if ('a' <= c && c <= 'f') return c - 'a' + 10;
    return digit(c);  // FAILS
  }
}
