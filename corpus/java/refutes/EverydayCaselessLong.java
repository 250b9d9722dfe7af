/** A prefix that is longer than the text. */
class EverydayCaselessLong {
  static boolean same(char a, char b) {
    return lower(a) == lower(b);
  }

  //@ ensures !('A' <= \result && \result <= 'Z');
  static char lower(char c) {
    if (c >= 'A' && c <= 'Z') {
      return (char) (c - 'A' + 'a');
    }
    return c;
  }

  static boolean starts(String text, String prefix) {
    for (int i = 0; i < prefix.length(); i++) {
      if (!same(text.charAt(i), prefix.charAt(i))) { // FAILS
        return false;
      }
    }
    return true;
  }
}
