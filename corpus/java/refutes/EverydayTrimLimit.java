/** Texts made shorter. */
class EverydayTrimLimit {
  //@ ensures \result.length() <= limit; // FAILS
  //@ requires limit >= 0;
  static String shortened(String text, int limit) {
    if (text.length() <= limit) {
      return text;
    }
    return text.substring(0, limit) + "...";
  }

  static String unquoted(String text) {
    return text.substring(1, text.length() - 1); // FAILS
  }
}
