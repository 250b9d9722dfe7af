/** Texts made shorter. */
class EverydayTrim {
  //@ requires limit >= 3;
  //@ ensures \result.length() <= limit;
  static String shortened(String text, int limit) {
    if (text.length() <= limit) {
      return text;
    }
    return text.substring(0, limit - 3) + "...";
  }

  //@ ensures \result.length() <= text.length();
  static String cleaned(String text) {
    return text.trim().replace(' ', '_');
  }

  //@ requires text.length() >= 2;
  //@ ensures \result.length() == text.length() - 2;
  static String unquoted(String text) {
    return text.substring(1, text.length() - 1);
  }
}
