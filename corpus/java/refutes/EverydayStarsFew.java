/** Texts built piece by piece, one piece too few. */
class EverydayStarsFew {
  //@ requires 0 <= n && n < 5;
  //@ ensures \result.length() == n; // FAILS
  static String stars(int n) {
    StringBuilder line = new StringBuilder();
    for (int i = 1; i < n; i++) {
      line.append('*');
    }
    return line.toString();
  }

  //@ ensures \result.charAt(0) == '('; // FAILS
  static String bracketed(String text) {
    return new StringBuilder(text).append(')').append('(').toString();
  }
}
