// The length of a text that may be missing (twin of Texts).
class TextsNull {
  static boolean empty(/*@ nullable @*/ String s) {
    return s.length() == 0;  // FAILS
  }
}
