/** Texts built piece by piece. */
class EverydayStars {
  //@ requires 0 <= n;
  //@ ensures \result.length() == n;
  static String stars(int n) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < n; i++) {
      line.append('*');
    }
    return line.toString();
  }

  //@ ensures \result.length() == text.length() + 2;
  //@ ensures \result.charAt(0) == '(' && \result.endsWith(")");
  static String bracketed(String text) {
    return new StringBuilder("(").append(text).append(')').toString();
  }
}
