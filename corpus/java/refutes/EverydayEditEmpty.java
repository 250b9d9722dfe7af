/** A line that is edited. */
class EverydayEditEmpty {
  static void edited(String text) {
    StringBuilder line = new StringBuilder(text);
    line.deleteCharAt(0); // FAILS
  }

  static void inserted() {
    StringBuilder line = new StringBuilder("abc");
    line.insert(1, "-");
    assert line.toString().equals("-abc"); // FAILS
  }
}
