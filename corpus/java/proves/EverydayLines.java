/** Lines of a text that are not empty. */
class EverydayLines {
  //@ ensures 0 <= \result && \result <= text.length();
  static int count(String text) {
    int lines = 0;
    boolean inside = false;
    for (char c : text.toCharArray()) {
      if (c == '\n') {
        inside = false;
      } else if (!inside) {
        inside = true;
        lines++;
      }
    }
    return lines;
  }

  static String first(String text) {
    StringBuilder line = new StringBuilder();
    int i = 0;
    while (i < text.length() && text.charAt(i) != '\n') {
      line.append(text.charAt(i));
      i++;
    }
    return line.toString();
  }
}
