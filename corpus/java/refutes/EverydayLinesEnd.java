/** A line that has no end. */
class EverydayLinesEnd {
  static String first(String text) {
    StringBuilder line = new StringBuilder();
    int i = 0;
    while (text.charAt(i) != '\n') { // FAILS
      line.append(text.charAt(i));
      i++;
    }
    return line.toString();
  }
}
