/** How many words a line has. */
class EverydayWords {
  //@ ensures 0 <= \result && \result <= line.length();
  static int words(String line) {
    int count = 0;
    boolean inside = false;
    for (int i = 0; i < line.length(); i++) {
      boolean space = Character.isWhitespace(line.charAt(i));
      if (!space && !inside) {
        count++;
      }
      inside = !space;
    }
    return count;
  }
}
