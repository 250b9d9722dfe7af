/** The digit of a negative number. */
class EverydayHexNegative {
  //@ requires 0 <= digit && digit < 16;
  //@ ensures '0' <= \result && \result <= '9' || 'a' <= \result && \result <= 'f';
  static char shown(int digit) {
    return (char) (digit < 10 ? '0' + digit : 'a' + digit - 10);
  }

  static String text(int number) {
    char[] digits = new char[8];
    for (int i = 7; i >= 0; i--) {
      digits[i] = shown(number % 16); // FAILS
      number >>>= 4;
    }
    return new String(digits);
  }
}
