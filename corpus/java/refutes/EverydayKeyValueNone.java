/** A line of settings that need not have a value. */
class EverydayKeyValueNone {
  static String key(String line) {
    return line.substring(0, line.indexOf('=')); // FAILS
  }

  //@ ensures \result.length() < line.length(); // FAILS
  static String value(String line) {
    return line.substring(line.indexOf('=') + 1);
  }
}
