/** A line of settings, `key=value`, taken apart. */
class EverydayKeyValue {
  //@ ensures \result.length() <= line.length();
  static String key(String line) {
    int at = line.indexOf('=');
    if (at < 0) {
      return line;
    }
    String key = line.substring(0, at);
    assert line.charAt(key.length()) == '=';
    return key;
  }

  //@ ensures \result == null || \result.length() < line.length();
  static /*@ nullable @*/ String value(String line) {
    int at = line.indexOf('=');
    return at < 0 ? null : line.substring(at + 1);
  }
}
