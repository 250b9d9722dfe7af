/** The initial of nobody. */
class EverydayInitialsNone {
  //@ ensures \result.length() <= 2;
  static String initials(String first, String last) {
    String result = "";
    if (!first.isEmpty()) {
      result += first.charAt(0);
    }
    result += last.charAt(0); // FAILS
    return result;
  }
}
