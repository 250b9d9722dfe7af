/** Texts that read the same from both ends. */
class EverydayPalindromeMiddle {
  static boolean is(String text) {
    int j = text.length();
    for (int i = 0; i < j; i++) {
      if (text.charAt(i) != text.charAt(j)) { // FAILS
        return false;
      }
      j--;
    }
    return true;
  }

  //@ ensures \result ==> text.charAt(0) == text.charAt(1); // FAILS
  //@ requires text.length() > 1;
  static boolean ends(String text) {
    String first = text.substring(0, 1);
    String last = text.substring(text.length() - 1);
    return first.equals(last);
  }
}
