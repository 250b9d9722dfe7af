/** The initials of a name. */
class EverydayInitials {
  //@ ensures \result.length() <= 2;
  static String initials(String first, String last) {
    String result = "";
    if (!first.isEmpty()) {
      result += first.charAt(0);
    }
    if (!last.isEmpty()) {
      result += last.charAt(0);
    }
    return result;
  }

  static String titled(String word) {
    if (word.isEmpty()) {
      return word;
    }
    return Character.toUpperCase(word.charAt(0)) + word.substring(1);
  }
}
