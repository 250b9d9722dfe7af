// What strings hold that are made of bytes, and boxes that are made of texts, is not known and refutes nothing.
class NewStringsUnknown {
  static void fromBytes() {
    byte[] bytes = {97};
    String text = new String(bytes); // OPEN
    assert text.charAt(0) == 'a'; // OPEN
  }

  static void fromText() {
    Boolean box = new Boolean("true");
    assert box; // OPEN
  }
}
