/** Letters moved along the alphabet. */
class EverydayCaesar {
  //@ requires 0 <= by && by < 26;
  //@ ensures 'a' <= c && c <= 'z' ==> 'a' <= \result && \result <= 'z';
  static char shifted(char c, int by) {
    if (c < 'a' || c > 'z') {
      return c;
    }
    return (char) ('a' + (c - 'a' + by) % 26);
  }

  //@ requires 0 <= by && by < 26;
  //@ ensures \result.length == text.length();
  static char[] encoded(String text, int by) {
    char[] letters = text.toCharArray();
    for (int i = 0; i < letters.length; i++) {
      letters[i] = shifted(letters[i], by);
    }
    return letters;
  }
}
