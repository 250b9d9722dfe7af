// ESC/Java's dialect: pragmas end with their lines, references may be null, contracts of overridden methods count.
class EscPragmas {
  private int mark /*@ readable_if marked */;
  private boolean marked;

  //@ requires a != null
  //@ ensures \result == (a.length > 0)
  static boolean filled(int[] a) {
    return a.length > 0;
  }

  /**
   * The length of a text, if there is one.
   * <esc> ensures s != null ==> \result >= 0
   *       && \result <= s.length() </esc>
   */
  static int length(String s) {
    return s == null ? -1 : 0;
  }

  //@ modifies mark, marked
  //@ ensures mark == n && marked
  void remember(int n) {
    mark = n;
    marked = true;
  }
}

class EscReader {
  //@ requires text != null
  //@ ensures \result >= 0
  int read(String text) {
    return text.length();
  }

  //@ requires text != null
  int last(/*@ non_null */ String key, String text) {
    return key.length() + text.length();
  }
}

class EscTwice extends EscReader {
  //@ also_ensures \result == 2 * text.length()
  int read(String text) {
    return text.length() < 1000 ? 2 * text.length() : twice(text);
  }

  //@ requires text != null
  //@ ensures \result == 2 * text.length() && \result >= 0
  static native int twice(String text);

  int last(String key, String text) {
    return key.length();
  }

  //@ requires r != null
  static int use(EscTwice r) {
    int n = r.read("ab");
    //@ assert n == 4
    return n + r.last("", "x");
  }
}
