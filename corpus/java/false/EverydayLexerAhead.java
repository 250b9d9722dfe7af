/** The digit behind the last one. */
class EverydayLexerAhead {
  private final String text;
  private int at;
  //@ private invariant 0 <= at && at <= text.length();

  EverydayLexerAhead(String text) {
    this.text = text;
  }

  //@ ensures -1 <= \result; // FAILS
  int digit() {
    if (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
      return text.charAt(++at) - '0'; // FAILS
    }
    return -1;
  }
}
