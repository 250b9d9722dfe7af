/** The first letter of a text that may have none. */
class EverydayVowelsFirst {
  //@ ensures 'A' <= \result && \result <= 'Z'; // FAILS
  static char capital(String text) {
    return Character.toUpperCase(text.charAt(0)); // FAILS
  }
}
