/** Letters whose case does not count. */
class EverydayCaseless {
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
    if (prefix.length() > text.length()) {
      return false;
    }
    for (int i = 0; i < prefix.length(); i++) {
      if (!same(text.charAt(i), prefix.charAt(i))) {
        return false;
      }
    }
    return true;
  }
}
