/** Texts that read the same from both ends. */
class EverydayPalindrome {
  static boolean is(String text) {
    int i = 0;
    int j = text.length() - 1;
    while (i < j) {
      if (text.charAt(i) != text.charAt(j)) {
        return false;
      }
      i++;
      j--;
    }
    return true;
  }

  //@ requires text.length() > 1;
  //@ ensures \result ==> text.charAt(0) == text.charAt(text.length() - 1);
  static boolean ends(String text) {
    String first = text.substring(0, 1);
    String last = text.substring(text.length() - 1);
    return first.equals(last);
  }
}
