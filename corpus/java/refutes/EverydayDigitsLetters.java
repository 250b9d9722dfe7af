/** A letter is no digit. */
class EverydayDigitsLetters {
  //@ ensures 0 <= \result && \result <= 9; // FAILS
  static int digit(char c) {
    if (Character.isLetterOrDigit(c)) {
      return c - '0';
    }
    return 0;
  }

  static int minutes(String text) {
    return 10 * (text.charAt(0) - '0') + (text.charAt(1) - '0'); // FAILS
  }
}
