/** Words and numbers of a formula. */
class EverydayLexer {
  private final String text;
  private int at;
  //@ private invariant 0 <= at && at <= text.length();

  EverydayLexer(String text) {
    this.text = text;
  }

  boolean hasNext() {
    while (at < text.length() && text.charAt(at) == ' ') {
      at++;
    }
    return at < text.length();
  }

  //@ ensures -1 <= \result;
  int digit() {
    if (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
      return text.charAt(at++) - '0';
    }
    return -1;
  }

  String word() {
    int start = at;
    while (at < text.length() && Character.isLetter(text.charAt(at))) {
      at++;
    }
    return text.substring(start, at);
  }
}
